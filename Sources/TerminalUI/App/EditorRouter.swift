import AppModules

/// Shows the modules' view controllers: parts of the screen in their regions, windows in a stack, and modal windows
/// over everything.
final class EditorRouter: Router {
  private unowned let scene: Scene

  init(_ scene: Scene) { self.scene = scene }

  var viewControllersFactory: (any ViewControllersFactory)? { scene.manager }

  var rootViewController: any ViewController { scene.screen.container }

  var modalViewControllers: [any ViewController] {
    get { scene.screen.modes.modals }
    set { scene.screen.modes.modals = newValue }
  }

  /// Windows and parts of the screen share one container, even under modal windows.
  var topContainer: (any ViewControllerContainer)? { scene.screen.container }
}

/// The root view controller: shows parts of the screen in their regions, and stacks windows.
final class ScreenContainer: ViewControllerContainer {
  var attachment: ViewControllerAttachment?
  private let parts: ScreenParts
  private let modes: ModeStack

  init(parts: ScreenParts, modes: ModeStack) {
    self.parts = parts
    self.modes = modes
  }

  func push(_ controller: any ViewController) { modes.push(controller) }

  /// Shows a part of the screen, replacing the one in its region.
  func embed(_ controller: any ViewController) {
    guard let part = (controller as? EditorController)?.part else { return ModeStack.reject(controller) }
    parts.show(part)
    guard let mode = (controller as? EditorController)?.mode else { return }
    if part.region == .canvas {
      modes.setBottom(mode)
    } else if part.takesKeys {
      // Until the user returns to the canvas.
      modes.push(mode)
    }
  }

  func remove(_ controller: any ViewController) -> Bool { modes.pop(controller) }
}

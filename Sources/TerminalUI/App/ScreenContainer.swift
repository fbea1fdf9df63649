import AppModules

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

  func remove(_ controller: any ViewController) -> Bool { modes.remove(controller) }
}

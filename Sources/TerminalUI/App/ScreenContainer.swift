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
    guard let part = (controller as? EditorController)?.part else { return }
    parts.show(part)
    guard let mode = (controller as? EditorController)?.mode else { return }
    switch part.region {
    case .canvas: modes.setBottom(mode)
    // The code is watched while the canvas has the keys, until the user goes there.
    case .code: break
    // The log also takes the keys, until the user returns to the canvas.
    case .title, .toolbox, .log: modes.push(mode)
    }
  }

  func remove(_ controller: any ViewController) -> Bool { modes.remove(controller) }
}

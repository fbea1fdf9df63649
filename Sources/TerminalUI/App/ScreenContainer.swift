import AppModules

/// The root view controller: parts of the screen go to their place, windows are stacked.
final class ScreenContainer: ViewControllerContainer {
  var attachment: ViewControllerAttachment?
  private let parts: ScreenParts
  private let modes: ModeStack

  init(parts: ScreenParts, modes: ModeStack) {
    self.parts = parts
    self.modes = modes
  }

  func push(_ controller: any ViewController) { modes.push(controller) }

  /// Shows a part of the screen instead of the one that is there.
  func embed(_ controller: any ViewController) {
    guard let part = (controller as? EditorController)?.part else { return }
    parts.show(part)
    guard let mode = (controller as? EditorController)?.mode else { return }
    // The log also takes the keys, until the user goes back to the canvas.
    if part.region == .canvas { modes.setBottom(mode) } else { modes.push(mode) }
  }

  func remove(_ controller: any ViewController) -> Bool { modes.remove(controller) }
}

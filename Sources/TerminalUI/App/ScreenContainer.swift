import AppModules

/// The container of all that is shown: parts of the screen go to their place, work begins, windows are stacked.
final class ScreenContainer: ViewControllerContainer {
  var moduleLifetime: ModuleLifetime?
  private let parts: ScreenParts
  private let modes: ModeStack

  init(parts: ScreenParts, modes: ModeStack) {
    self.parts = parts
    self.modes = modes
  }

  func push(_ controller: any ViewController) {
    if let work = controller as? BackgroundWork {
      work.start()
    } else {
      modes.push(controller)
    }
  }

  /// A part of the screen takes the place of the one that is there.
  func replaceTop(with controller: any ViewController) {
    guard let part = (controller as? EditorController)?.part else { return modes.replaceTop(with: controller) }
    parts.show(part)
    guard let mode = (controller as? EditorController)?.mode else { return }
    // The log takes the keys, too, until the user goes back to the canvas.
    if part.region == .canvas { modes.setBottom(mode) } else { modes.push(mode) }
  }

  func remove(_ controller: any ViewController) -> Bool { modes.remove(controller) }
}

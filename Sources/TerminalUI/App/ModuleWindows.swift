import AppModules

/// Shows the windows of modules other than their root view controllers.
final class ModuleWindows {
  private let manager: ModuleManager
  private let modes: ModeStack

  init(manager: ModuleManager, modes: ModeStack) {
    self.manager = manager
    self.modes = modes
  }

  /// Shows a window of a module on top. The window keeps the module alive.
  func push(_ window: some Mode, of module: any AnyModule) {
    manager.manage(window, of: module)
    modes.push(window)
  }

  /// Whether a window has input that is not applied.
  var hasDraft: Bool { modes.draft != nil }

  /// Closes a window.
  func pop(_ window: some Mode) { modes.pop(window) }
}

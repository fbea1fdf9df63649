import AppModules

/// Shows the modules' view controllers: parts of the screen in their regions, windows in a stack, and modal windows
/// over everything.
final class EditorRouter: Router {
  private unowned let manager: ModuleManager
  private let screen: EditorScreen

  init(manager: ModuleManager, screen: EditorScreen) {
    self.manager = manager
    self.screen = screen
  }

  var viewControllersFactory: (any ViewControllersFactory)? { manager }

  var rootViewController: any ViewController { screen.container }

  var modalViewControllers: [any ViewController] {
    get { screen.modes.modals }
    set { screen.modes.modals = newValue }
  }

  /// Windows and parts of the screen share one container, even under modal windows.
  var topContainer: (any ViewControllerContainer)? { screen.container }
}

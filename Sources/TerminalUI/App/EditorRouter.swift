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

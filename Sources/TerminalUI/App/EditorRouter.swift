import AppModules

/// Shows the modules' controllers: parts of the screen in their place, windows on top of each other, questions over
/// everything.
final class EditorRouter: Router {
  private unowned let editor: EditorServices

  init(editor: EditorServices) { self.editor = editor }

  var viewControllersFactory: (any ViewControllersFactory)? { editor.manager }

  var rootViewController: any ViewController { editor.screenContainer }

  var modalViewControllers: [any ViewController] {
    get { editor.modes.modals }
    set { editor.modes.modals = newValue }
  }

  /// Windows and parts of the screen have one container, whatever is over it.
  var topContainer: (any ViewControllerContainer)? { editor.screenContainer }
}

import AppModules
import Screen

/// The events of the help window.
nonisolated enum HelpEvent: EditorEvent {
  case status(String)
  case opened

  var statusMessage: String? { if case .status(let message) = self { message } else { nil } }
}

struct HelpContext: ModuleContext {
  let routingContext: RoutingContext
  /// The characters that the terminal can show.
  let repertoire: Repertoire
}

/// The window with all keys.
final class HelpModule: EditorModule<HelpContext, HelpEvent>, Module, PageRepresenting {
  let pageName = "Keys"
  let section = "editor"
  let pageType = "text"

  func unmanagedRootViewController() -> (any ViewController)? {
    emit(.opened)
    return TextViewer(
      title: pageName, lines: CommandReference.lines(context.repertoire), hanging: CommandReference.helpColumn)
  }
}

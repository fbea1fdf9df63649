import AppModules

/// What the help tells of itself.
nonisolated enum HelpEvent: EditorEvent {
  case status(String)
  case opened

  var statusMessage: String? { if case .status(let message) = self { message } else { nil } }
}

/// The window with all keys.
final class HelpModule: EditorModule<PlainContext, HelpEvent>, Module {
  func unmanagedRootViewController() -> any ViewController {
    emit(.opened)
    return TextViewer(
      title: "Keys", lines: CommandReference.lines(editor.repertoire), hanging: CommandReference.helpColumn)
  }
}

import AppModules

/// What the help tells of itself.
nonisolated enum HelpEvent: EditorEvent {
  case said(String)
  case opened
}

/// The window with all keys.
final class HelpModule: EditorModule<PlainContext, HelpEvent>, Module {
  func unmanagedRootViewController() -> any ViewController {
    emit(.opened)
    return TextViewer(
      title: "Keys", lines: CommandReference.lines(editor.repertoire), hanging: CommandReference.helpColumn)
  }
}

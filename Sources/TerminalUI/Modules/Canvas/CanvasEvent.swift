import Workbench

/// What the user wants on the canvas that the canvas does not do itself.
public nonisolated enum CanvasEvent: EditorEvent {
  case status(String)
  /// A field is to be edited.
  case fieldRequested(FieldLocation)
  /// Another variable is to be taken for a field.
  case variableRequested(FieldLocation)
  /// What fits into the empty input at the cursor is to be shown.
  case fittingBlocksRequested
  case toolboxRequested
  /// The dialog of the mutator is to be shown that has begun.
  case mutatorRequested
  case blockCommentRequested(blockID: String)
  case commentRequested(commentID: String)
  case newCommentRequested
  case variablesRequested
  case propertiesRequested(blockID: String)
  case bookmarkRequested(blockID: String)
  case bookmarksRequested
  case eventLogRequested
  case saveRequested
  case saveAsRequested
  case quitRequested
  case helpRequested

  public var statusMessage: String? { if case .status(let message) = self { message } else { nil } }
}

import Workbench

/// What the person wants on the canvas that the canvas does not do itself.
nonisolated enum CanvasEvent: EditorEvent {
  case said(String)
  /// A field is to be edited.
  case fieldWanted(FieldPlace)
  /// Another variable is to be taken for a field.
  case variableWanted(FieldPlace)
  /// What fits into the empty input at the cursor is to be shown.
  case fittingBlocksWanted
  case toolboxWanted
  /// The dialog of the mutator is to be shown that has begun.
  case mutatorWanted
  case blockCommentWanted(blockID: String)
  case commentWanted(commentID: String)
  case newCommentWanted
  case variablesWanted
  case propertiesWanted(blockID: String)
  case bookmarkWanted(blockID: String)
  case bookmarksWanted
  case eventLogWanted
  case saveWanted
  case saveAsWanted
  case quitWanted
  case helpWanted
}

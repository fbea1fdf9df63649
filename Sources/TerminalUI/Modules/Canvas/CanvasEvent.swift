import Workbench

/// The events of the canvas: requests for windows, and for saving and quitting, which other modules handle.
public nonisolated enum CanvasEvent: EditorEvent {
  case status(String)
  /// The user wants to edit a field.
  case fieldRequested(FieldLocation)
  /// The user wants to choose another variable for a field.
  case variableRequested(FieldLocation)
  /// The user wants to type blocks as text.
  case lineRequested(LineSession)
  case toolboxRequested
  /// The user wants the mutator dialog.
  case mutatorRequested(MutationSession)
  case blockCommentRequested(blockID: String)
  /// The user wants to comment all selected blocks.
  case selectionCommentRequested
  case commentRequested(commentID: String)
  case newCommentRequested
  case variablesRequested
  case propertiesRequested(blockID: String)
  case bookmarkRequested(blockID: String)
  case bookmarksRequested
  case deletedBlocksRequested
  /// The user wants to choose a snippet.
  case snippetsRequested
  /// The user wants to save the text of a snippet under a name.
  case newSnippetRequested(text: [UInt8])
  case eventLogRequested
  /// The user wants to see the code, or no longer.
  case codeRequested
  case codeLanguageRequested
  /// The user wants to move in the code.
  case codeKeysRequested
  /// The user wants to run the program, or something of the one that runs.
  case runRequested(RunRequest)
  case saveRequested
  case saveAsRequested
  case quitRequested
  /// The user wants to choose a further program to open.
  case openRequested
  case newProgramRequested
  /// The user wants to choose one of the open programs.
  case programsRequested
  case nextProgramRequested
  case previousProgramRequested
  /// The user wants to close the program.
  case closeRequested
  case helpRequested
  /// The user wants to read what a block does.
  case blockHelpRequested(blockID: String)
  /// The user wants to read a text that doesn't fit in the status line.
  case readingRequested(title: String, lines: [String])
  case findRequested
  case replacementRequested
  case usesRequested
  case outlineRequested
  case problemsRequested
  case paletteRequested
  /// The user wants a menu of the commands that apply to what is at the cursor.
  case menuRequested

  public var statusMessage: String? { if case .status(let message) = self { message } else { nil } }
}

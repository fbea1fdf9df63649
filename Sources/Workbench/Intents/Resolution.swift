import BlockLayout

/// What an intent comes to in a program as it is just now.
public enum Resolution {
  /// Changes of the program, which can be undone as one step.
  case changes(Plan)
  /// A step of the history.
  case history(HistoryAction)
  /// Something is shown, or not shown any more, that is not real.
  case preview(Preview)
  /// The cursor goes somewhere.
  case cursor(FocusItem, words: String?)
  /// It is so already: nothing is to be done, and nobody is refused anything.
  case already(words: String)
  /// Nothing can be done.
  /// - Parameter reason: for the status line.
  case nothing(reason: String)

  var changesProgram: Bool {
    switch self {
    case .changes, .history: true
    case .preview, .cursor, .already, .nothing: false
    }
  }
}

public enum HistoryAction {
  case undo, redo
}

/// What is shown without being real.
public enum Preview {
  case beginDrag(FocusItem, takesStack: Bool, by: Pointer)
  case updateDrag(DragUpdate, by: Pointer)
  case cancelDrag(by: Pointer)
  case beginMutation
  case leaveMutation
}

/// Changes that belong together, and what follows for the cursor and the status line.
public struct Plan {
  /// In the order in which they are made. Only the first one may be refused: nothing has happened then.
  public var changes: [ProgramChange]
  public var focus: FocusAfter
  /// What to tell the user when it is done; nil for the words of what the cursor is on.
  /// - Parameter isChanged: whether there is a step to undo now that was not there before.
  var words: (_ workbench: WorkbenchController, _ isChanged: Bool) -> String?

  init(
    _ changes: [ProgramChange], focus: FocusAfter = .stays,
    words: @escaping (_ workbench: WorkbenchController, _ isChanged: Bool) -> String?
  ) {
    self.changes = changes
    self.focus = focus
    self.words = words
  }

  init(_ changes: [ProgramChange], focus: FocusAfter = .stays, words: String?) {
    self.init(changes, focus: focus) { _, _ in words }
  }
}

/// Where the cursor is after a change.
public enum FocusAfter {
  /// Where it was, or near that.
  case stays
  /// On something that was there before.
  case item(FocusItem?)
  /// On what was made.
  case made
}

@testable import Workbench

/// Every case of `Intent` by its name: a new case does not compile here, and is then looked for among the samples.
nonisolated enum IntentKind: String, CaseIterable {
  case insert, delete, duplicate, detach, prune, pruneWorkspace, toggleCollapsed, toggleAllCollapsed, toggleDisabled
  case followCall
  case setField, setComment, setBookmark, setData, change
  case makeVariable, renameVariable, mergeVariable, deleteVariable
  case makeComment, setCommentText
  case beginDrag, updateDrag, drop, discard, cancelDrag
  case beginMutation, applyMutation, cancelMutation
  case undo, redo
  case moveCursor, focus, jump, goTo

  /// Those that show something, or go somewhere, or go through the history: they make no step of their own.
  static let stepless: Set<IntentKind> = [
    .beginDrag, .updateDrag, .cancelDrag, .beginMutation, .cancelMutation, .undo, .redo, .moveCursor, .focus, .jump,
    .goTo,
  ]
}

extension Intent {
  var kind: IntentKind {
    switch self {
    case .insert: .insert
    case .delete: .delete
    case .duplicate: .duplicate
    case .detach: .detach
    case .prune: .prune
    case .pruneWorkspace: .pruneWorkspace
    case .toggleCollapsed: .toggleCollapsed
    case .toggleAllCollapsed: .toggleAllCollapsed
    case .toggleDisabled: .toggleDisabled
    case .followCall: .followCall
    case .setField: .setField
    case .setComment: .setComment
    case .setBookmark: .setBookmark
    case .setData: .setData
    case .change: .change
    case .makeVariable: .makeVariable
    case .renameVariable: .renameVariable
    case .mergeVariable: .mergeVariable
    case .deleteVariable: .deleteVariable
    case .makeComment: .makeComment
    case .setCommentText: .setCommentText
    case .beginDrag: .beginDrag
    case .updateDrag: .updateDrag
    case .drop: .drop
    case .discard: .discard
    case .cancelDrag: .cancelDrag
    case .beginMutation: .beginMutation
    case .applyMutation: .applyMutation
    case .cancelMutation: .cancelMutation
    case .undo: .undo
    case .redo: .redo
    case .moveCursor: .moveCursor
    case .focus: .focus
    case .jump: .jump
    case .goTo: .goTo
    }
  }
}

import Testing

@testable import Workbench

/// Every case of `Intent`, by name. A new case doesn't compile here until it is added; then the tests require a sample.
/// Intents at the cursor have the names that they are declared with.
nonisolated enum IntentKind: String, CaseIterable {
  case insert, typeLine, delete, duplicate, detach, prune, pruneWorkspace, toggleCollapsed, toggleAllCollapsed,
    toggleDisabled
  case followCall
  case setCommentOfSelection, expand, repeatChange, bringBack
  case select, toggleSelected, selectUp, selectDown, selectOutward, selectInward, selectStack, clearSelection
  case copy, copyStack, cut, cutStack, paste, pasteText, insertSnippet, pasteAbove, swapUp, swapDown, unwrap
  case setField, setComment, setBookmark, setData, change
  case createVariable, renameVariable, mergeVariable, deleteVariable
  case createComment, setCommentText
  case beginDrag, beginInsertion, updateDrag, drop, discard, cancelDrag
  case beginMutation, applyMutation, cancelMutation
  case undo, redo
  case moveCursor, focus, jump, goTo
  case find, findNext, findPrevious, nextUse, endSearch, replaceFound, goBack, goForward
  case nextProblem, previousProblem, fixProblem

  /// Previews, navigation, undo and redo: they make no undo group of their own.
  static let stepless: Set<IntentKind> = [
    .copy, .copyStack, .beginDrag, .beginInsertion, .updateDrag, .cancelDrag, .beginMutation, .cancelMutation, .undo,
    .redo, .moveCursor,
    .focus, .jump, .goTo,
    .select, .toggleSelected, .selectUp, .selectDown, .selectOutward, .selectInward, .selectStack, .clearSelection,
    .find, .findNext, .findPrevious, .nextUse, .endSearch, .goBack, .goForward, .nextProblem, .previousProblem,
  ]
}

extension IntentKind {
  fileprivate init(named name: String) {
    self = IntentKind(rawValue: name) ?? .insert
    if rawValue != name { Issue.record("the intent “\(name)” has no kind") }
  }
}

extension Intent {
  var kind: IntentKind {
    switch self {
    case .insert: .insert
    case .typeLine: .typeLine
    case .atCursor(let intent): IntentKind(named: intent.name)
    case .setField: .setField
    case .setComment: .setComment
    case .setBookmark: .setBookmark
    case .setData: .setData
    case .change: .change
    case .createVariable: .createVariable
    case .renameVariable: .renameVariable
    case .mergeVariable: .mergeVariable
    case .deleteVariable: .deleteVariable
    case .createComment: .createComment
    case .setCommentText: .setCommentText
    case .beginDrag: .beginDrag
    case .beginInsertion: .beginInsertion
    case .updateDrag: .updateDrag
    case .drop: .drop
    case .discard: .discard
    case .cancelDrag: .cancelDrag
    case .beginMutation: .beginMutation
    case .applyMutation: .applyMutation
    case .cancelMutation: .cancelMutation
    case .find: .find
    case .replaceFound: .replaceFound
    case .undo: .undo
    case .redo: .redo
    case .moveCursor: .moveCursor
    case .focus: .focus
    case .jump: .jump
    case .goTo: .goTo
    }
  }
}

import Testing

@testable import Workbench

/// Every intent by its name. The tests require a sample of each, and a kind for each intent that they perform.
nonisolated enum IntentKind: String, CaseIterable {
  case insert, typeLine, delete, duplicate, detach, prune, pruneWorkspace, toggleCollapsed, toggleAllCollapsed,
    toggleDisabled
  case followCall
  case setCommentOfSelection, expand, repeatChange, bringBack
  case select, toggleSelected, selectUp, selectDown, selectOutward, selectInward, selectStack, clearSelection
  case copy, copyStack, cut, cutStack, paste, pasteText, insertSnippet, pasteBelow, pasteAbove, swapUp, swapDown, unwrap
  case setField, setComment, setBookmark, setData, change
  case createVariable, renameVariable, mergeVariable, deleteVariable
  case createComment, setCommentText
  case beginDrag, beginInsertion, updateDrag, drop, discard, cancelDrag
  case beginMutation, applyMutation, cancelMutation
  case undo, redo
  case moveCursor, focus, jump, goTo
  case find, findNext, findPrevious, nextUse, endSearch, replaceFound, goBack, goForward
  case nextProblem, previousProblem, fixProblem
  case nextConflict, previousConflict, takeOurs, takeTheirs, keepBoth
  case nextChange, previousChange, tellChange, takeBackChange

  /// They need another version of the program: `ConflictSettlingTests` and `LineChangesTests` perform them.
  static let ofVersions: Set<IntentKind> = [
    .nextConflict, .previousConflict, .takeOurs, .takeTheirs, .keepBoth,
    .nextChange, .previousChange, .tellChange, .takeBackChange,
  ]

  /// Previews, navigation, undo and redo: they make no undo group of their own.
  static let stepless: Set<IntentKind> = [
    .copy, .copyStack, .beginDrag, .beginInsertion, .updateDrag, .cancelDrag, .beginMutation, .cancelMutation, .undo,
    .redo, .moveCursor,
    .focus, .jump, .goTo,
    .select, .toggleSelected, .selectUp, .selectDown, .selectOutward, .selectInward, .selectStack, .clearSelection,
    .find, .findNext, .findPrevious, .nextUse, .endSearch, .goBack, .goForward, .nextProblem, .previousProblem,
    .nextConflict, .previousConflict, .nextChange, .previousChange, .tellChange,
  ]
}

extension Intent {
  var kind: IntentKind {
    if let kind = IntentKind(rawValue: name) { return kind }
    Issue.record("the intent “\(name)” has no kind")
    return .insert
  }
}

extension Intent {
  /// The intents without a choice.
  static let plain: [Intent] = [
    .delete, .duplicate, .detach, .prune, .pruneWorkspace, .toggleCollapsed, .toggleAllCollapsed, .toggleDisabled,
    .followCall, .expand, .repeatChange, .toggleSelected, .selectUp, .selectDown, .selectOutward, .selectInward,
    .selectStack, .clearSelection, .copy, .copyStack, .cut, .cutStack, .paste, .pasteBelow, .pasteAbove, .swapUp,
    .swapDown, .unwrap,
    .beginMutation, .applyMutation, .cancelMutation, .undo, .redo, .findNext, .findPrevious, .nextUse, .endSearch,
    .goBack, .goForward, .nextProblem, .previousProblem, .fixProblem,
    .nextConflict, .previousConflict, .takeOurs, .takeTheirs, .keepBoth,
    .nextChange, .previousChange, .tellChange, .takeBackChange,
  ]
}

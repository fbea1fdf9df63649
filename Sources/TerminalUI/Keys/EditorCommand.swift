/// What a key can mean in the editor.
public enum EditorCommand: String, CaseIterable, Sendable {
  case up, down, left, right, firstItem, lastItem, pageUp, pageDown, nextStack, previousStack, outward
  case edit, toolbox, move, moveStack, delete, duplicate, detach, collapse, collapseAll, disable, prune, pruneWorkspace,
    comment, newComment
  case variables, bookmark, bookmarks, properties, eventLog
  case undo, redo, save, saveAs, quit, help, suspend, redraw, mouseSwitch
  case accept, cancel, freeLeft, freeRight, freeUp, freeDown
  case mutator, addPart, addOther, removePart, partUp, partDown, rename, takeVariable, toggle
  case narrower, wider, shorter, taller
}

import BlockLayout
import BlockModel
import Screen

/// What a user means (seed 003: a UI event says what is wanted, a model event what changes). Keys, the mouse, menus and the
/// command line make intents; `resolve` turns one into changes that can be undone, and `WorkbenchController.perform` makes
/// them. One intent is one group of events and one undo step; one that changes nothing is none.
public enum Intent {
  // MARK: What the cursor is on

  /// A new block goes into the empty input at the cursor, else where it fits, else by itself.
  case insert(BlockSnapshot)
  /// What needs nothing but the program and the cursor: `.delete`, `.duplicate`, `.prune` and others.
  case atCursor(CursorIntent)

  // MARK: Fields and what a block is besides

  /// A value that was typed or chosen; a variable is chosen by its id.
  case setField(FieldLocation, input: String)
  /// The text of a block's comment; empty for none.
  case setComment(String, blockID: String)
  /// The name of a block's bookmark; empty for none.
  case setBookmark(String, blockID: String)
  /// A block's data; empty for none.
  case setData(String, blockID: String)
  case change(BlockProperty, blockID: String)

  // MARK: Variables

  /// A variable is made, and a field, if one is given, refers to it from now on.
  case makeVariable(name: String, type: String, for: FieldLocation?)
  case renameVariable(id: String, to: String)
  /// One variable is used wherever the other one was, which goes.
  case mergeVariable(id: String, into: String)
  /// The variable goes, with the blocks that use it.
  case deleteVariable(id: String)

  // MARK: Workspace comments

  case makeComment(String)
  case setCommentText(String, commentID: String)

  // MARK: Dragging

  /// What the cursor is on is taken hold of.
  case beginDrag(takesStack: Bool, by: Pointer)
  /// It is shown somewhere else.
  case updateDrag(DragUpdate, by: Pointer)
  case drop(by: Pointer)
  /// It is deleted, with what came along.
  case discard(by: Pointer)
  case cancelDrag(by: Pointer)

  // MARK: Changing what a block is made of

  /// The dialog for the block at the cursor begins; see `MutationSession`.
  case beginMutation
  case keepMutation
  case leaveMutation

  // MARK: History

  case undo
  case redo

  // MARK: The cursor

  case moveCursor(CursorMotion)
  case focus(FocusItem)
  /// To a bookmarked block.
  case jump(blockID: String)
  /// To a place that was written down, as `FILE#block=ID/field=NAME` says it.
  case goTo(blockID: String, fieldName: String?)
}

/// A field of a block.
public nonisolated struct FieldLocation: Hashable, Sendable {
  public var blockID: String
  public var name: String

  public init(blockID: String, name: String) {
    self.blockID = blockID
    self.name = name
  }
}

/// How something that is held is shown.
public enum DragUpdate {
  /// So many of its places further on, or back.
  case steps(Int)
  /// By itself, so many columns and rows away.
  case nudge(columns: Int, rows: Int)
  /// So many columns wider and rows taller; a comment only.
  case grow(columns: Int, rows: Int)
  /// At a cell of the canvas, nil for where it was taken; `dragOffset` is where it was taken, from its first cell.
  case pointed(at: Point?, dragOffset: Point)
}

/// Ways in which the cursor goes.
public enum CursorMotion {
  case left, right, up, down, first, last
  case rows(Int)
  case nextStack, previousStack
  case outward
}

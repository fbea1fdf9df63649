import BlockLayout
import BlockModel
import MortiseScreen

/// What a user wants to do. Key presses, the mouse, menus and the command line make intents. `resolve` turns an intent
/// into changes, and `WorkbenchController.perform` makes them. Each intent that changes the program is one event group
/// and one undo step.
public enum Intent {
  // MARK: At the cursor

  /// Inserts blocks into the empty input at the cursor, else where they fit, else at the top level.
  case insert(BlockSnapshot)
  /// An intent that needs only the program and the cursor: `.delete`, `.duplicate`, `.prune` and others, which are
  /// declared beside their resolutions.
  case atCursor(CursorIntent)

  /// Inserts what was typed on a line; see `LineSession`.
  case typeLine(LineEntry)

  // MARK: Fields and properties

  /// A typed or chosen value; for a variable, its id.
  case setField(FieldLocation, input: String)
  /// The text of a block's comment; an empty text removes the comment.
  case setComment(String, blockID: String)
  /// The name of a block's bookmark; an empty name removes the bookmark.
  case setBookmark(String, blockID: String)
  /// A block's data; an empty text removes it.
  case setData(String, blockID: String)
  case change(BlockProperty, blockID: String)

  // MARK: Variables

  /// Creates a variable, and makes the given field, if any, refer to it.
  case createVariable(name: String, type: String, for: FieldLocation?)
  case renameVariable(id: String, to: String)
  /// Replaces all uses of one variable by another, and deletes the first.
  case mergeVariable(id: String, into: String)
  /// Deletes a variable and the blocks that use it.
  case deleteVariable(id: String)

  // MARK: Workspace comments

  case createComment(String)
  case setCommentText(String, commentID: String)

  // MARK: Dragging

  /// Starts to drag the item at the cursor.
  case beginDrag(takesStack: Bool, by: Pointer)
  /// Starts to drag new blocks, from a cell of the canvas. They are inserted when they are dropped.
  case beginInsertion(BlockSnapshot, at: Point, by: Pointer)
  /// Shows the dragged item somewhere else.
  case updateDrag(DragUpdate, by: Pointer)
  case drop(by: Pointer)
  /// Deletes the dragged item and everything dragged with it.
  case discard(by: Pointer)
  case cancelDrag(by: Pointer)

  // MARK: Mutator dialogs

  /// Opens the dialog for the block at the cursor; see `MutationSession`.
  case beginMutation
  case applyMutation
  case cancelMutation

  // MARK: History

  case undo
  case redo

  // MARK: Finding

  /// Looks for something, and goes to the first item at or behind `from`.
  case find(SearchQuery, from: FocusItem?)
  /// Replaces the text that was searched for in texts and numbers: at the cursor, or everywhere.
  case replaceFound(with: String, isEverywhere: Bool)

  // MARK: The cursor

  case moveCursor(CursorMotion)
  case focus(FocusItem)
  /// Goes to a bookmarked block.
  case jump(blockID: String)
  /// Goes to a location given as `FILE#block=ID/field=NAME`.
  case goTo(blockID: String, fieldName: String?)
}

/// The location of a field: its block and name.
public nonisolated struct FieldLocation: Hashable, Sendable {
  public var blockID: String
  public var name: String

  public init(blockID: String, name: String) {
    self.blockID = blockID
    self.name = name
  }
}

/// An update of a drag.
public enum DragUpdate {
  /// Moves to another destination.
  case destination(DestinationMotion)
  /// Moves by some columns and rows, unconnected.
  case nudge(columns: Int, rows: Int)
  /// Makes a comment wider and taller by some columns and rows.
  case grow(columns: Int, rows: Int)
  /// Moves to a cell of the canvas; nil returns the item to its origin. `dragOffset` is the grabbed cell's offset from
  /// the item's first cell.
  case pointed(at: Point?, dragOffset: Point)
}

/// Ways to move the cursor.
public enum CursorMotion {
  case left, right, up, down, first, last
  case rows(Int)
  case nextStack, previousStack
  case outward
}

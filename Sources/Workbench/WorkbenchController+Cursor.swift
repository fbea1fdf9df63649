import BlockLayout
import BlockModel
import MortiseScreen

/// The item at the cursor.
extension WorkbenchController {
  /// The item at a cell of the canvas.
  public func item(at point: Point) -> FocusItem? { order?.item(at: point) }

  /// The block that the cursor is on or in.
  public var cursorBlock: Block? { state.cursorBlock }

  /// The workspace comment that the cursor is on.
  public var cursorComment: WorkspaceComment? { state.cursorComment }
}

import BlockLayout
import BlockModel
import MortiseScreen

/// What views show of the program.
extension WorkbenchController {
  /// The item at a cell of the canvas.
  public func item(at point: Point) -> FocusItem? { order?.item(at: point) }

  /// The block that the cursor is on or in.
  public var cursorBlock: Block? { state.cursorBlock }

  /// The workspace comment that the cursor is on.
  public var cursorComment: WorkspaceComment? { state.cursorComment }

  /// The ids of the selected blocks in document order: the order of the file, a block before the blocks in it and below
  /// it. Empty if nothing is selected. None of the blocks is a default value or inside another one of them. Takes time
  /// in proportion to the blocks above and around the selected ones.
  public var selection: [String] { selected.blocks(in: workspace).map(\.id) }

  /// The ids of the selected blocks.
  public var selectedIDs: Set<String> { selected.ids }

  /// The blocks that have a bookmark, in reading order.
  public var bookmarkedBlocks: [Block] {
    guard let layout else { return [] }
    return layout.stacks.compactMap { $0.first?.block }.flatMap { top in
      top.descendants().filter { $0.bookmark != nil }
    }
  }

  /// A suggested name for a new bookmark on a block, or the name that it already has.
  public func suggestedBookmark(for block: Block) -> String {
    block.bookmark ?? BlockLabel.header(of: block, limit: 24)
  }

  /// Why a comment's text can't be changed; nil when it can.
  public func refusal(toEdit comment: WorkspaceComment) -> String? {
    do throws(FieldError) {
      try coordinator.checkEditable(comment)
      return nil
    } catch {
      return error.reason
    }
  }
}

import BlockLayout
import BlockModel

extension WorkbenchController {
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
}

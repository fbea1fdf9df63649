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

  /// A name for a bookmark that nobody has thought of yet.
  public func suggestedBookmark(for block: Block) -> String {
    block.bookmark ?? BlockLabel.header(of: block, limit: 24)
  }
}

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
    block.bookmark ?? BlockWords.header(of: block, limit: 24)
  }

  /// Sets or renames a block's bookmark; an empty name removes it.
  /// - Returns: what to tell the person.
  public func setBookmark(_ name: String, of block: Block) -> String {
    let had = block.bookmark
    act { coordinator.setBookmark(name.isEmpty ? nil : name, of: block) }
    if name.isEmpty { return had.map { "removed the bookmark “\($0)”" } ?? "no bookmark was set" }
    return had == nil ? "set the bookmark “\(name)”" : "the bookmark is “\(name)”"
  }

  /// Puts the cursor on a bookmarked block; where something collapsed hides it, on that.
  /// - Returns: what to tell the person.
  public func jump(to block: Block) -> String {
    focus(.block(id: block.id))
    cursor = cursor.flatMap { order?.shown($0) }
    return "“\(block.bookmark ?? "")” · \(cursorWords)"
  }
}

/// The order in which a program's file has what stands at the top level: blocks, and comments between them.
///
/// Everything carries an order number, and numbers are far apart, so that something new finds its place without the others
/// being touched. From outside an order is a place: how many others stand before.
struct TopLevelOrder {
  private(set) var blocks: [Block] = []
  private(set) var comments: [WorkspaceComment] = []
  private var nextOrder: Int64 = 0

  private static let step: Int64 = 1 << 20

  // MARK: - Coming and going

  /// - Parameter place: how many blocks and comments stand before it; nil for the end.
  mutating func insert(_ block: Block, at place: Int? = nil) {
    block.topOrder = place.map { order(for: $0) } ?? nextOrder
    nextOrder = max(nextOrder, block.topOrder + Self.step)
    blocks.insert(block, at: blocks.sortedInsertionIndex(of: block.topOrder, by: \.topOrder))
  }

  mutating func remove(_ block: Block) {
    if let index = blocks.index(of: block, by: \.topOrder) { blocks.remove(at: index) }
  }

  /// - Parameter place: how many blocks and comments stand before it; nil for behind the last comment.
  mutating func insert(_ comment: WorkspaceComment, at place: Int? = nil) {
    comment.order = order(for: place ?? comments.last.flatMap { self.place(of: $0) }.map { $0 + 1 } ?? 0)
    nextOrder = max(nextOrder, comment.order + Self.step)
    comments.insert(comment, at: comments.sortedInsertionIndex(of: comment.order, by: \.order))
  }

  /// Inserts a comment behind so many blocks, and behind the comments that stand there already.
  mutating func insert(_ comment: WorkspaceComment, behindBlocks count: Int) {
    let count = min(max(count, 0), blocks.count)
    let behind = count < blocks.count ? blocks[count].topOrder : Int64.max
    let before = count > 0 ? blocks[count - 1].topOrder : (blocks.first?.topOrder ?? 0) - Self.step
    let index = comments.sortedInsertionIndex(of: behind - 1, by: \.order)
    let order = max(before, index > 0 ? comments[index - 1].order : before) + 1
    if order >= behind {
      spread()
      return insert(comment, behindBlocks: count)
    }
    comment.order = order
    nextOrder = max(nextOrder, order + Self.step)
    comments.insert(comment, at: index)
  }

  mutating func remove(_ comment: WorkspaceComment) {
    if let index = comments.index(of: comment, by: \.order) { comments.remove(at: index) }
  }

  // MARK: - Places

  func place(of block: Block) -> Int? {
    blocks.index(of: block, by: \.topOrder).map { $0 + commentCount(before: block.topOrder) }
  }

  func place(of comment: WorkspaceComment) -> Int? {
    comments.index(of: comment, by: \.order).map { $0 + blockCount(before: comment.order) }
  }

  func blockCount(before order: Int64) -> Int { blocks.sortedInsertionIndex(of: order, by: \.topOrder) }

  private func commentCount(before order: Int64) -> Int { comments.sortedInsertionIndex(of: order, by: \.order) }

  /// A free order number for something new at a place.
  private mutating func order(for place: Int) -> Int64 {
    let place = max(0, place)
    guard place < blocks.count + comments.count else { return nextOrder }
    let behind = orderNumber(at: place)
    guard place > 0 else { return behind - Self.step }
    let before = orderNumber(at: place - 1)
    if behind - before > 1 { return before + (behind - before) / 2 }
    spread()
    return order(for: place)
  }

  /// The order number of what stands at a place.
  private func orderNumber(at place: Int) -> Int64 {
    // How many comments stand before the place.
    var (low, high) = (0, comments.count)
    while low < high {
      let middle = (low + high) / 2
      if middle + blockCount(before: comments[middle].order) < place { low = middle + 1 } else { high = middle }
    }
    if low < comments.count, low + blockCount(before: comments[low].order) == place { return comments[low].order }
    return blocks[place - low].topOrder
  }

  /// Numbers everything anew, with room between.
  private mutating func spread() {
    var order: Int64 = 0
    var rest = comments[...]
    for block in blocks {
      while let comment = rest.first, comment.order < block.topOrder {
        comment.order = order
        order += Self.step
        rest = rest.dropFirst()
      }
      block.topOrder = order
      order += Self.step
    }
    for comment in rest {
      comment.order = order
      order += Self.step
    }
    nextOrder = order
  }
}

/// The order in which a program's file has what stands at the top level: blocks, comments and foreign nodes.
///
/// Everything carries an order number, and numbers are far apart, so that something new finds its place without the others
/// being touched. From outside an order is a place: how many others stand before.
struct TopLevelOrder {
  private(set) var blocks: [Block] = []
  private(set) var comments: [WorkspaceComment] = []
  private(set) var foreignNodes: [ForeignNode] = []
  private var nextOrder: Int64 = 0

  private static let step: Int64 = 1 << 20

  // MARK: - Coming and going

  var count: Int { blocks.count + comments.count + foreignNodes.count }

  /// - Parameter place: how many others stand before it; nil for the end.
  mutating func insert(_ block: Block, at place: Int? = nil) {
    block.topOrder = place.map { order(for: $0) } ?? nextOrder
    nextOrder = max(nextOrder, block.topOrder + Self.step)
    blocks.insert(block, at: blocks.sortedInsertionIndex(of: block.topOrder, by: \.topOrder))
  }

  mutating func remove(_ block: Block) {
    if let index = blocks.index(of: block, by: \.topOrder) { blocks.remove(at: index) }
  }

  /// - Parameter place: how many others stand before it; nil for behind the last comment.
  mutating func insert(_ comment: WorkspaceComment, at place: Int? = nil) {
    comment.order = order(for: place ?? comments.last.flatMap { self.topLevelIndex(of: $0) }.map { $0 + 1 } ?? 0)
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

  /// Inserts foreign nodes into a program that has none, each behind so many blocks and comments.
  mutating func insert(_ nodes: [(node: ForeignNode, behind: Int)]) {
    if nodes.isEmpty { return }
    var rest = nodes.sorted { $0.behind < $1.behind }[...]
    let others = inOrder
    number(
      (0...others.count).flatMap { place in
        var between: [Item] = []
        while let next = rest.first, next.behind <= place || place == others.count {
          between.append(.foreign(next.node))
          foreignNodes.append(next.node)
          rest = rest.dropFirst()
        }
        return between + others[place..<min(place + 1, others.count)]
      })
  }

  // MARK: - Places

  func topLevelIndex(of block: Block) -> Int? {
    blocks.index(of: block, by: \.topOrder).map {
      $0 + commentCount(before: block.topOrder) + foreignCount(before: block.topOrder)
    }
  }

  func topLevelIndex(of comment: WorkspaceComment) -> Int? {
    comments.index(of: comment, by: \.order).map {
      $0 + blockCount(before: comment.order) + foreignCount(before: comment.order)
    }
  }

  func blockCount(before order: Int64) -> Int { blocks.sortedInsertionIndex(of: order, by: \.topOrder) }

  func commentCount(before order: Int64) -> Int { comments.sortedInsertionIndex(of: order, by: \.order) }

  private func foreignCount(before order: Int64) -> Int { foreignNodes.sortedInsertionIndex(of: order, by: \.order) }

  /// A free order number for something new at a place.
  private mutating func order(for place: Int) -> Int64 {
    let place = max(0, place)
    guard place < count else { return nextOrder }
    let behind = orderNumber(at: place)
    guard place > 0 else { return behind - Self.step }
    let before = orderNumber(at: place - 1)
    if behind - before > 1 { return before + (behind - before) / 2 }
    spread()
    return order(for: place)
  }

  /// The order number of what stands at a place.
  private func orderNumber(at place: Int) -> Int64 {
    if comments.isEmpty, foreignNodes.isEmpty { return blocks[place].topOrder }
    // The smallest number up to which more than `place` others stand.
    let firsts = [blocks.first?.topOrder, comments.first?.order, foreignNodes.first?.order].compactMap { $0 }
    var (low, high) = (firsts.min() ?? 0, nextOrder)
    while low < high {
      let middle = low + (high - low) / 2
      let upTo = blockCount(before: middle) + commentCount(before: middle) + foreignCount(before: middle)
      if upTo > place { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private enum Item {
    case block(Block)
    case comment(WorkspaceComment)
    case foreign(ForeignNode)

    var order: Int64 {
      switch self {
      case .block(let block): block.topOrder
      case .comment(let comment): comment.order
      case .foreign(let node): node.order
      }
    }
  }

  private var inOrder: [Item] {
    let items = blocks.map(Item.block) + comments.map(Item.comment) + foreignNodes.map(Item.foreign)
    return items.sorted { $0.order < $1.order }
  }

  /// Numbers everything anew, with room between.
  private mutating func spread() { number(inOrder) }

  private mutating func number(_ items: [Item]) {
    nextOrder = 0
    for item in items {
      switch item {
      case .block(let block): block.topOrder = nextOrder
      case .comment(let comment): comment.order = nextOrder
      case .foreign(let node): node.order = nextOrder
      }
      nextOrder += Self.step
    }
  }
}

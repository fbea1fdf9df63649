import Markup

/// The file order of a program's top-level items: blocks, comments and foreign nodes.
///
/// Every item has an order number. Numbers are far apart, so that inserting an item rarely renumbers the others.
/// Callers use indices instead. An item's index is the number of items before it.
struct TopLevelOrder {
  private(set) var blocks: [Block] = []
  private(set) var comments: [WorkspaceComment] = []
  private(set) var foreignNodes: [ForeignNode] = []
  private var nextOrder: Int64 = 0

  private static let spacing: Int64 = 1 << 20

  // MARK: - Inserting and removing

  var count: Int { blocks.count + comments.count + foreignNodes.count }

  /// - Parameter index: the number of items before it; nil for the end.
  mutating func insert(_ block: Block, at index: Int? = nil) {
    block.topOrder = index.map { order(for: $0) } ?? nextOrder
    nextOrder = max(nextOrder, block.topOrder + Self.spacing)
    blocks.insert(block, at: blocks.sortedInsertionIndex(of: block.topOrder, by: \.topOrder))
  }

  mutating func remove(_ block: Block) {
    if let index = blocks.index(of: block, by: \.topOrder) { blocks.remove(at: index) }
  }

  /// - Parameter index: the number of items before it; nil for the place after the last comment.
  mutating func insert(_ comment: WorkspaceComment, at index: Int? = nil) {
    comment.order = order(for: index ?? comments.last.flatMap { self.topLevelIndex(of: $0) }.map { $0 + 1 } ?? 0)
    nextOrder = max(nextOrder, comment.order + Self.spacing)
    comments.insert(comment, at: comments.sortedInsertionIndex(of: comment.order, by: \.order))
  }

  /// Inserts a comment after `count` blocks, and after any comments already there.
  mutating func insert(_ comment: WorkspaceComment, behindBlocks count: Int) {
    let count = min(max(count, 0), blocks.count)
    let upperOrder = count < blocks.count ? blocks[count].topOrder : Int64.max
    let lowerOrder = count > 0 ? blocks[count - 1].topOrder : (blocks.first?.topOrder ?? 0) - Self.spacing
    let index = comments.sortedInsertionIndex(of: upperOrder - 1, by: \.order)
    let order = max(lowerOrder, index > 0 ? comments[index - 1].order : lowerOrder) + 1
    if order >= upperOrder {
      renumber()
      return insert(comment, behindBlocks: count)
    }
    comment.order = order
    nextOrder = max(nextOrder, order + Self.spacing)
    comments.insert(comment, at: index)
  }

  mutating func remove(_ comment: WorkspaceComment) {
    if let index = comments.index(of: comment, by: \.order) { comments.remove(at: index) }
  }

  /// Replaces the foreign nodes; each new one is placed after `behind` blocks and comments.
  mutating func setForeignNodes(_ nodes: [(node: ForeignNode, behind: Int)]) {
    if nodes.isEmpty, foreignNodes.isEmpty { return }
    foreignNodes = []
    var rest = nodes.sorted { $0.behind < $1.behind }[...]
    let others = inOrder
    number(
      (0...others.count).flatMap { index in
        var between: [Item] = []
        while let next = rest.first, next.behind <= index || index == others.count {
          between.append(.foreign(next.node))
          foreignNodes.append(next.node)
          rest = rest.dropFirst()
        }
        return between + others[index..<min(index + 1, others.count)]
      })
  }

  // MARK: - Indices

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

  /// Returns a free order number for a new item at an index.
  private mutating func order(for index: Int) -> Int64 {
    let index = max(0, index)
    guard index < count else { return nextOrder }
    let upperOrder = orderNumber(at: index)
    guard index > 0 else { return upperOrder - Self.spacing }
    let lowerOrder = orderNumber(at: index - 1)
    if upperOrder - lowerOrder > 1 { return lowerOrder + (upperOrder - lowerOrder) / 2 }
    renumber()
    return order(for: index)
  }

  /// Returns the order number of the item at an index.
  private func orderNumber(at index: Int) -> Int64 {
    if comments.isEmpty, foreignNodes.isEmpty { return blocks[index].topOrder }
    // Find the smallest order number with more than `index` items up to it.
    let firsts = [blocks.first?.topOrder, comments.first?.order, foreignNodes.first?.order].compactMap { $0 }
    return ((firsts.min() ?? 0)..<nextOrder).sortedIndex {
      blockCount(before: $0) + commentCount(before: $0) + foreignCount(before: $0) > index
    }
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

  /// Renumbers all items with equal spacing.
  private mutating func renumber() { number(inOrder) }

  private mutating func number(_ items: [Item]) {
    nextOrder = 0
    for item in items {
      switch item {
      case .block(let block): block.topOrder = nextOrder
      case .comment(let comment): comment.order = nextOrder
      case .foreign(let node): node.order = nextOrder
      }
      nextOrder += Self.spacing
    }
  }
}

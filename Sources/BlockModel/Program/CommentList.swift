/// The comments of a workspace, in their order.
struct CommentList {
  private(set) var all: [WorkspaceComment] = []
  private var byID: [String: WorkspaceComment] = [:]

  /// The order of what stands before all blocks of a program as files have them.
  static let first: Int64 = -1

  subscript(id: String) -> WorkspaceComment? { byID[id] }

  /// Adds a comment behind those whose order is not greater.
  mutating func insert(_ comment: WorkspaceComment, order: Int64) {
    comment.order = order
    enter(comment, at: all.sortedInsertionIndex(of: order, by: \.order))
  }

  /// Adds a comment at a place; behind all others for nil.
  mutating func insert(_ comment: WorkspaceComment, at place: CommentPlace?, among blocks: [Block]) {
    guard let place else {
      comment.order = all.last?.order ?? Self.first
      return enter(comment, at: all.count)
    }
    let index = min(max(place.index, 0), all.count)
    let lowest = index > 0 ? all[index - 1].order : Int64.min
    let highest = index < all.count ? all[index].order : Int64.max
    comment.order = min(max(place.order ?? order(blocksBefore: place.blocksBefore, blocks), lowest), highest)
    enter(comment, at: index)
  }

  /// An order behind so many blocks.
  private func order(blocksBefore count: Int, _ blocks: [Block]) -> Int64 {
    if count > 0, let before = blocks.prefix(count).last { return before.topOrder + 1 }
    return min(Self.first, (blocks.first?.topOrder ?? 0) - 1)
  }

  private mutating func enter(_ comment: WorkspaceComment, at index: Int) {
    all.insert(comment, at: index)
    byID[comment.id] = comment
  }

  mutating func remove(_ comment: WorkspaceComment) {
    all.removeAll { $0 === comment }
    if byID[comment.id] === comment { byID[comment.id] = nil }
  }

  /// Where a comment stands; nil when it would come there again by being added behind all others.
  func place(of comment: WorkspaceComment, among blocks: [Block]) -> CommentPlace? {
    guard let index = all.firstIndex(where: { $0 === comment }) else { return nil }
    let orderAtEnd = index > 0 ? all[index - 1].order : Self.first
    if index == all.count - 1, comment.order == orderAtEnd { return nil }
    let before = blocks.sortedInsertionIndex(of: comment.order, by: \.topOrder)
    return CommentPlace(index: index, blocksBefore: before, order: comment.order)
  }
}

import BlockEvents
import BlockLayout
import BlockModel

/// The indices of all blocks and workspace comments in reading order. They are counted when they are first needed after
/// a change.
final class ReadingIndices: EventManagerListener {
  private let workspace: Workspace
  private var indices: [String: Int] = [:]

  init(in workspace: Workspace, eventManager: EventManager) {
    self.workspace = workspace
    eventManager.addListener(self)
  }

  var wantsLoadingEvents: Bool { false }

  func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) {
    guard event.workspaceID == workspace.id else { return }
    if event is CreateEvent || event is DeleteEvent || event is MoveEvent || event is CommentEvent { indices = [:] }
  }

  /// Returns the index of an item's block or comment; the highest number if it isn't shown.
  func index(of item: FocusItem, in layout: WorkspaceLayout) -> Int {
    if indices.isEmpty { count(in: layout) }
    return indices[item.elementID] ?? Int.max
  }

  private func count(in layout: WorkspaceLayout) {
    indices.reserveCapacity(workspace.blocks.count)
    for piece in layout.pieces.all {
      switch piece {
      case .comment(let comment): indices[comment.comment.id] = indices.count
      case .stack(let stack):
        guard let first = stack.first?.block else { continue }
        for block in first.descendants() { indices[block.id] = indices.count }
      }
    }
  }

  /// Sorts items by their indices. Items of the same block stay in their order.
  func sorted(_ items: [FocusItem], in layout: WorkspaceLayout) -> [FocusItem] {
    let indexed = items.enumerated().map {
      (index: index(of: $0.element, in: layout), offset: $0.offset, item: $0.element)
    }
    return indexed.sorted { ($0.index, $0.offset) < ($1.index, $1.offset) }.map(\.item)
  }

  /// One of several items, and its index among them.
  struct Step {
    var item: FocusItem
    /// From 0.
    var index: Int
    var count: Int
    /// Whether the step went past the end of the program and continued from the other end.
    var isWrapped = false
  }

  /// Returns the item next to an item that has the cursor.
  /// - Parameters:
  ///   - items: in reading order.
  ///   - includesCursor: whether the item at the cursor counts, too.
  func step(
    from cursor: FocusItem?, forward: Bool, includesCursor: Bool = false, among items: [FocusItem],
    in layout: WorkspaceLayout
  ) -> Step? {
    guard !items.isEmpty else { return nil }
    let end = forward ? 0 : items.count - 1
    func step(_ index: Int?) -> Step {
      Step(item: items[index ?? end], index: index ?? end, count: items.count, isWrapped: index == nil)
    }
    guard let cursor else { return step(end) }
    if let index = items.firstIndex(of: cursor) {
      let next = includesCursor ? index : index + (forward ? 1 : -1)
      return step(items.indices.contains(next) ? next : nil)
    }
    let index = index(of: cursor, in: layout)
    return step(
      forward
        ? items.firstIndex { self.index(of: $0, in: layout) >= index }
        : items.lastIndex { self.index(of: $0, in: layout) < index })
  }
}

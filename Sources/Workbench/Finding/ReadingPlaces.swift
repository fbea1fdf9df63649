import BlockEvents
import BlockLayout
import BlockModel

/// The places of all blocks and workspace comments in reading order. They are counted when they are first needed after
/// a change.
final class ReadingPlaces: EventManagerListener {
  private let workspace: Workspace
  private var places: [String: Int] = [:]

  init(in workspace: Workspace, eventManager: EventManager) {
    self.workspace = workspace
    eventManager.addListener(self)
  }

  var wantsLoadingEvents: Bool { false }

  func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) {
    guard event.workspaceID == workspace.id else { return }
    if event is CreateEvent || event is DeleteEvent || event is MoveEvent || event is CommentEvent { places = [:] }
  }

  /// Returns the place of an item's block or comment; the highest number if it isn't shown.
  func place(of item: FocusItem, in layout: WorkspaceLayout) -> Int {
    if places.isEmpty { count(in: layout) }
    return places[item.elementID] ?? Int.max
  }

  private func count(in layout: WorkspaceLayout) {
    places.reserveCapacity(workspace.blocks.count)
    for piece in layout.pieces.all {
      switch piece {
      case .comment(let comment): places[comment.comment.id] = places.count
      case .stack(let stack):
        guard let first = stack.first?.block else { continue }
        for block in first.descendants() { places[block.id] = places.count }
      }
    }
  }

  /// Sorts items by their places. Items of the same block stay in their order.
  func sorted(_ items: [FocusItem], in layout: WorkspaceLayout) -> [FocusItem] {
    let placed = items.enumerated().map {
      (place: place(of: $0.element, in: layout), index: $0.offset, item: $0.element)
    }
    return placed.sorted { ($0.place, $0.index) < ($1.place, $1.index) }.map(\.item)
  }

  /// One of several items, and its place among them.
  struct Step {
    var item: FocusItem
    /// From 0.
    var index: Int
    var count: Int
    /// Whether it is beyond the end of the program, so that the way goes on from the other end.
    var isWrapped = false
  }

  /// Returns the item next to an item that has the cursor.
  /// - Parameters:
  ///   - items: in reading order.
  ///   - includesCursor: whether that item counts itself.
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
    let place = place(of: cursor, in: layout)
    return step(
      forward
        ? items.firstIndex { self.place(of: $0, in: layout) >= place }
        : items.lastIndex { self.place(of: $0, in: layout) < place })
  }
}

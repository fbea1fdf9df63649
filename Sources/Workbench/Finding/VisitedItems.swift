import BlockLayout

/// The items that the cursor left with a jump, for going back and forward.
struct VisitedItems {
  private var back: [FocusItem] = []
  private var forward: [FocusItem] = []

  /// The oldest items beyond this number are forgotten.
  private static let limit = 100

  /// Remembers the item that a jump left.
  mutating func leave(_ item: FocusItem?) {
    guard let item else { return }
    forward = []
    if back.last == item { return }
    back.append(item)
    if back.count > Self.limit { back.removeFirst() }
  }

  enum Direction { case back, forward }

  /// Returns the nearest item that is still visible and not at the cursor, and how many items are passed on the way.
  func target(_ direction: Direction, from cursor: FocusItem?, visibleItem: (FocusItem) -> FocusItem?) -> (
    item: FocusItem, passed: Int
  )? {
    let items = direction == .back ? back : forward
    for (passed, left) in items.reversed().enumerated() {
      if let item = visibleItem(left), item != cursor { return (item, passed) }
    }
    return nil
  }

  /// Goes to the item behind `passed` others, which are forgotten.
  mutating func go(_ direction: Direction, passing passed: Int, from cursor: FocusItem?) {
    switch direction {
    case .back:
      back.removeLast(passed + 1)
      if let cursor { forward.append(cursor) }
    case .forward:
      forward.removeLast(passed + 1)
      if let cursor { back.append(cursor) }
    }
  }
}

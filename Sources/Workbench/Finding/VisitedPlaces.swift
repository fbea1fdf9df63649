import BlockLayout

/// The places that the cursor left with a jump, for going back and forward.
struct VisitedPlaces {
  private var back: [FocusItem] = []
  private var forward: [FocusItem] = []

  /// The oldest places beyond this number are forgotten.
  private static let limit = 100

  /// Remembers the place that a jump left.
  mutating func leave(_ place: FocusItem?) {
    guard let place else { return }
    forward = []
    if back.last == place { return }
    back.append(place)
    if back.count > Self.limit { back.removeFirst() }
  }

  enum Direction { case back, forward }

  /// Returns the nearest place that is still visible and not at the cursor, and how many places are passed on the way.
  func target(_ direction: Direction, from cursor: FocusItem?, visibleItem: (FocusItem) -> FocusItem?) -> (
    item: FocusItem, passed: Int
  )? {
    let places = direction == .back ? back : forward
    for (passed, place) in places.reversed().enumerated() {
      if let item = visibleItem(place), item != cursor { return (item, passed) }
    }
    return nil
  }

  /// Goes to the place behind `passed` others, which are forgotten.
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

extension Intent {
  /// Whether the intent goes to a place that may be far away, from which the user may want to return.
  var isJump: Bool {
    switch self {
    case .jump, .goTo, .moveCursor(.first), .moveCursor(.last): true
    case .atCursor(let intent): intent.isJump
    default: false
    }
  }
}

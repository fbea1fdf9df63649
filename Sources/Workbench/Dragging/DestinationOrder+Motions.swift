/// Ways to step from one destination of a dragged block to another.
public enum DestinationMotion: Hashable, Sendable {
  /// Steps forward by this many destinations, or back if negative, and wraps around at the ends.
  case by(Int)
  /// To the first or last destination in the program.
  case first, last
  case nextStack, previousStack
}

/// Steps in the ring of destinations, which goes on at the program's beginning after its end.
extension DestinationOrder {
  private enum Direction { case forward, backward }

  /// The destination that a motion leads to.
  /// - Parameter current: the present destination. If it isn't in the order, motions start at the origin.
  func destination(_ motion: DestinationMotion, from current: MoveDestination) -> MoveDestination {
    guard let start = position(of: origin) else { return current }
    let here = position(of: current)
    switch motion {
    case .by(let distance):
      var target = here ?? start
      // From elsewhere, a step forward leads to the origin itself.
      let steps = here == nil ? (distance > 0 ? 0 : 1) : abs(distance)
      for _ in 0..<steps { target = nearest(from: target, distance > 0 ? .forward : .backward) }
      return destination(at: target) ?? self.origin
    case .first: return firstDestination(fromPiece: 0)
    case .last: return destination(at: nearest(from: .piece(0), .backward)) ?? self.origin
    case .nextStack:
      return firstDestination(fromPiece: (pieceIndex(of: here ?? start) ?? 0) + 1)
    case .previousStack: return startOfStack(before: here ?? start)
    }
  }

  /// All destinations, starting with the origin.
  /// - Parameter limit: how many positions to look at.
  /// - Returns: nil if there are more positions.
  func all(limit: Int) -> [MoveDestination]? {
    guard let start = position(of: origin) else { return [origin] }
    // Each block that isn't moved has a position.
    let movedCount = block.descendants().lazy.prefix(limit).reduce(0) { count, _ in count + 1 }
    if movedCount < limit, workspace.blocks.count - movedCount > limit { return nil }
    var found = [origin]
    var position = next(.forward, start)
    for _ in 0..<limit {
      if position == start { return found }
      if let destination = destination(at: position) { found.append(destination) }
      position = next(.forward, position)
    }
    return nil
  }

  /// The next position in a direction; after the end of the program, its beginning.
  private func next(_ direction: Direction, _ position: Position) -> Position {
    switch direction {
    case .forward: self.position(after: position) ?? .piece(0)
    case .backward: self.position(before: position) ?? .piece(pieceCount)
    }
  }

  /// The position of the nearest destination in a direction, or `start` if there is no other.
  private func nearest(from start: Position, _ direction: Direction) -> Position {
    let beginning = Position.piece(direction == .forward ? 0 : pieceCount)
    var position = start
    var roundCount = 0
    // A position in a collapsed block isn't in the ring, and is never met again.
    while roundCount < 2 {
      position = next(direction, position)
      if destination(at: position) != nil { return position }
      if position == start { break }
      if position == beginning { roundCount += 1 }
    }
    return start
  }

  /// The first destination in a stack or a later one, or else in the program.
  private func firstDestination(fromPiece index: Int) -> MoveDestination {
    let start = Position.piece(index < pieceCount ? index : 0)
    return destination(at: start) ?? destination(at: nearest(from: start, .forward)) ?? origin
  }

  /// The first destination of the stack that contains a position or, at the first one already, of the stack before it.
  private func startOfStack(before position: Position) -> MoveDestination {
    let here = destination(at: position)
    let index = pieceIndex(of: position) ?? 0
    for distance in 0...pieceCount {
      let piece = (index - distance + pieceCount) % max(pieceCount, 1)
      if let first = firstDestination(inPiece: piece), first != here || distance == pieceCount { return first }
    }
    return origin
  }

  private func firstDestination(inPiece index: Int) -> MoveDestination? {
    var position = Position.piece(index)
    while true {
      if let destination = destination(at: position) { return destination }
      guard let next = self.position(after: position), next != .piece(index + 1) else { return nil }
      position = next
    }
  }
}

extension DestinationOrder.Position: Equatable {
  static func == (first: Self, second: Self) -> Bool {
    switch (first, second) {
    case (.piece(let first), .piece(let second)): first == second
    case (.connection(let first, let firstIndex), .connection(let second, let secondIndex)):
      first === second && firstIndex == secondIndex
    default: false
    }
  }
}

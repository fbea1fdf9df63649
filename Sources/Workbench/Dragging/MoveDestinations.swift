/// Ways to step from one destination of a dragged block to another.
public enum DestinationMotion: Hashable, Sendable {
  /// Steps forward by this many destinations, or back if negative, and wraps around at the ends.
  case by(Int)
  /// To the first or last destination in the program.
  case first, last
  case nextStack, previousStack
}

/// The destinations of a block that is being moved. They form a ring in reading order that starts at the block's
/// origin, so the first ones are near it.
public struct MoveDestinations {
  /// The destinations, with the origin first.
  public let all: [MoveDestination]
  /// The index of the program's first destination.
  private let firstIndex: Int
  /// The indices at which a stack's destinations start, in reading order.
  private let stackStarts: [Int]

  init(inReadingOrder destinations: [MoveDestination], stackStarts: [Int], origin: MoveDestination) {
    var (ring, starts) = (destinations, stackStarts.filter { $0 < destinations.count })
    if !ring.contains(origin) {
      ring.insert(origin, at: 0)
      starts = [0] + starts.map { $0 + 1 }
    }
    let originIndex = ring.firstIndex(of: origin) ?? 0
    let count = ring.count
    all = Array(ring[originIndex...] + ring[..<originIndex])
    firstIndex = (count - originIndex) % count
    var unique: [Int] = []
    for start in starts where unique.last != start { unique.append(start) }
    self.stackStarts = unique.map { ($0 - originIndex + count) % count }
  }

  func index(of destination: MoveDestination) -> Int? { all.firstIndex(of: destination) }

  /// The destination that a motion leads to.
  /// - Parameter current: the present destination. If it isn't in the ring, motions start at the origin.
  func destination(_ motion: DestinationMotion, from current: MoveDestination) -> MoveDestination {
    let count = all.count
    let index = index(of: current)
    // Positions are in reading order, as `stackStarts` is.
    func position(_ index: Int) -> Int { (index - firstIndex + count) % count }
    let target: Int
    switch motion {
    case .by(let distance):
      if let index {
        target = (((index + distance) % count) + count) % count
      } else {
        target = distance > 0 ? 0 : count - 1
      }
    case .first: target = firstIndex
    case .last: target = (firstIndex + count - 1) % count
    case .nextStack:
      let here = position(index ?? 0)
      target = stackStarts.first { position($0) > here } ?? stackStarts.first ?? 0
    case .previousStack:
      let here = position(index ?? 0)
      target = stackStarts.last { position($0) < here } ?? stackStarts.last ?? 0
    }
    return all[target]
  }
}

import Screen

/// Something that takes a rectangle of the canvas.
protocol CanvasOccupant: AnyObject {
  var rect: Rect { get }
}

/// What stands on the canvas, found by its rows.
struct RowBuckets<Occupant: CanvasOccupant> {
  private static var bucketRows: Int { 64 }
  /// What is taller than this is looked through one by one; there can't be much of it.
  private static var tallRows: Int { 4096 }

  private var buckets: [Int: [Occupant]] = [:]
  private var tall: [Occupant] = []

  private static func buckets(of rect: Rect) -> ClosedRange<Int> {
    let first = Int((Double(rect.minY) / Double(bucketRows)).rounded(.down))
    let last = Int((Double(max(rect.minY, rect.maxY - 1)) / Double(bucketRows)).rounded(.down))
    return first...last
  }

  /// What a rectangle touches.
  func occupants(of rect: Rect) -> [Occupant] {
    var found = tall.filter { $0.rect.intersects(rect) }
    var seen = Set(found.map(ObjectIdentifier.init))
    for bucket in Self.buckets(of: rect) {
      for occupant in buckets[bucket] ?? [] where occupant.rect.intersects(rect) {
        if seen.insert(ObjectIdentifier(occupant)).inserted { found.append(occupant) }
      }
    }
    return found
  }

  mutating func insert(_ occupant: Occupant, _ rect: Rect) {
    if rect.height > Self.tallRows {
      tall.append(occupant)
    } else {
      for bucket in Self.buckets(of: rect) { buckets[bucket, default: []].append(occupant) }
    }
  }

  /// Forgets what stood in a rectangle.
  mutating func remove(_ occupant: Occupant, from rect: Rect) {
    tall.removeAll { $0 === occupant }
    guard rect.height <= Self.tallRows else { return }
    for bucket in Self.buckets(of: rect) { buckets[bucket]?.removeAll { $0 === occupant } }
  }

  mutating func removeAll() {
    buckets = [:]
    tall = []
  }
}

import Screen

/// An object that occupies a rectangle of the canvas.
protocol CanvasOccupant: AnyObject {
  var rect: Rect { get }
}

/// A spatial index of the canvas, by rows.
struct RowBuckets<Occupant: CanvasOccupant> {
  private static var bucketRows: Int { 64 }
  /// Occupants taller than this are kept in a list, as they are few.
  private static var tallRows: Int { 4096 }

  /// The occupants of a range of rows.
  private struct Bucket {
    var occupants: [Occupant] = []
    /// The cached packing; nil when it must be computed.
    var packing: Packing?
  }

  /// Whether the occupants are so close together that nothing fits between them.
  private enum Packing {
    case loose
    /// Nothing that starts in one of these columns fits into these rows.
    case packed(columns: Range<Int>, rows: Range<Int>)
  }

  private var buckets: [Int: Bucket] = [:]
  private var tall: [Occupant] = []

  private static func buckets(of rect: Rect) -> ClosedRange<Int> {
    let first = Int((Double(rect.minY) / Double(bucketRows)).rounded(.down))
    let last = Int((Double(max(rect.minY, rect.maxY - 1)) / Double(bucketRows)).rounded(.down))
    return first...last
  }

  /// The occupants that intersect a rectangle.
  func occupants(of rect: Rect) -> [Occupant] {
    var found = tall.filter { $0.rect.intersects(rect) }
    var seen = Set(found.map(ObjectIdentifier.init))
    for bucket in Self.buckets(of: rect) {
      for occupant in buckets[bucket]?.occupants ?? [] where occupant.rect.intersects(rect) {
        if seen.insert(ObjectIdentifier(occupant)).inserted { found.append(occupant) }
      }
    }
    return found
  }

  mutating func insert(_ occupant: Occupant, _ rect: Rect) {
    if rect.height > Self.tallRows {
      tall.append(occupant)
    } else {
      for bucket in Self.buckets(of: rect) {
        buckets[bucket, default: Bucket()].occupants.append(occupant)
        buckets[bucket]?.packing = nil
      }
    }
  }

  /// Removes an occupant that was inserted with this rectangle.
  mutating func remove(_ occupant: Occupant, from rect: Rect) {
    tall.removeAll { $0 === occupant }
    guard rect.height <= Self.tallRows else { return }
    for bucket in Self.buckets(of: rect) {
      buckets[bucket]?.occupants.removeAll { $0 === occupant }
      buckets[bucket]?.packing = nil
    }
  }

  mutating func removeAll() {
    buckets = [:]
    tall = []
  }

  // MARK: - Packed rows

  /// The row after the packed rows that a rectangle starts in, to skip many occupants at once.
  /// - Parameter gap: the number of rows that must stay free between two occupants.
  /// - Returns: nil when something may fit there.
  mutating func endOfPacked(at rect: Rect, gap: Int) -> Int? {
    let number = Self.buckets(of: Rect(x: rect.minX, y: rect.minY, width: 1, height: 1)).lowerBound
    guard let bucket = buckets[number] else { return nil }
    let packing = bucket.packing ?? Self.packing(of: bucket.occupants, gap: gap)
    if bucket.packing == nil { buckets[number]?.packing = packing }
    guard case .packed(let columns, let rows) = packing, columns.contains(rect.minX), rows.contains(rect.minY) else {
      return nil
    }
    return rows.upperBound
  }

  /// Rows count as packed only if all occupants share a column.
  private static func packing(of occupants: [Occupant], gap: Int) -> Packing {
    let rects = occupants.map(\.rect).sorted { $0.minY < $1.minY }
    guard rects.count > 2, var columns = rects.first.map({ $0.minX..<$0.maxX }), let first = rects.first else {
      return .loose
    }
    var end = first.maxY
    for rect in rects.dropFirst() {
      // The smallest occupant takes one row.
      if rect.minY - end >= 1 + 2 * gap { return .loose }
      columns = columns.clamped(to: rect.minX..<rect.maxX)
      if columns.isEmpty { return .loose }
      end = max(end, rect.maxY)
    }
    return .packed(columns: columns, rows: first.minY..<end)
  }
}

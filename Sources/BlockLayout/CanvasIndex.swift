import MortiseScreen

/// An object that occupies a rectangle of the canvas.
protocol CanvasOccupant: AnyObject {
  /// The order of placement: later occupants give way to earlier ones.
  var placementOrder: Int64 { get }
}

/// A spatial index of the canvas: a grid of buckets.
struct CanvasIndex<Occupant: CanvasOccupant> {
  /// A bucket has 64 rows and 256 columns, and a group has 64 buckets below each other.
  private static var rowShift: Int { 6 }
  private static var columnShift: Int { 8 }
  private static var groupShift: Int { 6 }
  /// Larger occupants are few, so they are kept in a list.
  private static var maxSize: (rows: Int, columns: Int) { (4096, 4096) }

  /// The location of a bucket or of a group of buckets.
  private struct BucketLocation: Hashable {
    var row: Int
    var column: Int

    var group: BucketLocation { BucketLocation(row: row >> groupShift, column: column) }
  }

  private struct Entry {
    var rect: Rect
    var occupant: Occupant
  }

  /// The occupants of a part of the canvas.
  private struct Bucket {
    var entries: [Entry] = []
    /// The cached packing; nil when it must be computed.
    var packing: Packing?
  }

  /// Rows whose occupants leave no free space between them.
  private struct Packing {
    var columns: Range<Int>
    /// An item that starts in one of `columns` and comes after `latest` can't start in these rows; empty if such an
    /// item may fit.
    var rows: Range<Int>
    var latest: Occupant?

    static var loose: Packing { Packing(columns: 0..<0, rows: 0..<0, latest: nil) }

    private init(columns: Range<Int>, rows: Range<Int>, latest: Occupant?) {
      self.columns = columns
      self.rows = rows
      self.latest = latest
    }

    init(_ rect: Rect, _ occupant: Occupant) {
      self.init(columns: rect.minX..<rect.maxX, rows: rect.minY..<rect.maxY, latest: occupant)
    }

    func isPacked(at rect: Rect, before order: Int64) -> Bool {
      columns.contains(rect.minX) && rows.contains(rect.minY) && latest?.placementOrder ?? 0 < order
    }

    /// Joins both packings if nothing fits between them; `other` must not begin above this one.
    func joined(with other: Packing, gap: Int) -> Packing {
      let shared = columns.clamped(to: other.columns)
      // The smallest occupant takes one row.
      guard !shared.isEmpty, !rows.isEmpty, !other.rows.isEmpty, other.rows.lowerBound - rows.upperBound < 1 + 2 * gap
      else { return .loose }
      let isLater = latest?.placementOrder ?? 0 < other.latest?.placementOrder ?? 0
      return Packing(
        columns: shared, rows: rows.lowerBound..<max(rows.upperBound, other.rows.upperBound),
        latest: isLater ? other.latest : latest)
    }
  }

  private var buckets: [BucketLocation: Bucket] = [:]
  /// The cached packings of groups of buckets.
  private var groupPackings: [BucketLocation: Packing] = [:]
  private var large: [Entry] = []

  private static func isLarge(_ rect: Rect) -> Bool { rect.height > maxSize.rows || rect.width > maxSize.columns }

  /// The places of the buckets that hold the upper left and the lower right corner.
  private static func corners(of rect: Rect) -> (first: BucketLocation, last: BucketLocation) {
    let (bottom, right) = (max(rect.minY, rect.maxY - 1), max(rect.minX, rect.maxX - 1))
    return (
      BucketLocation(row: rect.minY >> rowShift, column: rect.minX >> columnShift),
      BucketLocation(row: bottom >> rowShift, column: right >> columnShift)
    )
  }

  private static func forEachBucket(of rect: Rect, _ body: (BucketLocation) -> Void) {
    let (first, last) = corners(of: rect)
    for row in first.row...last.row {
      for column in first.column...last.column { body(BucketLocation(row: row, column: column)) }
    }
  }

  /// The occupants that intersect a rectangle.
  func occupants(of rect: Rect) -> [Occupant] {
    var found: [Occupant] = []
    forEach(in: rect) { _, occupant in found.append(occupant) }
    return found
  }

  /// The row below the lowest occupant that intersects a rectangle and comes before `order`; nil when there is none.
  func lowestEnd(in rect: Rect, before order: Int64) -> Int? {
    var end: Int?
    forEach(in: rect) { other, occupant in
      if other.maxY > end ?? Int.min, occupant.placementOrder < order { end = other.maxY }
    }
    return end
  }

  /// Calls `body` once with each occupant that intersects a rectangle, and with its area.
  func forEach(in rect: Rect, _ body: (Rect, Occupant) -> Void) {
    for entry in large where entry.rect.intersects(rect) { body(entry.rect, entry.occupant) }
    let first = Self.corners(of: rect).first
    Self.forEachBucket(of: rect) { location in
      guard let bucket = buckets[location] else { return }
      for entry in bucket.entries where entry.rect.intersects(rect) {
        // Report an occupant of several buckets only in the first of them.
        let own = Self.corners(of: entry.rect).first
        if max(first.row, own.row) == location.row, max(first.column, own.column) == location.column {
          body(entry.rect, entry.occupant)
        }
      }
    }
  }

  mutating func insert(_ occupant: Occupant, _ rect: Rect) {
    if Self.isLarge(rect) { return large.append(Entry(rect: rect, occupant: occupant)) }
    Self.forEachBucket(of: rect) { location in
      buckets[location, default: Bucket()].entries.append(Entry(rect: rect, occupant: occupant))
      buckets[location]?.packing = nil
      groupPackings[location.group] = nil
    }
  }

  /// Removes an occupant that was inserted with this rectangle.
  mutating func remove(_ occupant: Occupant, from rect: Rect) {
    if Self.isLarge(rect) { return large.removeAll { $0.occupant === occupant } }
    Self.forEachBucket(of: rect) { location in
      buckets[location]?.entries.removeAll { $0.occupant === occupant }
      buckets[location]?.packing = nil
      groupPackings[location.group] = nil
    }
  }

  mutating func removeAll() {
    buckets.removeAll(keepingCapacity: true)
    groupPackings = [:]
    large = []
  }

  // MARK: - Packed rows

  /// The row after the packed rows in which a rectangle starts. Skips many occupants at once.
  /// - Parameters:
  ///   - gap: the number of free rows required between two occupants.
  ///   - order: the order of the item to be placed.
  /// - Returns: nil when the item may fit there.
  mutating func endOfPacked(at rect: Rect, gap: Int, before order: Int64) -> Int? {
    let location = Self.corners(of: rect).first
    guard let packing = packing(ofBucket: location, gap: gap), packing.isPacked(at: rect, before: order) else {
      return nil
    }
    // Skip a whole group of packed buckets if the packing continues into the next bucket.
    if packing.rows.upperBound > (location.row + 1) << Self.rowShift - gap - 1,
      case let grouped = self.packing(ofGroup: location.group, gap: gap), grouped.isPacked(at: rect, before: order)
    {
      return grouped.rows.upperBound
    }
    return packing.rows.upperBound
  }

  private mutating func packing(ofBucket location: BucketLocation, gap: Int) -> Packing? {
    guard let bucket = buckets[location] else { return nil }
    if let known = bucket.packing { return known }
    let packing = Self.packing(of: bucket.entries, gap: gap)
    buckets[location]?.packing = packing
    return packing
  }

  private mutating func packing(ofGroup group: BucketLocation, gap: Int) -> Packing {
    if let known = groupPackings[group] { return known }
    var joined: Packing?
    for row in group.row << Self.groupShift..<(group.row + 1) << Self.groupShift {
      let packing = packing(ofBucket: BucketLocation(row: row, column: group.column), gap: gap) ?? .loose
      joined = joined?.joined(with: packing, gap: gap) ?? packing
      if joined?.rows.isEmpty == true { break }
    }
    groupPackings[group] = joined
    return joined ?? .loose
  }

  /// Rows count as packed only if all occupants share a column.
  private static func packing(of entries: [Entry], gap: Int) -> Packing {
    let sorted = entries.sorted { $0.rect.minY < $1.rect.minY }
    guard sorted.count > 2, let first = sorted.first else { return .loose }
    var packing = Packing(first.rect, first.occupant)
    for entry in sorted.dropFirst() { packing = packing.joined(with: Packing(entry.rect, entry.occupant), gap: gap) }
    return packing
  }
}

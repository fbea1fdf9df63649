import Markup

/// A list of a running program: its items when it was first seen, and the changes since.
struct RecordedList {
  /// A change of one item.
  struct Change {
    enum Kind: UInt32 {
      case set, insert, remove
    }

    let time: UInt32
    /// The index, and the kind in the lowest bits.
    private let packed: UInt32
    var value: StoredValue

    init(time: UInt32, index: UInt32, kind: Kind, value: StoredValue) {
      (self.time, self.value) = (time, value)
      packed = min(index, .max >> 2) << 2 | kind.rawValue
    }

    var index: Int { Int(packed >> 2) }
    var kind: Kind { Kind(rawValue: packed & 3) ?? .set }
  }

  /// The items at a time, and the changes that follow.
  private struct Version {
    var time: UInt32
    /// The items; nil if they are not recorded.
    var items: [StoredValue]?
    var count: Int
    var changes: [Change] = []
    /// The number of items that the changes have moved.
    var moves = 0
    /// Whether it is a copy that only makes later items faster to find.
    var isCopy = false
  }

  private var versions: [Version] = []
  private var count = 0

  /// Whether nothing is known of it yet.
  var isEmpty: Bool { versions.isEmpty }

  var bytes: Int {
    versions.reduce(100) {
      $0 + 64 + ($1.items?.capacity ?? 0) * MemoryLayout<StoredValue>.stride
        + $1.changes.capacity * MemoryLayout<Change>.stride
    }
  }

  /// - Parameter items: all items; nil if they are not recorded.
  mutating func add(_ items: [StoredValue]?, count: Int, at time: UInt32) {
    versions.append(Version(time: time, items: items, count: count))
    self.count = count
  }

  /// Adds a change. An impossible one, such as at an index that the list doesn't have, makes the items unknown.
  mutating func add(_ change: Change) {
    let index = change.index
    let isPossible = change.kind == .insert ? index <= count : index < count
    if versions.isEmpty || !isPossible { return add(nil, count: 0, at: change.time) }
    // After many changes, finding items takes long. A copy shortens that, and takes less memory than the changes.
    let last = versions.count - 1
    let isFar = min(versions[last].changes.count * Self.usualRange, versions[last].moves) > Self.farthest
    if versions[last].items != nil, versions[last].changes.count >= max(256, count) || isFar {
      versions.append(
        Version(time: change.time, items: items(at: .max, 0..<count), count: count, isCopy: true))
    }
    versions[versions.count - 1].changes.append(change)
    if change.kind != .set { versions[versions.count - 1].moves += count - index }
    switch change.kind {
    case .insert: count += 1
    case .remove: count -= 1
    case .set: break
    }
  }

  /// The number of items that are usually read, and the maximum effort for that.
  private static let usualRange = 70
  private static let farthest = 4_000_000

  // MARK: - Reading

  private func versionIndex(at time: UInt32) -> Int? {
    let index = versions.sortedIndex { $0.time > time }
    return index == 0 ? nil : index - 1
  }

  private func version(at time: UInt32) -> Version? { versionIndex(at: time).map { versions[$0] } }

  private func changeCount(_ version: Version, at time: UInt32) -> Int {
    version.changes.sortedIndex { $0.time > time }
  }

  /// Returns the number of items; nil if that isn't known.
  func count(at time: UInt32) -> Int? {
    guard let version = version(at: time) else { return nil }
    return version.changes[..<changeCount(version, at: time)].reduce(version.count) {
      $0 + ($1.kind == .insert ? 1 : $1.kind == .remove ? -1 : 0)
    }
  }

  /// Whether the first items, and the length if there are no more, are unchanged since an earlier time.
  func isSame(upTo end: Int, from start: UInt32, to time: UInt32) -> Bool {
    guard var index = versionIndex(at: time) else { return true }
    while versions[index].time > start {
      if !versions[index].isCopy || index == 0 || !isSame(versions[index], end, start, time) { return false }
      index -= 1
    }
    return isSame(versions[index], end, start, time)
  }

  private func isSame(_ version: Version, _ end: Int, _ start: UInt32, _ time: UInt32) -> Bool {
    version.changes[changeCount(version, at: start)..<changeCount(version, at: time)].allSatisfy { $0.index >= end }
  }

  /// Returns the items in a range. Those that are not recorded are `missing`.
  func items(at time: UInt32, _ range: Range<Int>) -> [StoredValue] {
    guard let version = version(at: time), let count = count(at: time) else { return [] }
    let range = range.clamped(to: 0..<count)
    let changes = version.changes[..<changeCount(version, at: time)]
    let replay = count + changes.count + version.moves
    if range.count * changes.count >= replay { return Array(replayed(version, changes)[range]) }
    // For few of many items: trace each one back from the last change.
    return range.map { position in
      var index = position
      for change in changes.reversed() {
        let position = change.index
        switch change.kind {
        case .set where position == index: return change.value
        case .set: break
        case .insert where position == index: return change.value
        case .insert: if index > position { index -= 1 }
        case .remove: if index >= position { index += 1 }
        }
      }
      return version.items.map { $0[index] } ?? .missing
    }
  }

  private func replayed(_ version: Version, _ changes: ArraySlice<Change>) -> [StoredValue] {
    var items = version.items ?? Array(repeating: .missing, count: version.count)
    for change in changes {
      switch change.kind {
      case .set: items[change.index] = change.value
      case .insert: items.insert(change.value, at: change.index)
      case .remove: items.remove(at: change.index)
      }
    }
    return items
  }

  /// Returns the changes up to a time, the newest first. A change is nil where the whole list was recorded again.
  func changes(upTo time: UInt32, limit: Int) -> [(time: UInt32, change: Change?)] {
    var result: [(time: UInt32, change: Change?)] = []
    for version in versions.reversed() where version.time <= time {
      for change in version.changes.reversed() where change.time <= time {
        if result.count == limit { return result }
        result.append((change.time, change))
      }
      if version.isCopy { continue }
      if result.count == limit { return result }
      result.append((version.time, nil))
    }
    return result
  }

  // MARK: - Forgetting

  /// Drops everything before a time.
  mutating func drop(before time: UInt32) {
    guard let index = versionIndex(at: time) else { return }
    let version = versions[index]
    let count = changeCount(version, at: time)
    // Without items, the changes are all that is known.
    if count > 256, version.items != nil {
      let items = replayed(version, version.changes[..<count])
      versions[index] = Version(
        time: version.time, items: items, count: items.count, changes: Array(version.changes[count...]))
    }
    versions.removeFirst(index)
  }

  /// Calls a function with all values that are kept.
  func forEachValue(_ body: (StoredValue) -> Void) {
    for version in versions {
      for value in version.items ?? [] { body(value) }
      for change in version.changes { body(change.value) }
    }
  }
}

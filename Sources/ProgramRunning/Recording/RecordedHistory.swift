/// The values that a variable or a block had, by their times.
struct RecordedHistory {
  private(set) var times = Chunks<UInt32>()
  private(set) var values = Chunks<StoredValue>()

  /// The value now; nil if there was none.
  var last: StoredValue? { values.last }

  var bytes: Int { times.bytes + values.bytes }

  @inline(__always) mutating func add(_ value: StoredValue, at time: UInt32) {
    times.append(time)
    values.append(value)
  }

  /// Returns the index of the last value up to a time; nil if there is none.
  func index(at time: UInt32) -> Int? {
    let index = times.firstIndex { $0 <= time } - 1
    return index < times.startIndex ? nil : index
  }

  func value(at time: UInt32) -> StoredValue? { index(at: time).map { values[$0] } }

  /// Forgets the values that another one has replaced by a time.
  mutating func drop(before time: UInt32) {
    guard let index = index(at: time) else { return }
    times.dropFirst(to: index)
    values.dropFirst(to: index)
  }
}

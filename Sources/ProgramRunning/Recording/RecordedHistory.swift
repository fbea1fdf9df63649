/// The values that a variable or a block had, by their times.
struct RecordedHistory {
  /// A value and its time, in 12 bytes.
  struct Entry {
    let time: UInt32
    private let low: UInt32
    private let high: UInt32

    @inline(__always) init(_ value: StoredValue, at time: UInt32) {
      self.time = time
      low = UInt32(truncatingIfNeeded: value.bits)
      high = UInt32(truncatingIfNeeded: value.bits >> 32)
    }

    @inline(__always) var value: StoredValue { StoredValue(bits: UInt64(high) << 32 | UInt64(low)) }
  }

  private(set) var entries = Chunks<Entry>()

  /// The value now; nil if there was none.
  var last: StoredValue? { entries.last?.value }

  @inline(__always) mutating func add(_ value: StoredValue, at time: UInt32) {
    entries.append(Entry(value, at: time))
  }

  /// Returns the index of the last value up to a time; nil if there is none.
  func index(at time: UInt32) -> Int? {
    let index = entries.firstIndex { $0.time <= time } - 1
    return index < entries.startIndex ? nil : index
  }

  func value(at time: UInt32) -> StoredValue? { index(at: time).map { entries[$0].value } }

  /// Drops the values that are no longer current at a time.
  mutating func drop(before time: UInt32) {
    if let index = index(at: time) { entries.dropFirst(to: index) }
  }
}

/// The end of a program's output. The oldest bytes that don't fit are dropped.
struct OutputRing {
  let capacity: Int
  private var bytes: [UInt8] = []
  /// The index of the oldest byte, once the ring is full.
  private var start = 0
  /// The number of bytes that were ever added.
  private(set) var total = 0

  init(capacity: Int) { self.capacity = capacity }

  mutating func append(_ new: UnsafeRawBufferPointer) {
    total += new.count
    var new = UnsafeRawBufferPointer(rebasing: new.suffix(capacity))
    if bytes.count < capacity {
      let count = min(capacity - bytes.count, new.count)
      bytes += new.prefix(count)
      new = UnsafeRawBufferPointer(rebasing: new.dropFirst(count))
    }
    while !new.isEmpty {
      let count = min(capacity - start, new.count)
      bytes.replaceSubrange(start..<start + count, with: new.prefix(count))
      start = (start + count) % capacity
      new = UnsafeRawBufferPointer(rebasing: new.dropFirst(count))
    }
  }

  /// The bytes that are left, the oldest first.
  var content: [UInt8] { content(after: 0) }

  /// Returns the bytes that are left of those after the first ones.
  /// - Parameter count: the number of bytes to skip, of all that were ever added.
  func content(after count: Int) -> [UInt8] {
    let wanted = max(0, min(total - count, bytes.count))
    let last = bytes[..<start].suffix(wanted)
    return Array(bytes[start...].suffix(wanted - last.count) + last)
  }
}

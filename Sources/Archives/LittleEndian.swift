extension [UInt8] {
  /// Returns a number of up to eight bytes, the least significant first; nil if the array ends before, or it exceeds
  /// `Int`.
  func littleEndian(at offset: Int, count: Int) -> Int? {
    guard offset >= 0, offset <= self.count - count else { return nil }
    var number: UInt64 = 0
    for index in (0..<count).reversed() { number = number << 8 | UInt64(self[offset + index]) }
    return Int(exactly: number)
  }

  /// Returns a number of four bytes, the most significant first; nil if the array ends before.
  func bigEndian32(at offset: Int) -> Int? {
    guard offset >= 0, offset <= count - 4 else { return nil }
    return self[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Appends a number, the least significant byte first.
  mutating func append(littleEndian number: Int, count: Int) {
    for index in 0..<count { append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
  }
}

extension PNGPixels {
  private static let magic = 0x5934_7A7D
  /// The bytes before the hidden ones: the magic number, their count, the number of rows that were added, and zeros.
  private static let headerCount = 36

  /// Returns the bytes that MakeCode has hidden in the low bits of the colours. The first pixel holds the number of
  /// bits used of each colour; rows that were added below the picture use all eight.
  /// - Throws: when there are none, or when they are not complete.
  package func hiddenBytes() throws(ArchiveError) -> [UInt8] {
    let none = ArchiveError("the picture holds no program")
    guard colours.count >= 3 else { throw none }
    let bits = Int(colours[0] & 1 | (colours[1] & 1) << 1 | (colours[2] & 1) << 2)
    guard (1...4).contains(bits), let header = bytes(from: 3, bits: bits, count: Self.headerCount),
      header.littleEndian(at: 0, count: 4) == Self.magic, let count = header.littleEndian(at: 4, count: 4),
      let addedRows = header.littleEndian(at: 8, count: 4)
    else { throw none }
    let cutOff = ArchiveError("the program in the picture is not complete")
    let first = 3 + Self.headerCount * 8 / bits
    guard addedRows > 0 else {
      guard let bytes = bytes(from: first, bits: bits, count: count) else { throw cutOff }
      return bytes
    }
    guard addedRows < height else { throw cutOff }
    let ownPixels = (height - addedRows) * width
    let capacity = ((ownPixels - 1) * 3 * bits) >> 3 - Self.headerCount
    guard capacity >= 0, count >= capacity, let start = bytes(from: first, bits: bits, count: capacity),
      let rest = bytes(from: ownPixels * 3, bits: 8, count: count - capacity)
    else { throw cutOff }
    return start + rest
  }

  /// Reads bytes from the low bits of colours, the least significant first.
  /// - Returns: nil if there are too few colours.
  private func bytes(from index: Int, bits: Int, count: Int) -> [UInt8]? {
    guard count >= 0, count <= (colours.count - index) * bits / 8 else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(count)
    var (value, have, index) = (0, 0, index)
    while result.count < count {
      value |= (Int(colours[index]) & ((1 << bits) - 1)) << have
      have += bits
      index += 1
      guard have >= 8 else { continue }
      result.append(UInt8(truncatingIfNeeded: value))
      value >>= 8
      have -= 8
    }
    return result
  }
}

/// A hash that is the same in every process and on every machine. It detects accidents, not attacks.
nonisolated struct StableHash {
  private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

  mutating func combine(_ word: UInt64) {
    value = (value ^ word) &* 0xFF51_AFD7_ED55_8CCD
    value ^= value >> 32
  }

  mutating func combine(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      combine(UInt64(bytes.count))
      let buffer = UnsafeRawBufferPointer(bytes)
      var offset = 0
      while offset + 8 <= buffer.count {
        combine(UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
        offset += 8
      }
      var rest: UInt64 = 0
      while offset < buffer.count {
        rest = rest << 8 | UInt64(buffer[offset])
        offset += 1
      }
      combine(rest)
    }
  }

  /// Combines a text, distinguishing nil from `""`.
  mutating func combine(optional text: String?) {
    combine(text == nil ? 0 : 1 as UInt64)
    if let text { combine(text) }
  }

  mutating func combine(_ flag: Bool) { combine(flag ? 1 : 0 as UInt64) }
  mutating func combine(_ number: Double) { combine(number.bitPattern) }
}

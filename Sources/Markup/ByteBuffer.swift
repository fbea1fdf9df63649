/// Text being written, as bytes. Each append to an array checks its uniqueness and capacity; this writes into memory
/// that is already allocated.
struct ByteBuffer {
  /// The text, followed by spare bytes.
  private var storage: [UInt8] = []
  /// The length of the text.
  private(set) var count = 0
  /// The bounds of the number of spare bytes that are added at once: short texts need few, and new bytes should still
  /// be in the processor's cache when they are written.
  private static let growth = (least: 64, most: 1 << 14)

  /// The text.
  var bytes: [UInt8] { Array(storage[..<count]) }

  /// Returns the text without copying it, and empties the buffer.
  mutating func take() -> [UInt8] {
    storage.removeLast(storage.count - count)
    count = 0
    defer { storage = [] }
    return storage
  }

  /// Reserves memory for text of about this many bytes.
  mutating func expect(_ more: Int) { storage.reserveCapacity(count + more) }

  /// Makes room for this many more bytes.
  @inline(__always) mutating func makeRoom(_ more: Int) {
    if storage.count - count < more { grow(more) }
  }

  @inline(never) private mutating func grow(_ more: Int) {
    let spare = min(max(count, Self.growth.least), Self.growth.most)
    storage += [UInt8](repeating: 0, count: max(more, spare))
  }

  @inline(__always) mutating func append(_ byte: UInt8) {
    makeRoom(1)
    storage[count] = byte
    count += 1
  }

  mutating func append(_ more: some Collection<UInt8>) {
    makeRoom(more.count)
    // Without specialisation, each byte of a collection costs a call.
    let copied: Void? = more.withContiguousStorageIfAvailable { bytes in
      for byte in bytes {
        storage[count] = byte
        count += 1
      }
    }
    if copied != nil { return }
    for byte in more {
      storage[count] = byte
      count += 1
    }
  }

  /// Appends a quotation mark and a text's longest beginning without bytes that JSON escapes or that begin a lone
  /// surrogate; after the whole text, also a second quotation mark.
  /// - Returns: the length of the beginning.
  @inline(__always) mutating func appendQuoted(_ text: Span<UInt8>) -> Int {
    makeRoom(text.count + 2)
    let start = count
    var target = storage.mutableSpan
    target[start] = UInt8(ascii: "\"")
    let length = Self.copyPlain(text.bytes, to: &target, at: start + 1)
    let end = start + 1 + length
    if length < text.count {
      count = end
    } else {
      target[end] = UInt8(ascii: "\"")
      count = end + 1
    }
    return length
  }

  /// Copies the longest beginning without special bytes.
  /// - Returns: its length.
  @inline(__always) private static func copyPlain(
    _ text: RawSpan, to target: inout MutableSpan<UInt8>, at start: Int
  ) -> Int {
    let length = text.byteCount
    var memory = target.mutableBytes
    // Loading numbers is safe: the spans check their bounds, and any bytes are a valid number. The last number overlaps
    // the one before it.
    if length >= 8 {
      var index = 0
      while index < length {
        let offset = min(index, length - 8)
        let word = text.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
        if hasSpecialByte(word) { break }
        memory.storeBytes(of: word, toByteOffset: start + offset, as: UInt64.self)
        index += 8
      }
      if index >= length { return length }
    } else if length >= 4 {
      let head = text.unsafeLoadUnaligned(as: UInt32.self)
      let tail = text.unsafeLoadUnaligned(fromByteOffset: length - 4, as: UInt32.self)
      if !hasSpecialByte(UInt64(head) << 32 | UInt64(tail)) {
        memory.storeBytes(of: head, toByteOffset: start, as: UInt32.self)
        memory.storeBytes(of: tail, toByteOffset: start + length - 4, as: UInt32.self)
        return length
      }
    }
    for index in 0..<length {
      let byte = text.unsafeLoad(fromByteOffset: index, as: UInt8.self)
      if isSpecial(byte) { return index }
      memory.storeBytes(of: byte, toByteOffset: start + index, as: UInt8.self)
    }
    return length
  }

  @inline(__always) private static func isSpecial(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0xF4
  }

  /// Whether any of a word's eight bytes is special.
  @inline(__always) private static func hasSpecialByte(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // The highest bit of each byte is the result: `byte - n` borrows it if `byte < n`. A borrow from a lower byte can
    // only mark bytes above a special one.
    func below(_ limit: UInt64, _ word: UInt64) -> UInt64 { (word &- ones &* limit) & ~word }
    let special =
      below(0x20, word) | below(1, word ^ ones &* 0x22) | below(1, word ^ ones &* 0x5C)
      | below(1, word ^ ones &* 0xF4)
    return special & (ones << 7) != 0
  }
}

/// A cache of a document's recurring strings, such as block types, to avoid creating the same string repeatedly.
struct StringPool {
  private struct Entry {
    var signature: TextSignature
    var string: String
  }

  /// Allocated on demand, because readers of single fields need none.
  private var entries: [Entry] = []
  /// The size of a slot's index in bits. It starts small, as most documents are single blocks, and grows once.
  private var slotBits: UInt64 = 3
  private static let mostSlotBits: UInt64 = 8
  private var newCount = 0

  /// Returns the string of a text.
  /// - Parameter isNew: set to true when the string was not in the pool. An evicted string counts as new again.
  @inline(__always) mutating func string(
    _ text: UnsafeBufferPointer<UInt8>, _ signature: TextSignature, isNew: inout Bool
  ) -> String {
    if entries.isEmpty { entries = Array(repeating: Entry(signature: .none, string: ""), count: 1 << slotBits) }
    let slot = Int(truncatingIfNeeded: signature.hash >> (64 - slotBits))
    if entries[slot].signature == signature,
      text.count <= TextSignature.size || entries[slot].string.hasUTF8(text)
    {
      return entries[slot].string
    }
    let string = String(decoding: text, as: UTF8.self)
    entries[slot] = Entry(signature: signature, string: string)
    isNew = true
    newCount += 1
    if newCount == entries.count, slotBits < Self.mostSlotBits { (entries, slotBits) = ([], Self.mostSlotBits) }
    return string
  }
}

/// The length of a text with its first four bytes, the eight bytes after them, and the last eight bytes. Up to `size`
/// bytes, this is the whole text.
struct TextSignature: Equatable {
  var head: UInt64
  var middle: UInt64 = 0
  var tail: UInt64 = 0
  // No text has such a length.
  static let none = TextSignature(head: .max)
  static let size = 20

  @inline(__always) init(head: UInt64) { self.head = head }

  @inline(__always) init(_ text: UnsafeBufferPointer<UInt8>) {
    let count = text.count
    // The checks of the length keep each load within the text.
    let bytes = UnsafeRawBufferPointer(text)
    head = UInt64(UInt32(truncatingIfNeeded: count))
    if count >= 4 {
      head |= UInt64(bytes.loadUnaligned(as: UInt32.self)) << 32
      if count >= 8 {
        tail = bytes.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
        if count > 12 { middle = bytes.loadUnaligned(fromByteOffset: 4, as: UInt64.self) }
      } else {
        tail = UInt64(bytes.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
      }
    } else {
      for byte in text { tail = tail << 8 | UInt64(byte) }
    }
  }

  var hash: UInt64 {
    (head ^ middle &* 0x94D0_49BB_1331_11EB ^ tail &* 0x9E37_79B9_7F4A_7C15) &* 0xBF58_476D_1CE4_E5B9
  }
}

extension String {
  fileprivate func hasUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    utf8.count == bytes.count
      && utf8.withContiguousStorageIfAvailable { $0.elementsEqual(bytes) } ?? utf8.elementsEqual(bytes)
  }
}

/// The bytes of a JSON string in a document's memory (see `JSONTape`). A `switch` compares them without creating a
/// string: `switch tape.key(at: index) { case "type": … }`.
public struct JSONText {
  /// The length, a 32-bit number; the bytes follow.
  @usableFromInline let start: UnsafePointer<UInt8>

  @inlinable @inline(__always) init(start: UnsafePointer<UInt8>) { self.start = start }

  @inlinable @inline(__always) public var count: Int { Int(UnsafeRawPointer(start).loadUnaligned(as: UInt32.self)) }
  @inlinable @inline(__always) var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: start + 4, count: count)
  }

  public var string: String { String(decoding: bytes, as: UTF8.self) }

  @inlinable @inline(__always) public static func ~= (name: StaticString, text: JSONText) -> Bool {
    guard text.count == name.utf8CodeUnitCount else { return false }
    let (bytes, other) = (text.start + 4, name.utf8Start)
    for index in 0..<name.utf8CodeUnitCount where bytes[index] != other[index] { return false }
    return true
  }

  /// The length with the first four bytes, the eight bytes after them, and the last eight bytes. Up to `size`
  /// bytes, this is the whole text.
  fileprivate struct Signature: Equatable {
    var head: UInt64
    var middle: UInt64 = 0
    var tail: UInt64 = 0
    // No text has such a length.
    static let none = Signature(head: .max)
    static let size = 20

    @inline(__always) init(head: UInt64) { self.head = head }

    @inline(__always) init(_ text: JSONText) {
      let count = text.count
      let start = UnsafeRawPointer(text.start)
      if count >= 4 {
        head = start.loadUnaligned(as: UInt64.self)
        tail = start.loadUnaligned(fromByteOffset: count - 4, as: UInt64.self)
        if count > 12 { middle = start.loadUnaligned(fromByteOffset: 8, as: UInt64.self) }
      } else {
        // Eight bytes could reach beyond the tape's memory.
        head = UInt64(count)
        for byte in text.bytes { tail = tail << 8 | UInt64(byte) }
      }
    }

    var hash: UInt64 {
      (head ^ middle &* 0x94D0_49BB_1331_11EB ^ tail &* 0x9E37_79B9_7F4A_7C15) &* 0xBF58_476D_1CE4_E5B9
    }
  }
}

/// A cache of a document's recurring strings, such as block types, to avoid creating the same string repeatedly.
public struct JSONStringPool {
  private struct Entry {
    var signature: JSONText.Signature
    var string: String
  }

  /// Created on demand, because readers of single fields need none.
  private var entries: [Entry] = []
  /// The size of a slot's index in bits.
  private static let slotBits: UInt64 = 8

  public init() {}

  /// Returns the string of a text.
  public mutating func string(_ text: JSONText) -> String {
    var isNew = false
    return string(text, isNew: &isNew)
  }

  /// Returns the string of a text.
  /// - Parameter isNew: set to true when the string was not in the pool. An evicted string counts as new again.
  public mutating func string(_ text: JSONText, isNew: inout Bool) -> String {
    if entries.isEmpty { entries = Array(repeating: Entry(signature: .none, string: ""), count: 1 << Self.slotBits) }
    let signature = JSONText.Signature(text)
    let slot = Int(truncatingIfNeeded: signature.hash >> (64 - Self.slotBits))
    if entries[slot].signature == signature,
      text.count <= JSONText.Signature.size || entries[slot].string.hasUTF8(text.bytes)
    {
      return entries[slot].string
    }
    let string = text.string
    entries[slot] = Entry(signature: signature, string: string)
    isNew = true
    return string
  }
}

extension String {
  fileprivate func hasUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    utf8.count == bytes.count
      && utf8.withContiguousStorageIfAvailable { $0.elementsEqual(bytes) } ?? utf8.elementsEqual(bytes)
  }
}

import Glibc

/// The bytes of a JSON string in a document's memory (see `JSONTape`). A `switch` compares them without creating a
/// string: `switch tape.key(at: index) { case "type": … }`.
public struct JSONText {
  /// The length, a 32-bit number; the bytes follow.
  @usableFromInline let start: UnsafePointer<UInt8>

  @inlinable @inline(__always) init(start: UnsafePointer<UInt8>) { self.start = start }

  /// The length in bytes of UTF-8.
  @inlinable @inline(__always) public var count: Int { Int(UnsafeRawPointer(start).loadUnaligned(as: UInt32.self)) }
  @inlinable @inline(__always) var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: start + 4, count: count)
  }

  /// A copy of the text that outlives the document.
  public var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether a text has these bytes.
  func hasBytes(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
    count == other.count && (other.isEmpty || memcmp(start + 4, other.baseAddress!, other.count) == 0)
  }

  /// Whether a text has the same bytes as a literal; lets a `switch` match it.
  @inlinable @inline(__always) public static func ~= (name: StaticString, text: JSONText) -> Bool {
    guard text.count == name.utf8CodeUnitCount else { return false }
    let (bytes, other) = (text.start + 4, name.utf8Start)
    for index in 0..<name.utf8CodeUnitCount where bytes[index] != other[index] { return false }
    return true
  }
}

extension TextSignature {
  /// Identifies a text in a JSON document. Its signature may differ from that of the same bytes elsewhere, so a pool
  /// must not mix them.
  @inline(__always) fileprivate init(_ text: JSONText) {
    let count = text.count
    let start = UnsafeRawPointer(text.start)
    if count >= 4 {
      self.init(head: start.loadUnaligned(as: UInt64.self))
      // If the text is short, this begins in its length, which precedes the bytes.
      tail = start.loadUnaligned(fromByteOffset: count - 4, as: UInt64.self)
      if count > 12 { middle = start.loadUnaligned(fromByteOffset: 8, as: UInt64.self) }
    } else {
      // Eight bytes could reach beyond the tape's memory.
      self.init(text.bytes)
    }
  }
}

/// A cache of a document's recurring strings, such as block types, to avoid creating the same string repeatedly.
public struct JSONStringPool {
  private var pool = StringPool()

  /// Creates an empty pool, for one document.
  public init() {}

  /// Returns the string of a text.
  public mutating func string(_ text: JSONText) -> String {
    var isNew = false
    return string(text, isNew: &isNew)
  }

  /// Returns the string of a text.
  /// - Parameter isNew: set to true when the string was not in the pool. An evicted string counts as new again.
  public mutating func string(_ text: JSONText, isNew: inout Bool) -> String {
    pool.string(text.bytes, TextSignature(text), isNew: &isNew)
  }
}

/// Lone surrogates: valid in ECMAScript strings, but not in UTF-8. In a string, each is represented by a carrier in the
/// last private use plane, U+10D800 to U+10DFFF, which is the surrogate plus 0x100000.
enum LoneSurrogate {
  private static let offset: UInt32 = 0x10_0000

  /// Returns the character that represents a lone surrogate.
  /// - Parameter unit: 0xD800 to 0xDFFF.
  static func carrier(of unit: UInt16) -> Unicode.Scalar { Unicode.Scalar(offset + UInt32(unit)) ?? "\u{FFFD}" }

  /// Returns the surrogate whose carrier begins at a byte index of UTF-8 text; nil for any other character.
  static func unit(at index: Int, of text: Span<UInt8>) -> UInt16? {
    // U+10D800 is F4 8D A0 80.
    guard text[index] == 0xF4, index + 3 < text.count, text[index + 1] == 0x8D, text[index + 2] >= 0xA0 else {
      return nil
    }
    return 0xD000 | UInt16(text[index + 2] & 0x3F) << 6 | UInt16(text[index + 3] & 0x3F)
  }
}

import CSimdJSON

/// The storage of a JSON document: simdjson's tape (64-bit words, with an entry's kind in the top byte) and the strings
/// to which it refers (a 32-bit length, then the bytes).
///
/// The tape is flat, so a document of any depth is walked, copied and freed without recursion. It never changes once a
/// `JSONValue` refers to it.
@usableFromInline final class JSONStorage: @unchecked Sendable {
  let tape: UnsafePointer<UInt64>
  let strings: UnsafePointer<UInt8>
  /// The texts of numbers that may be spelled otherwise than ECMAScript writes them, stored like the strings. The
  /// payload of a number's entry is the offset of its text plus 1.
  let numerals: UnsafePointer<UInt8>?
  private let release: () -> Void

  /// Takes ownership of a document that simdjson parsed.
  init(document: OpaquePointer) {
    tape = csimdjson_tape(document)
    strings = csimdjson_strings(document)
    numerals = csimdjson_numerals(document)
    release = { csimdjson_free(document) }
  }

  /// Copies a tape and strings that were built here.
  init(tape words: [UInt64], strings bytes: [UInt8]) {
    let tape = UnsafeMutableBufferPointer<UInt64>.allocate(capacity: max(1, words.count))
    let strings = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(1, bytes.count))
    _ = tape.initialize(from: words)
    _ = strings.initialize(from: bytes)
    self.tape = UnsafePointer(tape.baseAddress!)
    self.strings = UnsafePointer(strings.baseAddress!)
    numerals = self.strings
    release = {
      tape.deallocate()
      strings.deallocate()
    }
  }

  deinit { release() }
}

/// The kinds of tape entries, with simdjson's codes.
@usableFromInline enum TapeEntry {
  @inlinable static var root: UInt8 { UInt8(ascii: "r") }
  @inlinable static var object: UInt8 { UInt8(ascii: "{") }
  @inlinable static var objectEnd: UInt8 { UInt8(ascii: "}") }
  @inlinable static var array: UInt8 { UInt8(ascii: "[") }
  @inlinable static var arrayEnd: UInt8 { UInt8(ascii: "]") }
  @inlinable static var string: UInt8 { UInt8(ascii: "\"") }
  @inlinable static var integer: UInt8 { UInt8(ascii: "l") }
  @inlinable static var unsigned: UInt8 { UInt8(ascii: "u") }
  @inlinable static var double: UInt8 { UInt8(ascii: "d") }
  @inlinable static var `true`: UInt8 { UInt8(ascii: "t") }
  @inlinable static var `false`: UInt8 { UInt8(ascii: "f") }
  @inlinable static var null: UInt8 { UInt8(ascii: "n") }

  @inlinable @inline(__always) static func kind(_ word: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: word >> 56) }
  @inlinable @inline(__always) static func payload(_ word: UInt64) -> Int { Int(word & 0x00FF_FFFF_FFFF_FFFF) }
  /// Returns the tape index just past an object or array, from its opening entry.
  @inlinable @inline(__always) static func end(_ word: UInt64) -> Int { Int(word & 0xFFFF_FFFF) }
  /// Returns the tape index just past the value at `index`.
  @inlinable @inline(__always) static func end(ofValueAt index: Int, _ tape: UnsafePointer<UInt64>) -> Int {
    let word = tape[index]
    switch kind(word) {
    case object, array: return end(word)
    case integer, unsigned, double: return index + 2
    default: return index + 1
    }
  }
  @inlinable @inline(__always) static func word(_ kind: UInt8, _ payload: Int) -> UInt64 {
    UInt64(kind) << 56 | UInt64(payload)
  }
}

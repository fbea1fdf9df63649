/// A place in a text file as a user counts it.
public struct SourcePosition: Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  public var line: Int
  /// The column in characters (Unicode scalars), from 1.
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The position of a byte in UTF-8 text; an offset past the end gives the end.
  public init(offset: Int, in bytes: [UInt8]) {
    self.init(line: 1, column: 1)
    advance(over: bytes.prefix(max(0, offset)))
  }

  /// The positions of many bytes in UTF-8 text, found in one pass.
  public static func positions(ofOffsets offsets: [Int], in bytes: [UInt8]) -> [Int: SourcePosition] {
    var positions: [Int: SourcePosition] = [:]
    var position = SourcePosition(line: 1, column: 1)
    var place = 0
    for offset in Set(offsets).sorted() {
      let end = min(max(offset, 0), bytes.count)
      position.advance(over: bytes[place..<end])
      place = end
      positions[offset] = position
    }
    return positions
  }

  private mutating func advance(over bytes: ArraySlice<UInt8>) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
  }

  public var description: String { "\(line):\(column)" }
}

/// Text that is not what its format demands.
public struct MarkupError: Error, Hashable, Sendable, CustomStringConvertible {
  public var position: SourcePosition
  /// What is wrong, in words, without the place.
  public var cause: String

  public init(position: SourcePosition, cause: String) {
    self.position = position
    self.cause = cause
  }

  public var description: String { "\(position): \(cause)" }
}

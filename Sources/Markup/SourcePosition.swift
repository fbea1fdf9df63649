/// A line and column in a text file, as users count them.
public struct SourcePosition: Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  public var line: Int
  /// The column in characters (Unicode scalars), from 1.
  public var column: Int

  /// Creates a position from a line and column that are already counted, such as by a parser in C.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Creates the position of a byte in UTF-8 text. An offset past the end yields the end.
  public init(offset: Int, in bytes: [UInt8]) {
    self.init(line: 1, column: 1)
    advance(over: bytes.prefix(max(0, offset)))
  }

  /// Returns the positions of many byte offsets in UTF-8 text, in one pass.
  public static func positions(ofOffsets offsets: [Int], in bytes: [UInt8]) -> [Int: SourcePosition] {
    var positions: [Int: SourcePosition] = [:]
    var position = SourcePosition(line: 1, column: 1)
    var start = 0
    for offset in Set(offsets).sorted() {
      let end = min(max(offset, 0), bytes.count)
      position.advance(over: bytes[start..<end])
      start = end
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

/// An error in XML or JSON text.
public struct MarkupError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The position at which parsing stopped, or at which the invalid part begins.
  public var position: SourcePosition
  /// The description of the error, without its position.
  public var cause: String

  /// - Parameter cause: a clause in lower case, as it follows the position and a colon.
  public init(position: SourcePosition, cause: String) {
    self.position = position
    self.cause = cause
  }

  public var description: String { "\(position): \(cause)" }

  /// The error for too little memory to read the text, which may be valid.
  package static let outOfMemory = MarkupError(
    position: SourcePosition(line: 1, column: 1), cause: "there is not enough memory")

  /// Whether the text could not be read because there is too little memory.
  package var isOutOfMemory: Bool { cause == Self.outOfMemory.cause }
}

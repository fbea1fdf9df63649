/// A program's output to its terminal, as lines of text. Of the control characters, only line breaks, carriage returns,
/// backspaces and tabs have an effect. Escape sequences, such as those for colours, are dropped.
public struct OutputLines: Sendable {
  /// The lines, the oldest first. The last one is still being written.
  public private(set) var lines: [String] = [""]
  /// The number of lines dropped at the beginning.
  public private(set) var droppedCount = 0

  /// The last line, and the column of the next character in it.
  private var line: [Unicode.Scalar] = []
  private var column = 0
  private var sequence = Sequence.none
  /// The length of a string that belongs to a sequence.
  private var stringLength = 0
  /// The beginning of a character whose other bytes have not arrived.
  private var rest: [UInt8] = []
  private var count = 0

  private let mostLines: Int
  private let longestLine: Int

  /// The state of reading an escape sequence.
  private enum Sequence {
    case none
    case escape
    /// Between the introducer (CSI) and the final byte.
    case control
    /// A text for the terminal (OSC, DCS and others) up to its terminator.
    case string
    case stringEscape
  }

  /// The maximum length of a text for the terminal. A longer one is treated as unterminated.
  private static let longestString = 4096

  /// - Parameters:
  ///   - mostLines: the number of lines to keep, at least 1.
  ///   - longestLine: the number of characters to keep of a line.
  public init(mostLines: Int = 5000, longestLine: Int = 4000) {
    (self.mostLines, self.longestLine) = (mostLines, longestLine)
  }

  /// The last line with text in it; empty if there is none.
  public var lastText: String {
    lines.last { line in line.contains { !$0.isWhitespace } } ?? ""
  }

  /// Whether nothing was written.
  public var isEmpty: Bool { lines.count == 1 && line.isEmpty && droppedCount == 0 }

  /// Appends output, some of which may be missing.
  /// - Parameters:
  ///   - bytes: the end of the output.
  ///   - total: the number of bytes of all output so far, including these.
  public mutating func add(_ bytes: [UInt8], total: Int) {
    let missed = total - bytes.count - count
    if missed > 0 {
      // The missing bytes may have completed the sequence or character that was being read.
      (sequence, rest) = (.none, [])
      endLine()
      for scalar in "… \(missed) bytes are not shown".unicodeScalars { put(scalar) }
      endLine()
      count += missed
    }
    add(bytes)
  }

  /// Appends output.
  mutating func add(_ bytes: [UInt8]) {
    count += bytes.count
    let text = rest + bytes
    let end = Self.completeCount(of: text)
    rest = Array(text[end...])
    for scalar in String(decoding: text[..<end], as: UTF8.self).unicodeScalars { take(scalar) }
    finishLine()
    if lines.count > mostLines {
      droppedCount += lines.count - mostLines
      lines.removeFirst(lines.count - mostLines)
    }
  }

  /// Returns the number of bytes without an incomplete character at the end.
  static func completeCount(of bytes: [UInt8]) -> Int {
    var index = bytes.count
    while index > 0, bytes.count - index < 4 {
      index -= 1
      let byte = bytes[index]
      if byte & 0xC0 == 0x80 { continue }
      let length = byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      return index + length > bytes.count ? index : bytes.count
    }
    return bytes.count
  }

  private mutating func take(_ scalar: Unicode.Scalar) {
    switch sequence {
    case .none: show(scalar)
    case .escape:
      switch scalar {
      case "[": sequence = .control
      case "]", "P", "X", "^", "_": (sequence, stringLength) = (.string, 0)
      // Bytes between the escape and the final byte.
      case " "..."/": break
      default: leave(scalar, if: scalar.value >= 0x30)
      }
    case .control: leave(scalar, if: scalar.value >= 0x40 && scalar.value < 0x7F)
    case .string, .stringEscape:
      stringLength += 1
      if scalar == "\u{7}" || scalar == "\\" && sequence == .stringEscape {
        sequence = .none
      } else if scalar == "\n" || stringLength > Self.longestString {
        sequence = .none
        show(scalar)
      } else {
        sequence = scalar == "\u{1B}" ? .stringEscape : .string
      }
    }
  }

  /// Ends a sequence at its final byte, or at a character that can't be in one.
  private mutating func leave(_ scalar: Unicode.Scalar, if isFinal: Bool) {
    if isFinal {
      sequence = .none
    } else if scalar.value < 0x20 || scalar.value >= 0x7F {
      sequence = .none
      show(scalar)
    }
  }

  private mutating func show(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\u{1B}": sequence = .escape
    case "\u{9B}": sequence = .control
    case "\u{90}", "\u{98}", "\u{9D}", "\u{9E}", "\u{9F}": (sequence, stringLength) = (.string, 0)
    case "\n", "\u{B}", "\u{C}": endLine()
    case "\r": column = 0
    case "\u{8}": column = max(0, column - 1)
    case "\t": repeat { put(" ") } while column % 8 != 0 && column < longestLine
    case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": break
    default: put(scalar)
    }
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    if column < line.count {
      line[column] = scalar
    } else if line.count < longestLine {
      line.append(scalar)
    }
    column += 1
  }

  private mutating func finishLine() {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: line)
    lines[lines.count - 1] = String(text)
  }

  private mutating func endLine() {
    finishLine()
    lines.append("")
    (line, column) = ([], 0)
    if lines.count >= 2 * mostLines {
      droppedCount += lines.count - mostLines
      lines.removeFirst(lines.count - mostLines)
    }
  }
}

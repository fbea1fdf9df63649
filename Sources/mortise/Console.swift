import Files
import Glibc
import Workbench

/// Standard output and standard error. `show` and `printError` sanitize text: they replace characters that a terminal
/// would interpret, or that hide or reorder other text.
enum Console {
  /// Writes lines of text to standard output.
  /// - Returns: whether all of it could be written.
  @discardableResult
  static func show(_ text: String) -> Bool {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return write(Array(lines.map { sanitized($0) }.joined(separator: "\n").utf8))
  }

  /// Writes JSON to standard output, with escapes for the characters that `show` would replace.
  /// - Returns: whether all of it could be written.
  @discardableResult
  static func show(json: [UInt8]) -> Bool {
    var result = ""
    for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
      if scalar == "\n" || !scalar.isHidden {
        result.unicodeScalars.append(scalar)
      } else {
        // In JSON, hidden characters occur only in strings.
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      }
    }
    return write(Array(result.utf8))
  }

  /// Writes bytes to standard output unchanged: a program's file, or text that `Screen` has sanitized. Errors are
  /// reported on standard error, except when the reader closed the pipe.
  /// - Returns: whether all of it could be written.
  @discardableResult
  static func write(_ bytes: [UInt8]) -> Bool {
    do throws(FileError) {
      try FileSaver.save(bytes, to: "/dev/stdout")
      return true
    } catch {
      if error.cause != .system(EPIPE) {
        printError(FileError(.save, "standard output", error.cause).description)
      }
      return false
    }
  }

  /// Writes one line to standard error, prefixed with the program's name.
  static func printError(_ message: String) {
    _ = try? FileSaver.save(Array("mortise: \(sanitized(message))\n".utf8), to: "/dev/stderr")
  }

  /// Returns a text on one line, with every hidden character replaced by U+FFFD.
  static func sanitized(_ text: some StringProtocol) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(scalar.isHidden ? "\u{FFFD}" : scalar) }
    return String(result)
  }
}

extension Unicode.Scalar {
  /// Whether a terminal may interpret the character, or display other text differently because of it: controls, line
  /// separators, and format characters such as those for right-to-left text. Or whether it represents a byte of a
  /// file's name that is not text.
  fileprivate var isHidden: Bool {
    if isPathByte { return true }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: true
    default: false
    }
  }
}

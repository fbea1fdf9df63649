import Files
import Glibc
import Workbench

/// Standard output and standard error. Text from files passes here before it reaches a terminal: `show` and `complain` let
/// nothing through that a terminal would obey, or that hides or turns round other text.
enum Console {
  /// Shows lines of text.
  /// - Returns: whether all of it could be written.
  @discardableResult
  static func show(_ text: String) -> Bool {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return write(Array(lines.map { shown($0) }.joined(separator: "\n").utf8))
  }

  /// Shows JSON, with escapes for what text shows as U+FFFD.
  /// - Returns: whether all of it could be written.
  @discardableResult
  static func show(json: [UInt8]) -> Bool {
    var result = ""
    for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
      if scalar == "\n" || !scalar.isHidden {
        result.unicodeScalars.append(scalar)
      } else {
        // Outside its strings JSON holds none of these.
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      }
    }
    return write(Array(result.utf8))
  }

  /// Writes bytes to standard output as they are: a program's file, or what `Screen` has made safe. Who closed it knows why;
  /// anything else is complained about.
  /// - Returns: whether all of it could be written.
  @discardableResult
  static func write(_ bytes: [UInt8]) -> Bool {
    do throws(FileError) {
      try FileSaver.save(bytes, to: "/dev/stdout")
      return true
    } catch {
      if error.cause != .system(EPIPE) {
        complain(FileError(.save, "standard output", error.cause).description)
      }
      return false
    }
  }

  /// Writes one line to standard error, with the name of this program before it.
  static func complain(_ message: String) {
    _ = try? FileSaver.save(Array("mortise: \(shown(message))\n".utf8), to: "/dev/stderr")
  }

  /// A text from outside on one line, and without anything that a terminal would obey.
  static func shown(_ text: some StringProtocol) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(scalar.isHidden ? "\u{FFFD}" : scalar) }
    return String(result)
  }
}

extension Unicode.Scalar {
  /// Whether a terminal may obey the character, or show other text otherwise because of it: controls, line separators, and
  /// formats such as those for right-to-left text.
  fileprivate var isHidden: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: true
    default: false
    }
  }
}

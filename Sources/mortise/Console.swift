import Files
import Glibc
import Workbench

/// Standard output and standard error.
enum Console {
  /// Writes text to standard output.
  /// - Returns: whether all of it could be written.
  @discardableResult
  static func write(_ text: String) -> Bool { write(Array(text.utf8)) }

  /// Writes bytes to standard output. Who closed it knows why; anything else is complained about.
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
  static func shown(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

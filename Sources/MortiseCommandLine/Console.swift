import Glibc
import MortiseFiles
import MortiseScreen

/// Standard output and standard error. `show` and `printError` replace characters that a terminal would interpret, or
/// that hide or reorder other text (`VisibleText`).
public enum Console {
  /// Writes lines of text to standard output.
  /// - Parameter keepsTabs: whether to keep tabs, which separate columns for other programs.
  /// - Returns: whether all of it could be written.
  @discardableResult
  public static func show(_ text: String, keepingTabs keepsTabs: Bool = false) -> Bool {
    write(Array(VisibleText.replacingHidden(in: text, keeping: keepsTabs ? ["\n", "\t"] : ["\n"]).utf8))
  }

  /// Writes JSON to standard output, with escapes for the characters that `show` would replace.
  /// - Returns: whether all of it could be written.
  @discardableResult
  public static func show(json: [UInt8]) -> Bool { write(VisibleText.escapingHidden(inJSON: json)) }

  /// Returns the bytes of a file; if the output is a terminal, without characters that it would interpret.
  /// - Parameter output: the path to write them to; “-” for standard output.
  static func visible(_ bytes: [UInt8], on output: String) -> [UInt8] {
    let stream = output == "-" ? STDOUT_FILENO : FileSaver.standardStream(output)
    guard let stream, isatty(stream) != 0 else { return bytes }
    let text = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
    return Array(VisibleText.replacingHidden(in: text, keeping: ["\n", "\t"]).utf8)
  }

  /// Writes bytes to standard output unchanged: a program's file, or text that `MortiseScreen` has sanitized. Errors
  /// are reported on standard error, except when the reader closed the pipe.
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
  public static func printError(_ message: String) {
    _ = try? FileSaver.save(Array("\(MortiseApp.current.name): \(sanitized(message))\n".utf8), to: "/dev/stderr")
  }

  /// Asks a yes-or-no question. An answer that begins with “y” means yes; any other means no.
  /// - Returns: nil without a terminal to ask on.
  static func confirms(_ question: String) -> Bool? {
    guard isatty(STDIN_FILENO) != 0, isatty(STDERR_FILENO) != 0 else { return nil }
    _ = try? FileSaver.save(Array("\(sanitized(question)) [y/N] ".utf8), to: "/dev/stderr")
    return readLine().map { $0.lowercased().hasPrefix("y") } ?? false
  }

  /// Returns a text on one line, with every hidden character replaced by U+FFFD.
  static func sanitized(_ text: some StringProtocol) -> String { VisibleText.replacingHidden(in: text) }
}

import Glibc

/// The option `--color` of commands that write to a terminal.
enum ColorOption {
  static let option = Option(
    "--color", value: "WHEN", values: .words(["auto", "always", "never"]), help: "auto, always or never")

  /// Whether the output has colours.
  static func isEnabled(_ arguments: Arguments) throws(UsageError) -> Bool {
    switch arguments.value(option.key) ?? "auto" {
    case "never": return false
    case "always": return true
    case "auto": return isatty(STDOUT_FILENO) != 0 && (getenv("NO_COLOR").map { $0.pointee == 0 } ?? true) && hasColors
    case let setting: throw UsageError("--color takes auto, always or never, not “\(setting)”")
    }
  }

  /// Whether the terminal may have colours, judging by its name.
  private static var hasColors: Bool {
    let name = getenv("TERM").map { String(cString: $0) } ?? ""
    return !name.isEmpty && name != "dumb" && !name.hasPrefix("vt")
  }
}

/// The width of the terminal on standard output.
enum TerminalWidth {
  /// The width in columns; nil if standard output is not a terminal.
  static var current: Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}

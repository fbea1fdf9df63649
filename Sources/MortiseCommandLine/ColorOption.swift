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
    case "auto": return isatty(STDOUT_FILENO) != 0 && (getenv("NO_COLOR").map { $0.pointee == 0 } ?? true)
    case let setting: throw UsageError("--color takes auto, always or never, not “\(setting)”")
    }
  }
}

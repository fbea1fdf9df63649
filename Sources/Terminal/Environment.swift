import CTerminal
import Glibc
import Screen

/// What the environment says about the terminal.
enum Environment {
  /// The value of a variable; empty if it isn't set.
  static func value(_ name: String) -> String {
    getenv(name).map { String(cString: $0) } ?? ""
  }
}

extension ColorDepth {
  /// What a terminal with so many colours can show. The user may have asked for none with NO_COLOR.
  public init(terminalColors colors: Int, noColor: String) {
    switch colors {
    case _ where !noColor.isEmpty: self = .monochrome
    case 256...: self = .twoFiftySix
    case 16...: self = .sixteen
    case 8...: self = .eight
    default: self = .monochrome
    }
  }
}

/// What can be asked of a terminal beyond its description.
struct TerminalTraits {
  /// Whether it reads operating system commands (such as for the title) and questions, or might print them: consoles
  /// and old terminals do.
  let hasOperatingSystemCommands: Bool

  init(term: String) {
    let old = ["linux", "vt", "ansi", "cons", "sun", "wsvt", "hurd", "mach", "pcansi", "cygwin"]
    hasOperatingSystemCommands = !old.contains { term.hasPrefix($0) }
  }
}

import CTerminal
import Glibc
import Screen

/// Access to environment variables.
enum Environment {
  /// The value of a variable; empty if it is not set.
  static func value(_ name: String) -> String {
    getenv(name).map { String(cString: $0) } ?? ""
  }
}

extension ColorDepth {
  /// The depth for a terminal with a given number of colours. A non-empty NO_COLOR turns colours off.
  public init(terminalColors colors: Int, noColor: String) {
    switch colors {
    case _ where !noColor.isEmpty: self = .monochrome
    case 257...: self = .trueColor
    case 256: self = .twoFiftySix
    case 16...: self = .sixteen
    case 8...: self = .eight
    default: self = .monochrome
    }
  }
}

/// The background of the terminal, as far as the environment tells.
public enum TerminalBackground {
  /// Whether the background is light.
  public static var isLight: Bool { isLight(colors: Environment.value("COLORFGBG")) }

  /// - Parameter colors: the palette indices of the text and the background, such as `0;15` or `0;default;15`.
  static func isLight(colors: String) -> Bool {
    guard let background = colors.split(separator: ";").last.flatMap({ Int($0) }) else { return false }
    return background == 7 || (9...15).contains(background)
  }
}

/// Features that terminfo does not describe.
struct TerminalTraits {
  /// Whether the terminal understands operating system commands, such as setting the title, and queries. Consoles and
  /// old terminals may print them instead.
  let hasOperatingSystemCommands: Bool

  init(term: String) {
    let old = ["linux", "vt", "ansi", "cons", "sun", "wsvt", "hurd", "mach", "pcansi", "cygwin"]
    hasOperatingSystemCommands = !old.contains { term.hasPrefix($0) }
  }
}

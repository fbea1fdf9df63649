import CTerminal
import Glibc
import MortiseScreen

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

/// The background of the terminal according to the environment.
public enum TerminalBackground {
  /// Whether the background is light; nil if the environment doesn't contain it.
  public static var isLight: Bool? { isLight(colors: Environment.value("COLORFGBG")) }

  /// - Parameter colors: the palette indices of the text and the background, such as `0;15` or `0;default;15`.
  static func isLight(colors: String) -> Bool? {
    guard let background = colors.split(separator: ";").last.flatMap({ Int($0) }) else { return nil }
    return background == 7 || (9...15).contains(background)
  }

  /// - Parameter reply: the terminal's reply to the query for its background, without the introducer and the end:
  ///   `11;rgb:` and red, green and blue with one to four hexadecimal digits each, or `rgba:` and a fourth number.
  /// - Returns: nil for any other reply.
  static func isLight(reply: some Sequence<UInt8>) -> Bool? {
    let text = String(decoding: Array(reply), as: UTF8.self)
    guard let start = ["11;rgb:", "11;rgba:"].first(where: text.hasPrefix) else { return nil }
    let parts = text.dropFirst(start.count).split(separator: "/").prefix(3).compactMap { digits -> Double? in
      guard (1...4).contains(digits.count), let value = Int(digits, radix: 16) else { return nil }
      return Double(value) / Double((1 << (4 * digits.count)) - 1)
    }
    guard parts.count == 3 else { return nil }
    // The luma of ITU-R BT.601, as in other programs.
    return 0.299 * parts[0] + 0.587 * parts[1] + 0.114 * parts[2] > 0.5
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

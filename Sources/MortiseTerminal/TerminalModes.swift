import CTerminal
import Markup

/// Terminal modes that curses doesn't manage or reset.
enum TerminalModes {
  static let mouseOn = "\u{1B}[?1002h\u{1B}[?1006h"
  static let mouseOff = "\u{1B}[?1002l\u{1B}[?1006l"
  /// Bracketed paste and focus reports.
  static let inputOn = "\u{1B}[?2004h\u{1B}[?1004h"
  static let inputOff = "\u{1B}[?2004l\u{1B}[?1004l"
  static let synchronisedQuery = "\u{1B}[?2026$p"
  /// The query for the terminal’s name and version (XTVERSION).
  static let versionQuery = "\u{1B}[>q"
  /// The query for the colour of the background (xterm’s OSC 11).
  static let backgroundQuery = "\u{1B}]11;?\u{7}"
  /// The query for the kind of terminal (DA1). Its reply shows that a query before it gets none.
  static let attributesQuery = "\u{1B}[c"
  static let synchronisedBegin = "\u{1B}[?2026h"
  static let synchronisedEnd = "\u{1B}[?2026l"
  static let titlePush = "\u{1B}[22;2t"
  static let titlePop = "\u{1B}[23;2t"

  /// Writes to the terminal, after the output of curses.
  static func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { cn_write($0.baseAddress, $0.count) }
    }
  }

  /// Sets the sequence with which the crash handler resets the terminal.
  static func setOffSequence(_ ownModes: String) {
    var bytes = ownModes.utf8.map { CChar(bitPattern: $0) }
    // None of these capabilities needs 128 bytes.
    for name in ["rmkx", "sgr0", "cnorm", "rmcup"] {
      bytes += withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
        let length = cn_capability(name, buffer.baseAddress, buffer.count)
        return Array(buffer[..<length])
      }
    }
    cn_set_off_sequence(bytes, bytes.count)
  }
}

/// The operating system command that sets the system's clipboard (OSC 52).
public enum ClipboardSequence {
  /// The maximum length of a text in bytes. Terminals drop sequences of more than about 74,994 bytes; base64 makes 4
  /// bytes of 3.
  public static let longestText = 74_994 / 4 * 3

  /// Returns the sequence; nil for a text that is too long. Base64 contains no control characters, even if the text
  /// does.
  static func setting(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    return bytes.count > longestText ? nil : "\u{1B}]52;c;\(Base64.encode(bytes))\u{7}"
  }
}

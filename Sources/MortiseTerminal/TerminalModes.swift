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
  /// Asks for the terminal’s name and version (XTVERSION).
  static let versionQuery = "\u{1B}[>q"
  /// Asks for the colour of the background (xterm’s OSC 11).
  static let backgroundQuery = "\u{1B}]11;?\u{7}"
  /// Asks what kind of terminal it is (DA1), which shows that a query before it has no answer.
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
  /// The longest text in bytes. Terminals drop longer sequences than 74,994 bytes or so; base64 makes 4 bytes of 3.
  public static let longestText = 74_994 / 4 * 3

  /// Returns the sequence; nil for a text that is too long. Base64 has no control characters, whatever the text has.
  static func setting(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    return bytes.count > longestText ? nil : "\u{1B}]52;c;\(Base64.encode(bytes))\u{7}"
  }
}

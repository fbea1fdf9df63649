/// Why the full-screen editor can't start, as a one-line message.
public enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  case notATerminal
  case unknownTerminal(String)
  case noCursorAddressing(String)
  case noPipe
  case tooLarge

  public var description: String {
    switch self {
    case .notATerminal:
      "standard input and output must be a terminal"
    case .unknownTerminal(""):
      "the environment variable TERM is not set"
    case .unknownTerminal(let name):
      "the terminal type “\(name)” (TERM) is unknown on this system"
    case .noCursorAddressing(let name):
      "the terminal type “\(name)” (TERM) can't place its cursor, which a full-screen editor needs"
    case .tooLarge:
      "the terminal has more than 1,000 columns or rows; make it smaller"
    case .noPipe:
      "the system has no free file descriptors"
    }
  }
}

import MortiseScreen

/// A terminal: shows frames and delivers events.
@MainActor public protocol TerminalDevice: AnyObject, Sendable {
  /// The current columns and rows. A change is announced by `InputEvent.resize`.
  var size: Size { get }
  /// The number of colours, which doesn't change while the program runs.
  var colorDepth: ColorDepth { get }
  /// The characters that the terminal can show. Grids must be made with the same repertoire.
  var repertoire: Repertoire { get }

  /// Shows a frame without waiting for the terminal. Writes only the changes, and skips the frame while the terminal is
  /// behind.
  func present(_ frame: Frame)

  /// Whether the terminal still has to take output. `nextEvents` returns once it has taken everything.
  var isBehind: Bool { get }

  /// Draws the next frame completely, because another program may have written to the screen.
  func redraw()

  /// Waits for events or the timeout (nil: no timeout, 0: don't wait), and returns all available events, so that the
  /// caller draws once.
  func nextEvents(timeoutMilliseconds: Int?) -> [InputEvent]

  /// Whether events have arrived that `nextEvents` has not returned.
  var hasInput: Bool { get }

  /// Gives the terminal back to the shell and stops the process, like Ctrl+Z; `resumed` is the first event afterwards.
  func suspend()

  /// Gives the terminal to another program, such as one that asks for a password; `resumed` is the first event
  /// afterwards.
  /// - Parameters:
  ///   - message: a line to show meanwhile.
  ///   - work: returns when the other program has ended. Meanwhile, Ctrl+C ends only the other program.
  func lend(showing message: String, _ work: () -> Void)

  /// Gives the terminal back for good. Later frames are not shown.
  func close()

  /// Whether to receive mouse events. Otherwise the terminal uses the mouse to select text.
  func setMouse(enabled: Bool)

  /// Rings or flashes, depending on the terminal's settings.
  func bell()

  /// Sets the clipboard of the terminal's system with the next frame, if the terminal understands OSC 52, which has no
  /// reply. Drops texts longer than `ClipboardSequence.longestText`.
  /// - Parameter isRequested: whether the user has asked for it. A terminal on the same machine then gets the text,
  ///   too, if it has reported its version. Otherwise only a remote one does, as programs on the same machine have
  ///   other ways to share copied text.
  func setClipboard(_ text: String, isRequested: Bool)

  /// Makes `nextEvents` also return `readable` when the descriptor is readable.
  func watch(descriptor: Int32)
  /// Ends `watch(descriptor:)`. Call it before the descriptor is closed.
  func unwatch(descriptor: Int32)

  /// Makes `nextEvents` return with `wakeup`; may be called from any thread.
  nonisolated func wake()
}

/// The reason why the full-screen editor can't start, as a one-line message.
public enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Standard input or output is a file or a pipe.
  case notATerminal
  /// The database of terminals lacks the value of TERM, which is empty if it isn't set.
  case unknownTerminal(String)
  /// The terminal with this name can only write line after line.
  case noCursorAddressing(String)
  /// The system has no file descriptors left.
  case noPipe
  /// The terminal has more than 1,000 columns or rows.
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

import Screen

/// A terminal: shows frames and delivers events.
@MainActor public protocol TerminalDevice: AnyObject, Sendable {
  var size: Size { get }
  var colorDepth: ColorDepth { get }
  /// The characters that it can show. Grids must be made with the same repertoire.
  var repertoire: Repertoire { get }

  /// Shows a frame without waiting for the terminal. Writes only what changed, and skips the frame while the terminal
  /// is behind.
  func present(_ frame: Frame)

  /// Whether the terminal has not taken all output yet. `nextEvents` returns when it has.
  var isBehind: Bool { get }

  /// Draws the next frame completely, as something else may have written to the screen.
  func redraw()

  /// Waits for events or the timeout (nil: no timeout, 0: don't wait), and returns all available events, so that the
  /// caller draws once.
  func nextEvents(timeoutMilliseconds: Int?) -> [InputEvent]

  /// Gives the terminal back to the shell and stops the process, like Ctrl+Z; `resumed` is the first event afterwards.
  func suspend()

  /// Gives the terminal back for good. Nothing is shown afterwards.
  func close()

  /// Whether to receive mouse events. Otherwise the terminal uses the mouse to select text.
  func setMouse(enabled: Bool)

  func bell()

  /// Makes `nextEvents` also return `readable` when the descriptor is readable.
  func watch(descriptor: Int32)
  func unwatch(descriptor: Int32)

  /// Makes `nextEvents` return with `wakeup`; may be called from any thread.
  nonisolated func wake()
}

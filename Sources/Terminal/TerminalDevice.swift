import Screen

/// A terminal as the views see it: it shows frames and hands over what comes in.
@MainActor public protocol TerminalDevice: AnyObject, Sendable {
  var size: Size { get }
  var colorDepth: ColorDepth { get }
  /// The characters that it can show; grids for it are made with the same.
  var repertoire: Repertoire { get }

  /// Shows a frame, and never waits for that. What is on the screen already isn't written again, and nothing is shown while
  /// the terminal is behind.
  func present(_ frame: Frame)

  /// Whether the terminal has not taken all that was written; `nextEvents` returns when it has.
  var isBehind: Bool { get }

  /// Has the next frame written whole: something else may stand on the screen by now.
  func redraw()

  /// Waits until something comes in, or the time is over (nil: for ever, 0: not at all), and returns everything
  /// that is there, so that the caller draws once.
  func nextEvents(timeoutMilliseconds: Int?) -> [InputEvent]

  /// Gives the terminal back to the shell and stops, as Ctrl+Z would; `resumed` is the first event after it.
  func suspend()

  /// Gives the terminal back for good. Nothing is shown after it.
  func close()

  /// Whether the mouse's events come here, or select text as in any other program.
  func setMouse(enabled: Bool)

  func bell()

  /// From now on `nextEvents` also returns when the descriptor can be read, with `readable`.
  func watch(descriptor: Int32)
  func unwatch(descriptor: Int32)

  /// Makes `nextEvents` return with `wakeup`; may be called from any thread.
  nonisolated func wake()
}

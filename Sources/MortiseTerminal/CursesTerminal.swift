import CTerminal
import Glibc
import MortiseScreen

/// The terminal that the program runs in. Only one instance can exist at a time.
@MainActor public final class CursesTerminal: TerminalDevice {
  public private(set) var size: Size
  public let colorDepth: ColorDepth
  public let repertoire: Repertoire

  private let traits: TerminalTraits
  private let renderer: CursesRenderer
  private let reader: InputReader
  private var lastFrame: Frame?
  private var isOpen = true
  private var isMouseEnabled = false
  private var hasAskedForBackground = false
  /// The title that was set; nil while the terminal shows its own.
  private var title: String?
  /// The sequence that sets the clipboard, until it is written.
  private var clipboardSequence: String?
  /// Events for the next call of `nextEvents`.
  private var pending: [InputEvent] = []

  /// Takes over the terminal. The mouse is off until `setMouse`.
  /// - Throws: `TerminalError` when no full screen can be shown; the terminal is then as it was.
  public init() throws(TerminalError) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
    let term = Environment.value("TERM")
    if term.isEmpty { throw .unknownTerminal("") }
    cn_use_locale()
    guard cn_safety_begin() else { throw .noPipe }
    switch Int(cn_start(CursesTerminal.escapeDelay, CursesTerminal.directColorEntry(for: term)?.variable)) {
    case CN_STARTED: break
    case CN_NO_CURSOR_ADDRESSING:
      cn_safety_end()
      throw .noCursorAddressing(term)
    case CN_TOO_LARGE:
      cn_safety_end()
      throw .tooLarge
    default:
      cn_safety_end()
      throw .unknownTerminal(term)
    }
    traits = TerminalTraits(term: term)
    repertoire = cn_is_utf8() ? .unicode : .ascii
    colorDepth = ColorDepth(terminalColors: Int(cn_colors()), noColor: Environment.value("NO_COLOR"))
    renderer = CursesRenderer(
      colorPairs: ColorPairs(
        depth: colorDepth, limit: Int(cn_color_pairs()), hasDirectColor: cn_has_direct_color()))
    reader = InputReader()
    size = CursesTerminal.fit()
    enterModes()
    if traits.hasOperatingSystemCommands {
      TerminalModes.write(TerminalModes.synchronisedQuery + TerminalModes.versionQuery)
    }
    cn_send()
  }

  /// The milliseconds after which a lone ESC counts as the key and not as the start of a sequence, unless the
  /// environment variable ESCDELAY is set.
  private static let escapeDelay: Int32 = 35
  /// Frames with at least this many changed cells use synchronised output, so that they are not shown half drawn.
  private static let synchronisedChanges = 200

  /// The entry for a terminal that shows true colours, as COLORTERM says, though its own entry doesn't.
  private static func directColorEntry(for term: String) -> DirectColorEntry? {
    guard ["truecolor", "24bit"].contains(Environment.value("COLORTERM")), Environment.value("NO_COLOR").isEmpty else {
      return nil
    }
    // GNU screen doesn't show them; in tmux, which may have the same name, they are converted.
    if term.hasPrefix("screen"), Environment.value("TMUX").isEmpty { return nil }
    return DirectColorEntry(terminal: term)
  }

  // MARK: Output

  public func present(_ frame: Frame) {
    // If the terminal is still busy, skip this frame. The terminal gets the newest frame once it has taken the rest of
    // the output.
    guard isOpen, !cn_is_hung_up(), frame != lastFrame || clipboardSequence != nil, cn_send() else { return }
    if let clipboardSequence {
      TerminalModes.write(clipboardSequence)
      self.clipboardSequence = nil
    }
    setTitle(frame.title)
    let changes = renderer.draw(frame.cropped(to: size))
    let isSynchronised = reader.supportsSynchronisedOutput && changes >= CursesTerminal.synchronisedChanges
    if isSynchronised { TerminalModes.write(TerminalModes.synchronisedBegin) }
    if let cursor = frame.cursor, Rect(origin: .zero, size: size).contains(cursor) {
      cn_update(Int32(cursor.x), Int32(cursor.y))
    } else {
      cn_update(-1, -1)
    }
    if isSynchronised { TerminalModes.write(TerminalModes.synchronisedEnd) }
    cn_send()
    lastFrame = frame
  }

  public func bell() {
    guard isOpen, !cn_is_hung_up(), cn_send() else { return }
    cn_beep()
    cn_send()
  }

  public func setClipboard(_ text: String, isRequested: Bool) {
    let isRemote = getenv("SSH_TTY") != nil || getenv("SSH_CONNECTION") != nil || getenv("TMUX") != nil
    guard isRemote || isRequested && reader.hasToldVersion, traits.hasOperatingSystemCommands,
      let sequence = ClipboardSequence.setting(text)
    else { return }
    clipboardSequence = sequence
  }

  public var isBehind: Bool { isOpen && cn_has_unsent() }

  private func setTitle(_ newTitle: String?) {
    guard traits.hasOperatingSystemCommands, let newTitle, newTitle != title else { return }
    if title == nil { TerminalModes.write(TerminalModes.titlePush) }
    title = newTitle
    updateOffSequence()
    var line = CellGrid(size: Size(width: 200, height: 1), repertoire: repertoire)
    line.write(newTitle, at: .zero, style: .plain)
    TerminalModes.write("\u{1B}]2;\(line.textRows()[0])\u{7}")
  }

  public func redraw() {
    guard isOpen, !cn_is_hung_up() else { return }
    // The program that wrote to the screen may have changed the modes as well.
    enterModes()
    redrawAll()
  }

  // MARK: Input

  public func nextEvents(timeoutMilliseconds: Int?) -> [InputEvent] {
    guard isOpen else { return [] }
    if pending.isEmpty {
      let arrivals = reader.read(timeoutMilliseconds: timeoutMilliseconds)
      askForBackground()
      handle(signals: arrivals.signals)
      pending += arrivals.events.map { event in
        if case .mouse(let mouse) = event { .mouse(mouse.clamped(to: size)) } else { event }
      }
    }
    defer { pending = [] }
    return pending
  }

  /// Asks for the background once the terminal has shown that it answers.
  private func askForBackground() {
    guard reader.hasToldVersion, !hasAskedForBackground, !cn_is_hung_up() else { return }
    hasAskedForBackground = true
    if traits.hasOperatingSystemCommands, colorDepth != .monochrome {
      TerminalModes.write(TerminalModes.backgroundQuery)
      cn_send()
    }
  }

  public var hasInput: Bool { !pending.isEmpty || reader.hasInput }

  private func handle(signals: Int) {
    if signals & CN_SIGNAL_TERMINATE != 0 { pending.append(.terminate(.terminate)) }
    if signals & CN_SIGNAL_INTERRUPT != 0 { pending.append(.terminate(.interrupt)) }
    if signals & CN_WAKEUP != 0 { pending.append(.wakeup) }
    // A hangup also sends SIGCONT.
    if cn_is_hung_up() { return }
    if signals & CN_SIGNAL_STOP != 0 {
      suspend()
    } else if signals & CN_SIGNAL_CONTINUE != 0 {
      // SIGSTOP stopped the process, and the shell used the terminal meanwhile.
      resume()
    }
    if signals & CN_SIGNAL_RESIZE != 0 { updateSize() }
  }

  private func updateSize() {
    let newSize = CursesTerminal.fit()
    if newSize == size { return }
    size = newSize
    redrawAll()
    pending.append(.resize(size))
  }

  private static func fit() -> Size {
    var (width, height): (Int32, Int32) = (0, 0)
    cn_fit(&width, &height)
    return Size(width: Int(width), height: Int(height))
  }

  public func watch(descriptor: Int32) {
    if !reader.watched.contains(descriptor) { reader.watched.append(descriptor) }
  }

  public func unwatch(descriptor: Int32) {
    reader.watched.removeAll { $0 == descriptor }
  }

  public nonisolated func wake() {
    cn_wake()
  }

  // MARK: Modes

  public func setMouse(enabled: Bool) {
    guard isOpen, enabled != isMouseEnabled else { return }
    isMouseEnabled = enabled
    TerminalModes.write(enabled ? TerminalModes.mouseOn : TerminalModes.mouseOff)
    cn_send()
  }

  public func suspend() {
    guard isOpen, !cn_is_hung_up() else { return }
    leaveModes()
    cn_end()
    cn_stop()
    resume()
  }

  public func close() {
    guard isOpen else { return }
    isOpen = false
    if cn_is_hung_up() {
      cn_restore()
    } else {
      leaveModes()
      cn_end()
    }
    cn_safety_end()
  }

  private func resume() {
    cn_resume()
    enterModes()
    size = CursesTerminal.fit()
    redrawAll()
    pending += [.resumed, .resize(size)]
  }

  private func redrawAll() {
    renderer.reset()
    lastFrame = nil
    cn_redraw_all()
  }

  private func enterModes() {
    updateOffSequence()
    TerminalModes.write(TerminalModes.inputOn + (isMouseEnabled ? TerminalModes.mouseOn : ""))
  }

  private func leaveModes() {
    TerminalModes.write(
      (isMouseEnabled ? TerminalModes.mouseOff : "") + TerminalModes.inputOff
        + (title == nil ? "" : TerminalModes.titlePop))
    title = nil
  }

  /// Sets the sequence that the crash handler writes. It turns off all modes, whether they are on or not.
  private func updateOffSequence() {
    TerminalModes.setOffSequence(
      TerminalModes.synchronisedEnd + TerminalModes.mouseOff + TerminalModes.inputOff
        + (title == nil ? "" : TerminalModes.titlePop))
  }
}

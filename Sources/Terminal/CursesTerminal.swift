import CTerminal
import Glibc
import Screen

/// The terminal that the program runs in. There can be one at a time.
@MainActor public final class CursesTerminal: TerminalDevice {
  public private(set) var size: Size
  public let colorDepth: ColorDepth
  public let repertoire: Repertoire

  private let traits: TerminalTraits
  private let canvas: CursesRenderer
  private let reader: InputReader
  private var shown: Frame?
  private var isOpen = true
  private var isMouseEnabled = false
  /// The title that was set; nil while the terminal has its own.
  private var title: String?
  /// What the next call of `nextEvents` returns at once.
  private var pending: [InputEvent] = []

  /// Takes the terminal over. The mouse is off until `setMouse`.
  public init() throws(TerminalError) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
    let term = Environment.value("TERM")
    if term.isEmpty { throw .unknownTerminal("") }
    cn_use_locale()
    guard cn_safety_begin() else { throw .noPipe }
    switch Int(cn_start(CursesTerminal.escapeDelay)) {
    case CN_STARTED: break
    case CN_NO_CURSOR_ADDRESSING:
      cn_safety_end()
      throw .noCursorAddressing(term)
    default:
      cn_safety_end()
      throw .unknownTerminal(term)
    }
    traits = TerminalTraits(term: term)
    repertoire = cn_is_utf8() ? .unicode : .ascii
    colorDepth = ColorDepth(terminalColors: Int(cn_colors()), noColor: Environment.value("NO_COLOR"))
    canvas = CursesRenderer(
      colorPairs: ColorPairs(
        depth: colorDepth, limit: Int(cn_color_pairs()), hasDirectColor: cn_has_direct_color()))
    reader = InputReader()
    size = CursesTerminal.fit()
    cn_set_in_use(true)
    enterModes()
    if traits.hasOperatingSystemCommands { TerminalModes.write(TerminalModes.synchronisedQuery) }
  }

  /// Milliseconds after which an ESC is the key and not the beginning of another one's sequence, unless the
  /// environment variable ESCDELAY says otherwise.
  private static let escapeDelay: Int32 = 35
  /// A frame with at least so many changed cells is worth the bytes that keep it from being shown half done.
  private static let synchronisedChanges = 200

  // MARK: Showing

  public func present(_ frame: Frame) {
    guard isOpen, !cn_is_hung_up(), frame != shown else { return }
    setTitle(frame.title)
    let changes = canvas.draw(frame.cropped(to: size))
    let isSynchronised = reader.supportsSynchronisedOutput && changes >= CursesTerminal.synchronisedChanges
    if isSynchronised { TerminalModes.write(TerminalModes.synchronisedBegin) }
    if let cursor = frame.cursor, Rect(origin: .zero, size: size).contains(cursor) {
      cn_update(Int32(cursor.x), Int32(cursor.y))
    } else {
      cn_update(-1, -1)
    }
    if isSynchronised { TerminalModes.write(TerminalModes.synchronisedEnd) }
    shown = frame
  }

  public func bell() {
    if isOpen, !cn_is_hung_up() { cn_beep() }
  }

  private func setTitle(_ wanted: String?) {
    guard traits.hasOperatingSystemCommands, let wanted, wanted != title else { return }
    if title == nil { TerminalModes.write(TerminalModes.titlePush) }
    title = wanted
    updateOffSequence()
    var line = CellGrid(size: Size(width: 200, height: 1), repertoire: repertoire)
    line.write(wanted, at: .zero, style: .plain)
    TerminalModes.write("\u{1B}]2;\(line.textRows()[0])\u{7}")
  }

  // MARK: Input

  public func nextEvents(timeoutMilliseconds: Int?) -> [InputEvent] {
    guard isOpen else { return [] }
    if pending.isEmpty {
      let arrivals = reader.read(timeoutMilliseconds: timeoutMilliseconds)
      handle(signals: arrivals.signals)
      pending += arrivals.events.map { event in
        if case .mouse(let mouse) = event { .mouse(mouse.clamped(to: size)) } else { event }
      }
    }
    defer { pending = [] }
    return pending
  }

  private func handle(signals: Int) {
    if signals & CN_SIGNAL_TERMINATE != 0 { pending.append(.terminate(.terminate)) }
    if signals & CN_SIGNAL_INTERRUPT != 0 { pending.append(.terminate(.interrupt)) }
    if signals & CN_WOKEN != 0 { pending.append(.wakeup) }
    // A hangup comes with a signal to continue.
    if cn_is_hung_up() { return }
    if signals & CN_SIGNAL_STOP != 0 {
      suspend()
    } else if signals & CN_SIGNAL_CONTINUE != 0 {
      // Stopped by a signal that can't be caught: the shell has had the terminal in between.
      comeBack()
    }
    if signals & CN_SIGNAL_RESIZE != 0 { noticeSize() }
  }

  private func noticeSize() {
    let present = CursesTerminal.fit()
    if present == size { return }
    size = present
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

  // MARK: TerminalModes

  public func setMouse(enabled: Bool) {
    guard isOpen, enabled != isMouseEnabled else { return }
    isMouseEnabled = enabled
    TerminalModes.write(enabled ? TerminalModes.mouseOn : TerminalModes.mouseOff)
  }

  public func suspend() {
    guard isOpen, !cn_is_hung_up() else { return }
    leaveModes()
    cn_end()
    cn_set_in_use(false)
    cn_stop()
    cn_set_in_use(true)
    comeBack()
  }

  public func close() {
    guard isOpen else { return }
    isOpen = false
    if cn_is_hung_up() {
      cn_restore()
    } else {
      leaveModes()
      cn_end()
      cn_set_in_use(false)
    }
    cn_safety_end()
  }

  private func comeBack() {
    cn_resume()
    enterModes()
    size = CursesTerminal.fit()
    redrawAll()
    pending += [.resumed, .resize(size)]
  }

  private func redrawAll() {
    canvas.reset()
    shown = nil
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

  /// What has to be undone after a crash, whatever is on just then.
  private func updateOffSequence() {
    TerminalModes.setOffSequence(
      TerminalModes.synchronisedEnd + TerminalModes.mouseOff + TerminalModes.inputOff
        + (title == nil ? "" : TerminalModes.titlePop))
  }
}

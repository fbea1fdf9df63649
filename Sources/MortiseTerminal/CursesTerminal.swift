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
      TerminalModes.write(
        TerminalModes.synchronisedQuery + TerminalModes.versionQuery + TerminalModes.attributesQuery)
    }
    cn_send()
  }

  /// The milliseconds after which a lone ESC counts as the key and not as the start of a sequence, unless the
  /// environment variable ESCDELAY is set.
  private static let escapeDelay: Int32 = 35
  /// Frames with at least this many changed cells use synchronised output, so that they are not shown half drawn.
  private static let synchronisedChanges = 200

  /// Makes an entry with direct colours if the terminal shows true colours according to COLORTERM, but not to its own
  /// entry.
  private static func directColorEntry(for term: String) -> DirectColorEntry? {
    guard ["truecolor", "24bit"].contains(Environment.value("COLORTERM")), Environment.value("NO_COLOR").isEmpty else {
      return nil
    }
    // GNU screen doesn't show true colours. tmux, which may have the same name, converts them.
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
    announce(frame)
    let changes = renderer.draw(frame.cropped(to: size))
    let isSynchronised = reader.supportsSynchronisedOutput && changes >= CursesTerminal.synchronisedChanges
    if isSynchronised { TerminalModes.write(TerminalModes.synchronisedBegin) }
    update(cursor: frame.cursor)
    if isSynchronised { TerminalModes.write(TerminalModes.synchronisedEnd) }
    cn_send()
    lastFrame = frame
  }

  private func update(cursor: Point?) {
    if let cursor, Rect(origin: .zero, size: size).contains(cursor) {
      cn_update(Int32(cursor.x), Int32(cursor.y))
    } else {
      cn_update(-1, -1)
    }
  }

  /// Makes curses write the announced rows as a whole if they have changed or are announced again: a fragment of a
  /// sentence says nothing. For a screen reader, they are sent at once, before the other changes, with the cursor at
  /// its final position. The pause lets a reader that compares screens see them alone.
  private func announce(_ frame: Frame) {
    guard let announcement = frame.announcement, announcement.rows.upperBound <= size.height, frame.base.size == size
    else { return }
    guard let last = lastFrame ?? (announcement.isSpoken ? Frame(base: CellGrid(size: size)) : nil),
      last.base.size == size
    else { return }
    let isRepeated = announcement.isSpoken && announcement.number != last.announcement?.number
    guard isRepeated || announcement.rows.contains(where: { !last.base.hasRow($0, as: frame.base) }) else { return }
    cn_redraw_rows(Int32(announcement.rows.lowerBound), Int32(announcement.rows.count))
    guard announcement.isSpoken else { return }
    var spoken = last
    spoken.base.copy(rows: announcement.rows, of: frame.base)
    (spoken.cursor, spoken.announcement) = (frame.cursor, announcement)
    _ = renderer.draw(spoken.cropped(to: size))
    update(cursor: frame.cursor)
    cn_send()
    lastFrame = spoken
    if spoken.base != frame.base || spoken.layers != frame.layers { reader.pause(milliseconds: Self.readingTime) }
  }

  /// The milliseconds that a screen reader needs to read what was sent: Fenrir takes up to 50.
  private static let readingTime: Int32 = 60

  public func bell() {
    guard isOpen, !cn_is_hung_up(), cn_send() else { return }
    cn_beep()
    cn_send()
  }

  public func setClipboard(_ text: String, isRequested: Bool) {
    let isRemote = getenv("SSH_TTY") != nil || getenv("SSH_CONNECTION") != nil || getenv("TMUX") != nil
    guard isRemote || isRequested && reader.hasReportedVersion, traits.hasOperatingSystemCommands,
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

  /// Queries the background once the terminal has shown that it replies to queries.
  private func askForBackground() {
    guard reader.hasReportedVersion, !hasAskedForBackground, !cn_is_hung_up() else { return }
    hasAskedForBackground = true
    if traits.hasOperatingSystemCommands, colorDepth != .monochrome {
      TerminalModes.write(TerminalModes.backgroundQuery + TerminalModes.attributesQuery)
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

  public func lend(showing message: String, _ work: () -> Void) {
    guard isOpen, !cn_is_hung_up() else { return }
    leaveModes()
    cn_end()
    TerminalModes.write(message + "\n")
    work()
    cn_forget_interrupt()
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

/// Waits for input and reads it.
@MainActor final class InputReader {
  /// The results of a wait.
  struct Arrivals {
    var events: [InputEvent] = []
    /// The received signals and wake-ups, as flags from CTerminal.
    var signals = 0
  }

  private var decoder: InputDecoder
  private var hasReportedHangup = false
  /// Descriptors that end a wait when they become readable.
  var watched: [Int32] = []

  /// Defines the sequences that the decoder handles. Call it after curses has started.
  init() {
    for (sequence, code) in InputDecoder.CustomCode.sequences { cn_define_key(sequence, Int32(code)) }
    decoder = InputDecoder(
      customKeys: CursesKey.xtermSequences { cn_define_key($0, Int32($1)) },
      erasesWithControlH: cn_erases_with_control_h()
    ) { code in
      cn_key_name(Int32(code)).map { String(cString: $0) }
    }
  }

  /// The milliseconds to wait for the rest of a sequence that a slow connection has split.
  private static let sequenceDelay = max(100, Int32(Environment.value("ESCDELAY")) ?? 0)

  /// Whether the terminal has reported that it supports synchronised output.
  var supportsSynchronisedOutput: Bool { decoder.supportsSynchronisedOutput == true }

  /// Whether the terminal has reported its name and version. It then understands queries, which other terminals may
  /// print.
  var hasReportedVersion: Bool { decoder.hasReportedVersion }

  /// Whether input, a signal or a wake-up is waiting to be read.
  var hasInput: Bool {
    var descriptors = ([STDIN_FILENO, cn_signal_descriptor()] + watched).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    return poll(&descriptors, nfds_t(descriptors.count), 0) != 0
  }

  /// Waits until input arrives, at most for a time.
  func pause(milliseconds: Int32) {
    var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    _ = poll(&descriptor, 1, milliseconds)
  }

  /// Waits for input or the timeout, and reads everything available.
  func read(timeoutMilliseconds: Int?) -> Arrivals {
    var arrivals = Arrivals()
    wait(for: watched, milliseconds: timeoutMilliseconds.map { Int32(clamping: $0) } ?? -1, into: &arrivals)
    // Wait for the rest of a split sequence, because it is one piece of input.
    while decoder.isWaiting && !cn_is_hung_up() {
      if wait(for: [], milliseconds: InputReader.sequenceDelay, into: &arrivals) { continue }
      decoder.flushIncomplete()
      arrivals.events += decoder.takeEvents()
    }
    return arrivals
  }

  /// Waits once for the terminal, signals and the given descriptors. Returns false on a timeout. Also returns when a
  /// terminal that was behind has taken all output.
  @discardableResult
  private func wait(for watched: [Int32], milliseconds: Int32, into arrivals: inout Arrivals) -> Bool {
    let readable = Int16(POLLIN)
    let closed = Int16(POLLHUP | POLLERR | POLLNVAL)
    let input = hasReportedHangup ? -1 : STDIN_FILENO
    var descriptors = ([input, cn_signal_descriptor()] + watched).map { pollfd(fd: $0, events: readable, revents: 0) }
    let wasBehind = cn_has_unsent() && !cn_is_hung_up()
    let isBehind = !cn_send()
    let milliseconds = wasBehind && !isBehind ? 0 : milliseconds
    if isBehind { descriptors.append(pollfd(fd: cn_output_descriptor(), events: Int16(POLLOUT), revents: 0)) }
    var readyCount: Int32
    repeat {
      readyCount = poll(&descriptors, nfds_t(descriptors.count), milliseconds)
      // Keep waiting while the terminal takes the output piece by piece.
    } while isBehind && readyCount == 1 && descriptors[descriptors.count - 1].revents != 0 && !cn_send()
    if isBehind { descriptors.removeLast() }
    arrivals.signals |= Int(cn_take_signals())
    if descriptors[0].revents & readable != 0 { arrivals.events += drain() }
    if descriptors[0].revents & closed != 0 || arrivals.signals & CN_SIGNAL_HANGUP != 0, !hasReportedHangup {
      cn_set_hung_up()
      hasReportedHangup = true
      arrivals.events.append(.terminate(.hangup))
    }
    for descriptor in descriptors.dropFirst(2) where descriptor.revents != 0 {
      arrivals.events.append(.readable(descriptor: descriptor.fd))
    }
    return readyCount != 0 || wasBehind && !isBehind
  }

  private func drain() -> [InputEvent] {
    while true {
      let value = cn_read()
      if value < 0 { break }
      decoder.feed(Int(value))
    }
    decoder.endDrain()
    return decoder.takeEvents()
  }
}

import MortiseScreen
import MortiseTerminal

/// The real terminal, with keys typed automatically one after the other.
final class SlowTerminal: TerminalDevice {
  private nonisolated let terminal: CursesTerminal
  private var events: ArraySlice<InputEvent>
  private let pause: Int

  init(_ terminal: CursesTerminal, playing events: [InputEvent], pauseMilliseconds: Int) {
    self.terminal = terminal
    self.events = events[...]
    pause = pauseMilliseconds
  }

  func nextEvents(timeoutMilliseconds: Int?) -> [InputEvent] {
    guard !events.isEmpty else { return terminal.nextEvents(timeoutMilliseconds: timeoutMilliseconds) }
    let own = terminal.nextEvents(timeoutMilliseconds: pause)
    // A key of the user stops the play; the terminal's own events go through.
    if own.contains(where: { if case .key = $0 { true } else { false } }) { return [.terminate(.interrupt)] }
    if !own.isEmpty { return own }
    // The real terminal keeps its size.
    if case .resize = events.first { events.removeFirst() }
    return events.popFirst().map { [$0] } ?? []
  }

  var hasInput: Bool { terminal.hasInput }
  var size: Size { terminal.size }
  var colorDepth: ColorDepth { terminal.colorDepth }
  var repertoire: Repertoire { terminal.repertoire }
  func present(_ frame: Frame) { terminal.present(frame) }
  var isBehind: Bool { terminal.isBehind }
  func redraw() { terminal.redraw() }
  func suspend() { terminal.suspend() }
  func lend(showing message: String, _ work: () -> Void) { terminal.lend(showing: message, work) }
  func close() { terminal.close() }
  func setMouse(enabled: Bool) { terminal.setMouse(enabled: enabled) }
  func bell() { terminal.bell() }
  func setClipboard(_ text: String, isRequested: Bool) { terminal.setClipboard(text, isRequested: isRequested) }
  func watch(descriptor: Int32) { terminal.watch(descriptor: descriptor) }
  func unwatch(descriptor: Int32) { terminal.unwatch(descriptor: descriptor) }
  nonisolated func wake() { terminal.wake() }
}

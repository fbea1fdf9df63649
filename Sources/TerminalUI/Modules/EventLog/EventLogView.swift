import AppModules
import Screen
import Terminal

/// The log of events below the canvas. It shows the newest event until somebody goes through it.
final class EventLogView: EditorController, CommandMode, ScreenPart {
  override var part: (any ScreenPart)? { self }
  override var mode: (any Mode)? { self }
  private unowned let module: EventLogModule
  let region = ScreenRegion.log
  var commands: CommandTable<EventLogView> { Self.logCommands }
  /// The event that the cursor is on; nil for the newest.
  private var selected: Int?
  /// The first event that is shown.
  private var top = 0
  private(set) var page = 8

  init(module: EventLogModule) { self.module = module }

  private var log: EventLog { module.context.log }
  private var index: Int { min(selected ?? .max, log.count - 1) }

  func words(in editor: EditorServices) -> String {
    guard log.count > 0 else { return "the log of events: nothing was fired yet" }
    return "event \(log.forgotten + index + 1) of \(log.forgotten + log.count): \(log.line(at: index))"
  }

  func handle(_ event: InputEvent, in editor: EditorServices) {
    switch event {
    case .key(let key): press(key, in: editor)
    case .mouse(let mouse):
      switch mouse.kind {
      case .scrollUp: move(-3)
      case .scrollDown: move(3)
      case .press where editor.screen.log.contains(mouse.position): press(at: mouse.position, in: editor)
      case .press: leave(in: editor)
      default: break
      }
    default: break
    }
  }

  func refuse(_ reason: String, in editor: EditorServices) { module.showStatus(reason) }

  // MARK: - What the commands do

  func move(_ distance: Int) {
    guard log.count > 0 else { return }
    let wanted = min(max(index + distance, 0), log.count - 1)
    selected = wanted == log.count - 1 ? nil : wanted
  }

  func moveToFirst() { move(-log.count) }

  func follow() { selected = nil }

  /// Why no event can be shown; nil when one can.
  var refusalToShow: String? { log.count == 0 ? "there is no event to show" : nil }

  func show() { module.show(at: index) }

  func leave(in editor: EditorServices) { editor.modes.pop(self) }

  func close() { module.close(self) }

  // MARK: - The mouse

  func press(at position: Point, in editor: EditorServices) {
    let row = position.y - editor.screen.log.minY - 1
    if editor.modes.top !== self { editor.modes.push(self) }
    if row >= 0, top + row < log.count { selected = top + row == log.count - 1 ? nil : top + row }
  }

  func cursor(in editor: EditorServices) -> Point? {
    let area = editor.screen.log
    return Point(x: area.minX + 1, y: area.minY + 1 + max(0, min(index - top, page - 1)))
  }

  func draw(on grid: inout CellGrid, in area: Rect, _ editor: EditorServices) {
    guard area.height >= 2 else { return }
    let theme = editor.theme
    page = area.height - 1
    top = max(0, min(min(top, index), log.count - page))
    if index >= top + page { top = index - page + 1 }
    for x in area.minX..<area.maxX {
      _ = grid.write("─", at: Point(x: x, y: area.minY), style: theme.rule, clip: area)
    }
    let count = log.forgotten + log.count
    let heading = " events: \(count) fired, as Blockly’s JSON "
    _ = grid.write(heading, at: Point(x: area.minX + 2, y: area.minY), style: theme.rule, clip: area)
    let hasKeys = editor.modes.top === self
    for row in 0..<page where top + row < log.count {
      let line = Rect(x: area.minX, y: area.minY + 1 + row, width: area.width, height: 1)
      let isSelected = hasKeys && top + row == index
      if isSelected { grid.fill(line, style: theme.focus) }
      _ = grid.write(
        log.line(at: top + row), at: Point(x: line.minX + 1, y: line.minY),
        style: isSelected ? theme.focus : .plain, clip: line)
    }
  }
}

import AppModules
import MortiseScreen
import MortiseTerminal

/// The event log below the canvas. It follows the newest event until the user selects an earlier one.
final class EventLogView: EditorController, LinesPart {
  override var part: (any ScreenPart)? { self }
  override var mode: (any Mode)? { self }
  private unowned let module: EventLogModule
  let region = ScreenRegion.log
  let takesKeys = true
  var commands: CommandTable<EventLogView> { Self.logCommands }
  /// The index of the selected event; nil to follow the newest.
  private var selected: Int?
  /// The index of the first visible event.
  private var top = 0
  private(set) var page = 8

  init(module: EventLogModule) { self.module = module }

  private var log: EventLog { module.scene.log }
  private var index: Int { min(selected ?? .max, log.count - 1) }

  func statusText(on screen: EditorScreen) -> String {
    guard log.count > 0 else { return "the log of events: no events yet" }
    return "event \(log.droppedCount + index + 1) of \(log.droppedCount + log.count): \(log.line(at: index))"
  }

  func refuse(_ reason: String, on screen: EditorScreen) { module.showStatus(reason) }

  // MARK: - Commands

  func move(_ distance: Int) {
    guard log.count > 0 else { return }
    let wanted = min(max(index + distance, 0), log.count - 1)
    selected = wanted == log.count - 1 ? nil : wanted
  }

  func moveToFirst() { move(-log.count) }

  func follow() { selected = nil }

  /// Why no event can be shown; nil if one can.
  var refusalToShow: String? { log.count == 0 ? "there is no event to show" : nil }

  func show() { module.show(at: index) }

  func close() { module.close(self) }

  // MARK: - The mouse

  func press(at position: Point, on screen: EditorScreen) {
    let row = position.y - screen.layout.log.minY - 1
    if screen.modes.top !== self { screen.modes.push(self) }
    if row >= 0, top + row < log.count { selected = top + row == log.count - 1 ? nil : top + row }
  }

  func cursor(on screen: EditorScreen) -> Point? {
    let area = screen.layout.log
    return Point(x: area.minX + 1, y: area.minY + 1 + max(0, min(index - top, page - 1)))
  }

  func draw(on grid: inout CellGrid, in area: Rect, _ screen: EditorScreen) {
    guard area.height >= 2 else { return }
    let theme = screen.theme
    page = area.height - 1
    top = max(0, min(min(top, index), log.count - page))
    if index >= top + page { top = index - page + 1 }
    for x in area.minX..<area.maxX {
      _ = grid.write("─", at: Point(x: x, y: area.minY), style: theme.rule, clip: area)
    }
    let count = log.droppedCount + log.count
    let heading = " events: \(count) fired, as Blockly’s JSON "
    grid.write(heading, at: Point(x: area.minX + 2, y: area.minY), style: theme.hint, fitting: area)
    let hasKeys = screen.modes.top === self
    for row in 0..<page where top + row < log.count {
      let line = Rect(x: area.minX, y: area.minY + 1 + row, width: area.width, height: 1)
      let isSelected = hasKeys && top + row == index
      if isSelected { grid.fill(line, style: theme.focus) }
      grid.write(
        log.line(at: top + row), at: Point(x: line.minX + 1, y: line.minY),
        style: isSelected ? theme.focus : .plain, fitting: line)
    }
  }
}

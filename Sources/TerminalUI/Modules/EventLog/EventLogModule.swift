import AppModules
import MortiseScreen
import MortiseTerminal

/// The events of the event log.
nonisolated enum EventLogEvent: EditorEvent {
  case status(String)
  case closed
}

/// The event log below the canvas: shows fired events as Blockly's JSON, live and for browsing.
final class EventLogModule: EditorModule<Void, EventLogEvent>, Module, PageRepresenting {
  let pageName = "Event log"

  func unmanagedRootViewController() -> (any ViewController)? { EventLogView(module: self) }

  /// Shows an event in full.
  func show(at index: Int) {
    push(TextViewer(title: "Event \(scene.log.droppedCount + index + 1)", lines: scene.log.lines(at: index)))
  }

  func close(_ view: EventLogView) {
    pop(view)
    scene.screen.parts.remove(.log)
    emit(.closed)
  }
}

/// The event log below the canvas. It follows the newest event until the user selects an earlier one.
final class EventLogView: EditorController, LinesPart {
  override var part: (any ScreenPart)? { self }
  override var mode: (any Mode)? { self }
  private unowned let module: EventLogModule
  let region = ScreenRegion.log
  let takesKeys = true
  var commands: CommandTable<EventLogView> { Self.logCommands }
  private var list = ListBody()
  /// Whether the selection follows the newest event.
  private var isFollowing = true

  init(module: EventLogModule) { self.module = module }

  private var log: EventLog { module.scene.log }
  private var index: Int { isFollowing ? log.count - 1 : min(list.selected, log.count - 1) }

  func statusText(on screen: EditorScreen) -> String {
    guard log.count > 0 else { return "the log of events: no events yet" }
    return "event \(log.droppedCount + index + 1) of \(log.droppedCount + log.count): \(log.line(at: index))"
  }

  func refuse(_ reason: String, on screen: EditorScreen) { module.showStatus(reason) }

  // MARK: - Commands

  var rowCount: Int { log.count }

  var page: Int { list.page }

  func move(by distance: Int) { select(index + distance) }

  private func select(_ row: Int) {
    list.count = log.count
    list.select(row)
    isFollowing = list.selected >= log.count - 1
  }

  /// Why no event can be shown; nil if one can.
  var refusalToShow: String? { log.count == 0 ? "there is no event to show" : nil }

  func show() { module.show(at: index) }

  func close() { module.close(self) }

  // MARK: - The mouse

  func press(at position: Point, on screen: EditorScreen) {
    if screen.modes.top !== self { screen.modes.push(self) }
    if let row = list.row(at: position) { select(row) }
  }

  func cursor(on screen: EditorScreen) -> Point? {
    let area = screen.layout.log
    return Point(x: area.minX + 1, y: area.minY + 1 + max(0, min(index - list.top, page - 1)))
  }

  func draw(on grid: inout CellGrid, in area: Rect, _ screen: EditorScreen) {
    guard area.height >= 2 else { return }
    let theme = screen.theme
    select(index)
    list.show(in: Rect(x: area.minX, y: area.minY + 1, width: area.width, height: area.height - 1), frame: area)
    let count = log.droppedCount + log.count
    let heading = "events: \(count) fired, as Blockly’s JSON"
    grid.fill(Rect(x: area.minX, y: area.minY, width: area.width, height: 1), glyph: "─", style: theme.rule)
    grid.write(" \(heading) ", at: Point(x: area.minX + 2, y: area.minY), style: theme.hint, fitting: area)
    let hasKeys = screen.modes.top === self
    for row in list.shown {
      let line = Rect(x: area.minX, y: area.minY + 1 + row - list.top, width: area.width, height: 1)
      let isSelected = hasKeys && row == list.selected
      if isSelected { grid.fill(line, style: theme.focus) }
      grid.write(
        log.line(at: row), at: Point(x: line.minX + 1, y: line.minY),
        style: isSelected ? theme.focus : .plain, fitting: line)
    }
  }

  /// The commands in the event log.
  static let logCommands = CommandTable<EventLogView>(
    "log", "In the event log",
    scrollCommands("event", hint: "select", others: ["first": ["g"], "last": ["G"]]) + [
      EventLogCommand(
        "show", "<Enter>", title: "Show the event", group: .finishing, help: "show the whole event", hint: "show",
        unavailable: { $0.refusalToShow }, run: { $0.show() }),
      EventLogCommand(
        "canvas", "<Tab>", "L", title: "Back to the blocks", group: .finishing,
        help: "back to the canvas; the log stays open", hint: "canvas",
        runIn: { $0.leave(on: $1) }),
      EventLogCommand("close", "<Esc>", "q", title: "Close", group: .finishing, help: "close the log", hint: "close") {
        $0.close()
      },
    ])
}

typealias EventLogCommand = Command<EventLogView>

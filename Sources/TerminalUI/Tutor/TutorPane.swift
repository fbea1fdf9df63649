import MortiseScreen
import MortiseTerminal

/// The pane below the blocks with the task of the lesson and the requested hints. It gets the keys on demand.
final class TutorPane: EditorController, ScrollingMode, ScreenPart {
  override var part: (any ScreenPart)? { self }
  override var mode: (any Mode)? { self }
  let region = ScreenRegion.pane
  private unowned let tutor: Tutor
  /// The first row that is shown.
  private var top = 0
  private(set) var page = 1
  private(set) var rowCount = 0
  private var origin = Point.zero

  init(_ tutor: Tutor) { self.tutor = tutor }

  /// Shows the last rows, where the newest hint is.
  func scrollToEnd() { top = tutor.run?.hintCount == 0 ? 0 : .max }

  func statusText(on screen: EditorScreen) -> String { tutor.paneLines.reversed().joined(separator: " · ") }

  func handle(_ event: InputEvent, on screen: EditorScreen) {
    switch event {
    case .key(let key): press(key, on: screen)
    case .mouse(let mouse) where mouse.kind == .press: screen.modes.pop(self)
    default: break
    }
  }

  func press(at position: Point, on screen: EditorScreen) {
    if screen.modes.top !== self { screen.modes.push(self) }
  }

  func scroll(by rows: Int) -> Bool {
    move(by: rows)
    return true
  }

  func move(by distance: Int) { top = min(max(0, currentTop + distance), lastTop) }

  private var lastTop: Int { max(0, rowCount - page) }
  private var currentTop: Int { min(top, lastTop) }

  func refusalToMove(_ direction: Int) -> String? {
    if direction < 0 { return currentTop == 0 ? "this is the first line" : nil }
    return currentTop == lastTop ? "this is the last line" : nil
  }

  // MARK: - Drawing

  func cursor(on screen: EditorScreen) -> Point? { origin }

  private func rows(width: Int, _ repertoire: Repertoire) -> [String] {
    tutor.paneLines.flatMap { WrappedText.rows(of: $0, width: max(8, width), hanging: 0, repertoire: repertoire) }
  }

  func rows(in limit: Size, _ repertoire: Repertoire) -> Int {
    // The toolbox may take some of the columns.
    rows(width: limit.width - (limit.width < 60 ? 2 : 24), repertoire).count + 1
  }

  func draw(on grid: inout CellGrid, in area: Rect, _ screen: EditorScreen) {
    guard area.height >= 2, area.width > 8 else { return }
    drawHeading(on: &grid, in: Rect(x: area.minX, y: area.minY, width: area.width, height: 1), screen)
    let rows = rows(width: area.width - 2, grid.repertoire)
    (rowCount, page) = (rows.count, area.height - 1)
    origin = Point(x: area.minX + 1, y: area.minY + 1)
    for (row, text) in rows[currentTop...].prefix(page).enumerated() {
      let line = Rect(x: area.minX + 1, y: origin.y + row, width: area.width - 1, height: 1)
      grid.write(text, at: line.origin, style: .plain, fitting: line)
    }
  }

  private func drawHeading(on grid: inout CellGrid, in area: Rect, _ screen: EditorScreen) {
    guard let heading = tutor.heading else { return }
    let theme = screen.theme
    let title = " \(heading) "
    let start = area.minX + 2
    grid.fill(area, glyph: "─", style: theme.rule)
    grid.write(title, at: Point(x: start, y: area.minY), style: theme.hint, fitting: area)
    let end = start + grid.repertoire.columns(of: title)
    // The task fills the status line, which leaves no room there for the pane's own keys.
    let notes = screen.modes.top === self ? [hints] + shorterHints : [tutor.keyNotes]
    let fitting = notes.map { " \($0) " }.first {
      end + grid.repertoire.columns(of: $0) < area.maxX
    }
    if let keys = fitting {
      let columns = grid.repertoire.columns(of: keys)
      let origin = Point(x: area.maxX - columns, y: area.minY)
      grid.write(keys, at: origin, style: theme.hint, fitting: area)
      screen.hintRows.append(HintRow(origin: origin, text: keys))
    }
  }

  // MARK: - Commands

  var commands: CommandTable<TutorPane> { Self.tutorCommands }

  /// The commands in the tutor's pane.
  static let tutorCommands = CommandTable<TutorPane>(
    "tutor", "In the task of a lesson",
    scrollCommands("line", hasEnds: false) + [
      TutorPaneCommand("hint", "h", title: "Hint", group: .editing, help: "a further hint", hint: "hint") {
        $0.tutor.showHint()
      },
      TutorPaneCommand(
        "lessons", "l", title: "Lessons…", group: .windows, help: "choose another lesson", hint: "lessons"
      ) {
        $0.tutor.list()
      },
      TutorPaneCommand(
        "restart", "r", title: "Begin again…", group: .editing, help: "begin the lesson again; asks first",
        hint: "again"
      ) {
        $0.tutor.restart()
      },
      TutorPaneCommand(
        "go-on", "<Enter>", title: "Go on", group: .finishing,
        help: "go to the next lesson if this one is done, else to the blocks",
        hint: "go on"
      ) { $0.tutor.goOn() },
      TutorPaneCommand(
        "canvas", "<Esc>", "<Tab>", title: "Back to the blocks", group: .finishing,
        help: "back to the blocks; the task stays open", hint: "blocks",
        runIn: { $1.modes.pop($0) }),
    ])
}

typealias TutorPaneCommand = Command<TutorPane>

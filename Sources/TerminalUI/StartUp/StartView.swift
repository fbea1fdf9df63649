import AppModules
import MortiseScreen
import MortiseTerminal

/// The placeholder for the canvas: shows the progress while the program is read, or why it can't be opened.
final class StartView: EditorController, ScrollingMode, ScreenPart {
  override var part: (any ScreenPart)? { self }
  override var mode: (any Mode)? { self }
  let region = ScreenRegion.canvas
  private let startUp: StartUp
  private let now: () -> ContinuousClock.Instant
  /// Ends the editor.
  let quit: () -> Void
  /// The number of rows by which the error message is scrolled, and its maximum; 0 if all of it fits.
  private var scrolled = 0
  private var overhang = 0
  private(set) var page = 1

  /// - Parameter now: the clock.
  init(startUp: StartUp, now: @escaping () -> ContinuousClock.Instant, quit: @escaping () -> Void) {
    self.startUp = startUp
    self.now = now
    self.quit = quit
  }

  private var failure: String? { startUp.failure.map { "\($0)" } }

  var commands: CommandTable<StartView> { failure == nil ? Self.waitingCommands : Self.failureCommands }

  func statusText(on screen: EditorScreen) -> String {
    failure.map { "not opened: \($0.split(separator: "\n")[0])" } ?? startUp.waitingDescription
  }

  /// Handles the keys after a failure. Before that, the editor calls only `press`, with a key that quits.
  func handle(_ event: InputEvent, on screen: EditorScreen) {
    if case .key(let key) = event { press(key, on: screen) }
  }

  // MARK: - Commands

  /// Users of vi press Esc by habit, which must not end an editor that is about to show the program.
  private var refusalToGiveUp: String? {
    let isSlow = startUp.queue.activitiesInProgress.contains { now() - $0.since >= ProgressBar.delay }
    return isSlow ? nil : "the program is about to be shown"
  }

  var rowCount: Int { overhang + page }

  func refusalToMove(_ direction: Int) -> String? { overhang > 0 ? nil : "that is the whole message" }

  func move(by distance: Int) { scrolled = min(max(scrolled + distance, 0), overhang) }

  // MARK: - Drawing

  func press(at position: Point, on screen: EditorScreen) {}

  func cursor(on screen: EditorScreen) -> Point? {
    Point(x: screen.layout.canvas.minX + 2, y: screen.layout.canvas.minY + 1)
  }

  func draw(on grid: inout CellGrid, in area: Rect, _ screen: EditorScreen) {
    let style = failure == nil ? screen.theme.hint : Style.plain
    for (row, line) in rows(for: area, screen.repertoire).enumerated() {
      _ = grid.write(line, at: Point(x: area.minX, y: area.minY + row), style: style, clip: area)
    }
  }

  private func rows(for area: Rect, _ repertoire: Repertoire) -> [String] {
    guard let failure else { return ["", "  " + startUp.waitingDescription] }
    let lines = failure.split(separator: "\n").map(String.init)
    func rows(_ width: Int, hanging: Int) -> [String] {
      lines.flatMap { WrappedText.rows(of: $0, width: max(8, width), hanging: hanging, repertoire: repertoire) }
    }
    let wide = rows(area.width - 4, hanging: 2)
    let all = ["", "The program can't be opened:", ""] + wide + ["", "Nothing was changed. q quits."]
    overhang = 0
    if all.count <= area.height, area.width >= 34 { return all.map { "  " + $0 } }
    // On a small screen, the error message gets all the room.
    let narrow = rows(area.width - 1, hanging: 0)
    let room = max(1, area.height - 1)
    page = room
    overhang = max(0, narrow.count - room)
    scrolled = min(scrolled, overhang)
    return narrow[scrolled...].prefix(room) + [overhang > 0 ? "↑ ↓ scroll, q quits" : "q quits"]
  }

  /// The commands while the program is being read. Other keys are held until it can be edited.
  static let waitingCommands = CommandTable<StartView>(
    "opening", "While a program is opened",
    [
      StartCommand("quit", "<C-q>", group: .finishing, help: "quit without waiting", hint: "quit") { $0.quit() },
      StartCommand(
        "give-up", "<Esc>", "q", "<C-c>", group: .finishing, help: "quit, if it has taken half a second",
        unavailable: { $0.refusalToGiveUp }, run: { $0.quit() }
      ).hinted { $0.refusalToGiveUp == nil ? "give up" : nil },
    ])

  /// The commands when the program can't be opened.
  static let failureCommands = CommandTable<StartView>(
    "failure", "When a program can’t be opened",
    scrollCommands("line", hint: "scroll", hasEnds: false) + [
      StartCommand(
        "quit", "q", "<Esc>", "<Enter>", "<C-q>", group: .finishing, help: "quit", hint: "quit"
      ) { $0.quit() }
    ])
}

typealias StartCommand = Command<StartView>

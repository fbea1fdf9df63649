import AppModules
import MortiseScreen
import MortiseTerminal

/// The placeholder for the canvas that shows why the program can't be opened.
final class FailureView: EditorController, ScrollingMode, ScreenPart {
  override var part: (any ScreenPart)? { self }
  override var mode: (any Mode)? { self }
  let region = ScreenRegion.canvas
  private let failure: String
  /// Ends the editor.
  private let quit: () -> Void
  /// The number of rows by which the error message is scrolled, and its maximum; 0 if all of it fits.
  private var scrolled = 0
  private var overhang = 0
  private(set) var page = 1

  init(_ failure: any Error, quit: @escaping () -> Void) {
    (self.failure, self.quit) = ("\(failure)", quit)
  }

  func statusText(on screen: EditorScreen) -> String { "not opened: \(failure.split(separator: "\n")[0])" }

  func handle(_ event: InputEvent, on screen: EditorScreen) {
    if case .key(let key) = event { press(key, on: screen) }
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
    for (row, line) in rows(for: area, screen.repertoire).enumerated() {
      _ = grid.write(line, at: Point(x: area.minX, y: area.minY + row), style: .plain, clip: area)
    }
  }

  private func rows(for area: Rect, _ repertoire: Repertoire) -> [String] {
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

  var commands: CommandTable<FailureView> { Self.failureCommands }

  static let failureCommands = CommandTable<FailureView>(
    "failure", "When a program can’t be opened",
    scrollCommands("line", hint: "scroll", hasEnds: false) + [
      Command("quit", "q", "<Esc>", "<Enter>", "<C-q>", title: "Quit", group: .finishing, help: "quit", hint: "quit") {
        $0.quit()
      }
    ])
}

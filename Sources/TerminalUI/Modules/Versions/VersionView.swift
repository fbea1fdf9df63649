import AppModules
import BlockLayout
import MortiseScreen
import MortiseTerminal
import Workbench

/// A version of the program, with the changes of its commit. It covers the program, and is read-only.
final class VersionView: EditorController, ScrollingMode {
  override var mode: (any Mode)? { self }
  /// Shows the commit at a distance in the list, which begins with the newest one.
  private let step: (_ view: VersionView, _ distance: Int) -> Void
  private let close: (_ view: VersionView) -> Void
  /// The position of the commit in the list, from 0.
  private(set) var index: Int
  private let count: Int
  private var title = ""
  /// The commit that is shown, or the error from reading it.
  private var content: Result<CommitReading, OpenError>
  private var scroll = Point.zero
  private(set) var page = 10
  /// The area of the program on the screen.
  private var area = Rect(x: 0, y: 0, width: 0, height: 0)

  /// - Parameters:
  ///   - index: the position of the commit in the list, from 0.
  ///   - count: the number of commits.
  init(
    _ content: Result<CommitReading, OpenError>, title: String, index: Int, of count: Int,
    step: @escaping (_ view: VersionView, _ distance: Int) -> Void, close: @escaping (_ view: VersionView) -> Void
  ) {
    (self.content, self.title, self.index, self.count) = (content, title, index, count)
    (self.step, self.close) = (step, close)
  }

  /// Shows another commit.
  func show(_ content: Result<CommitReading, OpenError>, title: String, index: Int) {
    (self.content, self.title, self.index, scroll) = (content, title, index, .zero)
  }

  /// The commands in a version of the program.
  static let versionCommands = CommandTable<VersionView>(
    "version", "In a version of the program",
    scrollCommands("row") + [
      Command(
        "older", "<Left>", title: "Older commit", group: .navigation, help: "the commit before", hint: "older",
        unavailable: { $0.index + 1 < $0.count ? nil : "this is the first commit of the file" },
        run: { $0.step($0, 1) }),
      Command(
        "newer", "<Right>", title: "Newer commit", group: .navigation, help: "the commit after", hint: "newer",
        unavailable: { $0.index > 0 ? nil : "this is the last commit of the file" }, run: { $0.step($0, -1) }),
      Command(
        "next-change", "n", title: "Next change", group: .finding, help: "next change", hint: "next change",
        unavailable: { $0.refusalToGoOn }, run: { $0.reading?.goToChange(forward: true) }),
      Command(
        "previous-change", "p", "N", title: "Previous change", group: .finding, help: "previous change",
        unavailable: { $0.refusalToGoOn },
        run: { $0.reading?.goToChange(forward: false) }),
      Command(
        "close", "<Esc>", "q", title: "Close", group: .finishing, help: "back to the list of commits", hint: "back",
        run: { $0.close($0) }),
    ])

  let commands = versionCommands

  private var reading: CommitReading? { try? content.get() }

  private var refusalToGoOn: String? {
    switch content {
    case .success(let reading): reading.refusalToGoOn
    case .failure(let error): error.description
    }
  }

  /// The commit, the number of its changes, and its position in the list.
  var summary: String {
    let position = "\(title) · \(counts) · commit \(index + 1) of \(count)"
    if case .failure(let error) = content { return "\(error) · \(position)" }
    return position
  }

  private var counts: String {
    guard let counts = reading?.changes.counts else { return "can't be read" }
    return counts.isEmpty ? "no changes of blocks" : counts
  }

  func statusText(on screen: EditorScreen) -> String { reading.map { "\($0.words) · \(summary)" } ?? summary }

  func handle(_ event: InputEvent, on screen: EditorScreen) {
    switch event {
    case .key(let key): press(key, on: screen)
    case .mouse(let mouse):
      if let rows = mouse.scrolledRows { return move(by: rows) }
      if mouse.kind == .press, area.contains(mouse.position) {
        reading?.move(to: mouse.position - area.origin + scroll)
      }
    default: break
    }
  }

  // MARK: - Moving

  var rowCount: Int { reading?.layout.bounds.height ?? 0 }

  func move(by distance: Int) { reading?.move(rows: distance) }

  func refusalToMove(_ direction: Int) -> String? { reading == nil ? "this version can't be read" : nil }

  /// Scrolls so that the row at the cursor is shown.
  private func scrollToCursor(_ reading: CommitReading) {
    let bounds = reading.layout.bounds
    scroll.x = min(0, bounds.minX - 1)
    let lowest = max(bounds.minY - 1, bounds.maxY + 1 - area.height)
    if let rect = reading.cursor.flatMap({ reading.order.rect(of: $0) }) {
      // A ghost may be above or below the row.
      let margin = min(2, area.height / 4)
      if rect.minY < scroll.y + margin { scroll.y = rect.minY - margin }
      if rect.minY >= scroll.y + area.height - margin { scroll.y = rect.minY + 1 + margin - area.height }
      if rect.maxX > scroll.x + area.width - 1 {
        scroll.x = min(rect.minX - 1, rect.maxX + 1 - area.width)
      }
    }
    scroll.y = max(bounds.minY - 1, min(scroll.y, lowest))
  }

  // MARK: - Drawing

  func window(on screen: EditorScreen) -> ModeWindow? {
    let origin = Point(x: 0, y: screen.layout.title.maxY)
    let size = Size(width: screen.size.width, height: max(3, screen.layout.status.minY - origin.y))
    let inside = Rect(x: 1, y: 1, width: max(1, size.width - 2), height: size.height - 2)
    area = inside.offset(by: origin)
    page = max(1, inside.height - 1)
    var hidden = 0
    if let reading {
      reading.layout.restyle(
        LayoutStyleChoice.style(
          theme: screen.theme, canvas: inside, repertoire: screen.repertoire,
          messages: reading.layout.workspace.factory.messages))
      scrollToCursor(reading)
      hidden = max(0, reading.layout.bounds.maxY - scroll.y - inside.height)
    }
    var grid = WindowFrame.grid(
      size: size, title: "\(counts) · \(title)", footers: [hints] + shorterHints, hiddenRows: hidden,
      theme: screen.theme,
      repertoire: screen.repertoire)
    grid.fill(inside, glyph: " ", style: .plain)
    var cursor = Point(x: 1, y: 1)
    switch content {
    case .success(let reading):
      var view = CanvasView(layout: reading.layout, theme: screen.theme, focus: reading.cursor)
      view.changeSigns = reading.changes.signs
      view.draw(on: &grid, in: inside, scroll: scroll)
      if let rect = reading.cursor.flatMap({ reading.order.rect(of: $0) }) {
        cursor = inside.origin + rect.origin - scroll
      }
      if reading.cursor == nil {
        _ = grid.write(reading.words, at: Point(x: 3, y: 2), style: screen.theme.ghost, clip: inside)
      }
    case .failure(let error):
      for (row, line) in WrappedText.rows(
        of: error.description, width: inside.width - 4, hanging: 0, repertoire: screen.repertoire
      ).enumerated() {
        _ = grid.write(line, at: Point(x: 3, y: 2 + row), style: screen.theme.refusal, clip: inside)
      }
    }
    return ModeWindow(layer: Layer(origin: origin, grid: grid), cursor: cursor)
  }
}

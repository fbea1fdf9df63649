import MortiseScreen
import MortiseTerminal

/// A mode with rows through which the arrow keys, the page keys and the mouse wheel move.
protocol ScrollingMode: CommandMode {
  var rowCount: Int { get }

  /// The number of rows on a page, as of the last drawing.
  var page: Int { get }

  /// Moves down by some rows, or up if negative, at most to the last or first row.
  func move(by distance: Int)

  /// Returns why it can't move in a direction; nil if it can, or if moving at the end does no harm.
  func refusalToMove(_ direction: Int) -> String?
}

extension ScrollingMode {
  func refusalToMove(_ direction: Int) -> String? { nil }

  /// The commands that move through rows, for the mode's table.
  /// - Parameters:
  ///   - row: the name of a row, such as `entry`.
  ///   - hint: the action of moving, for the hints; nil for none.
  ///   - hasEnds: whether keys go to the first and last row. Where text is typed, these keys move in its line.
  ///   - others: further keys, by the name of the command.
  static func scrollCommands(
    _ row: String, hint: String? = nil, hasEnds: Bool = true, others: [String: [String]] = [:]
  ) -> [Command<Self>] {
    func command(
      _ name: String, _ key: String, _ title: String, _ help: String, hint: String? = nil, _ direction: Int,
      distance: @escaping (Self) -> Int
    ) -> Command<Self> {
      Command(
        name, keys: [key] + (others[name] ?? []), title: title, group: .navigation, help: help, hint: hint,
        unavailable: { $0.refusalToMove(direction) }, runIn: { mode, _ in mode.move(by: direction * distance(mode)) })
    }
    let steps = [
      command("up", "<Up>", "Up", "previous \(row)", hint: hint.map { _ in "" }, -1) { _ in 1 },
      command("down", "<Down>", "Down", "next \(row)", hint: hint, 1) { _ in 1 },
      command("page-up", "<PageUp>", "Page up", "one page up", -1, distance: { $0.page }),
      command("page-down", "<PageDown>", "Page down", "one page down", 1, distance: { $0.page }),
    ]
    if !hasEnds { return steps }
    return steps + [
      command("first", "<Home>", "Go to the beginning", "first \(row)", -1, distance: { $0.rowCount }),
      command("last", "<End>", "Go to the end", "last \(row)", 1, distance: { $0.rowCount }),
    ]
  }
}

extension MouseEvent {
  /// The number of rows by which the wheel scrolls down; nil for other events.
  var scrolledRows: Int? {
    switch kind {
    case .scrollUp: -3
    case .scrollDown: 3
    default: nil
    }
  }
}

/// The rows of a list: the selected one, and those that are shown.
struct ListBody {
  /// The number of rows.
  var count = 0 { didSet { select(selected) } }
  /// The index of the selected row; 0 if there are no rows.
  private(set) var selected = 0
  /// The index of the first row that is shown.
  private(set) var top = 0
  /// The number of rows that fit, as of the last drawing.
  private(set) var page = 8
  /// The area of the rows on the screen.
  private var area = Rect(origin: .zero, size: .zero)
  /// The area of their window on the screen.
  private(set) var frame = Rect(origin: .zero, size: .zero)

  /// The indices of the rows that are shown.
  var shown: Range<Int> { top..<max(top, min(top + page, count)) }

  /// The number of rows below those that are shown.
  var hiddenBelow: Int { count - shown.upperBound }

  /// Selects the row nearest to an index.
  mutating func select(_ row: Int) { selected = min(max(row, 0), max(0, count - 1)) }

  /// Scrolls so that the selected row is shown.
  /// - Parameters:
  ///   - area: the area of the rows on the screen.
  ///   - frame: the area of their window.
  mutating func show(in area: Rect, frame: Rect) {
    (self.area, self.frame) = (area, frame)
    page = max(1, area.height)
    scroll(to: min(max(top, selected - page + 1), selected))
  }

  /// Scrolls to a row, but keeps the page filled.
  mutating func scroll(to row: Int) { top = max(0, min(row, count - page)) }

  /// Returns the row at a position of the screen, if any.
  func row(at position: Point) -> Int? {
    guard area.contains(position) else { return nil }
    let row = top + position.y - area.minY
    return row < count ? row : nil
  }
}

/// A part of the screen beside the canvas that shows lines, and takes the keys until the user returns to the canvas:
/// the event log, the code, the output.
protocol LinesPart: ScreenPart, ScrollingMode {
  /// Returns to the canvas; the lines stay on the screen.
  func leave(on screen: EditorScreen)

  /// Receives a text that the terminal pastes.
  func paste(_ text: String)
}

extension LinesPart {
  func paste(_ text: String) {}

  func handle(_ event: InputEvent, on screen: EditorScreen) { handleInLines(event, on: screen) }

  /// Handles the events that all such parts have in common.
  func handleInLines(_ event: InputEvent, on screen: EditorScreen) {
    switch event {
    case .key(let key): press(key, on: screen)
    case .paste(let text): paste(text)
    case .mouse(let mouse):
      if let rows = mouse.scrolledRows { return move(by: rows) }
      guard mouse.kind == .press else { return }
      if screen.layout.area(of: region).contains(mouse.position) {
        press(at: mouse.position, on: screen)
      } else {
        leave(on: screen)
      }
    default: break
    }
  }

  func leave(on screen: EditorScreen) { screen.modes.pop(self) }
}

/// Lines that are longer than the screen is wide.
protocol WideLines: LinesPart {
  /// The first column that is shown.
  var left: Int { get set }

  /// The number of columns that are shown.
  var width: Int { get }

  /// Returns the number of columns of the widest line that is shown, or more than a limit if it has more.
  func widestLine(upTo limit: Int) -> Int
}

extension WideLines {
  /// The number of columns that a key scrolls by.
  static var step: Int { 8 }

  /// Why the lines can't be scrolled sideways; nil if they can.
  func refusalToScrollSideways(_ direction: Int) -> String? {
    if direction < 0 { return left == 0 ? "this is the left edge" : nil }
    let end = left + width
    return widestLine(upTo: end + Self.step) > end ? nil : "no line goes on to the right"
  }

  func scrollSideways(_ direction: Int) { left = max(0, left + direction * Self.step) }

  /// Draws a line, beginning with the first shown column, with ellipses where it continues.
  func drawLine(_ text: String, on grid: inout CellGrid, in clip: Rect, style: Style = .plain) {
    let end = grid.write(text, at: Point(x: clip.minX - left, y: clip.minY), style: style, clip: clip) - left
    if end > clip.width {
      let ellipsis = grid.repertoire.columns(of: "…")
      _ = grid.write("…", at: Point(x: clip.maxX - ellipsis, y: clip.minY), style: style, clip: clip)
    }
    if left > 0, end > -left { _ = grid.write("…", at: clip.origin, style: style, clip: clip) }
  }
}

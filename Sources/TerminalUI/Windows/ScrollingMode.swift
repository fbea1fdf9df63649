import MortiseScreen
import MortiseTerminal

/// A mode with rows that the arrow keys, the page keys and the mouse wheel go through.
protocol ScrollingMode: CommandMode {
  var rowCount: Int { get }

  /// The number of rows on a page, as of the last drawing.
  var page: Int { get }

  /// Moves down by some rows, or up if negative, as far as there are any.
  func move(by distance: Int)

  /// Returns why it can't move in a direction; nil if it can, or if moving at the end does no harm.
  func refusalToMove(_ direction: Int) -> String?
}

extension ScrollingMode {
  func refusalToMove(_ direction: Int) -> String? { nil }

  /// The commands that move through rows, for the mode's table.
  /// - Parameters:
  ///   - row: what the rows are, such as `entry`.
  ///   - hint: what moving does, for the hints; nil for none.
  ///   - hasEnds: whether keys go to the first and last row. Where text is typed, they move in its line.
  ///   - others: further keys, by the name of the command.
  static func scrollCommands(
    _ row: String, hint: String? = nil, hasEnds: Bool = true, others: [String: [String]] = [:]
  ) -> [Command<Self>] {
    func command(
      _ name: String, _ key: String, _ help: String, hint: String? = nil, _ direction: Int,
      distance: @escaping (Self) -> Int
    ) -> Command<Self> {
      Command(
        name, keys: [key] + (others[name] ?? []), group: .navigation, help: help, hint: hint,
        unavailable: { $0.refusalToMove(direction) }, runIn: { mode, _ in mode.move(by: direction * distance(mode)) })
    }
    let steps = [
      command("up", "<Up>", "previous \(row)", hint: hint.map { _ in "" }, -1) { _ in 1 },
      command("down", "<Down>", "next \(row)", hint: hint, 1) { _ in 1 },
      command("page-up", "<PageUp>", "one page up", -1, distance: { $0.page }),
      command("page-down", "<PageDown>", "one page down", 1, distance: { $0.page }),
    ]
    if !hasEnds { return steps }
    return steps + [
      command("first", "<Home>", "first \(row)", -1, distance: { $0.rowCount }),
      command("last", "<End>", "last \(row)", 1, distance: { $0.rowCount }),
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
  /// Where the rows are on the screen.
  private var area = Rect(origin: .zero, size: .zero)
  /// Where their window is on the screen.
  private(set) var frame = Rect(origin: .zero, size: .zero)

  /// The indices of the rows that are shown.
  var shown: Range<Int> { top..<max(top, min(top + page, count)) }

  /// Selects the row nearest to an index.
  mutating func select(_ row: Int) { selected = min(max(row, 0), max(0, count - 1)) }

  /// Scrolls so that the selected row is shown.
  /// - Parameters:
  ///   - area: where the rows are on the screen.
  ///   - frame: where their window is.
  mutating func show(in area: Rect, frame: Rect) {
    (self.area, self.frame) = (area, frame)
    page = max(1, area.height)
    scroll(to: min(max(top, selected - page + 1), selected))
  }

  /// Scrolls to a row, as far as the rows fill the page.
  mutating func scroll(to row: Int) { top = max(0, min(row, count - page)) }

  /// Returns the row at a position of the screen, if any.
  func row(at position: Point) -> Int? {
    guard area.contains(position) else { return nil }
    let row = top + position.y - area.minY
    return row < count ? row : nil
  }
}

import AppModules
import MortiseScreen
import MortiseTerminal

/// The contents of a window with numbered rows. Only visible contents are read.
protocol RowsContent: AnyObject {
  var title: String { get }
  var rowCount: Int { get }
  /// The text of an empty list.
  var emptyText: String { get }
  /// Whether single cells are selected, under the numbers of their columns.
  var hasColumns: Bool { get }
  /// The action of Enter, in a word or two.
  var verb: String { get }
  /// The row with the sign of the program's position; nil for none.
  var markedRow: Int? { get }

  /// Returns the lines above the rows.
  /// - Parameter columns: the available width.
  func heading(columns: Int, on screen: EditorScreen) -> [String]

  /// Returns how many columns some rows have.
  func columnCount(of rows: Range<Int>) -> Int

  /// Returns the cells of some rows in some columns. Those at the end of a row may be missing.
  func cells(of rows: Range<Int>, columns: Range<Int>) -> [[String]]

  /// Returns the label before a row.
  func label(ofRow row: Int) -> String

  /// Returns the row for a typed number.
  func row(forNumber number: Int) -> Int

  func statusText(row: Int, column: Int) -> String
}

extension RowsContent {
  var hasColumns: Bool { false }
  var markedRow: Int? { nil }
  func heading(columns: Int, on screen: EditorScreen) -> [String] { [] }
}

/// A window with any number of rows, and with columns.
final class RowsWindow: EditorController, ScrollingMode {
  override var mode: (any Mode)? { self }
  private let content: any RowsContent
  private let act: (_ row: Int, _ column: Int) -> Void
  private var list = ListBody()
  /// The selected column.
  private(set) var column = 0
  /// The first column that is shown.
  private var left = 0
  private var columnCount = 1
  /// Whether the numbers of columns are shown above them. Once shown, they stay.
  private var numbersColumns = false
  /// The digits of a row's number that were typed.
  private var typed = ""
  /// The shown columns, and their positions in the window.
  private var shownColumns: [(column: Int, range: Range<Int>)] = []
  /// The width of the window. It never shrinks, so that the window stays in place while it is scrolled.
  private var width = 0
  private var labelWidth = 0

  let commands: CommandTable<RowsWindow>

  /// - Parameters:
  ///   - selected: the initial row.
  ///   - commands: additional commands.
  ///   - choose: called for Enter; the window stays open.
  init(
    _ content: any RowsContent, selected: Int = 0, adding commands: [Command<RowsWindow>] = [],
    choose: @escaping (_ row: Int, _ column: Int) -> Void
  ) {
    (self.content, act) = (content, choose)
    self.commands = commands.isEmpty ? Self.rowsCommands : Self.table(adding: commands)
    super.init()
    list.count = content.rowCount
    list.select(selected)
  }

  /// The selected row.
  var row: Int { list.selected }

  /// The commands of a window with rows.
  static let rowsCommands = table(adding: [])

  private static func table(adding commands: [Command<RowsWindow>]) -> CommandTable<RowsWindow> {
    CommandTable(
      "rows", "In a table", moving + [choosing] + commands + [closing],
      fallback: CommandTable<RowsWindow>.Fallback(
        keys: "0–9", help: "go to the row or step with the number that is typed",
        hint: commands.isEmpty ? "go to number" : nil
      ) { window, key, _ in window.type(key) })
  }

  private static let moving =
    scrollCommands("row") + [
      Command(
        "previous-column", "<Left>", title: "Previous column", group: .navigation, help: "previous column",
        unavailable: { $0.refusalToMoveSideways(-1) }, run: { $0.column -= 1 }),
      Command(
        "next-column", "<Right>", title: "Next column", group: .navigation, help: "next column",
        unavailable: { $0.refusalToMoveSideways(1) }, run: { $0.column += 1 }),
      Command(
        "delete-digit", "<Backspace>", title: "Delete last digit", group: .navigation,
        help: "delete the last digit of the row’s number",
        unavailable: { $0.typed.isEmpty ? "no number is typed" : nil }, run: { $0.deleteDigit() }),
    ]

  private static let choosing = Command<RowsWindow>(
    "choose", "<Enter>", "<C-s>", title: "Choose", group: .finishing,
    help: "read the value, or a list in it; go to the step",
    unavailable: { $0.rowCount == 0 ? "there is nothing to choose" : nil }, run: { $0.choose() }
  ).hinted { $0.content.verb }

  private static let closing = Command<RowsWindow>(
    "close", "<Esc>", "q", title: "Close", group: .finishing, help: "close the table", hint: "close",
    runIn: { $1.modes.pop($0) })

  func statusText(on screen: EditorScreen) -> String {
    if rowCount == 0 { return "\(content.title): \(content.emptyText)" }
    return "\(content.statusText(row: list.selected, column: column)) · \(content.title)"
  }

  func handle(_ event: InputEvent, on screen: EditorScreen) {
    switch event {
    case .key(let key):
      let before = typed
      press(key, on: screen)
      if typed == before { typed = "" }
    case .mouse(let mouse):
      if let rows = mouse.scrolledRows { return move(by: rows) }
      if mouse.kind == .press { press(at: mouse.position, on: screen) }
    default: break
    }
  }

  /// Selects the clicked row or cell; chooses it if it is already selected.
  private func press(at position: Point, on screen: EditorScreen) {
    guard let row = list.row(at: position) else {
      if !list.frame.contains(position) { screen.modes.pop(self) }
      return
    }
    let x = position.x - list.frame.minX
    let clicked = shownColumns.last { $0.range.lowerBound <= x }?.column ?? column
    if row == list.selected, clicked == column { return choose() }
    list.select(row)
    column = clicked
  }

  // MARK: - Commands

  var rowCount: Int { content.rowCount }

  var page: Int { list.page }

  func move(by distance: Int) {
    list.count = rowCount
    list.select(list.selected + distance)
  }

  private func refusalToMoveSideways(_ direction: Int) -> String? {
    if columnCount < 2 { return "there is one column" }
    if direction < 0 { return column == 0 ? "this is the first column" : nil }
    return column + 1 < columnCount ? nil : "this is the last column"
  }

  private func choose() { act(list.selected, column) }

  /// Goes to the row with a typed number.
  /// - Returns: whether the key types a digit.
  private func type(_ key: Key) -> Bool {
    guard let digit = key.typedCharacter, digit.isASCII, digit.isNumber else { return false }
    if typed.count < 12 { typed.append(digit) }
    goToTypedRow()
    return true
  }

  private func deleteDigit() {
    typed.removeLast()
    goToTypedRow()
  }

  private func goToTypedRow() {
    list.count = rowCount
    if let number = Int(typed) { list.select(content.row(forNumber: number)) }
  }

  // MARK: - Drawing

  private static let gap = 2
  private static let widestCell = 24
  /// The maximum number of columns that are read.
  private static let mostColumns = 80

  func window(on screen: EditorScreen) -> ModeWindow? {
    let bounds = screen.size
    let repertoire = screen.repertoire
    list.count = rowCount
    let heading = content.heading(columns: max(8, bounds.width - 4), on: screen)
    numbersColumns = numbersColumns || content.columnCount(of: list.shown) > 1
    let top = 1 + heading.count + (numbersColumns ? 1 : 0)
    let height = min(max(rowCount, 1) + top + 1, max(top + 2, bounds.height - 4))
    let rows = height - top - 1
    // The position of the window is known only after its contents.
    list.show(in: Rect(x: 0, y: 0, width: 1, height: rows), frame: list.frame)
    let shown = list.shown
    columnCount = max(1, content.columnCount(of: shown))
    column = min(column, columnCount - 1)
    labelWidth = max(labelWidth, shown.map { repertoire.columns(of: content.label(ofRow: $0)) }.max() ?? 0)
    let start = 1 + Self.gap + (labelWidth > 0 ? labelWidth + Self.gap : 0)
    let (cells, widths) = cells(of: shown, room: bounds.width - 2 - start, columns: repertoire.columns(of:))
    let wanted = [
      start + widths.reduce(0) { $0 + $1 + Self.gap }, repertoire.columns(of: content.title) + 6,
      repertoire.columns(of: hints) + repertoire.columns(of: moreText) + 6,
      repertoire.columns(of: content.emptyText) + 4,
    ]
    let widest = heading.map(repertoire.columns(of:)).max() ?? 0
    width = min(max(width, wanted.max() ?? 0, widest + 4), bounds.width)
    let size = Size(width: width, height: height)
    let origin = PopupPlacement.origin(of: size, anchor: .centre, screen: bounds)
    list.show(
      in: Rect(x: origin.x + 1, y: origin.y + top, width: width - 2, height: rows),
      frame: Rect(origin: origin, size: size))
    var grid = WindowFrame.grid(
      size: size, title: content.title, footers: [hints] + shorterHints, hiddenRows: list.hiddenBelow,
      theme: screen.theme,
      repertoire: repertoire)
    let inside = Rect(x: 1, y: 1, width: width - 2, height: height - 2)
    for (row, text) in heading.enumerated() {
      grid.write(text, at: Point(x: 2, y: 1 + row), style: screen.theme.popup, fitting: inside)
    }
    if rowCount == 0 {
      grid.write(content.emptyText, at: Point(x: 2, y: top), style: screen.theme.popupHint, fitting: inside)
    }
    var x = start
    shownColumns = widths.enumerated().map { index, width in
      defer { x += width + Self.gap }
      return (left + index, x..<x + width)
    }
    if numbersColumns { drawColumnNumbers(on: &grid, y: top - 1, screen.theme) }
    for row in shown {
      draw(row, cells[row - shown.lowerBound], on: &grid, y: top + row - shown.lowerBound, screen.theme)
    }
    let cursor = shownColumns.first { $0.column == column }?.range.lowerBound ?? start
    return ModeWindow(
      layer: Layer(origin: origin, grid: grid),
      cursor: Point(x: content.hasColumns ? cursor : 1, y: top + list.selected - list.top))
  }

  private var moreText: String { list.hiddenBelow > 0 ? " ↓ \(list.hiddenBelow) more " : "" }

  /// Returns the shown cells, beginning with the first shown column, and the widths of their columns.
  private func cells(
    of rows: Range<Int>, room: Int, columns: (String) -> Int
  ) -> (cells: [[String]], widths: [Int]) {
    left = min(left, column)
    while true {
      let range = left..<min(columnCount, left + Self.mostColumns)
      let cells = content.cells(of: rows, columns: range)
      var widths: [Int] = []
      var rest = room
      for index in 0..<range.count {
        let most = content.hasColumns && columnCount > 1 ? Self.widestCell : rest
        let needed = cells.map { $0.indices.contains(index) ? columns($0[index]) : 0 }.max() ?? 0
        let number = content.hasColumns && columnCount > 1 ? String(range.lowerBound + index + 1).count : 1
        let width = min(max(needed, number), most)
        if !widths.isEmpty, width > rest { break }
        widths.append(min(width, max(1, rest)))
        rest -= width + Self.gap
      }
      if column < left + widths.count || !content.hasColumns { return (cells, widths) }
      left += 1
    }
  }

  private func drawColumnNumbers(on grid: inout CellGrid, y: Int, _ theme: Theme) {
    for (column, range) in shownColumns {
      let area = Rect(x: range.lowerBound, y: y, width: range.count, height: 1)
      grid.write(String(column + 1), at: area.origin, style: theme.popupHint, fitting: area)
    }
  }

  private func draw(_ row: Int, _ cells: [String], on grid: inout CellGrid, y: Int, _ theme: Theme) {
    let isSelected = row == list.selected
    let line = Rect(x: 1, y: y, width: grid.size.width - 2, height: 1)
    let style = isSelected && !(content.hasColumns && columnCount > 1) ? theme.focus : theme.popup
    grid.fill(line, style: style)
    if row == content.markedRow { _ = grid.write("▶", at: line.origin, style: style, clip: line) }
    let label = content.label(ofRow: row)
    let columns = grid.repertoire.columns(of: label)
    let start = 1 + Self.gap + labelWidth - columns
    _ = grid.write(label, at: Point(x: start, y: y), style: style == theme.popup ? theme.popupHint : style, clip: line)
    for (index, text) in cells.prefix(shownColumns.count).enumerated() {
      let (column, range) = shownColumns[index]
      let area = Rect(x: range.lowerBound, y: y, width: range.count, height: 1).intersection(line)
      let isCell = isSelected && style != theme.focus && column == self.column
      if isCell { grid.fill(area, style: theme.focus) }
      grid.write(text, at: area.origin, style: isCell ? theme.focus : style, fitting: area)
    }
    // A row that is too short for the column.
    if isSelected, style != theme.focus, let range = shownColumns.first(where: { $0.column == column })?.range,
      !cells.indices.contains(column - left)
    {
      grid.fill(Rect(x: range.lowerBound, y: y, width: range.count, height: 1), style: theme.focus)
    }
  }
}

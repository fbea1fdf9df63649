import MortiseScreen
import MortiseTerminal
import TerminalTesting
import Testing

@testable import TerminalUI

/// A window with rows asks for those that it shows, however many there are.
@MainActor @Suite struct RowsWindowTests {
  /// Numbered rows with columns, which notes what it was asked for.
  private final class Numbers: RowsContent {
    let title = "numbers"
    let rowCount: Int
    let columns: Int
    let emptyText = "nothing"
    let verb = "read"
    var hasColumns: Bool { columns > 1 }
    var markedRow: Int? { 2 }
    var asked: Set<Int> = []

    init(rowCount: Int, columns: Int = 1) { (self.rowCount, self.columns) = (rowCount, columns) }

    func columnCount(of rows: Range<Int>) -> Int { columns }

    func cells(of rows: Range<Int>, columns: Range<Int>) -> [[String]] {
      asked.formUnion(rows)
      return rows.map { row in columns.map { "\(row).\($0)" } }
    }

    func label(ofRow row: Int) -> String { String(row + 1) }
    func row(forNumber number: Int) -> Int { number - 1 }
    func statusText(row: Int, column: Int) -> String { "row \(row + 1), column \(column + 1)" }
  }

  private let screen = EditorScreen(device: TestTerminal(width: 80, height: 24), appName: "mortise")

  private func rows(_ window: RowsWindow) throws -> [String] {
    let grid = try #require(window.window(on: screen)).layer.grid
    return (0..<grid.size.height).map { grid.text(ofRow: $0, depth: nil).text }
  }

  private func press(_ keys: String, _ window: RowsWindow) throws {
    for event in try InputEvent.events(inLine: keys) {
      window.handle(event, on: screen)
      _ = window.window(on: screen)
    }
  }

  @Test func aMillionRowsScroll() throws {
    let numbers = Numbers(rowCount: 1_000_000)
    let window = RowsWindow(numbers) { _, _ in }
    #expect(try rows(window).contains { $0.contains("▶  3  2.0") })
    try press("<PageDown>", window)
    #expect(window.row == window.page)
    try press("<End>", window)
    #expect(window.statusText(on: screen) == "row 1000000, column 1 · numbers")
    #expect(try rows(window).contains { $0.contains("1000000  999999.0") })
    try press("500000", window)
    #expect(window.row == 499_999)
    try press("<Backspace><Backspace>", window)
    #expect(window.row == 4999)
    try press("<Up>7", window)
    #expect(window.row == 6)
    #expect(numbers.asked.count < 10 * window.page)
  }

  @Test func columnsScroll() throws {
    let numbers = Numbers(rowCount: 3, columns: 1000)
    var chosen: [[Int]] = []
    let window = RowsWindow(numbers) { chosen.append([$0, $1]) }
    #expect(try rows(window)[1].hasPrefix("│     1    2    3"))
    for _ in 0..<500 { try press("<Right>", window) }
    #expect(try rows(window).contains { $0.contains("0.500") && !$0.contains("0.501") })
    try press("<Down><Enter><Left><Enter>", window)
    #expect(chosen == [[1, 500], [1, 499]])
    #expect(window.statusText(on: screen) == "row 2, column 500 · numbers")
  }

  @Test func nothingIsSaidWhereNothingIs() throws {
    let window = RowsWindow(Numbers(rowCount: 0)) { _, _ in Issue.record("there is no row") }
    try press("<Enter><Down><End>5", window)
    #expect(window.statusText(on: screen) == "numbers: nothing")
    #expect(try rows(window).contains { $0.contains("nothing") })
  }
}

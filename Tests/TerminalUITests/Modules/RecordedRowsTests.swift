import ProgramRunning
import RunTesting
import Testing

@testable import TerminalUI

/// Tables and values over time show what was recorded, a page of it at a time.
@Suite struct RecordedRowsTests {
  private let recording: RunRecording
  private var log = RunLogBuilder()
  private let key: Int
  private let block: Int

  init() throws {
    let scene = try RunScene("set x to 1\nset y to x", watching: .recording(values: false))
    recording = try #require(RunRecording(scene.plan))
    block = try scene.number("set x to 1")
    key = try #require(scene.plan.slots?.key(ofGlobal: "x"))
  }

  private mutating func add() { recording.add(log.take()[...]) }

  @Test mutating func aTableIsThatOfItsMoment() throws {
    log.step(block)
    log.list(2, [.integer(1), .text("a")])
    log.list(1, [.list(2), .integer(7)])
    log.set(key, .list(1))
    log.step(block)
    log.insert(1, 0, .truth(true))
    log.step(block)
    add()
    guard case .list(let list)? = recording.value(ofVariable: "x", at: 2) else {
      Issue.record("x is no list")
      return
    }
    let now = ListRows(list, of: recording, at: 2, name: "x", current: (1, "a loop"))
    #expect(now.title == "x: 3 items")
    #expect(now.cells(of: 0..<3, columns: 0..<2) == [["true"], ["1", "\"a\""], ["7"]])
    #expect(now.columnCount(of: 0..<3) == 2)
    #expect(now.statusText(row: 1, column: 1) == "row 2 of 3, column 2 of 2: \"a\" · the current item of a loop")
    #expect(now.statusText(row: 2, column: 0) == "item 3 of 3: 7")
    #expect(now.value(row: 0, column: 1) == nil)
    let before = ListRows(list, of: recording, at: 1, name: "x", current: nil)
    #expect(before.title == "x: 2 items")
    #expect(before.cells(of: 0..<2, columns: 0..<1) == [["1"], ["7"]])
  }

  @Test mutating func aListThatIsTooLongIsNeverShownWrong() throws {
    log.step(block)
    log.event(-7, 1, .integer(2_000_000))
    log.set(key, .list(1))
    log.step(block)
    add()
    guard case .list(let list)? = recording.value(ofVariable: "x", at: 1) else { return }
    let rows = ListRows(list, of: recording, at: 1, name: "x", current: nil)
    #expect(rows.cells(of: 0..<min(2, rows.rowCount), columns: 0..<1).allSatisfy { $0 == ["…"] })
    #expect(rows.rowCount > 0 || rows.emptyText == "this list is too long: its items were not recorded")
  }

  @Test mutating func valuesOverTimeHaveTheirSteps() {
    for value in 0..<100_000 {
      log.step(block)
      log.set(key, .integer(value % 16))
      if value % 10_000 == 0 { add() }
    }
    add()
    let rows = HistoryRows("x", of: recording, at: recording.stepCount) { "statement \($0)" }
    #expect(rows.rowCount == 100_000)
    #expect(rows.label(ofRow: 12) == "step 13:")
    #expect(rows.cells(of: 12..<14, columns: 0..<1) == [["12 · statement 12"], ["13 · statement 13"]])
    #expect(rows.row(forNumber: 500) == 499)
    #expect(rows.row(forNumber: 0) == 0)
    #expect(
      rows.statusText(row: 20, column: 0).hasSuffix("21 of 100,000 · 100,000 values, least 0, greatest 15, last 15"))
    let earlier = HistoryRows("x", of: recording, at: 3) { _ in "" }
    #expect(earlier.rowCount == 3)
  }
}

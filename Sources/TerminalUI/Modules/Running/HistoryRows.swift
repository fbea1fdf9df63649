import Markup
import MortiseScreen
import ProgramRunning

/// The values of a variable over time, a row for each change, the oldest first.
final class HistoryRows: RowsContent {
  let title: String
  let emptyText: String
  let rowCount: Int
  let verb = "go to the step"
  private let recording: RunRecording
  private let name: String
  private let step: Int
  /// Returns the statement that runs at a step, in words.
  private let statement: (_ step: Int) -> String
  private let summary: NumberSummary

  init(_ name: String, of recording: RunRecording, at step: Int, statement: @escaping (_ step: Int) -> String) {
    (self.name, self.recording, self.step, self.statement) = (name, recording, step, statement)
    title = "Values of \(name)"
    emptyText = "\(name) was not set"
    rowCount = recording.changeCount(ofVariable: name, before: step)
    var summary = NumberSummary(count: rowCount)
    recording.forEachValue(ofVariable: name, before: step) { summary.add($0) }
    self.summary = summary
  }

  private func change(_ row: Int) -> RunRecording.Change? {
    recording.changes(ofVariable: name, before: step, row..<row + 1).first
  }

  /// Returns the step that set the value of a row; nil if there is no such row.
  func step(ofRow row: Int) -> Int? { change(row)?.step }

  func heading(columns: Int, on screen: EditorScreen) -> [String] {
    guard rowCount > 0 else { return [] }
    let line = screen.repertoire == .ascii ? nil : summary.line(columns: min(columns, 60))
    return [line, words].compactMap(\.self)
  }

  /// A summary of the values, in words.
  private var words: String {
    summary.words(last: change(rowCount - 1).map { ProgramRun.words($0.words) } ?? "")
  }

  func columnCount(of rows: Range<Int>) -> Int { 1 }

  func cells(of rows: Range<Int>, columns: Range<Int>) -> [[String]] {
    recording.changes(ofVariable: name, before: step, rows).map { change in
      ["\(ProgramRun.words(change.words)) · \(statement(change.step))"]
    }
  }

  func label(ofRow row: Int) -> String { "step \(((step(ofRow: row) ?? 0) + 1).grouped):" }

  /// Returns the row of the value that the variable had at a step.
  func row(forNumber number: Int) -> Int {
    max(0, (0..<rowCount).sortedIndex { step(ofRow: $0) ?? 0 >= number } - 1)
  }

  func statusText(row: Int, column: Int) -> String {
    guard let change = change(row) else { return "" }
    let position = "\((row + 1).grouped) of \(rowCount.grouped)"
    return
      "\(label(ofRow: row)) \(ProgramRun.words(change.words)) · \(statement(change.step)) · \(position) · \(words)"
  }
}

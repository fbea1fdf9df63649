import BlockModel
import MortiseScreen
import ProgramRunning

/// The items of a list at a moment of a run, one per row. Nested lists have columns.
final class ListRows: RowsContent {
  let title: String
  let rowCount: Int
  let hasColumns = true
  let verb = "read"
  private let recording: RunRecording
  private let list: Int
  private let step: Int
  /// The row of the item that a loop is at, and the loop in words.
  private let current: (row: Int, loop: String)?
  /// The items that were read last, cached.
  private var known: (rows: Range<Int>, items: [RunValue]) = (0..<0, [])
  let emptyText: String

  /// - Parameters:
  ///   - name: the name of the list, for the title.
  ///   - current: the index of the item that a loop is at, and the loop in words.
  init(_ list: Int, of recording: RunRecording, at step: Int, name: String, current: (row: Int, loop: String)?) {
    (self.list, self.recording, self.step) = (list, recording, step)
    let count = recording.count(ofList: list, at: step)
    rowCount = count ?? 0
    self.current = current.flatMap { $0.row < count ?? 0 ? $0 : nil }
    title = count.map { "\(name): \($0 == 1 ? "1 item" : "\($0.grouped) items")" } ?? name
    emptyText = count == nil ? "this list is too long: its items were not recorded" : "the list is empty"
  }

  var markedRow: Int? { current?.row }

  private func items(_ rows: Range<Int>) -> ArraySlice<RunValue> {
    if known.rows.lowerBound > rows.lowerBound || known.rows.upperBound < rows.upperBound {
      known = (rows, recording.items(ofList: list, rows, at: step))
    }
    let start = rows.lowerBound - known.rows.lowerBound
    return known.items[min(start, known.items.count)..<min(start + rows.count, known.items.count)]
  }

  /// Returns the value in a cell; nil if the row has none there.
  func value(row: Int, column: Int) -> RunValue? {
    guard let item = items(row..<row + 1).first else { return nil }
    guard let count = columnCount(of: item), count > 0 else { return column == 0 ? item : nil }
    guard case .list(let inner) = item else { return nil }
    return recording.items(ofList: inner, column..<column + 1, at: step).first
  }

  /// Returns the number of columns of an item; nil if it is no list, or if its items were not recorded.
  private func columnCount(of item: RunValue) -> Int? {
    guard case .list(let inner) = item else { return nil }
    return recording.count(ofList: inner, at: step)
  }

  func columnCount(of rows: Range<Int>) -> Int { items(rows).map { columnCount(of: $0) ?? 1 }.max() ?? 1 }

  func cells(of rows: Range<Int>, columns: Range<Int>) -> [[String]] {
    items(rows).map { item in
      guard case .list(let inner) = item, let count = columnCount(of: item), count > 0 else {
        return columns.contains(0) ? [words(item)] : []
      }
      return recording.items(ofList: inner, columns.clamped(to: 0..<count), at: step).map(words)
    }
  }

  private func words(_ value: RunValue) -> String { ProgramRun.words(recording.words(value, at: step)) }

  func label(ofRow row: Int) -> String { String(row + 1) }

  func row(forNumber number: Int) -> Int { number - 1 }

  func statusText(row: Int, column: Int) -> String {
    let count = items(row..<row + 1).first.flatMap(columnCount) ?? 1
    let isTable = column > 0 || count != 1
    let cell = column < count ? "column \(column + 1) of \(count)" : "column \(column + 1)"
    let number = "\((row + 1).grouped) of \(rowCount.grouped)"
    let position = isTable ? "row \(number), \(cell)" : "item \(number)"
    let value = value(row: row, column: column).map(words) ?? "nothing here"
    return [
      "\(position): \(value)", current.flatMap { $0.row == row ? "the current item of \($0.loop)" : nil },
    ].compactMap(\.self).joined(separator: " · ")
  }
}

extension ProgramRun {
  /// Returns the index of the list item that a “for each” is at, at the moment that is shown, and the loop in words;
  /// nil if there is no such loop.
  func currentItem(ofList list: Int, words: (Block) -> String) -> (row: Int, loop: String)? {
    guard let recording, !isOlder else { return nil }
    // At the end of a run with an error, the error comes from the last statement.
    let last = recording.block(at: step) == 0 && error != nil ? step - 1 : step
    for step in [last] + recording.calls(at: last).map(\.caller) {
      var block = plan.numbers.id(of: recording.block(at: step)).flatMap { program.workbench.workspace.blocks[$0] }
      while let loop = block {
        defer { block = loop.surroundingBlock }
        let number = plan.numbers.number(of: loop.id)
        guard loop.type == "controls_forEach", number > 0,
          let (index, start) = recording.iteration(of: number, at: step),
          value(ofListOf: loop, begunAt: start, recording) == .list(list)
        else { continue }
        return (index, words(loop))
      }
    }
    return nil
  }

  /// Returns the list that a “for each” goes through: the recorded value of its input or, if block values were not
  /// recorded, that of the variable in the input.
  private func value(ofListOf loop: Block, begunAt start: Int, _ recording: RunRecording) -> RunValue? {
    guard let value = loop.firstInput(withName: "LIST")?.connectedBlock else { return nil }
    if hasValues { return recording.value(ofBlock: plan.numbers.number(of: value.id), at: start + 1)?.value }
    let variable = value.inputs.flatMap(\.fields).compactMap(\.variable).first
    guard value.inputs.allSatisfy({ $0.connection == nil }), let variable else { return nil }
    return recording.value(ofVariable: variable.name, at: start)
  }
}

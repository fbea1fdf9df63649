import AppModules
import BlockLayout
import MortiseScreen
import ProgramRunning

/// The windows about values: tables of lists, the values of variables over time, watches.
extension RunningModule {
  /// Returns a window with a value at the moment that is shown: the items of a list, or else a text to read.
  /// - Parameter name: what the value is.
  func window(of value: RecordedValue, name: String, in run: ProgramRun, _ recording: RunRecording) -> any Mode {
    let step = run.step
    guard case .list(let list) = value else {
      let words = if case .text(let text) = value { text } else { recording.words(value, at: step) }
      return TextViewer(
        title: name, lines: words.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init))
    }
    let rows = ListRows(
      list, of: recording, at: step, name: name,
      current: run.currentItem(ofList: list) { [runner] in runner.text(of: $0) })
    return RowsWindow(rows, selected: rows.markedRow ?? 0) { [self] row, column in
      guard let value = rows.value(row: row, column: column) else { return }
      let place = rows.columnCount(of: row..<row + 1) > 1 ? "\(row + 1), \(column + 1)" : "\(row + 1)"
      open(window(of: value, name: "\(name) [\(place)]", in: run, recording))
    }
  }

  private func open(_ window: any Mode) { push(window) }

  /// Opens the values of a variable over time.
  func showHistory(of name: String) {
    guard let run = runner.last, let recording = run.recording else { return }
    let workspace = run.program.workbench.workspace
    let rows = HistoryRows(name, of: recording, at: run.step) { [runner] step in
      let block = run.plan.numbers.id(of: recording.block(at: step)).flatMap { workspace.blocks[$0] }
      return block.map(runner.text) ?? (step < 0 ? "before the first step" : "a block that is gone")
    }
    push(
      RowsWindow(rows, selected: rows.rowCount - 1) { [self] row, _ in
        guard let step = rows.step(ofRow: row) else { return }
        if let reason = runner.refusalToLookBack { return showStatus(reason) }
        scene.screen.modes.closeWindows()
        runner.go(toStep: step)
      })
  }
}

import AppModules
import BlockNotation
import MortiseScreen
import ProgramRunning

/// The watches of the program that is shown, with their values at the moment that is shown.
final class WatchRows: RowsContent {
  let title = "Watches"
  let emptyText = ""
  private let runner: ProgramRunner

  init(_ runner: ProgramRunner) { self.runner = runner }

  /// The number of watches, and one for the row that adds a watch.
  var rowCount: Int { runner.watches.lines.count + 1 }

  let verb = "change"

  func columnCount(of rows: Range<Int>) -> Int { 1 }

  func cells(of rows: Range<Int>, columns: Range<Int>) -> [[String]] { texts[rows].map { [$0] } }

  private var texts: [String] { runner.watchWords + ["add a watch …"] }

  func label(ofRow row: Int) -> String { "" }

  func row(forNumber number: Int) -> Int { number - 1 }

  func statusText(row: Int, column: Int) -> String { "\(texts[row]) · \(row + 1) of \(rowCount)" }

  /// Returns the index of the watch in a row; nil for the row that adds one.
  func watch(ofRow row: Int) -> Int? { row < runner.watches.lines.count ? row : nil }
}

/// The watch that is selected in the list of watches.
struct WatchSelection {
  fileprivate let module: RunningModule
  /// The index of the watch; nil on the entry that adds one.
  fileprivate let watch: Int?

  private var refusal: String? { watch == nil ? "there is no watch here" : nil }

  private var refusalToRead: String? {
    refusal ?? (watch.flatMap(module.runner.value(ofWatch:)) == nil ? "this watch has no value now" : nil)
  }

  /// The commands that the list of watches adds.
  static let table = CommandTable<WatchSelection>(
    "watches", "In the list of watches, also",
    [
      Command("new", "n", title: "New", group: .editing, help: "add a watch", hint: "new") {
        $0.module.typeWatch(at: nil)
      },
      Command(
        "delete", "<Delete>", title: "Delete", group: .editing, help: "delete the watch", hint: "delete",
        unavailable: { $0.refusal },
        run: { selection in
          if let watch = selection.watch { selection.module.runner.deleteWatch(at: watch) }
        }),
      Command(
        "read", "r", title: "Read the value", group: .editing, help: "read the value; a list as a table", hint: "read",
        unavailable: { $0.refusalToRead },
        run: { selection in
          if let watch = selection.watch { selection.module.readWatch(at: watch) }
        }),
    ])
}

extension RunningModule {
  func watchList() -> RowsWindow {
    let rows = WatchRows(runner)
    return RowsWindow(
      rows,
      adding: WatchSelection.table.adapted { [self] window in
        WatchSelection(module: self, watch: rows.watch(ofRow: window.row))
      }
    ) { [self] row, _ in typeWatch(at: rows.watch(ofRow: row)) }
  }

  /// Asks for the line of a watch.
  /// - Parameter index: the watch to change; nil for a new one.
  func typeWatch(at index: Int?) {
    push(
      WatchLine(
        title: index == nil ? "New watch" : "Watch", line: index.map { runner.watches.lines[$0] } ?? "",
        reader: LineReader(library: workbench.notation, workspace: workbench.workspace), library: workbench.notation,
        anchor: .centre, value: { [runner] in runner.shownRun?.value(ofLine: $0) }
      ) { [runner] line in runner.setWatch(line, at: index) })
  }

  /// Opens a window with the value of a watch.
  func readWatch(at index: Int) {
    guard let run = runner.shownRun, let recording = run.recording, let value = runner.value(ofWatch: index)
    else { return }
    push(window(of: value, name: runner.watches.lines[index], in: run, recording))
  }
}

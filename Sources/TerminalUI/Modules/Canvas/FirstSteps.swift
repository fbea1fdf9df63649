import BlockModel
import MortiseScreen

/// The hints on how to begin, for an empty program.
struct FirstSteps {
  /// A key with its action, as worded in a row of the canvas and in the status line.
  private struct Step {
    var key: String
    var action: String
    var shortAction: String
  }

  private let steps: [Step]

  /// - Parameters:
  ///   - commands: the commands of the canvas, whose keys the user may have changed.
  ///   - messages: the texts of blocks, for an example.
  ///   - appName: the name of the app; only Mortise itself has a tutor.
  init(_ commands: CommandTable<CanvasMode>, messages: MessageTable, appName: String) {
    let example = (messages.texts["TEXT_PRINT_TITLE"] ?? "print %1").replacing("%1", with: "\"hello\"")
    steps = [
      ("type-below", "type blocks, such as  \(example)", "types \(example)"),
      ("toolbox", "choose a block from the toolbox", "toolbox"), ("run", "run the program", "runs"),
      ("help", "see the keys", "keys"),
      ("tutor", "short lessons teach all this; in a shell: mortise tutor", "lessons"),
    ].filter { appName == "mortise" || $0.0 != "tutor" }.compactMap { name, action, shortAction in
      commands.command(named: name)?.keys.first.map {
        Step(key: KeyText.short($0), action: action, shortAction: shortAction)
      }
    }
  }

  /// The keys in one line, for the status line.
  var hint: String { steps.map { "\($0.key) \($0.shortAction)" }.joined(separator: ", ") }

  /// A row of the canvas: a key, which may be blank, and a text.
  private struct Row {
    var key = ""
    var text = ""
  }

  /// Draws as much as the area has room for: a row for each key, and more if a text is too long for one.
  func draw(on grid: inout CellGrid, in area: Rect, _ screen: EditorScreen) {
    let keyWidth = steps.map { screen.repertoire.columns(of: $0.key) }.max() ?? 0
    let keyColumn = 4
    let textColumn = keyColumn + keyWidth + 2
    func wrapped(_ text: String, at column: Int) -> [String] {
      WrappedText.rows(
        of: text, width: max(10, area.width - column - 1), hanging: 0, repertoire: screen.repertoire)
    }
    func plain(_ text: String) -> [Row] { wrapped(text, at: 2).map { Row(text: $0) } }
    func rows(_ action: (Step) -> String) -> [Row] {
      steps.flatMap { step in
        wrapped(action(step), at: textColumn).enumerated().map { Row(key: $0 == 0 ? step.key : " ", text: $1) }
      }
    }
    let title = plain("An empty program. To begin:")
    let (long, short) = (rows(\.action), rows(\.shortAction))
    let forms = [title + [Row()] + long, title + long, title + short]
    let shown = forms.first { $0.count < area.height } ?? short
    // A click on a continuation row has the effect of the row that it continues.
    var key = ""
    for (index, row) in shown.enumerated() where index + 1 < area.height {
      let y = area.minY + 1 + index
      let column = row.key.isEmpty ? 2 : textColumn
      grid.write(
        row.key, at: Point(x: area.minX + keyColumn, y: y), style: screen.theme.emphasised(.plain), fitting: area)
      grid.write(row.text, at: Point(x: area.minX + column, y: y), style: screen.theme.hint, fitting: area)
      if row.key != " " { key = row.key }
      let gap = textColumn - keyColumn - screen.repertoire.columns(of: key)
      let hint = key + String(repeating: " ", count: max(0, gap)) + row.text
      screen.hintRows.append(HintRow(origin: Point(x: area.minX + keyColumn, y: y), text: hint, isOnePhrase: true))
    }
  }
}

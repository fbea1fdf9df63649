import MortiseScreen

/// What an empty program says: how to begin.
struct FirstSteps {
  /// A key, and what it does: in a row of the canvas, and in the status line.
  private struct Step {
    var key: String
    var action: String
    var shortAction: String
  }

  private let steps: [Step]
  /// The command of the shell that teaches the editor; nil where there is none.
  private let tutor: String?

  private static let example = "print \"hello\""

  /// - Parameters:
  ///   - commands: those of the canvas, whose keys the user may have changed.
  ///   - appName: the name of the app; Mortise itself has a tutor.
  init(_ commands: CommandTable<CanvasMode>, appName: String) {
    steps = [
      ("type-below", "type blocks, such as  \(Self.example)", "types \(Self.example)"),
      ("toolbox", "choose a block from the toolbox", "toolbox"), ("run", "run the program", "runs"),
      ("help", "see the keys", "keys"),
    ].compactMap { name, action, shortAction in
      commands.command(named: name)?.keys.first.map {
        Step(key: KeyText.short($0), action: action, shortAction: shortAction)
      }
    }
    tutor = appName == "mortise" ? "mortise tutor" : nil
  }

  /// The keys in one line, for the status line.
  var hint: String {
    steps.map { "\($0.key) \($0.shortAction)" }.joined(separator: ", ") + (tutor.map { "; \($0)" } ?? "")
  }

  /// A row for each key.
  func draw(on grid: inout CellGrid, in area: Rect, _ screen: EditorScreen) {
    let width = steps.map { TextWidth.columns(of: $0.key, repertoire: screen.repertoire) }.max() ?? 0
    var rows = [[("An empty program. To begin:", screen.theme.hint)], []]
    rows += steps.map { [($0.key, screen.theme.emphasised(.plain)), ($0.action, screen.theme.hint)] }
    if let tutor { rows += [[], [("\(tutor) in a shell teaches all this in short lessons.", screen.theme.hint)]] }
    for (index, row) in rows.enumerated() where index + 1 < area.height {
      let start = Point(x: area.minX + 2, y: area.minY + 1 + index)
      for (column, part) in row.enumerated() {
        let indent = row.count > 1 ? 2 + column * (width + 2) : 0
        grid.write(part.0, at: Point(x: start.x + indent, y: start.y), style: part.1, fitting: area)
      }
    }
  }
}

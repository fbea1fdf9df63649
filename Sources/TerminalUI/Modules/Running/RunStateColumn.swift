import MortiseScreen

/// The watches, variables and calls of the moment that is shown, beside the output or below it.
struct RunStateColumn {
  private var headings: Set<Int> = []
  private var rows: [String] = []

  /// - Parameter watched: the watches with their values, in words.
  init(_ run: ProgramRun, watched: [String]) {
    if !watched.isEmpty { add("watches", watched.map { "  \($0)" }) }
    if run.state != nil {
      // A sign that needs no colour.
      let texts = run.variables.map { (run.isChanged($0) ? "* " : "  ") + "\($0.name) = \($0.value)" }
      add(texts.isEmpty ? "no variables" : "variables", texts)
    }
    if !run.calls.isEmpty { add("called", run.calls.map { "  \($0)" }) }
  }

  private mutating func add(_ heading: String, _ texts: [String]) {
    headings.insert(rows.count)
    rows += [heading] + texts
  }

  /// - Parameter key: lists all variables, where there is no room for them.
  func draw(on grid: inout CellGrid, in area: Rect, key: String, theme: Theme) {
    let kept = rows.count > area.height ? max(0, area.height - 1) : rows.count
    for index in 0..<min(rows.count, area.height) {
      let row = Rect(x: area.minX, y: area.minY + index, width: area.width, height: 1)
      let text = index < kept ? rows[index] : "… \(rows.count - kept) more; \(key) lists all"
      let style = index < kept && headings.contains(index) ? theme.hint : .plain
      grid.write(text, at: row.origin, style: style, fitting: row)
    }
  }
}

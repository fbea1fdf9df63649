import MortiseScreen

/// How the area of the output is divided.
struct OutputAreas {
  let heading: Rect
  let output: Rect
  /// Variables and calls; nil if the program isn't stopped.
  let state: Rect?

  /// The columns from which on variables stand beside the output instead of below it.
  private static let widthForState = 50

  /// - Parameter area: at least two rows.
  init(_ area: Rect, hasState: Bool, isPlain: Bool) {
    heading = Rect(x: area.minX, y: area.minY, width: area.width, height: 1)
    let rest = Rect(x: area.minX, y: area.minY + 1, width: area.width, height: area.height - 1)
    guard hasState, rest.height >= 2 || area.width >= Self.widthForState && !isPlain else {
      (output, state) = (rest, nil)
      return
    }
    if area.width >= Self.widthForState, !isPlain {
      let width = min(max(22, area.width * 2 / 5), 60)
      output = Rect(x: rest.minX, y: rest.minY, width: rest.width - width - 2, height: rest.height)
      state = Rect(x: rest.maxX - width, y: rest.minY, width: width, height: rest.height)
    } else {
      let height = rest.height / 2
      output = Rect(x: rest.minX, y: rest.minY, width: rest.width, height: rest.height - height)
      state = Rect(x: rest.minX, y: rest.maxY - height, width: rest.width, height: height)
    }
  }
}

extension OutputView {
  /// Draws what the program does, and which keys matter now.
  func drawHeading(on grid: inout CellGrid, in area: Rect, _ screen: EditorScreen) {
    let theme = screen.theme
    if !theme.isPlain {
      for x in area.minX..<area.maxX { _ = grid.write("─", at: Point(x: x, y: area.minY), style: theme.rule) }
    }
    guard let run else { return }
    let title = (theme.isPlain ? "output, " : "") + "\(run.languageName): \(summary)"
    var parts: [String] = []
    if run.program !== module.context.program { parts.append(run.program.name) }
    if run.isActive, run.isOlder { parts.append("an older version") }
    if let keys = keyText(run) { parts.append(keys) }
    let x = area.minX + (theme.isPlain ? 0 : 2)
    let room = Rect(x: x, y: area.minY, width: max(0, area.maxX - x), height: 1)
    grid.write(theme.isPlain ? title : " \(title) ", at: room.origin, style: theme.status, fitting: room)
    let used = TextWidth.columns(of: title, repertoire: grid.repertoire) + (theme.isPlain ? 0 : 2)
    if parts.isEmpty || used + 8 > room.width { return }
    let rest = Rect(x: room.minX + used, y: area.minY, width: room.width - used, height: 1)
    let text = (theme.isPlain ? " · " : "· ") + parts.joined(separator: " · ") + (theme.isPlain ? "" : " ")
    grid.write(text, at: rest.origin, style: theme.hint, fitting: rest)
  }

  /// The keys that matter now.
  private func keyText(_ run: ProgramRun) -> String? {
    func key(_ name: String) -> String {
      commands.command(named: name)?.keys.first.map(KeyText.short) ?? ""
    }
    switch run.phase {
    case .running:
      let isAsking = run.isAsking && run.program === module.context.program
      return isAsking ? "\(key("answer")) answers, \(key("stop")) stops" : "\(key("stop")) stops"
    case .stopped: return "\(key("run")) goes on, \(key("step-over")) over, \(key("step-into")) into"
    case .ended: return run.error == nil ? nil : "\(key("calls")) calls, \(key("run-variables")) variables"
    }
  }

  /// Draws the variables and the calls.
  func drawState(on grid: inout CellGrid, in area: Rect, _ screen: EditorScreen) {
    guard let run else { return }
    let theme = screen.theme
    if !theme.isPlain, area.minX > screen.layout.output.minX {
      for y in area.minY..<area.maxY { _ = grid.write("│", at: Point(x: area.minX - 2, y: y), style: theme.rule) }
    }
    // A sign that needs no colour.
    var rows = run.variables.map { (run.isChanged($0) ? "* " : "  ") + "\($0.name) = \($0.value)" }
    var headings = [0: rows.isEmpty ? "no variables" : "variables"]
    rows.insert(headings[0] ?? "", at: 0)
    if !run.calls.isEmpty {
      headings[rows.count] = "called"
      rows += ["called"] + run.calls.map { "  \($0)" }
    }
    if rows.count > area.height, area.height > 0 {
      let more = rows.count - area.height + 1
      rows = Array(rows.prefix(area.height - 1)) + ["… \(more) more; \(listKey) lists all"]
    }
    for (index, text) in rows.enumerated() {
      let row = Rect(x: area.minX, y: area.minY + index, width: area.width, height: 1)
      grid.write(text, at: row.origin, style: headings[index] == text ? theme.hint : .plain, fitting: row)
    }
  }

  private var listKey: String {
    commands.command(named: "run-variables")?.keys.first.map(KeyText.short) ?? ""
  }
}

import MortiseScreen
import ProgramRunning

/// The drawing of the output.
extension OutputView {
  func draw(on grid: inout CellGrid, in area: Rect, _ screen: EditorScreen) {
    guard area.height >= 2, area.width > 8 else { return }
    let number = theirs.map { -$0.run.number } ?? run?.number ?? shownNumber
    if number != shownNumber { (shownNumber, cursor, left) = (number, OutputCursor(), 0) }
    let column = run.flatMap { run in hasState ? RunStateColumn(run, watched: watched.map(ProgramRunner.words)) : nil }
    let beside = column.flatMap { freeArea(for: $0, on: grid, screen) }
    if isStateBeside != (beside != nil) {
      isStateBeside.toggle()
      screen.isLayoutStale = true
    }
    let areas = OutputAreas(area, hasState: column != nil && beside == nil)
    (page, width) = (max(1, areas.output.height), areas.output.width)
    // The program's terminal keeps its size when the variables appear or disappear.
    let rows = max(area.height, screen.layout.mostOutputRows)
    module.runner.resize(rows: rows - 1, columns: area.width)
    cursor.show(in: numbers, page: page)
    let hasKeys = screen.modes.top === self
    (cursorPosition, shownAt) = (areas.output.origin, areas.output)
    grid.fill(areas.heading, glyph: "─", style: screen.theme.rule)
    timeline = heading?
      .draw(on: &grid, in: areas.heading, theme: screen.theme) { hints in
        var hints = hints
        hints.owner = self
        screen.hintRows.append(hints)
      }
    drawOutput(on: &grid, in: areas.output, hasKeys: hasKeys, screen)
    guard let column, let state = beside ?? areas.state else { return }
    if state.minX > area.minX {
      let edge = Rect(x: state.minX - 2, y: state.minY, width: 1, height: state.height)
      grid.fill(edge, glyph: "│", style: screen.theme.rule)
    }
    column.draw(on: &grid, in: state, key: key("run-variables"), theme: screen.theme)
  }

  /// Whether there are variables, calls or watches to show.
  private var hasState: Bool { run?.state != nil || !watched.isEmpty }

  /// Returns the area beside the program for the variables, if the visible blocks leave enough room; nil otherwise.
  private func freeArea(for column: RunStateColumn, on grid: CellGrid, _ screen: EditorScreen) -> Rect? {
    let canvas = screen.layout.canvas
    guard canvas.width >= Self.widthForState else { return nil }
    let height = min(column.height, canvas.height - 1)
    // The last column is that of the scrollbar.
    let rows = canvas.minY..<(canvas.minY + height + 1)
    var start = canvas.maxX - 1
    while start > canvas.minX, rows.allSatisfy({ grid[start - 1, $0] == .blank }) { start -= 1 }
    let width = min(canvas.maxX - 1 - start - Self.stateMargin, Self.mostStateColumns)
    guard width >= Self.fewestStateColumns else { return nil }
    return Rect(x: canvas.maxX - 1 - width, y: canvas.minY, width: width, height: height)
  }

  private static let widthForState = 100
  private static let stateMargin = 4
  private static let (fewestStateColumns, mostStateColumns) = (24, 44)

  /// Returns the rows that the output needs: for its heading, its lines, and the variables below or beside them.
  func rows(in limit: Size, _ repertoire: Repertoire) -> Int {
    let shown = ShownState(run: run?.number, state: run?.state, lines: lines.count, isStateBeside: isStateBeside)
    if let neededRows, neededRows.shown == shown { return neededRows.count }
    var rows = lines.count
    // The state is only read if the lines don't fill the pane.
    if rows < limit.height, hasState, !isStateBeside, let run {
      rows = max(rows, RunStateColumn(run, watched: watched.map(ProgramRunner.words)).height)
    }
    neededRows = (shown, rows + 1)
    return rows + 1
  }

  private func drawOutput(on grid: inout CellGrid, in area: Rect, hasKeys: Bool, _ screen: EditorScreen) {
    let shown = shown
    let isAnswering = hasKeys && refusalToType == nil && cursor.line == nil
    let current = currentLine.map { $0 - cursor.top }
    if let current { cursorPosition = Point(x: area.minX, y: area.minY + current) }
    for (row, text) in shown.enumerated() {
      let clip = Rect(x: area.minX, y: area.minY + row, width: area.width, height: 1)
      let isCurrent = hasKeys && !isAnswering && row == current
      if isCurrent { grid.fill(clip, style: screen.theme.focus) }
      drawLine(text, on: &grid, in: clip, style: isCurrent ? screen.theme.focus : .plain)
      markFound(in: text, on: &grid, in: clip, screen.theme)
    }
    guard isAnswering, let last = shown.last else { return }
    // The answer follows the question.
    let y = area.minY + shown.count - 1
    let room = max(1, area.width - Self.answerWidth)
    let question = TextWidth.truncated(last, to: room, repertoire: grid.repertoire)
    let row = Rect(x: area.minX, y: y, width: area.width, height: 1)
    grid.fill(row, style: .plain)
    let used = grid.write(question, at: row.origin, style: .plain, clip: row)
    let rest = Rect(x: row.minX + used, y: y, width: row.width - used, height: 1)
    cursorPosition = Point(x: entry.drawLine(in: rest, on: &grid, theme: screen.theme), y: y)
  }

  /// Highlights the first match in a line.
  private func markFound(in text: String, on grid: inout CellGrid, in clip: Rect, _ theme: Theme) {
    let lower = text.lowercased()
    guard let sought, let range = lower.firstRange(of: sought) else { return }
    let start = grid.repertoire.columns(of: String(lower[..<range.lowerBound])) - left
    let width = grid.repertoire.columns(of: sought)
    let area = Rect(x: clip.minX + start, y: clip.minY, width: width, height: 1)
    grid.restyle(area.intersection(clip)) { _ in theme.running }
  }

  /// The minimum width of an answer, in columns.
  private static let answerWidth = 12

  /// The watches with their values, if a moment of the run is shown.
  private var watched: [WatchedLines.Watched] { run.flatMap { $0.values(of: $0.program.watches) } ?? [] }

  // MARK: - The heading

  private var heading: OutputHeading? {
    if run == nil, theirs == nil { return nil }
    let language = run.map { "\($0.languageName): " } ?? ""
    let isShown = run?.program === module.program
    var notes: [String] = []
    if let run, !isShown { notes.append(run.program.name) }
    if let run, run.isActive, run.isOlder { notes.append("an older version") }
    let steps = run.flatMap { run in
      isShown && run.hasPast
        ? run.recording.map { (shown: run.step, all: $0.firstStep...run.presentStep) } : nil
    }
    return OutputHeading(
      title: language + summary, isPast: run?.past != nil, notes: notes,
      keys: run.map(keysThatMatter) ?? [], steps: steps)
  }

  private func key(_ name: String) -> String { commands.command(named: name)?.keys.first.map(KeyText.short) ?? "" }

  /// Returns the keys that matter now, with their actions.
  private func keysThatMatter(_ run: ProgramRun) -> [String] {
    let back = "\(key("step-back")) back"
    if run.past != nil { return ["\(key("run")) present", "\(key("step-into")) on", back] }
    var keys: [String]
    switch run.phase {
    case .running:
      let isAsking = run.isAsking && run.program === module.program
      keys = (isAsking ? ["\(key("answer")) answers"] : []) + ["\(key("stop")) stops"]
    case .stopped: keys = ["\(key("run")) goes on", "\(key("step-over")) over", "\(key("step-into")) into"]
    case .ended: keys = run.error == nil ? [] : ["\(key("calls")) calls", "\(key("run-variables")) variables"]
    }
    if run.hasPast, run.program === module.program { keys.append(back) }
    return keys
  }
}

/// The parts of the output's area.
struct OutputAreas {
  let heading: Rect
  let output: Rect
  /// The watches, variables and calls; nil if there are none to show, or no room for them.
  let state: Rect?

  /// The minimum width at which the variables are beside the output instead of below it.
  private static let widthForState = 50

  /// - Parameter area: the whole area, at least two rows high.
  init(_ area: Rect, hasState: Bool) {
    heading = Rect(x: area.minX, y: area.minY, width: area.width, height: 1)
    let rest = Rect(x: area.minX, y: area.minY + 1, width: area.width, height: area.height - 1)
    guard hasState, rest.height >= 2 || area.width >= Self.widthForState else {
      (output, state) = (rest, nil)
      return
    }
    if area.width >= Self.widthForState {
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

/// The watches, variables and calls of the moment that is shown, beside the output or below it.
struct RunStateColumn {
  private var headings: Set<Int> = []
  private var rows: [String] = []

  /// - Parameter watched: the watches with their values, in words.
  init(_ run: ProgramRun, watched: [String]) {
    if !watched.isEmpty { add("watches", watched.map { "  \($0)" }) }
    if run.state != nil {
      // The sign of a changed variable works without colours.
      let texts = run.variables.map { (run.isChanged($0) ? "* " : "  ") + "\($0.name) = \($0.value)" }
      add(texts.isEmpty ? "no variables" : "variables", texts)
    }
    if !run.calls.isEmpty { add("called", run.calls.map { "  \($0)" }) }
  }

  private mutating func add(_ heading: String, _ texts: [String]) {
    headings.insert(rows.count)
    rows += [heading] + texts
  }

  private static let fewRows = 3

  /// The number of rows that it needs.
  var height: Int { rows.count }

  /// - Parameter key: the key that lists all variables, which is named if there is no room for them.
  func draw(on grid: inout CellGrid, in area: Rect, key: String, theme: Theme) {
    // With few rows, the values matter more than their heading.
    let first = rows.count > area.height && area.height <= Self.fewRows && rows.count > 1 ? 1 : 0
    let count = rows.count - first
    let kept = count > area.height ? max(0, area.height - 1) : count
    for index in 0..<min(count, area.height) {
      let row = Rect(x: area.minX, y: area.minY + index, width: area.width, height: 1)
      let text = index < kept ? rows[first + index] : "… \(count - kept) more; \(key) lists all"
      let style = index < kept && headings.contains(first + index) ? theme.hint : .plain
      grid.write(text, at: row.origin, style: style, fitting: row)
    }
  }
}

import AppModules
import MortiseScreen
import MortiseTerminal
import ProgramRunning

/// The output of the program that runs, below the blocks, and a line to answer it. Where the program is stopped, its
/// variables and calls stand beside the output.
final class OutputView: EditorController, WideLines, TextEditing, RunningMode {
  override var part: (any ScreenPart)? { self }
  override var mode: (any Mode)? { self }
  unowned let module: RunningModule
  let region = ScreenRegion.output
  let takesKeys: Bool
  var commands: CommandTable<OutputView> { Self.outputCommands }
  /// What is typed.
  private(set) var entry = TextEntry("")
  /// The number of the first line that is shown, of all that were printed; nil to follow the end.
  private var top: Int?
  /// The first column that is shown.
  var left = 0
  /// The run that is shown, by its number.
  private var shownNumber = 0
  /// Whether the keys came here because the program asked, and go back when it ends.
  private var isOnlyAnswering: Bool
  private let subscriptions = SubscriptionBag()
  /// Whether the user went back to the blocks while the program ran. Its questions then don't take the keys.
  private var hasLeft = false
  /// The rows of output, as of the last drawing.
  var page = 1
  /// The columns of output, as of the last drawing.
  var width = 1

  init(module: RunningModule, takesKeys: Bool) {
    self.module = module
    self.takesKeys = takesKeys
    isOnlyAnswering = takesKeys && module.runner.last?.isAsking == true
    super.init()
    module.runner.events.observe { [unowned self] event in
      switch event {
      case .asked: takeKeys(asAsked: true)
      case .ended: programDidEnd()
      case .status, .open: break
      }
    }.kept(in: subscriptions)
  }

  var run: ProgramRun? { module.runner.last }
  /// The lines of the output. The empty one behind the last line break counts while something may follow.
  var lines: ArraySlice<String> {
    guard let run else { return [] }
    let lines = run.output.lines
    return !run.isActive && lines.last == "" ? lines.dropLast() : lines[...]
  }

  /// What the program does, in words.
  var summary: String {
    guard let run else { return "no program was run" }
    switch run.phase {
    case .running: return run.isAsking ? "asks" : "running"
    case .stopped: return "stopped"
    case .ended(let end):
      return run.isStoppedByUser
        ? "was stopped"
        : run.error.map { "error: \($0.message)" }
          ?? ProgramRunner.words(for: end, isStoppedByUser: false)
    }
  }

  func statusText(on screen: EditorScreen) -> String {
    guard let run else { return summary }
    if run.isAsking { return "asks: \(lines.last ?? "")" }
    if let top { return "output: line \(top + 1) of \(run.output.droppedCount + lines.count): \(line(top))" }
    let last = run.output.lastText
    return summary + (last.isEmpty ? " · nothing is printed" : " · last line: \(last)")
  }

  func refuse(_ reason: String, on screen: EditorScreen) { module.showStatus(reason) }

  /// The line with a number, of all that were printed.
  private func line(_ number: Int) -> String {
    let index = number - (run?.output.droppedCount ?? 0)
    return lines.indices.contains(index) ? lines[index] : ""
  }

  // MARK: - Running

  func perform(_ request: RunRequest, on screen: EditorScreen) { module.runner.perform(request) }

  func refusal(of request: RunRequest) -> String? { module.runner.refusal(of: request) }

  // MARK: - Answering

  /// Why nothing can be typed; nil if something can.
  var refusalToType: String? { run?.isActive == true ? nil : "no program is running" }

  func edit(_ change: (inout TextEntry) -> Void) {
    change(&entry)
    entry.stopReplacing()
    top = nil
  }

  func paste(_ text: String) {
    if refusalToType == nil { edit { $0.paste(text) } }
  }

  func send() {
    let line = entry.buffer.text
    edit { $0.clear() }
    module.runner.type(line)
  }

  func endInput() { module.runner.endInput() }

  func help() { module.emit(.open(.help)) }

  func close() { module.close(self) }

  /// Takes the keys, if no window is open.
  /// - Parameter isAsked: whether that is because the program asks, and not because the user wants it.
  func takeKeys(asAsked isAsked: Bool) {
    if run?.number != shownNumber || !isAsked { hasLeft = false }
    guard module.scene.screen.modes.hasOnlyCanvas, !hasLeft else { return }
    module.push(self)
    isOnlyAnswering = isAsked
  }

  func leave(on screen: EditorScreen) {
    hasLeft = run?.isActive == true
    screen.modes.pop(self)
  }

  /// Gives the keys back where they were needed only for answers.
  func programDidEnd() {
    entry.clear()
    if isOnlyAnswering { module.pop(self) }
    isOnlyAnswering = false
  }

  // MARK: - Scrolling

  private var first: Int { run?.output.droppedCount ?? 0 }
  private var lastTop: Int { max(first, first + lines.count - page) }
  private var currentTop: Int { top.map { min(max($0, first), lastTop) } ?? lastTop }

  /// Why the output can't be scrolled; nil if it can.
  func refusalToMove(_ direction: Int) -> String? {
    if direction < 0 { return currentTop == first ? "this is the first line" : nil }
    return currentTop == lastTop ? "this is the last line" : nil
  }

  var rowCount: Int { lines.count }

  func move(by distance: Int) {
    let wanted = currentTop + distance
    top = wanted >= lastTop ? nil : max(first, wanted)
  }

  func scroll(by rows: Int) -> Bool {
    move(by: rows)
    return true
  }

  /// The lines that are shown.
  var shown: ArraySlice<String> {
    let start = currentTop - first
    return lines[min(start, lines.count)..<min(start + page, lines.count)]
  }

  func widestLine(upTo limit: Int) -> Int { shown.map { TextWidth.columns(of: $0) }.max() ?? 0 }

  func press(at position: Point, on screen: EditorScreen) {
    if screen.modes.top !== self { screen.modes.push(self) }
  }

  // MARK: - Drawing

  func cursor(on screen: EditorScreen) -> Point? { cursorPosition }

  /// Where the terminal's cursor stands.
  private var cursorPosition: Point?

  func draw(on grid: inout CellGrid, in area: Rect, _ screen: EditorScreen) {
    guard area.height >= 2, area.width > 8 else { return }
    if let run, run.number != shownNumber { (shownNumber, top, left) = (run.number, nil, 0) }
    let areas = OutputAreas(area, hasState: run?.state != nil, isPlain: screen.theme.isPlain)
    (page, width) = (max(1, areas.output.height), areas.output.width)
    // Variables that come and go don't change the program's terminal.
    module.runner.resize(rows: area.height - 1, columns: area.width)
    let hasKeys = screen.modes.top === self
    cursorPosition = areas.output.origin
    drawHeading(on: &grid, in: areas.heading, screen)
    drawOutput(on: &grid, in: areas.output, hasKeys: hasKeys, screen)
    if let state = areas.state { drawState(on: &grid, in: state, screen) }
  }

  private func drawOutput(on grid: inout CellGrid, in area: Rect, hasKeys: Bool, _ screen: EditorScreen) {
    let shown = shown
    for (row, text) in shown.enumerated() {
      let clip = Rect(x: area.minX, y: area.minY + row, width: area.width, height: 1)
      drawLine(text, on: &grid, in: clip)
    }
    guard hasKeys, run?.isActive == true, top == nil, let last = shown.last else { return }
    // The answer stands behind the question.
    let y = area.minY + shown.count - 1
    let room = max(1, area.width - Self.answerWidth)
    let question = TextWidth.truncated(last, to: room, repertoire: grid.repertoire)
    let row = Rect(x: area.minX, y: y, width: area.width, height: 1)
    grid.fill(row, style: .plain)
    let used = grid.write(question, at: row.origin, style: .plain, clip: row)
    let rest = Rect(x: row.minX + used, y: y, width: row.width - used, height: 1)
    cursorPosition = Point(x: entry.drawLine(in: rest, on: &grid, theme: screen.theme), y: y)
  }

  /// The columns that an answer has at least.
  private static let answerWidth = 12
}

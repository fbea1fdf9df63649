import AppModules
import LiveSession
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
  private var cursor = OutputCursor()
  /// The first column that is shown.
  var left = 0
  /// The run that is shown, by its number.
  private var shownNumber = 0
  /// Whether the keys came here because the program asked, and go back when it ends.
  private var isOnlyAnswering: Bool
  private let subscriptions = SubscriptionBag()
  /// Whether the user went back to the blocks while the program ran. Its questions then don't take the keys.
  private var hasLeft = false
  /// The words that are looked for, in lower case; nil before anything is searched.
  private var sought: String?
  /// The steps of the run, as of the last drawing; nil if they were not shown.
  private var timeline: RunTimeline?
  /// Whether the mouse drags along them, and whether the keys are here only for that.
  private var drag: (isOn: Bool, isAlone: Bool) = (false, false)
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

  /// The run that is shown; nil for none of the user's own.
  var run: ProgramRun? { theirs == nil ? module.runner.last : nil }

  /// Somebody else's run that is shown, which can only be read.
  private var theirs: (name: String, run: SharedRun)? { module.program.session?.shownRun }

  /// The lines of the output. The empty one behind the last line break counts while something may follow.
  var lines: ArraySlice<String> {
    let lines = theirs?.run.lines ?? run?.output.lines ?? []
    let mayGoOn = run?.isActive == true && run?.past == nil
    return !mayGoOn && lines.last == "" ? lines.dropLast() : lines[...]
  }

  /// What the program does, in words.
  var summary: String {
    if let theirs { return "\(theirs.name)’s run: \(theirs.run.state)" }
    return run?.summary ?? "no program was run"
  }

  func statusText(on screen: EditorScreen) -> String {
    if run == nil, theirs == nil { return summary }
    if run?.isAsking == true { return "asks: \(lines.last ?? "")" }
    if cursor.line != nil, let line = currentLine {
      let past = run?.past.map { " · \($0.place)" } ?? ""
      return "output: line \(line + 1) of \(first + lines.count): \(text(ofLine: line))\(past)"
    }
    let last = lines.last { line in line.contains { !$0.isWhitespace } } ?? ""
    return summary + (last.isEmpty ? " · nothing is printed" : " · last line: \(last)")
  }

  func refuse(_ reason: String, on screen: EditorScreen) { module.showStatus(reason) }

  /// The line with a number, of all that were printed.
  private func text(ofLine number: Int) -> String {
    lines.indices.contains(number - first) ? lines[number - first] : ""
  }

  // MARK: - Running

  func perform(_ request: RunRequest, on screen: EditorScreen) {
    if request == .origin, let currentLine {
      module.runner.showOrigin(ofOutputLine: currentLine)
    } else {
      module.runner.perform(request)
    }
  }

  func refusal(of request: RunRequest) -> String? {
    request == .origin ? refusalToGoToLine : module.runner.refusal(of: request)
  }

  // MARK: - Answering

  /// Why nothing can be typed; nil if something can.
  var refusalToType: String? {
    if let theirs { return "this is \(theirs.name)’s run, which only they answer" }
    if run?.past != nil { return "this is the past; F5 returns to the present" }
    return run?.isActive == true ? nil : "no program is running"
  }

  func edit(_ change: (inout TextEntry) -> Void) {
    change(&entry)
    entry.stopReplacing()
    cursor.follow()
  }

  func paste(_ text: String) {
    if refusalToType == nil { edit { $0.paste(text) } }
  }

  func send() {
    let line = entry.buffer.text
    edit { $0.clear() }
    module.runner.type(line)
  }

  /// Why Enter does nothing; nil if it does something.
  var refusalToEnter: String? { refusalToType.flatMap { refusalToGoToLine == nil ? nil : $0 } }

  /// Passes the line to the program or, if nothing can be typed, goes to the step that wrote the one at the cursor.
  func enter() {
    if refusalToType == nil { send() } else { goToLine() }
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

  private var first: Int { theirs?.run.firstLine ?? run?.output.droppedCount ?? 0 }

  /// The numbers of the lines, of all that were printed.
  private var numbers: Range<Int> { first..<first + lines.count }

  /// The number of the line at the cursor; nil if there are none.
  private var currentLine: Int? { cursor.current(in: numbers) }

  /// Why the cursor can't be moved; nil if it can.
  func refusalToMove(_ direction: Int) -> String? {
    let line = currentLine
    if direction < 0 { return line == nil || line == first ? "this is the first line" : nil }
    return line == nil || line == numbers.upperBound - 1 ? "this is the last line" : nil
  }

  var rowCount: Int { lines.count }

  /// Gives the output most of the screen, or no longer.
  func toggleSize(on screen: EditorScreen) {
    screen.isOutputLarge.toggle()
    module.scene.viewport.relayout()
    module.showStatus(screen.isOutputLarge ? "the output is large" : "the output is small again")
  }

  // MARK: - Finding

  var refusalToGoOn: String? { sought == nil ? "nothing was searched for" : nil }

  /// Opens a line for words to find. The last line with them is shown while they are typed.
  func find() {
    let before = (cursor, sought)
    let look = { [self] (words: String) in
      sought = words.isEmpty ? nil : words.lowercased()
      return go(toFirstOf: lines.indices.reversed())
    }
    module.push(
      TextPopup(
        title: "Find in the output", text: "", anchor: .corner(clearOf: { [self] in shownAt }),
        willShowText: { _ = look($0) }, cancel: { [self] in (cursor, sought) = before }
      ) { words in
        if words.isEmpty { return "type what to find" }
        return look(words) ? nil : "the output has no “\(words)”"
      })
  }

  /// Goes to the previous line with the words, or to the next one.
  func findNext(_ direction: Int) {
    let now = lines.startIndex + (currentLine ?? first) - first
    let isFound =
      direction > 0
      ? go(toFirstOf: lines.indices.filter { $0 > now }) : go(toFirstOf: lines.indices.filter { $0 < now }.reversed())
    if !isFound { module.showStatus("there is no \(direction > 0 ? "later" : "earlier") line with “\(sought ?? "")”") }
  }

  private func go(toFirstOf candidates: some Sequence<Int>) -> Bool {
    guard let sought, let line = candidates.first(where: { lines[$0].lowercased().contains(sought) }) else {
      return false
    }
    let number = first + line - lines.startIndex
    cursor.go(to: number, in: numbers)
    module.showStatus("line \(number + 1): \(lines[line])")
    return true
  }

  /// Where the output is on the screen.
  private var shownAt = Rect(x: 0, y: 0, width: 0, height: 0)

  func move(by distance: Int) { cursor.go(to: (currentLine ?? first) + distance, in: numbers) }

  func scroll(by rows: Int) -> Bool {
    cursor.scroll(by: rows, in: numbers, page: page)
    return true
  }

  /// The lines that are shown.
  var shown: ArraySlice<String> {
    let start = lines.startIndex + min(max(0, cursor.top - first), lines.count)
    return lines[start..<min(start + page, lines.endIndex)]
  }

  func widestLine(upTo limit: Int) -> Int { shown.map { TextWidth.columns(of: $0) }.max() ?? 0 }

  // MARK: - The mouse

  func handle(_ event: InputEvent, on screen: EditorScreen) {
    guard case .mouse(let mouse) = event else { return handleInLines(event, on: screen) }
    if let rows = mouse.scrolledRows {
      _ = scroll(by: rows)
    } else if mouse.kind == .drag, drag.isOn, let timeline {
      goToStep(timeline.step(atColumn: mouse.position.x))
    } else if mouse.kind == .release {
      if drag.isOn, drag.isAlone { screen.modes.pop(self) }
      drag.isOn = false
    } else {
      handleInLines(event, on: screen)
    }
  }

  func press(at position: Point, on screen: EditorScreen) {
    let hasKeys = screen.modes.top === self
    if !hasKeys { screen.modes.push(self) }
    if let timeline, timeline.area.contains(position) {
      drag = (true, !hasKeys)
      goToStep(timeline.step(atColumn: position.x))
    } else if shownAt.contains(position), position.y - shownAt.minY < shown.count {
      cursor.go(to: cursor.top + position.y - shownAt.minY, in: numbers)
    }
  }

  // MARK: - The past

  private func goToStep(_ step: Int) {
    if let reason = module.runner.refusalToLookBack { return module.showStatus(reason) }
    module.runner.go(toStep: step)
  }

  /// Why nothing leads to the step that wrote the line at the cursor; nil if something does.
  var refusalToGoToLine: String? {
    if let theirs { return "this is \(theirs.name)’s run, which only they can read backwards" }
    guard let line = currentLine else { return "nothing was printed" }
    return module.runner.refusalToGo(toOutputLine: line)
  }

  /// Goes to the step that wrote the line at the cursor.
  func goToLine() { if let line = currentLine { module.runner.go(toOutputLine: line) } }

  // MARK: - Drawing

  func cursor(on screen: EditorScreen) -> Point? { cursorPosition }

  /// Where the terminal's cursor stands.
  private var cursorPosition: Point?

  func draw(on grid: inout CellGrid, in area: Rect, _ screen: EditorScreen) {
    guard area.height >= 2, area.width > 8 else { return }
    let number = theirs.map { -$0.run.number } ?? run?.number ?? shownNumber
    if number != shownNumber { (shownNumber, cursor, left) = (number, OutputCursor(), 0) }
    let areas = OutputAreas(area, hasState: run?.state != nil || !watched.isEmpty, isPlain: screen.theme.isPlain)
    (page, width) = (max(1, areas.output.height), areas.output.width)
    // Variables that come and go don't change the program's terminal.
    module.runner.resize(rows: area.height - 1, columns: area.width)
    cursor.show(in: numbers, page: page)
    let hasKeys = screen.modes.top === self
    (cursorPosition, shownAt) = (areas.output.origin, areas.output)
    drawHeading(on: &grid, in: areas.heading, screen)
    drawOutput(on: &grid, in: areas.output, hasKeys: hasKeys, screen)
    if let state = areas.state { drawState(on: &grid, in: state, screen) }
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

  /// Shows where the words that were found stand.
  private func markFound(in text: String, on grid: inout CellGrid, in clip: Rect, _ theme: Theme) {
    guard let sought, let range = text.lowercased().firstRange(of: sought) else { return }
    let lower = text.lowercased()
    let start = TextWidth.columns(of: String(lower[..<range.lowerBound]), repertoire: grid.repertoire) - left
    let width = TextWidth.columns(of: sought, repertoire: grid.repertoire)
    let area = Rect(x: clip.minX + start, y: clip.minY, width: width, height: 1)
    grid.restyle(area.intersection(clip)) { _ in theme.selection }
  }

  /// The columns that an answer has at least.
  private static let answerWidth = 12

  /// The commands in the output of the program.
  static let outputCommands = CommandTable<OutputView>(
    "output", "In the output", scrolling + lineCommands + answering + runCommands + finishing,
    fallback: CommandTable<OutputView>.Fallback(keys: "characters", help: "type an answer") { view, key, _ in
      guard view.refusalToType == nil, let character = key.typedCharacter else { return false }
      view.edit { $0.type(character) }
      return true
    })

  private static let scrolling: [OutputCommand] =
    scrollCommands("line", hasEnds: false) + [
      OutputCommand(
        "scroll-left", "<S-Left>", group: .navigation, help: "scroll to the left",
        unavailable: { $0.refusalToScrollSideways(-1) }, run: { $0.scrollSideways(-1) }),
      OutputCommand(
        "scroll-right", "<S-Right>", group: .navigation, help: "scroll to the right",
        unavailable: { $0.refusalToScrollSideways(1) }, run: { $0.scrollSideways(1) }),
      OutputCommand(
        "enlarge", "<A-Up>", group: .navigation, help: "give the output most of the screen, or no longer",
        runIn: { $0.toggleSize(on: $1) }
      ).hinted { $0.refusalToType == nil ? nil : "larger" },
      OutputCommand(
        "find", "<C-f>", group: .navigation, help: "find words in the output", run: { $0.find() }
      ).hinted { $0.refusalToType == nil ? nil : "find" },
      OutputCommand(
        "find-previous", "<F3>", group: .navigation, help: "go to the previous line with the words",
        unavailable: { $0.refusalToGoOn }, run: { $0.findNext(-1) }),
      OutputCommand(
        "find-next", "<S-F3>", group: .navigation, help: "go to the next line with the words",
        unavailable: { $0.refusalToGoOn }, run: { $0.findNext(1) }),
    ]

  private static let answering: [OutputCommand] = [
    OutputCommand(
      "answer", "<Enter>", group: .finishing,
      help: "pass the line to the program; if it has ended, and in the past: go to the step that wrote this one",
      unavailable: { $0.refusalToEnter }, run: { $0.enter() }
    ).hinted { $0.refusalToType == nil ? "answer" : "its step" },
    OutputCommand(
      "line-step", "<A-L>", group: .running, help: "go to the step that wrote the line",
      unavailable: { $0.refusalToGoToLine }, run: { $0.goToLine() }),
    OutputCommand(
      "end-input", "<C-d>", group: .finishing, help: "end the program’s input", unavailable: { $0.refusalToType },
      run: { $0.endInput() }),
    OutputCommand(
      "interrupt", "<C-c>", group: .finishing, help: "stop the program", hint: "stop",
      unavailable: { $0.refusal(of: .stop) }, runIn: { $0.perform(.stop, on: $1) }),
  ]

  private static let finishing: [OutputCommand] = [
    OutputCommand("help", "<F1>", group: .windows, help: "help: all keys", run: { $0.help() }),
    OutputCommand(
      "canvas", "<Esc>", "<Tab>", group: .finishing, help: "back to the blocks; the output stays open", hint: "blocks",
      runIn: { $0.leave(on: $1) }),
    OutputCommand("close", "<F12>", "<C-w>", group: .finishing, help: "hide the output", hint: "hide") { $0.close() },
  ]

  /// Draws what the program does or which moment is shown, which keys matter now, and the steps.
  func drawHeading(on grid: inout CellGrid, in area: Rect, _ screen: EditorScreen) {
    timeline = nil
    let theme = screen.theme
    if !theme.isPlain {
      grid.fill(Rect(x: area.minX, y: area.minY, width: area.width, height: 1), glyph: "─", style: theme.rule)
    }
    if run == nil, theirs == nil { return }
    let language = run.map { "\($0.languageName): " } ?? ""
    let title = (theme.isPlain ? "output, " : "") + language + summary
    var parts: [String] = []
    if let run {
      if run.program !== module.program { parts.append(run.program.name) }
      if run.isActive, run.isOlder { parts.append("an older version") }
    }
    let x = area.minX + (theme.isPlain ? 0 : 2)
    var rest = Rect(x: x, y: area.minY, width: max(0, area.maxX - x), height: 1)
    func write(_ text: String, _ style: Style) {
      grid.write(text, at: rest.origin, style: style, fitting: rest)
      let used = min(rest.width, TextWidth.columns(of: text, repertoire: grid.repertoire))
      rest = Rect(x: rest.minX + used, y: rest.minY, width: rest.width - used, height: 1)
    }
    write(theme.isPlain ? title : " \(title) ", run?.past == nil ? theme.status : theme.selection)
    let showsSteps = !theme.isPlain && run?.hasPast == true && run?.program === module.program
    // In the past, the steps matter more than the keys.
    let room = rest.width - (showsSteps && run?.past != nil ? RunTimeline.fewestColumns + 2 : 0)
    let texts = ((run.map(keyTexts) ?? []).map { parts + [$0] } + [parts]).map { parts in
      parts.isEmpty ? "" : (theme.isPlain ? " · " : "· ") + parts.joined(separator: " · ") + (theme.isPlain ? "" : " ")
    }
    write(
      texts.first { TextWidth.columns(of: $0, repertoire: grid.repertoire) <= room }
        ?? (rest.width >= 8 ? texts.last ?? "" : ""), theme.hint)
    if showsSteps, rest.width >= RunTimeline.fewestColumns + 2, let run, let recording = run.recording {
      let row = Rect(x: rest.minX + 1, y: rest.minY, width: rest.width - 2, height: 1)
      timeline = RunTimeline(area: row, steps: recording.firstStep...run.presentStep)
      timeline?.draw(run.step, on: &grid, theme: theme)
    }
  }

  /// The keys that matter now: all of them, and fewer for less room.
  private func keyTexts(_ run: ProgramRun) -> [String] {
    func key(_ name: String) -> String {
      commands.command(named: name)?.keys.first.map(KeyText.short) ?? ""
    }
    let back = "\(key("step-back")) back"
    var keys: [String]
    if run.past != nil {
      keys = ["\(key("run")) present", "\(key("step-into")) on", back]
    } else {
      switch run.phase {
      case .running:
        let isAsking = run.isAsking && run.program === module.program
        keys = (isAsking ? ["\(key("answer")) answers"] : []) + ["\(key("stop")) stops"]
      case .stopped: keys = ["\(key("run")) goes on", "\(key("step-over")) over", "\(key("step-into")) into"]
      case .ended: keys = run.error == nil ? [] : ["\(key("calls")) calls", "\(key("run-variables")) variables"]
      }
      if run.hasPast, run.program === module.program { keys.append(back) }
    }
    return (0..<keys.count).map { keys.dropLast($0).joined(separator: ", ") }
  }

  /// Draws the variables and the calls.
  func drawState(on grid: inout CellGrid, in area: Rect, _ screen: EditorScreen) {
    guard let run else { return }
    let theme = screen.theme
    if !theme.isPlain, area.minX > screen.layout.output.minX {
      grid.fill(Rect(x: area.minX - 2, y: area.minY, width: 1, height: area.height), glyph: "│", style: theme.rule)
    }
    var headings: [Int: String] = [:]
    var rows: [String] = []
    func add(_ heading: String, _ texts: [String]) {
      headings[rows.count] = heading
      rows += [heading] + texts
    }
    let watched = watched
    if !watched.isEmpty { add("watches", watched.map { "  \(ProgramRunner.words($0))" }) }
    if run.state != nil {
      // A sign that needs no colour.
      let texts = run.variables.map { (run.isChanged($0) ? "* " : "  ") + "\($0.name) = \($0.value)" }
      add(texts.isEmpty ? "no variables" : "variables", texts)
    }
    if !run.calls.isEmpty { add("called", run.calls.map { "  \($0)" }) }
    if rows.count > area.height, area.height > 0 {
      let more = rows.count - area.height + 1
      rows = Array(rows.prefix(area.height - 1)) + ["… \(more) more; \(listKey) lists all"]
    }
    for (index, text) in rows.enumerated() {
      let row = Rect(x: area.minX, y: area.minY + index, width: area.width, height: 1)
      grid.write(text, at: row.origin, style: headings[index] == text ? theme.hint : .plain, fitting: row)
    }
  }

  /// The watches, where a moment of the run is shown.
  private var watched: [WatchedLines.Watched] { run.flatMap { module.runner.watchedValues(in: $0) } ?? [] }

  private var listKey: String {
    commands.command(named: "run-variables")?.keys.first.map(KeyText.short) ?? ""
  }
}

typealias OutputCommand = Command<OutputView>

import AppModules
import BlockLayout
import LiveSession
import MortiseScreen
import MortiseTerminal
import ProgramRunning

/// The output of the running program, below the blocks, and a line to answer it. While the program is stopped, its
/// variables and calls are beside the output.
final class OutputView: EditorController, WideLines, TextEditing, CommandMode {
  override var part: (any ScreenPart)? { self }
  override var mode: (any Mode)? { self }
  unowned let module: RunningModule
  let region = ScreenRegion.output
  let takesKeys: Bool
  var commands: CommandTable<OutputView> { Self.outputCommands }
  /// The answer that the user types.
  private(set) var entry = TextEntry("")
  var cursor = OutputCursor()
  /// The first column that is shown.
  var left = 0
  /// The run that is shown, by its number.
  var shownNumber = 0
  /// Whether the output took the keys only because the program asked, and gives them back when the program stops or
  /// ends.
  private var isOnlyAnswering: Bool
  private let subscriptions = SubscriptionBag()
  /// The number of the run from which the user went back to the blocks, and whose questions no longer take the keys;
  /// nil for none.
  private var leftNumber: Int?
  /// The text that is searched for, in lower case; nil before the first search.
  var sought: String?
  /// The timeline of the run, as of the last drawing; nil if it was not shown.
  var timeline: RunTimeline?
  /// Whether the mouse drags along the timeline, and whether the output took the keys only for that.
  private var drag: (isOn: Bool, isAlone: Bool) = (false, false)
  /// The rows that it needs for what it shows; nil before that is known.
  var neededRows: (shown: ShownState, count: Int)?
  /// Whether the variables were drawn beside the program.
  var isStateBeside = false
  /// The rows of output, as of the last drawing.
  var page = 1
  /// The columns of output, as of the last drawing.
  var width = 1
  /// The area of the output on the screen, and the terminal's cursor in it, as of the last drawing.
  var shownAt = Rect(x: 0, y: 0, width: 0, height: 0)
  var cursorPosition: Point?

  init(module: RunningModule, takesKeys: Bool) {
    self.module = module
    self.takesKeys = takesKeys
    isOnlyAnswering = takesKeys && module.runner.last?.isAsking == true
    super.init()
    module.runner.events.observe { [unowned self] event in
      switch event {
      case .asked: takeKeys(asAsked: true)
      case .stopped: giveKeysBack()
      case .ended:
        entry.clear()
        giveKeysBack()
      case .status, .open: break
      }
    }.kept(in: subscriptions)
  }

  /// The user's own run; nil if there is none, or if another person's run is shown.
  var run: ProgramRun? { theirs == nil ? module.runner.last : nil }

  /// Another person's run that is shown, which is read-only; nil for none.
  var theirs: (name: String, run: SharedRun)? { module.program.session?.shownRun }

  /// The lines of the output. An empty line after the last line break is included only while more output may follow.
  var lines: ArraySlice<String> {
    let lines = theirs?.run.lines ?? run?.output.lines ?? []
    let mayGoOn = run?.isActive == true && run?.past == nil
    return !mayGoOn && lines.last == "" ? lines.dropLast() : lines[...]
  }

  /// The state of the program, in words.
  var summary: String {
    if let theirs { return "\(theirs.name)’s run: \(theirs.run.state)" }
    return run?.summary ?? "no program was run"
  }

  var typedLine: TypedLine? {
    guard let run, run.isAsking, cursor.line == nil else { return nil }
    return TypedLine(label: run.output.lines.last ?? "", entry: entry)
  }

  func statusText(on screen: EditorScreen) -> String {
    if run == nil, theirs == nil { return summary }
    if let run, run.isAsking, cursor.line == nil {
      // Only the end of a long answer is shown.
      let (answer, most) = (entry.buffer.text, max(8, screen.size.width / 3))
      return run.question + (answer.count > most ? "…" + answer.suffix(most - 1) : answer)
    }
    if cursor.line != nil, let line = currentLine {
      let past = run?.past.map { " · \($0.position)" } ?? ""
      return "output: line \(line + 1) of \(first + lines.count): \(quoted: text(ofLine: line))\(past)"
    }
    let last = lines.last { line in line.contains { !$0.isWhitespace } } ?? ""
    return summary + (last.isEmpty ? " · nothing is printed" : " · last line: \(quoted: last)")
  }

  func refuse(_ reason: String, on screen: EditorScreen) { module.showStatus(reason) }

  /// Returns the text of a line by its number, counted from the first printed line; empty if there is no such line.
  private func text(ofLine number: Int) -> String {
    lines.indices.contains(number - first) ? lines[number - first] : ""
  }

  // MARK: - Answering

  /// Why nothing can be typed; nil if something can.
  var refusalToType: String? {
    if let theirs { return "this is \(theirs.name)’s run; only they can answer it" }
    if run?.past != nil { return "this is the past" + commands.hint("run", "returns to the present") }
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

  /// Passes the typed line to the program or, if nothing can be typed, goes to the step that wrote the line at the
  /// cursor.
  func enter() {
    if refusalToType == nil { send() } else { goToLine() }
  }

  func endInput() { module.runner.endInput() }

  func help() { module.emit(.open(.help)) }

  func close() { module.close(self) }

  /// Takes the keys, if no window is open.
  /// - Parameter isAsked: whether the program asks for input; false if the user goes to the output.
  func takeKeys(asAsked isAsked: Bool) {
    if !isAsked { leftNumber = nil }
    guard module.scene.screen.modes.hasOnlyCanvas, leftNumber == nil || leftNumber != run?.number else { return }
    module.push(self)
    isOnlyAnswering = isAsked
  }

  func leave(on screen: EditorScreen) {
    leftNumber = run?.number
    screen.modes.pop(self)
  }

  /// Gives the keys back if they were needed only for answers.
  private func giveKeysBack() {
    if isOnlyAnswering { module.pop(self) }
    isOnlyAnswering = false
  }

  // MARK: - Scrolling

  var first: Int { theirs?.run.firstLine ?? run?.output.droppedCount ?? 0 }

  /// The numbers of the lines, counted from the first printed line.
  var numbers: Range<Int> { first..<first + lines.count }

  /// The number of the line at the cursor; nil if there are none.
  var currentLine: Int? { cursor.current(in: numbers) }

  /// Why the cursor can't be moved; nil if it can.
  func refusalToMove(_ direction: Int) -> String? {
    let line = currentLine
    if direction < 0 { return line == nil || line == first ? "this is the first line" : nil }
    return line == nil || line == numbers.upperBound - 1 ? "this is the last line" : nil
  }

  var rowCount: Int { lines.count }

  /// Toggles whether the output gets most of the screen.
  func toggleSize(on screen: EditorScreen) {
    screen.isOutputLarge.toggle()
    module.scene.viewport.relayout()
    module.showStatus(screen.isOutputLarge ? "the output is large" : "the output is small again")
  }

  // MARK: - Finding

  var refusalToGoOn: String? { sought == nil ? "nothing was searched for" : nil }

  /// Opens a text field for finding. The last matching line is shown while the user types.
  func find() {
    let before = (cursor, sought)
    let look = { [self] (words: String) in
      sought = words.isEmpty ? nil : words.lowercased()
      let found = found
      guard let last = found.indices.last else { return false }
      go(to: last, of: found)
      return true
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

  /// Goes to the next matching line, or to the previous one, and wraps around at either end.
  func findNext(_ direction: Int) {
    let now = lines.startIndex + (currentLine ?? first) - first
    let found = found
    guard !found.isEmpty else { return module.showStatus("the output has no “\(typed: sought ?? "")” any more") }
    let index = direction > 0 ? found.firstIndex { $0 > now } : found.lastIndex { $0 < now }
    go(to: index ?? (direction > 0 ? 0 : found.count - 1), of: found)
  }

  /// The indices of the matching lines.
  private var found: [Int] {
    guard let sought else { return [] }
    return lines.indices.filter { lines[$0].lowercased().contains(sought) }
  }

  /// Goes to one of the matching lines.
  private func go(to index: Int, of found: [Int]) {
    let number = first + found[index] - lines.startIndex
    cursor.go(to: number, in: numbers)
    module.showStatus(
      "\(index + 1) of \(found.count)\(Self.outputCommands.hint("find-next", "next")) · line \(number + 1): "
        + "\(quoted: lines[found[index]])")
  }

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

  func isTimeline(at position: Point) -> Bool { timeline?.area.contains(position) == true }

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

  /// Why the step that wrote the line at the cursor can't be shown; nil if it can.
  var refusalToGoToLine: String? {
    if let theirs { return "this is \(theirs.name)’s run; only they can read it backwards" }
    guard let line = currentLine else { return "nothing was printed" + (run?.past == nil ? "" : " yet") }
    return module.runner.refusalToGo(toOutputLine: line)
  }

  /// Goes to the step that wrote the line at the cursor.
  func goToLine() { if let line = currentLine { module.runner.go(toOutputLine: line) } }

  /// Shows where the line at the cursor came from.
  func showOriginOfLine() { if let line = currentLine { module.runner.showOrigin(ofOutputLine: line) } }

  func cursor(on screen: EditorScreen) -> Point? { cursorPosition }

  /// The run and moment that it shows, on which its height depends.
  struct ShownState: Equatable {
    var run: Int?
    var state: RunState?
    var lines: Int
    var isStateBeside: Bool
  }
}

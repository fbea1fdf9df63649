import AppModules
import MortiseScreen
import MortiseTerminal
import Workbench

/// The canvas: draws the program, and handles the keys and the mouse.
final class CanvasMode: EditorController, IntentMode, ScreenPart {
  override var part: (any ScreenPart)? { self }
  override var mode: (any Mode)? { self }
  unowned let module: CanvasModule
  let region = ScreenRegion.canvas

  init(module: CanvasModule) { self.module = module }

  private var isMouseDragging: Bool {
    module.mouseDrag?.hasMoved == true || module.selectionRectangle?.hasMoved == true
  }

  var commands: CommandTable<CanvasMode> { isMouseDragging ? Self.mouseDragCommands : module.scene.canvasCommands }

  /// Always uses the canvas commands, so that the title line keeps its hints while the mouse drags.
  func hint(ofCommandNamed name: String) -> String? {
    module.scene.canvasCommands.hint(ofCommandNamed: name, in: self)
  }

  /// During a drag, a global key could open a window, which would get the release of the mouse button.
  var takesGlobalKeys: Bool { !isMouseDragging }

  /// Whether the keys are vi's.
  var isVi: Bool { module.scene.settings.keySet == .vi }

  func statusText(on screen: EditorScreen) -> String {
    let state = module.workbench.state
    if let drag = state.dragDescription { return drag }
    // The people at the same block come first, and are never cut off.
    let others = module.context.program.session?.othersAtCursor.map { "\($0) · " } ?? ""
    return others + state.description() + notes
  }

  /// Notes on the block at the cursor: the signs beside it, its value and coverage in a run, and the step of the past
  /// that is shown.
  private var notes: String {
    let (runner, program) = (module.scene.runner, module.context.program)
    let block = module.workbench.cursorBlock
    let breakpoint = block.flatMap { program.breakpoints.conditions[$0.id] }
    let isNext = block != nil && runner.shownRun?.isStopped == true && runner.shownRun?.litBlockID == block?.id
    let isTerse = module.workbench.verbosity == .terse
    let signs = [
      breakpoint.map { $0.isEmpty || isTerse ? "breakpoint" : "breakpoint if \(quoted: $0)" },
      isNext && runner.shownRun?.past == nil ? "runs next" : nil,
      block.flatMap { module.workbench.comparison?.shown?.signs[$0.id] == nil ? nil : "changed" },
    ]
    let parts =
      signs + [
        block.flatMap { runner.valueNotes?.words(ofBlockAtCursor: $0) },
        block.flatMap { runner.coverage?.words(for: $0.id) },
        runner.shownRun?.past?.position,
      ]
    return parts.compactMap { $0.map { " · \($0)" } }.joined()
  }

  var statusHint: String {
    let state = module.workbench.state
    if state.dragDescription != nil { return "" }
    switch state.cursor {
    case nil: return ": \(firstSteps.hint)"
    case .mutator: return " · Enter opens its dialog"
    default: return conflictHint.map { " · \($0)" } ?? ""
    }
  }

  /// The hints for an empty program.
  private var firstSteps: FirstSteps {
    FirstSteps(
      module.scene.canvasCommands, messages: module.workbench.workspace.factory.messages,
      appName: module.scene.options.appName)
  }

  func handle(_ event: InputEvent, on screen: EditorScreen) {
    switch event {
    case .key(let key):
      if !pressCounted(key, on: screen), !pressWhileSelecting(key, on: screen), !pressOnValue(key, on: screen) {
        press(key, on: screen)
      }
    case .mouse(let mouse):
      switch mouse.kind {
      case .scrollDown, .scrollUp: module.context.viewport.scroll(by: mouse.scrolledRows ?? 0)
      default: CanvasMouse.handle(mouse, module, on: screen)
      }
    case .paste(let text): module.paste(text)
    default: break
    }
  }

  func press(at position: Point, on screen: EditorScreen) {
    CanvasMouse.press(at: position, module)
  }

  // MARK: - Commands

  func perform(_ intent: Intent) {
    if intent.readsClipboard {
      return module.scene.clipboard.read { [module] in module.perform(intent) }
    }
    let workbench = module.workbench
    let start = workbench.cursor
    let outcome = workbench.perform(intent)
    if workbench.selectedIDs.isEmpty { module.isSelectingStatements = false }
    if outcome.isChange { module.countOfLastChange = 1 }
    if outcome.isChange, let note = wayBack(from: intent) {
      return module.showStatus("\(outcome.sentence ?? workbench.state.description()) · \(note)")
    }
    let (screen, ringsBell) = (module.scene.screen, module.scene.options.settings.ringsBell)
    screen.speech.isMotion = intent.isMotion
    if outcome.refusal != nil, ringsBell && intent.isMotion || screen.theme.isPlain { screen.device.bell() }
    if intent.isMotion, let end = outcome.refusal {
      let location =
        workbench.cursor == nil || workbench.verbosity == .terse ? "" : " · \(workbench.state.description())\(notes)"
      module.showStatus(end + location)
    } else if intent.isMotion, outcome.sentence == nil, let scope = workbench.state.scopeChange(from: start) {
      if ringsBell, screen.theme.isPlain { screen.device.bell() }
      module.showStatus(workbench.state.description(announcing: scope) + notes)
    } else {
      module.showStatus(outcome.sentence)
    }
  }

  func refusal(of intent: Intent) -> String? { module.workbench.refusal(of: intent) }

  /// Returns the keys that undo a surprising change, such as `u undoes`; nil for other intents.
  private func wayBack(from intent: Intent) -> String? {
    guard intent.isSurprising, !module.scene.screen.theme.isPlain else { return nil }
    let keys = [intent.isCut ? ("paste", "pastes it") : nil, ("undo", "undoes")].compactMap(\.self)
    let parts = keys.compactMap { name, word in
      commands.command(named: name)?.keys.first.map { "\(KeyText.long($0)) \(word)" }
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// Starts or ends selecting statements with ↑ and ↓.
  func toggleSelectingStatements() {
    if module.isSelectingStatements { return perform(.clearSelection) }
    perform(.selectStatement)
    module.isSelectingStatements = true
  }

  func refuse(_ reason: String, on screen: EditorScreen) { module.showStatus(reason) }

  /// The number of rows that Page Up and Page Down move by.
  var pageRows: Int { max(1, module.context.viewport.area.height - 2) }

  /// The blocks around the one at the cursor, and its row in the whole program.
  var parentsAndRow: String {
    let parents = module.workbench.state.parentsDescription
    return module.workbench.cursorRow.map { "\(parents) · row \($0.row) of \($0.count)" } ?? parents
  }

  /// Shows a text in the status line or, if it is too long, in a window.
  func read(_ title: String, _ text: String, on screen: EditorScreen) {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    let isLong = screen.repertoire.columns(of: line) + 1 > screen.size.width
    if isLong { module.emit(.open(.reading(title: title, lines: [text]))) } else { module.showStatus(line) }
  }

  func togglePlain() {
    let value = "\(!module.scene.settings.isPlain)"
    module.emit(.open(.settings(.value(name: Setting.plainName, value: value))))
  }

  func toggleMouse(on screen: EditorScreen) {
    module.isMouseEnabled.toggle()
    screen.device.setMouse(enabled: module.isMouseEnabled)
    let key = commands.command(named: "toggle-mouse")?.keys.first.map { "; \(KeyText.long($0)) turns it on" } ?? ""
    module.showStatus(module.isMouseEnabled ? "mouse on" : "mouse off: the terminal selects text\(key)")
  }

  // MARK: - Drawing

  func draw(on grid: inout CellGrid, in area: Rect, _ screen: EditorScreen) {
    let workbench = module.workbench
    guard let layout = workbench.layout else { return }
    var view = CanvasView(
      layout: layout, theme: screen.theme, focus: workbench.cursor, selectedIDs: workbench.selectedIDs)
    if let search = workbench.search, search.count > 0 { view.isFound = search.contains }
    view.breakpoints = module.context.program.breakpoints.conditions
    let shownRun = module.context.program.session?.shownRun
    let runner = module.scene.runner
    // A sign that moves would send rows again, and readers would say them.
    if !screen.theme.isPlain { view.runningID = shownRun.map(\.run.blockID) ?? runner.shownRun?.litBlockID }
    view.isPast = shownRun == nil && runner.shownRun?.past != nil
    if let coverage = runner.coverage { view.runCount = coverage.count }
    view.note = runner.valueNotes?.note
    if workbench.problemCount > 0 { view.hasProblem = workbench.hasProblem }
    view.changeSigns = workbench.comparison?.shown?.signs ?? [:]
    view.draw(on: &grid, in: area, scroll: module.context.viewport.scroll)
    module.context.program.session?.tags.draw(
      on: &grid, in: area, scroll: module.context.viewport.scroll, workbench: workbench, theme: screen.theme)
    module.context.viewport.scrollbar?.draw(on: &grid, theme: screen.theme)
    module.selectionRectangle?.draw(
      on: &grid, in: area, offset: area.origin - module.context.viewport.scroll, style: screen.theme.rule)
    if workbench.cursor == nil { firstSteps.draw(on: &grid, in: area, screen) }
  }

  /// Handles digits in vi's key set, and the keys that follow a number or an operator.
  /// - Returns: whether the key was handled. Other keys are pressed as usual.
  func pressCounted(_ key: Key, on screen: EditorScreen) -> Bool {
    guard isVi else { return false }
    let first = screen.firstKey
    if first == nil { module.keyCount.operatorKey = nil }
    let operatorKey = module.keyCount.operatorKey ?? first
    let operation = operatorKey.flatMap(takingStatements)
    if first == nil || operation != nil && module.keyCount.operatorKey == nil, module.keyCount.append(key) {
      let editing = module.canTypeValue && first == nil ? commands.command(named: "edit")?.keys.first : nil
      let other = editing.map { "; \(KeyText.long($0)) types it here" } ?? ", or Esc"
      let question = first == nil ? "how often? press a command" : "how far? press a motion, such as j or k"
      module.showStatus("\(module.keyCount.number): \(question)\(other)")
      return true
    }
    if let operation, let first, let operatorKey {
      if pressMotion(key, after: first, of: operation, operatorKey: operatorKey, on: screen) { return true }
    }
    let isCounting = module.keyCount.isCounting
    // A change with a count is repeated with the same count.
    if !isCounting, first == nil, module.countOfLastChange > 1, let command = commands[key],
      case .ofLastChange = command.number, repeatsTakingSelection
    {
      let count = module.countOfLastChange
      perform(command, times: count, on: screen)
      module.countOfLastChange = count
      return true
    }
    guard isCounting else { return false }
    if first == nil, !commands.continuations(of: key).isEmpty {
      module.keyCount.beginSecond()
      press(key, on: screen)
      return true
    }
    let command = first.map { commands.continuations(of: $0)[key] } ?? commands[key]
    let count = module.keyCount.times
    module.keyCount = KeyCount()
    if case .nothing? = command?.number { return true }
    // Here the number is a value, as in the key sets in which digits aren't counts.
    if case .value? = command?.number, module.canTypeValue, command?.keys.first.flatMap(Key.sequence(named:)) == [key] {
      module.type(number: count)
      return true
    }
    guard let command else { return false }
    perform(command, times: count, on: screen)
    screen.firstKey = nil
    module.countOfLastChange = count
    return true
  }

  /// Returns the command of a key that takes the statement when pressed twice, such as `d`: in vi, an operator.
  private func takingStatements(_ key: Key) -> CanvasCommand? {
    guard let command = commands.continuations(of: key)[key], case .statements = command.number else { return nil }
    return command
  }

  /// Handles a key of a motion after an operator, which applies to the statements that the motion covers.
  /// - Returns: whether the key was handled.
  private func pressMotion(
    _ key: Key, after first: Key, of operation: CanvasCommand, operatorKey: Key, on screen: EditorScreen
  ) -> Bool {
    let isThird = module.keyCount.operatorKey != nil
    let continuations = commands.continuations(of: isThird ? first : key)
    // The operator's own second keys come first.
    if !isThird, commands.continuations(of: first)[key] != nil { return false }
    let motion = isThird ? continuations[key] : commands[key]
    if !isThird, motion?.growth == nil, continuations.values.contains(where: { $0.growth != nil }) {
      module.keyCount.operatorKey = first
      screen.firstKey = key
      return true
    }
    let count = module.keyCount.times
    module.keyCount = KeyCount()
    guard let growth = motion?.growth else {
      guard isThird else { return false }
      screen.firstKey = nil
      let keys = [operatorKey, first, key].map { KeyText.long($0.description) }.joined(separator: " ")
      module.showStatus("\(keys) does nothing here")
      return true
    }
    screen.firstKey = nil
    perform(operation, growing: growth.intent, by: growth.isFar ? nil : count, on: screen)
    return true
  }

  /// Whether repeating the last change takes the selected blocks.
  private var repeatsTakingSelection: Bool { module.workbench.lastChange?.takesSelection == true }

  /// Handles a key that is pressed twice elsewhere: while statements are being selected, once is enough, as in vi.
  /// - Returns: whether the key was handled.
  private func pressWhileSelecting(_ key: Key, on screen: EditorScreen) -> Bool {
    guard module.isSelectingStatements else { return false }
    let whole = screen.firstKey.map { commands.continuations(of: $0)[key] } ?? commands[key]
    if let (intent, isFar) = whole?.growth {
      screen.firstKey = nil
      repeat { perform(intent) } while isFar && refusal(of: intent) == nil
      return true
    }
    guard screen.firstKey == nil, let command = commands.continuations(of: key)[key],
      case .statements = command.number
    else { return false }
    perform(command, on: screen)
    return true
  }

  /// Handles the key of an operator on a value if it is also the first of two keys of a command.
  /// - Returns: whether the key was handled.
  private func pressOnValue(_ key: Key, on screen: EditorScreen) -> Bool {
    guard screen.firstKey == nil, !commands.continuations(of: key).isEmpty, let sign = key.typedCharacter,
      Self.operators.contains(sign), module.canContinue(with: sign)
    else { return false }
    module.openLine(.operation(sign: String(sign)))
    return true
  }

  private func perform(_ command: CanvasCommand, times count: Int, on screen: EditorScreen) {
    if module.isSelectingStatements, let growth = command.growth {
      for _ in 0..<count where refusal(of: growth.intent) == nil { perform(growth.intent) }
      return
    }
    switch command.number {
    case .row: return perform(.moveCursor(.row(count)))
    case .statements,
      .ofLastChange where repeatsTakingSelection:
      // On a value, one key takes the value, whatever the count; two keys take lines.
      let workbench = module.workbench
      let isOnValue = workbench.selectedIDs.isEmpty && workbench.cursorBlock !== workbench.state.statementAtCursor
      if screen.firstKey == nil, isOnValue, case .statements = command.number { return perform(command, on: screen) }
      return perform(command, growing: .selectDown, by: count - 1, isLenient: true, on: screen)
    // The clipboard is read once, and all pastes are one undo step.
    case .pastes(let paste):
      return module.scene.clipboard.read { [module] in
        module.workbench.performTogether {
          var times = 0
          while times < count, module.perform(paste).refusal == nil { times += 1 }
          if times > 1 { module.showStatus("pasted \(times) times · \(module.workbench.state.description())") }
          return "pasted \(times) times"
        }
      }
    case .times, .ofLastChange, .value, .nothing: break
    }
    guard case .intent = command.action else { return perform(command, on: screen) }
    let workbench = module.workbench
    for repetition in 0..<count {
      if repetition > 0, command.reasonUnavailable(in: self) != nil { break }
      let before = (workbench.cursor, workbench.history.undoCount, workbench.history.redoCount)
      perform(command, on: screen)
      if before == (workbench.cursor, workbench.history.undoCount, workbench.history.redoCount) { break }
    }
  }

  /// Performs a command on the statement at the cursor, or on those that are selected, and on further ones.
  /// - Parameters:
  ///   - growth: the intent that selects one more statement.
  ///   - count: the number of further statements; nil for all.
  ///   - isLenient: whether fewer statements are enough. Otherwise nothing is done if there are too few.
  private func perform(
    _ command: CanvasCommand, growing growth: Intent, by count: Int?, isLenient: Bool = false, on screen: EditorScreen
  ) {
    let workbench = module.workbench
    let (selection, cursor, undoCount) = (workbench.selectedIDs, workbench.cursor, workbench.history.undoCount)
    var (taken, reason) = (0, String?.none)
    while taken < count ?? .max {
      reason = refusal(of: growth)
      if reason != nil { break }
      workbench.perform(growth)
      taken += 1
    }
    // At the end of a stack, the first growth selects only the statement at the cursor.
    if selection.isEmpty, let count, !isLenient, workbench.selectedIDs.count <= count, reason == nil {
      reason = refusal(of: growth)
    }
    if isLenient || count == nil || reason == nil { perform(command, on: screen) }
    // A copy or a refusal leaves the cursor where it was.
    if selection.isEmpty, workbench.history.undoCount == undoCount {
      if !workbench.selectedIDs.isEmpty { workbench.perform(.clearSelection) }
      if let cursor { workbench.perform(.focus(cursor)) }
    }
    if !isLenient, count != nil, let reason { module.showStatus(reason) }
  }
}

/// The number typed before a command in the vi key set: its count, or the row to go to. Numbers before and after an
/// operator are multiplied.
struct KeyCount {
  /// The number typed last; 0 for none.
  private(set) var number = 0
  private var factor = 1
  /// The operator before the first of two keys of a motion; nil for none.
  var operatorKey: Key?

  /// A larger number would only make users wait.
  private static let most = 9999

  var isCounting: Bool { number > 0 || factor > 1 }

  /// The count; 1 if no number was typed.
  var times: Int { min(factor * max(number, 1), Self.most) }

  /// Begins a second number, after an operator.
  mutating func beginSecond() { (factor, number) = (times, 0) }

  /// Appends a digit to the number, which doesn't begin with 0.
  /// - Returns: whether the key was a digit of the number.
  mutating func append(_ key: Key) -> Bool {
    guard let character = key.typedCharacter, character.isASCII, let digit = character.wholeNumberValue,
      number > 0 || digit > 0
    else { return false }
    number = min(number * 10 + digit, Self.most)
    return true
  }
}

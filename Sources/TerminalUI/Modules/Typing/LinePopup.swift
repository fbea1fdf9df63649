import AppModules
import BlockLayout
import BlockModel
import BlockNotation
import MortiseScreen
import ProgramJournal
import Workbench

/// A line that is typed where its block will be, with a list of its possible meanings below it.
final class LinePopup: EditorController, FilteredList {
  override var mode: (any Mode)? { self }
  let module: TypingModule
  var line: LineSession
  var entry: TextEntry
  /// The dialog that the line's draft belongs to; nil if the draft can't be kept.
  private(set) var dialog: DialogDraft.Dialog?
  /// The message about the last line; nil on the first one.
  var taken: String?
  /// Whether `taken` is a remark, such as why the last line created no block.
  var isRemark = false
  var isCurrent = true
  var isHeard = true
  var list = ListBody()
  /// The area of the line on the screen, as it was last drawn.
  private(set) var lineArea = Rect(x: 0, y: 0, width: 0, height: 0)
  /// Whether the user has selected one of the choices.
  private var isChosen = false

  let commands = lineTable

  init(module: TypingModule) {
    self.module = module
    line = module.context.purpose
    entry = TextEntry("")
    super.init()
    begin(line)
  }

  var choices: [LineChoice] { line.choices }

  private var openedText: String { line.openedText }

  /// Why the line can't be accepted.
  var refusal: String? {
    get { line.rejection }
    set { line.rejection = newValue }
  }

  var draft: DialogDraft? {
    entry.buffer.text == openedText ? nil : dialog.map { DialogDraft($0, text: entry.buffer.text) }
  }

  /// The status text ends in the line's place. Before the user types, it is kept for users who can't see the frame;
  /// after that, the line's meaning matters more.
  var endsInTitle: Bool { !entry.buffer.isEmpty }

  var saysRefusal: Bool { refusal != nil || line.choice == nil && !line.isBlank }

  var tellsReason: Bool { taken != nil && isRemark && entry.buffer.isEmpty && refusal == nil && line.choice == nil }

  func statusText(on screen: EditorScreen) -> String {
    if let refusal { return refusal }
    let location = line.locationDescription
    if let soughtText { return "“\(typed: entry.buffer.text)”: Enter finds “\(quoted: soughtText)” · \(location)" }
    if isItemAlone { return "type another item; Enter opens the menu · \(location)" }
    guard let index = line.selection, let choice = line.choice else {
      if line.isBlank {
        let isBelowTaken =
          taken != nil && entry.buffer.isEmpty && !isRemark && line.isBelowStatement && !line.hasLeftBranch
        let wanted = "type a \(kindOfLine)"
        let whole = [taken, wanted, isBelowTaken ? "below it" : location].compactMap(\.self)
        let columns = screen.repertoire.columns(of: QuotedWords.plain(whole.joined(separator: " · ")))
        // The place matters more than the prompt.
        let isLong = taken != nil && line.kind == .statement && columns + Self.columnsOfHint > screen.size.width
        return (isLong ? [whole[0], whole[2]] : whole).joined(separator: " · ")
      }
      return "\(line.reason)\(line.offer) · \(location)"
    }
    let details = [choice.note, choice.refusal ?? ""].filter { !$0.isEmpty }
    var typed = entry.buffer.isEmpty || isChosen ? "" : "“\(typed: entry.buffer.text)”: "
    // The difference between the choices must not be cut off at the end.
    var meaning = ([choice.label] + details).joined(separator: ", ")
    let notes = choice.note.split(separator: ", ", maxSplits: 1)
    if choice.differs, choice.refusal == nil, let difference = notes.first {
      (typed, meaning) = ("", "\(difference): \(quoted: choice.label)")
      let rest = notes.dropFirst().map { ", \($0)" }.joined()
      // The rest of the note is also in the list.
      let columns = screen.repertoire.columns(of: meaning + rest + location)
      if columns + Self.columnsOfPlace < screen.size.width {
        meaning += rest
      }
    }
    // The selected meaning matters more than the number of choices, and than the place, which the window shows.
    let count = "\(index + 1) of \(choices.count)"
    let columns = screen.repertoire.columns(of: QuotedWords.plain("\(meaning) · \(count)"))
    if !isChosen, columns + Self.columnsOfHint > screen.size.width { return typed + meaning }
    return "\(typed)\(meaning) · \(count) · \(location)"
  }

  var holdsWork: Bool { entry.buffer.text != openedText }

  var typedLine: TypedLine? { TypedLine(label: "a \(kindOfLine)", entry: entry) }

  private var kindOfLine: String { line.kind == .value ? "value" : "statement" }

  // MARK: - Finding instead

  /// The text after a division sign if it is no value of the program, as `/` also finds; nil otherwise.
  private var soughtText: String? {
    let text = entry.buffer.text
    guard !isChosen, openedText.hasSuffix(" / "), text.hasPrefix(openedText),
      text.dropFirst(openedText.count).first?.isLetter == true,
      line.choice.map({ !$0.note.isEmpty || $0.refusal != nil }) ?? true
    else { return nil }
    return String(text.dropFirst(openedText.count))
  }

  /// Whether the line was opened for a further item, and nothing was typed: the same key opens the menu elsewhere.
  private var isItemAlone: Bool { openedText == ", " && entry.buffer.text == openedText }

  /// The action of Enter, for the hint.
  private var actionOfEnter: String {
    guard entry.buffer.isEmpty, line.selection == nil, !line.hasLeftBranch, line.depth == 0, line.target == .free else {
      return "take"
    }
    return "close"
  }

  /// Opens the menu of commands at the cursor instead.
  private func openMenu(on screen: EditorScreen) {
    screen.modes.pop(self)
    module.scene.open(.menu)
  }

  /// Finds the text after the division sign, and leaves the program unchanged.
  private func find(_ text: String, on screen: EditorScreen) {
    screen.modes.pop(self)
    let start = module.workbench.cursor
    if module.perform(.find(.text(text), from: start)).refusal == nil { module.workbench.remember(start) }
  }

  // MARK: - Commands

  var rowCount: Int { choices.count }

  /// Parses the line.
  func update() {
    isChosen = false
    line = module.workbench.type(entry.buffer.text, on: line)
    dialog = dialog.map { _ in .line(line.target, editedID: line.editedID) }
  }

  func move(by distance: Int) {
    willShow()
    if hearSelected(movingBy: distance) { return }
    if choices.isEmpty { return }
    refusal = nil
    isChosen = true
    let row = (line.selection ?? (distance > 0 ? -1 : 0)) + distance
    line.select(row < 0 && entry.buffer.isEmpty ? nil : min(max(row, 0), choices.count - 1))
  }

  /// Replaces the text with the selected choice's, up to the next input.
  func complete() {
    willShow()
    guard let choice = line.choice ?? choices.first else { return }
    edit { entry in
      entry.clear()
      entry.buffer.insert(choice.completion)
    }
  }

  /// Accepts the line. An empty one leaves the branch, or closes the window.
  func accept(on screen: EditorScreen) {
    willShow()
    if let soughtText { return find(soughtText, on: screen) }
    if isItemAlone { return openMenu(on: screen) }
    switch module.workbench.take(line, isChosen: isChosen) {
    case .refused: break
    case .opened(let next, let message, let isRemark):
      (taken, self.isRemark) = (message, isRemark)
      begin(next)
    case .closed(let message):
      screen.modes.pop(self)
      module.showStatus(message)
    }
  }

  /// Accepts the line, closes the window, and performs an action. A line that is refused stays open.
  private func finish(on screen: EditorScreen, then action: () -> Void) {
    willShow()
    refusal = nil
    if holdsWork, soughtText == nil {
      accept(on: screen)
      if refusal != nil { return }
    }
    close(on: screen)
    action()
  }

  private func begin(_ next: LineSession) {
    line = next
    // Drafts don't record the selection, so a line that wraps it has no draft.
    dialog = line.wrapsSelection ? nil : .line(line.target, editedID: line.editedID)
    entry = TextEntry(line.text)
    entry.stopReplacing()
    isCurrent = true
    list.scroll(to: 0)
  }

  /// At the beginning of a statement, the line goes out of its branch, as in editors for Python.
  func deleteBackward() {
    guard entry.buffer.column == 0, line.canLeaveBranch else { return edit { $0.deleteBackward() } }
    willShow()
    taken = nil
    guard let next = module.workbench.outdent(line) else {
      refusal = "no block is around this line"
      return
    }
    line = next
    dialog = .line(line.target, editedID: nil)
  }

  func insert(_ copied: CopiedText, on screen: EditorScreen) { paste(copied.notation, on: screen) }

  /// Types the statements of a pasted program; any other text is put into the line.
  func paste(_ text: String, on screen: EditorScreen) {
    willShow()
    let program = TextProgram(text)
    guard program.statements.count > 1, entry.buffer.isEmpty, line.takesProgram else { return pasteInLine(text) }
    switch module.workbench.type(program, on: line) {
    case .typed(let summary, let next):
      begin(next)
      (taken, isRemark) = (summary, true)
    case .refused(let refused): begin(refused)
    case .closed(let rest):
      close(on: screen)
      module.showStatus(rest)
    }
  }

  func choose(_ row: Int, on screen: EditorScreen) {
    line.select(row)
    accept(on: screen)
  }

  override func viewDidDisappear() {
    module.workbench.cancel(line)
    if let comment = line.comment { module.showStatus("the comment “\(comment)” got no block") }
  }

  // MARK: - Drawing

  private static let mostRows = 9
  /// The columns for the choice's number and its separators: ` · 1 of 3 · `.
  private static let columnsOfPlace = 20
  /// The columns for a hint beside a message.
  private static let columnsOfHint = 15
  /// The rows below a line that are enough for its choices, even if there are more above it.
  private static let enoughRows = 3
  /// The rows of a window with one choice.
  static let fewestRows = 3

  func window(on screen: EditorScreen) -> ModeWindow? {
    let repertoire = screen.repertoire
    let start = module.context.viewport.lineStart
    let anchor = module.context.viewport.lineRect.union(Rect(x: start.minX, y: start.minY, width: 1, height: 1))
    // A lesson's task stays visible. If need be, the choice takes the lower edge's row.
    let pane = screen.layout.area(of: .pane)
    let limit = pane.height == 0 ? screen.size : Size(width: screen.size.width, height: pane.minY + 2)
    // Below the line, the window covers no earlier lines, and stays in place while the line grows.
    let below = limit.height - 2 - anchor.maxY - 2
    let room = below >= Self.enoughRows ? below : PopupPlacement.rowsBeside(anchor, screen: limit) - 2
    let rows = min(Self.mostRows, max(pane.height == 0 ? 1 : 0, room))
    let shownCount = min(choices.count, rows)
    let texts = choices.prefix(60).map { words(of: $0).joined(separator: " · ") }
    let typed = repertoire.columns(of: entry.buffer.text) + 1
    let widest = max(texts.map(repertoire.columns(of:)).max() ?? 0, line.kind == .statement ? typed : 0, 38)
    let width = min(widest + 4, screen.size.width, 72)
    let highest = Size(width: width, height: min(rows + 2, limit.height))
    let origin = PopupPlacement.origin(of: highest, anchor: .below(anchor), screen: limit)
    // Above the cursor the window keeps its height, so that the line stays where it is.
    let height = origin.y < anchor.minY ? highest.height : min(max(1, shownCount) + 2, highest.height)
    let size = Size(width: width, height: height)
    list.count = choices.count
    list.select(line.selection ?? 0)
    lineArea = lineArea(at: start, typed: typed, above: size.width, covering: anchor.maxX, screen)
    return window(
      line.locationDescription, in: Rect(origin: origin, size: size), selected: line.selection,
      emptyText: entry.buffer.isEmpty
        ? "nothing fits here"
        : line.remarkDescription.map(QuotedWords.plain) ?? line.objection ?? line.noMatchReason,
      line: lineArea, on: screen)
  }

  /// Returns the area of the line: the row of the block that it becomes or, for a value, the place of its input.
  private func lineArea(
    at row: Rect, typed: Int, above listWidth: Int, covering end: Int, _ screen: EditorScreen
  ) -> Rect {
    let isStatement = line.kind == .statement
    // The block's left edge stays visible.
    let bar = isStatement ? module.workbench.layout?.style.barWidth ?? 0 : 0
    let start = min(row.minX + bar, max(0, screen.size.width - Self.fewestColumns))
    let wanted = max(typed + 1, isStatement ? listWidth - bar : Self.fewestColumns, end - start)
    return Rect(x: start, y: row.minY, width: min(wanted, screen.size.width - start), height: 1)
  }

  /// The minimum width of a typed value in columns.
  private static let fewestColumns = 12

  func row(at index: Int) -> ListPopup.Row {
    let choice = choices[index]
    return ListPopup.Row(choice.label, colour: choice.colour, refusal: choice.refusal)
  }

  func details(ofRow index: Int) -> [String] { Array(words(of: choices[index]).dropFirst()) }

  private func words(of choice: LineChoice) -> [String] {
    [choice.label] + [choice.note, choice.refusal ?? ""].filter { !$0.isEmpty }
  }

  /// The commands of a typed line.
  static let lineTable = CommandTable<LinePopup>(
    "line", "While a line is typed",
    lineCommands + scrollCommands("meaning", hasEnds: false) + [
      LineWindowCommand(
        "take", "<Enter>", title: "Take the line", group: .finishing,
        help: "take the line, and go on in the first empty input, the body or below; if it is empty, leave the branch",
        runIn: { $0.accept(on: $1) }
      ).hinted { line in
        line.isItemAlone ? "menu" : line.soughtText.map { "find “\($0)”" } ?? line.actionOfEnter
      },
      LineWindowCommand(
        "complete", "<Tab>", title: "Complete the word", group: .finishing,
        help: "complete the word, or go to the next input", hint: "complete"
      ) { $0.complete() },
      LineWindowCommand(
        "close", "<Esc>", title: "Close", group: .finishing, help: "close the line; nothing changes", hint: "close",
        runIn: { $0.close(on: $1) }),
      LineWindowCommand(
        "save", "<C-s>", title: "Save", group: .finishing, help: "take the line, close it, and save",
        runIn: { line, screen in line.finish(on: screen) { line.module.scene.files.save() } }),
      LineWindowCommand(
        "run", "<F5>", title: "Run", group: .finishing, help: "take the line, close it, and run the program",
        runIn: { line, screen in
          let runner = line.module.scene.runner
          line.finish(on: screen) {
            runner.run()
            runner.showOutput()
          }
        }),
      // The pane of a lesson names these.
      LineWindowCommand(
        "tutor", "<A-.>", title: "Tutor…", group: .windows, help: "go to the task of the lesson",
        unavailable: { $0.module.scene.tutor.run == nil ? "no lesson is shown" : nil },
        run: { $0.module.scene.tutor.open() }),
      LineWindowCommand(
        "hint", "<A-j>", title: "Hint", group: .windows, help: "a hint for the lesson",
        unavailable: { $0.module.scene.tutor.run == nil ? "no lesson is shown" : nil },
        run: { $0.module.scene.tutor.showHint() }),
    ], fallback: typing)
}

typealias LineWindowCommand = Command<LinePopup>

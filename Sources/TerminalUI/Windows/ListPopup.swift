import AppModules
import BlockLayout
import BlockModel
import MortiseScreen
import MortiseTerminal

/// A window with a list to choose from: the options of a dropdown, the toolbox, variables, the answers to a question.
final class ListPopup: EditorController, ScrollingMode {
  override var mode: (any Mode)? { self }

  /// The placement of the window.
  enum Anchor {
    /// Below or above a rectangle of the screen.
    case below(Rect)
    case centre
    /// At the left edge of the screen, from a row on.
    case edge(row: Int)
    /// In the lower right corner or, if a rectangle of the screen is there, in the upper one.
    case corner(clearOf: @MainActor () -> Rect)
    /// No window: the status line shows the question and the keys.
    case statusLine
  }

  private let title: String
  private let rows: [Row]
  /// The index of the selected row; nil when no row matches the letters typed.
  var selected: Int? { isMatched && !rows.isEmpty ? list.selected : nil }
  /// The selected row; nil when no row matches the letters typed.
  var selectedRow: Row? { selected.map { rows[$0] } }
  private var list = ListBody()
  private var isMatched = true
  private let anchor: Anchor
  let commands: CommandTable<ListPopup>
  /// The action of choosing an entry, for the hint.
  let verb: String
  var opened: OpenedPart?
  private let choose: (Int) -> Void
  /// Called when a row is dragged out of the list, after the list was closed; nil if rows can't be dragged out.
  var dragOut: ((_ index: Int, _ mouse: MouseEvent) -> Void)?
  /// Shows the selected row as a block; nil for lists of other things.
  var preview: ListPreview?
  /// The position where the mouse button was pressed on a row that can be dragged.
  private var pressed: Point?
  /// Called when no entry was chosen.
  var cancel: () -> Void
  /// Called with the index of the row that was selected.
  var didSelect: ((Int) -> Void)?
  /// Handles letters that no row has, and returns whether the list closes; nil if such letters only clear the
  /// selection.
  var findElsewhere: ((_ letters: String) -> Bool)?
  /// Whether a row was chosen or dragged out.
  private var isAnswered = false
  /// Whether the popup only accepts its answers: clicks outside and other letters are ignored.
  let isQuestion: Bool
  private var typed = ""
  /// Whether another row was selected since the list was opened.
  private var isMoved = false

  /// - Parameters:
  ///   - verb: the action of choosing an entry, for the hint, such as `insert`.
  ///   - adding: additional commands.
  ///   - choose: called with the chosen row's index, after the popup was closed.
  init(
    title: String, rows: [Row], selected: Int = 0, anchor: Anchor, verb: String = "choose",
    adding commands: [ListCommand] = [], choose: @escaping (Int) -> Void
  ) {
    self.title = title
    self.rows = rows
    self.anchor = anchor
    self.verb = verb
    self.commands = commands.isEmpty ? Self.listCommands : Self.table(adding: commands)
    self.choose = choose
    cancel = {}
    isQuestion = false
    super.init()
    list.count = rows.count
    list.select(selected)
    // A separator can't be selected.
    select(list.selected)
  }

  private init(question: String, _ answers: [Answer], anchor: Anchor, cancel: @escaping () -> Void) {
    title = question
    rows = answers.map { Row($0.text, keys: $0.keys) }
    self.anchor = anchor
    verb = ""
    commands = Self.questionTable(answers)
    choose = { answers[$0].act() }
    self.cancel = cancel
    isQuestion = true
    super.init()
    list.count = rows.count
  }

  /// Returns a question, which stays until it is answered.
  /// - Parameters:
  ///   - answers: the answers. The first one is selected, so it must not lose anything.
  ///   - cancel: called on Esc.
  static func question(
    _ title: String, _ answers: [Answer], anchor: Anchor = .centre, cancel: @escaping () -> Void = {}
  ) -> ListPopup {
    ListPopup(question: title, answers, anchor: anchor, cancel: cancel)
  }

  func statusText(on screen: EditorScreen) -> String {
    if case .statusLine = anchor { return title }
    if rows.isEmpty { return "\(title): nothing here" }
    guard let selected else { return "nothing matches “\(typed)” · \(title)" }
    let row = rows[selected]
    let keys = row.keys.isEmpty ? "" : " (\(row.keyDescription))"
    if isQuestion, screen.theme.isPlain {
      let answer = "\(row.text), \(row.keys.first.map(String.init) ?? "")"
      return isMoved ? answer : "\(title) · \(answer)"
    }
    let kind = row.kind == .heading ? ", heading" : ""
    let entries = rows.indices.filter { rows[$0].kind != .separator }
    let position = entries.firstIndex(of: selected).map { "\($0 + 1) of \(entries.count)" } ?? ""
    let note = row.note.isEmpty ? "" : ", \(row.note)"
    return "\(row.spokenText ?? row.text)\(kind)\(keys)\(note) · \(position) · \(title)"
  }

  func handle(_ event: InputEvent, on screen: EditorScreen) {
    switch event {
    case .key(let key): handle(key, on: screen)
    case .mouse(let mouse): handle(mouse, on: screen)
    default: break
    }
  }

  private func handle(_ key: Key, on screen: EditorScreen) {
    // During a search, the space key types a space.
    if !typed.isEmpty, key.typedCharacter == " " {
      _ = search(key)
    } else {
      let wasTyped = typed
      press(key, on: screen)
      if typed == wasTyped, isMatched { typed = "" }
    }
  }

  func refuse(_ reason: String, on screen: EditorScreen) { screen.message = reason }

  // MARK: - Commands

  var rowCount: Int { rows.count }

  var page: Int { list.page }

  func move(by distance: Int) {
    isMoved = true
    select(list.selected + distance)
  }

  /// Selects a row, or the next one in the same direction that isn't a separator.
  private func select(_ index: Int) {
    isMatched = true
    guard !rows.isEmpty else { return }
    let target = min(max(index, 0), rows.count - 1)
    func isEntry(_ row: Int) -> Bool { rows[row].kind != .separator }
    let below = (target..<rows.count).first(where: isEntry)
    let above = (0...target).last(where: isEntry)
    list.select((index < list.selected ? above ?? below : below ?? above) ?? target)
    didSelect?(list.selected)
  }

  /// The index of the nearest heading below the selected row, or above it if `direction` is negative.
  func heading(_ direction: Int) -> Int? {
    let headings = rows.indices.filter { rows[$0].kind == .heading }
    return direction > 0
      ? headings.first { $0 > list.selected } : headings.last { $0 < list.selected }
  }

  /// Selects the nearest heading in a direction.
  func goToHeading(_ direction: Int) {
    if let heading = heading(direction) { select(heading) }
  }

  /// Selects the first entry that begins with the letters typed so far or, if there is none, contains them. If none
  /// does, nothing is selected.
  /// - Returns: whether the key types a character.
  func search(_ key: Key) -> Bool {
    guard let character = key.typedCharacter else { return false }
    if typed.count < Self.mostLetters {
      typed += String(character)
      search()
    }
    return true
  }

  /// More letters than any row has are ignored: a long text that is typed by mistake would take long.
  private static let mostLetters = 100

  /// Deletes the last letter of the search.
  func deleteLetter() {
    typed.removeLast()
    search()
  }

  var refusalToDeleteLetter: String? { typed.isEmpty ? "no letters are typed" : nil }

  private func search() {
    let search = typed.lowercased()
    // A name from a file may have any length.
    let texts = rows.map { $0.kind == .separator ? "" : $0.text.prefix(NameLimit.letters).lowercased() }
    let index =
      texts.firstIndex { $0.hasPrefix(search) } ?? texts.firstIndex { $0.contains(search) }
      ?? rows.firstIndex { $0.keywords.contains { $0.lowercased().contains(search) } }
    if let index { return select(index) }
    isMatched = search.isEmpty
    if !isMatched, let findElsewhere, findElsewhere(typed) { isAnswered = true }
  }

  /// Why no entry can be chosen; nil if one can.
  var refusalToChoose: String? {
    if !isMatched { return "nothing matches “\(typed: typed)”; Backspace deletes a letter, the arrows select" }
    guard let selected else { return "there is nothing to choose" }
    return rows[selected].refusal
  }

  func choose(on screen: EditorScreen) { choose(list.selected, on: screen) }

  func choose(_ index: Int, on screen: EditorScreen) {
    guard rows.indices.contains(index), rows[index].kind != .separator else { return }
    if let refusal = rows[index].refusal { return refuse(refusal, on: screen) }
    isAnswered = true
    screen.modes.pop(self)
    choose(index)
  }

  func close(on screen: EditorScreen) { screen.modes.pop(self) }

  override func viewDidDisappear() {
    if !isAnswered { cancel() }
  }

  // MARK: - The mouse

  private func handle(_ mouse: MouseEvent, on screen: EditorScreen) {
    if let distance = mouse.scrolledRows { return move(by: distance) }
    switch mouse.kind {
    case .press:
      if let row = list.row(at: mouse.position) {
        guard mouse.button == .left else { return }
        if dragOut == nil { return choose(row, on: screen) }
        pressed = mouse.position
        select(row)
      } else if !list.frame.contains(mouse.position), !isQuestion {
        close(on: screen)
      }
    case .drag:
      let row = list.selected
      guard let pressed, let dragOut, rows.indices.contains(row), rows[row].refusal == nil,
        isDragged(from: pressed, to: mouse.position)
      else { return }
      isAnswered = true
      screen.modes.pop(self)
      dragOut(row, mouse)
    case .release:
      if pressed != nil { choose(on: screen) }
    default: break
    }
  }

  /// Whether the mouse has moved far enough to drag a row rather than click it.
  private func isDragged(from start: Point, to position: Point) -> Bool {
    abs(position.y - start.y) > 1 || abs(position.x - start.x) > 4 || !list.frame.contains(position)
  }

  // MARK: - Drawing

  /// The rows of a question that is too long for the title; empty otherwise.
  private var questionRows: [String] = []

  func window(on screen: EditorScreen) -> ModeWindow? {
    if case .statusLine = anchor { return nil }
    let isCentred = if case .centre = anchor { true } else { false }
    let bounds = isCentred ? screen.windowSize : screen.size
    let repertoire = screen.repertoire
    let isLong = isQuestion && repertoire.columns(of: title) + 6 > bounds.width
    questionRows =
      isLong ? WrappedText.rows(of: title, width: max(8, bounds.width - 4), hanging: 0, repertoire: repertoire) : []
    let keyColumns = rows.map { $0.keys.isEmpty ? 0 : repertoire.columns(of: $0.keyDescription) + 2 }.max() ?? 0
    let shortHints = hintText(in: [.finishing])
    // A list at the edge takes the place of a column, and may be as narrow.
    let isInColumn = if case .edge = anchor { true } else { false }
    let rowWidths = rows.map { row -> Int in
      keyColumns + repertoire.columns(of: row.text) + (row.note.isEmpty ? 0 : repertoire.columns(of: row.note) + 2) + 2
    }
    let widest = max(
      rowWidths.max() ?? 0,
      isLong ? bounds.width : repertoire.columns(of: title) + 4,
      isQuestion || isCentred ? repertoire.columns(of: shortHints) + 4 : 0, isInColumn ? 0 : 16)
    let rowCount = max(rows.count, 1)
    let listWidth = min(widest + 2, bounds.width)
    // The preview gets the columns to the right of the list.
    let left = PopupPlacement.origin(
      of: Size(width: listWidth, height: 1), anchor: anchor, screen: bounds
    ).x
    let previewWidth = preview != nil ? ListPreview.width(leaving: bounds.width - left - listWidth) : 0
    let size = Size(
      width: listWidth + previewWidth,
      height: min(rowCount + questionRows.count + 2, PopupPlacement.rows(at: anchor, screen: bounds)))
    if questionRows.count > max(0, size.height - 3) {
      questionRows = Array(questionRows.prefix(max(0, size.height - 3)))
    }
    let origin = PopupPlacement.origin(of: size, anchor: anchor, screen: bounds)
    let top = 1 + questionRows.count
    let area = Rect(x: 1, y: top, width: size.width - 2, height: max(1, size.height - 1 - top))
    list.show(in: area.offset(by: origin), frame: Rect(origin: origin, size: size))
    var grid = WindowFrame.grid(
      size: size, title: isLong ? "" : title, footers: [hints] + shorterHints, hiddenRows: list.hiddenBelow,
      theme: screen.theme, repertoire: repertoire)
    for (line, text) in questionRows.enumerated() {
      _ = grid.write(text, at: Point(x: 2, y: 1 + line), style: screen.theme.popup, clip: grid.bounds)
    }
    for index in list.shown {
      let style = index == selected ? screen.theme.focus : screen.theme.popup
      rows[index].draw(
        on: &grid, in: Rect(x: 1, y: top + index - list.top, width: listWidth - 2, height: 1), style: style,
        keyColumns: keyColumns, theme: screen.theme)
    }
    if previewWidth > 0, let preview, let selected {
      let area = Rect(x: listWidth - 1, y: 1, width: previewWidth, height: size.height - 2)
      preview.draw(row: selected, on: &grid, in: area, theme: screen.theme)
    }
    return ModeWindow(
      layer: Layer(origin: origin, grid: grid), cursor: Point(x: 1, y: top + list.selected - list.top))
  }

  static let listCommands = table(adding: [])

  /// Returns the commands of a list, with additional ones.
  static func table(adding commands: [ListCommand]) -> CommandTable<ListPopup> {
    var searching = searching
    // At 80 columns, the list's own commands need the space.
    if !commands.isEmpty { searching.hint = nil }
    return CommandTable(
      "list", "In a list", navigation + [deleting, choosing] + commands + [closing], fallback: searching)
  }

  static let navigation = scrollCommands("entry")

  private static let deleting = ListCommand(
    "delete-letter", "<Backspace>", title: "Delete last letter", group: .navigation,
    help: "delete the last letter of the search",
    unavailable: { $0.refusalToDeleteLetter }, run: { $0.deleteLetter() })

  private static let choosing = ListCommand(
    "choose", "<Enter>", "<Space>", "<C-s>", title: "Choose", group: .finishing, help: "choose the selected entry",
    unavailable: { $0.refusalToChoose }, runIn: { $0.choose(on: $1) }
  ).hinted { $0.verb }

  private static let closing = ListCommand(
    "close", "<Esc>", title: "Close", group: .finishing, help: "close the list; nothing changes", hint: "close",
    runIn: { $0.close(on: $1) })

  private static let searching = CommandTable<ListPopup>.Fallback(
    keys: "letters", help: "go to the first entry that begins with them, or else contains them", hint: "find"
  ) { list, key, _ in list.search(key) }

  /// Returns the question whether to overwrite a file.
  /// - Parameters:
  ///   - rename: asks for another name.
  ///   - overwrite: writes the file.
  ///   - stay: called if the file is not to be written.
  ///   - compare: shows the differences; nil if nothing can be compared.
  static func overwriteQuestion(
    _ title: String, rename: @escaping () -> Void, overwrite: @escaping () -> Void, stay: @escaping () -> Void,
    compare: (() -> Void)? = nil
  ) -> ListPopup {
    let comparing = compare.map { [Answer("do not save; mark the differences", keys: "d", act: $0)] } ?? []
    return .question(
      title,
      [Answer("save under another name", keys: "a", act: rename), Answer("overwrite it", keys: "oy", act: overwrite)]
        + comparing + [Answer("do not save", keys: "n", act: stay)])
  }

  // MARK: - Commands

  static let questionCommands = questionTable([])

  /// Returns the commands of a question: a list of answers, each with letters that choose it.
  static func questionTable(_ answers: [Answer]) -> CommandTable<ListPopup> {
    CommandTable(
      "question", "In a question", navigation + answers.enumerated().map { answering($1, at: $0) } + finishing,
      fallback: CommandTable<ListPopup>.Fallback(
        keys: "letters", help: "give the answer shown beside the letter", run: { _, _, _ in false }))
  }

  /// Returns the command that gives an answer.
  private static func answering(_ answer: Answer, at index: Int) -> ListCommand {
    ListCommand(
      "answer-\(index + 1)", keys: answer.keys.map(String.init), group: .editing, help: answer.text,
      runIn: { $0.choose(index, on: $1) })
  }

  private static let finishing: [ListCommand] = [
    ListCommand(
      "choose", "<Enter>", "<Space>", "<C-s>", title: "Choose", group: .finishing, help: "give the selected answer",
      hint: "choose",
      runIn: { $0.choose(on: $1) }),
    ListCommand(
      "close", "<Esc>", title: "Close", group: .finishing, help: "cancel; nothing is lost", hint: "cancel",
      runIn: { $0.close(on: $1) }),
  ]
}

typealias ListCommand = Command<ListPopup>

/// An answer to a question.
struct Answer {
  let text: String
  /// The letters that give the answer. Use `y` for a plain yes and `s` for saving.
  let keys: [Character]
  let act: () -> Void

  init(_ text: String, keys: String, act: @escaping () -> Void) {
    self.text = text
    self.keys = Array(keys)
    self.act = act
  }
}

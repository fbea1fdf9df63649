import AppModules
import BlockModel
import Screen
import Terminal

/// A window with a list to choose from: the options of a dropdown, the toolbox, variables, the answers to a question.
final class ListPopup: EditorController, CommandMode {
  override var mode: (any Mode)? { self }
  struct Row {
    var text: String
    var colour: BlockBuilder.Colour?
    /// The letters that choose the row directly. They are shown before its text.
    var keys: [Character]

    init(_ text: String, colour: BlockBuilder.Colour? = nil, keys: [Character] = []) {
      self.text = text
      self.colour = colour
      self.keys = keys
    }

    var keyDescription: String { keys.map(String.init).joined(separator: "/") }
  }

  /// The placement of the window.
  enum Anchor {
    /// Below or above a rectangle of the screen.
    case below(Rect)
    case centre
  }

  private let title: String
  private let rows: [Row]
  /// The index of the selected row; nil when no row matches the letters typed.
  var selected: Int? { isMatched ? row : nil }
  private var row: Int
  private var isMatched = true
  private let anchor: Anchor
  let commands: CommandTable<ListPopup>
  /// What choosing an entry does, for the hint.
  let verb: String
  var opened: OpenedPart?
  private let choose: (Int) -> Void
  /// Called when a row is dragged out of the list, after it was closed; nil for a list whose rows stay in it.
  var dragOut: ((_ index: Int, _ mouse: MouseEvent) -> Void)?
  /// The cell where the mouse's button was pressed on a row that can be dragged.
  private var pressed: Point?
  private let cancel: () -> Void
  /// Whether a row was taken.
  private var isAnswered = false
  /// Whether the popup only accepts its answers: clicks outside and other letters are ignored.
  let isQuestion: Bool
  /// How many rows fit, as of the last drawing.
  private(set) var pageRows = 8
  private var typed = ""
  private var firstShown = 0
  private var shownAt = Rect(x: 0, y: 0, width: 0, height: 0)

  /// - Parameters:
  ///   - verb: what choosing an entry does, for the hint, such as `insert`.
  ///   - adding: additional commands.
  ///   - choose: called with the chosen row's index, after the popup was closed.
  init(
    title: String, rows: [Row], selected: Int = 0, anchor: Anchor, verb: String = "choose",
    adding commands: [ListCommand] = [], choose: @escaping (Int) -> Void
  ) {
    self.title = title
    self.rows = rows
    row = min(max(selected, 0), max(0, rows.count - 1))
    self.anchor = anchor
    self.verb = verb
    self.commands = commands.isEmpty ? Self.listCommands : Self.table(adding: commands)
    self.choose = choose
    cancel = {}
    isQuestion = false
  }

  private init(question: String, _ answers: [Answer], cancel: @escaping () -> Void) {
    title = question
    rows = answers.map { Row($0.text, keys: $0.keys) }
    row = 0
    anchor = .centre
    verb = ""
    commands = Self.questionTable(answers)
    choose = { answers[$0].act() }
    self.cancel = cancel
    isQuestion = true
  }

  /// Returns a question in the middle of the screen, which stays until it is answered.
  /// - Parameters:
  ///   - answers: the answers. The first one is selected, so it must not lose anything.
  ///   - cancel: called on Esc.
  static func question(_ title: String, _ answers: [Answer], cancel: @escaping () -> Void = {}) -> ListPopup {
    ListPopup(question: title, answers, cancel: cancel)
  }

  func statusText(on screen: EditorScreen) -> String {
    guard let selected else { return "nothing matches “\(typed)” · \(title)" }
    guard rows.indices.contains(selected) else { return "\(title): nothing here" }
    let row = rows[selected]
    let keys = row.keys.isEmpty ? "" : " (\(row.keyDescription))"
    return "\(row.text)\(keys) · \(selected + 1) of \(rows.count) · \(title)"
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
    } else if !typed.isEmpty, key.code == .backspace {
      typed.removeLast()
      search()
    } else if isMatched || commands[key] == nil {
      let wasTyped = typed
      press(key, on: screen)
      if typed == wasTyped, isMatched { typed = "" }
    } else {
      press(key, on: screen)
    }
  }

  /// Keeps a question on the status line, so that a screen reader can read it again.
  func refuse(_ reason: String, on screen: EditorScreen) {
    if !isQuestion { screen.message = reason }
  }

  // MARK: - What the commands do

  func move(by distance: Int) { select(row + distance) }

  func moveToFirst() { select(0) }

  func moveToLast() { select(rows.count - 1) }

  private func select(_ index: Int) {
    row = min(max(index, 0), max(0, rows.count - 1))
    isMatched = true
  }

  /// Selects the first entry that begins with the letters typed so far or, if there is none, contains them. If none does,
  /// nothing is selected.
  /// - Returns: whether the key types a character.
  func search(_ key: Key) -> Bool {
    guard let character = key.typedCharacter else { return false }
    typed += String(character)
    search()
    return true
  }

  private func search() {
    let wanted = typed.lowercased()
    let index =
      rows.firstIndex { $0.text.lowercased().hasPrefix(wanted) }
      ?? rows.firstIndex { $0.text.lowercased().contains(wanted) }
    if let index { select(index) } else { isMatched = wanted.isEmpty }
  }

  /// Why no entry can be chosen; nil if one can.
  var refusalToChoose: String? {
    if !isMatched { return "nothing matches “\(typed)”; Backspace deletes a letter, the arrows go on" }
    return rows.isEmpty ? "there is nothing to choose" : nil
  }

  func choose(on screen: EditorScreen) { choose(row, on: screen) }

  func choose(_ index: Int, on screen: EditorScreen) {
    guard rows.indices.contains(index) else { return }
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
    switch mouse.kind {
    case .scrollDown: select(row + 3)
    case .scrollUp: select(row - 3)
    case .press:
      let inside = shownAt.inset(columns: 1, rows: 1)
      if inside.contains(mouse.position) {
        let index = firstShown + mouse.position.y - inside.minY
        guard dragOut != nil, rows.indices.contains(index) else { return choose(index, on: screen) }
        pressed = mouse.position
        select(index)
      } else if !shownAt.contains(mouse.position), !isQuestion {
        close(on: screen)
      }
    case .drag:
      guard let pressed, let dragOut, isDragged(from: pressed, to: mouse.position) else { return }
      isAnswered = true
      screen.modes.pop(self)
      dragOut(row, mouse)
    case .release:
      if pressed != nil { choose(on: screen) }
    default: break
    }
  }

  /// Whether the mouse has moved so far that a row is dragged rather than clicked.
  private func isDragged(from start: Point, to position: Point) -> Bool {
    abs(position.y - start.y) > 1 || abs(position.x - start.x) > 4 || !shownAt.contains(position)
  }

  // MARK: - Drawing

  func window(on screen: EditorScreen) -> ModeWindow? {
    let bounds = screen.size
    let repertoire = screen.repertoire
    func width(_ text: String) -> Int { TextWidth.columns(of: text, repertoire: repertoire) }
    let keyColumns = rows.map { $0.keys.isEmpty ? 0 : width($0.keyDescription) + 2 }.max() ?? 0
    let widest = max(rows.map { keyColumns + width($0.text) + 2 }.max() ?? 0, width(title) + 4, 16)
    let size = Size(
      width: min(widest + 2, bounds.width), height: min(rows.count + 2, max(3, bounds.height - 4)))
    pageRows = max(1, size.height - 2)
    firstShown = min(max(firstShown, row - pageRows + 1), row)
    let origin = PopupPlacement.origin(of: size, anchor: anchor, screen: bounds)
    shownAt = Rect(origin: origin, size: size)
    var grid = WindowFrame.grid(size: size, title: title, theme: screen.theme, repertoire: repertoire)
    for line in 0..<pageRows where firstShown + line < rows.count {
      let shown = rows[firstShown + line]
      let place = Point(x: 1, y: line + 1)
      let isSelected = isMatched && firstShown + line == row
      let style = isSelected ? screen.theme.focus : screen.theme.popup
      let inside = Rect(x: 1, y: 1, width: size.width - 2, height: size.height - 2)
      grid.fill(Rect(x: 1, y: line + 1, width: size.width - 2, height: 1), style: style)
      if let colour = shown.colour {
        let surface = screen.theme.bar(colour, isUnknown: false)
        _ = grid.write(
          "▌", at: place,
          style: Style(
            foreground: surface.background >= 0 ? surface.background : surface.foreground, background: style.background),
          clip: inside)
      }
      _ = grid.write(shown.keyDescription, at: Point(x: 2, y: line + 1), style: style, clip: inside)
      grid.write(shown.text, at: Point(x: 2 + keyColumns, y: line + 1), style: style, fitting: inside)
    }
    return ModeWindow(
      layer: Layer(origin: origin, grid: grid), cursor: Point(x: 1, y: 1 + row - firstShown))
  }
}

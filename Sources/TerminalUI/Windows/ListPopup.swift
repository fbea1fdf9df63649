import AppModules
import BlockModel
import Screen
import Terminal

/// A window with a list to choose from: a dropdown's options, the toolbox, variables, the answers to a question.
final class ListPopup: EditorController, CommandMode {
  override var mode: (any Mode)? { self }
  struct Row {
    var text: String
    var colour: BlockBuilder.Colour?
    /// The letters that take the row at once; they are shown before its text.
    var keys: [Character]

    init(_ text: String, colour: BlockBuilder.Colour? = nil, keys: [Character] = []) {
      self.text = text
      self.colour = colour
      self.keys = keys
    }

    var keyDescription: String { keys.map(String.init).joined(separator: "/") }
  }

  /// Where the window stands.
  enum Anchor {
    /// Below (or above) a cell of the screen.
    case below(Rect)
    case centre
  }

  private let title: String
  private let rows: [Row]
  private(set) var selected: Int
  private let anchor: Anchor
  let commands: CommandTable<ListPopup>
  /// What choosing an entry does, for the hint.
  let verb: String
  var opened: OpenedPart?
  private let choose: (Int) -> Void
  private let cancel: () -> Void
  /// Whether it takes nothing but its answers: a click beside it is none, and neither is a letter that isn't shown.
  let isQuestion: Bool
  /// The rows that fit, from the last drawing.
  private(set) var pageRows = 8
  private var typed = ""
  private var firstShown = 0
  private var shownAt = Rect(x: 0, y: 0, width: 0, height: 0)

  /// - Parameters:
  ///   - verb: what choosing an entry does, for the hint: `insert`.
  ///   - adding: the commands that this list adds.
  ///   - choose: is called when a row is taken; the mode has ended then.
  init(
    title: String, rows: [Row], selected: Int = 0, anchor: Anchor, verb: String = "choose",
    adding commands: [ListCommand] = [], choose: @escaping (Int) -> Void
  ) {
    self.title = title
    self.rows = rows
    self.selected = min(max(selected, 0), max(0, rows.count - 1))
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
    selected = 0
    anchor = .centre
    verb = ""
    commands = Self.questionTable(answers)
    choose = { answers[$0].act() }
    self.cancel = cancel
    isQuestion = true
  }

  /// A question that stays until it is answered. It is asked in the middle of the screen.
  /// - Parameters:
  ///   - answers: the first one is selected, so it must not lose anything.
  ///   - cancel: what Esc does.
  static func question(_ title: String, _ answers: [Answer], cancel: @escaping () -> Void = {}) -> ListPopup {
    ListPopup(question: title, answers, cancel: cancel)
  }

  func words(in editor: EditorServices) -> String {
    guard rows.indices.contains(selected) else { return "\(title): nothing here" }
    let row = rows[selected]
    let keys = row.keys.isEmpty ? "" : " (\(row.keyDescription))"
    return "\(row.text)\(keys) · \(selected + 1) of \(rows.count) · \(title)"
  }

  func handle(_ event: InputEvent, in editor: EditorServices) {
    switch event {
    case .key(let key): handle(key, in: editor)
    case .mouse(let mouse): handle(mouse, in: editor)
    default: break
    }
  }

  private func handle(_ key: Key, in editor: EditorServices) {
    // Within what is searched for, a space is a letter.
    if !typed.isEmpty, key.typedCharacter == " " {
      _ = search(key)
    } else {
      let wasTyped = typed
      press(key, in: editor)
      if typed == wasTyped { typed = "" }
    }
  }

  /// A question stays as it is, so that it can be heard again.
  func refuse(_ reason: String, in editor: EditorServices) {
    if !isQuestion { editor.message = reason }
  }

  // MARK: - What the commands do

  func move(by distance: Int) { select(selected + distance) }

  func moveToFirst() { select(0) }

  func moveToLast() { select(rows.count - 1) }

  private func select(_ index: Int) { selected = min(max(index, 0), max(0, rows.count - 1)) }

  /// Selects the entry that begins with the letters typed so far, or else contains them.
  /// - Returns: whether the key types a letter.
  func search(_ key: Key) -> Bool {
    guard let character = key.typedCharacter else { return false }
    typed += String(character)
    let wanted = typed.lowercased()
    if let index = rows.firstIndex(where: { $0.text.lowercased().hasPrefix(wanted) }) {
      select(index)
    } else if let index = rows.firstIndex(where: { $0.text.lowercased().contains(wanted) }) {
      select(index)
    }
    return true
  }

  /// Why no entry can be chosen; nil when one can.
  var refusalToChoose: String? { rows.isEmpty ? "there is nothing to choose" : nil }

  func choose(in editor: EditorServices) { choose(selected, in: editor) }

  func choose(_ index: Int, in editor: EditorServices) {
    guard rows.indices.contains(index) else { return }
    editor.modes.pop(self)
    choose(index)
  }

  func close(in editor: EditorServices) {
    editor.modes.pop(self)
    cancel()
  }

  // MARK: - The mouse

  private func handle(_ mouse: MouseEvent, in editor: EditorServices) {
    switch mouse.kind {
    case .scrollDown: select(selected + 3)
    case .scrollUp: select(selected - 3)
    case .press:
      let inside = shownAt.inset(columns: 1, rows: 1)
      if inside.contains(mouse.position) {
        choose(firstShown + mouse.position.y - inside.minY, in: editor)
      } else if !shownAt.contains(mouse.position), !isQuestion {
        close(in: editor)
      }
    default: break
    }
  }

  // MARK: - Drawing

  func window(in editor: EditorServices) -> ModeWindow? {
    let screen = editor.size
    let repertoire = editor.repertoire
    func width(_ text: String) -> Int { TextWidth.columns(of: text, repertoire: repertoire) }
    let keyColumns = rows.map { $0.keys.isEmpty ? 0 : width($0.keyDescription) + 2 }.max() ?? 0
    let widest = max(rows.map { keyColumns + width($0.text) + 2 }.max() ?? 0, width(title) + 4, 16)
    let size = Size(
      width: min(widest + 2, screen.width), height: min(rows.count + 2, max(3, screen.height - 4)))
    pageRows = max(1, size.height - 2)
    firstShown = min(max(firstShown, selected - pageRows + 1), selected)
    let origin = PopupPlacement.origin(of: size, anchor: anchor, screen: screen)
    shownAt = Rect(origin: origin, size: size)
    var grid = WindowFrame.grid(size: size, title: title, theme: editor.theme, repertoire: repertoire)
    for line in 0..<pageRows where firstShown + line < rows.count {
      let row = rows[firstShown + line]
      let place = Point(x: 1, y: line + 1)
      let isSelected = firstShown + line == selected
      let style = isSelected ? editor.theme.focus : editor.theme.popup
      let inside = Rect(x: 1, y: 1, width: size.width - 2, height: size.height - 2)
      grid.fill(Rect(x: 1, y: line + 1, width: size.width - 2, height: 1), style: style)
      if let colour = row.colour {
        let surface = editor.theme.surface(colour, isUnknown: false, isAlternate: false)
        _ = grid.write(
          "▌", at: place,
          style: Style(
            foreground: surface.background >= 0 ? surface.background : surface.foreground, background: style.background),
          clip: inside)
      }
      _ = grid.write(row.keyDescription, at: Point(x: 2, y: line + 1), style: style, clip: inside)
      _ = grid.write(row.text, at: Point(x: 2 + keyColumns, y: line + 1), style: style, clip: inside)
    }
    return ModeWindow(
      layer: Layer(origin: origin, grid: grid), cursor: Point(x: 2, y: 1 + selected - firstShown))
  }
}

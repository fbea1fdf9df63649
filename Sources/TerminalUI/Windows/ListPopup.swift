import AppModules
import BlockModel
import Screen
import Terminal

/// A window with a list to choose from: a dropdown's options, the toolbox, variables, the answers to a question.
final class ListPopup: EditorController, Mode {
  override var mode: (any Mode)? { self }
  struct Row {
    var text: String
    var colour: BlockBuilder.Colour?
    /// A key that takes the row at once.
    var key: Character?

    init(_ text: String, colour: BlockBuilder.Colour? = nil, key: Character? = nil) {
      self.text = text
      self.colour = colour
      self.key = key
    }
  }

  /// Where the window stands.
  enum Anchor {
    /// Below (or above) a cell of the screen.
    case below(Rect)
    case centre
  }

  private let title: String
  private let rows: [Row]
  private var selected: Int
  private let anchor: Anchor
  private let more: [Character: (Int) -> Void]
  let hints: String
  var opened: OpenedPart?
  private let choose: (Int) -> Void
  private let cancel: () -> Void
  /// A click beside it is no answer then.
  let isQuestion: Bool
  /// The rows that fit, from the last drawing.
  private var pageRows = 8
  private var typed = ""
  private var firstShown = 0
  private var shownAt = Rect(x: 0, y: 0, width: 0, height: 0)

  /// - Parameters:
  ///   - more: what further keys do with the selected row.
  ///   - choose: is called when a row is taken; the mode has ended then.
  init(
    title: String, rows: [Row], selected: Int = 0, anchor: Anchor, hints: String = "Enter take  Esc leave",
    more: [Character: (Int) -> Void] = [:], isModal: Bool = false, cancel: @escaping () -> Void = {},
    choose: @escaping (Int) -> Void
  ) {
    self.title = title
    self.rows = rows
    self.selected = min(max(selected, 0), max(0, rows.count - 1))
    self.anchor = anchor
    self.more = more
    self.hints = hints
    self.choose = choose
    self.cancel = cancel
    isQuestion = isModal
  }

  func words(in editor: EditorServices) -> String {
    guard rows.indices.contains(selected) else { return "\(title): nothing here" }
    return "\(rows[selected].text) · \(selected + 1) of \(rows.count) · \(title)"
  }

  func handle(_ event: InputEvent, in editor: EditorServices) {
    switch event {
    case .key(let key): handle(key, in: editor)
    case .mouse(let mouse): handle(mouse, in: editor)
    default: break
    }
  }

  private func handle(_ key: Key, in editor: EditorServices) {
    let wasTyped = typed
    typed = ""
    switch key.code {
    case .up: select(selected - 1)
    case .down: select(selected + 1)
    case .pageUp: select(selected - pageRows)
    case .pageDown: select(selected + pageRows)
    case .home: select(0)
    case .end: select(rows.count - 1)
    case .enter: take(selected, in: editor)
    case .escape:
      editor.modes.pop(self)
      cancel()
    case .delete:
      if let action = more["\u{7F}"] { perform(action, in: editor) }
    case .character(let character):
      guard key.modifiers.isEmpty || key.modifiers == .shift else { return }
      handle(character, after: wasTyped, in: editor)
    default: break
    }
  }

  private func handle(_ character: Character, after wasTyped: String, in editor: EditorServices) {
    if let index = rows.firstIndex(where: { $0.key == character }) { return take(index, in: editor) }
    if let action = more[character] { return perform(action, in: editor) }
    if character == " " && wasTyped.isEmpty { return take(selected, in: editor) }
    typed = wasTyped + String(character)
    let wanted = typed.lowercased()
    if let index = rows.firstIndex(where: { $0.text.lowercased().hasPrefix(wanted) }) {
      select(index)
    } else if let index = rows.firstIndex(where: { $0.text.lowercased().contains(wanted) }) {
      select(index)
    }
  }

  private func handle(_ mouse: MouseEvent, in editor: EditorServices) {
    switch mouse.kind {
    case .scrollDown: select(selected + 3)
    case .scrollUp: select(selected - 3)
    case .press:
      let inside = shownAt.inset(columns: 1, rows: 1)
      if inside.contains(mouse.position) {
        take(firstShown + mouse.position.y - inside.minY, in: editor)
      } else if !shownAt.contains(mouse.position), !isQuestion {
        editor.modes.pop(self)
        cancel()
      }
    default: break
    }
  }

  private func select(_ index: Int) { selected = min(max(index, 0), max(0, rows.count - 1)) }

  private func perform(_ action: (Int) -> Void, in editor: EditorServices) {
    guard rows.indices.contains(selected) else { return }
    editor.modes.pop(self)
    action(selected)
  }

  private func take(_ index: Int, in editor: EditorServices) {
    guard rows.indices.contains(index) else { return }
    editor.modes.pop(self)
    choose(index)
  }

  // MARK: - Drawing

  func window(in editor: EditorServices) -> ModeWindow? {
    let screen = editor.size
    let repertoire = editor.repertoire
    func width(_ text: String) -> Int { TextWidth.columns(of: text, repertoire: repertoire) }
    let widest = max(rows.map { width($0.text) + 2 }.max() ?? 0, width(title) + 4, 16)
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
      _ = grid.write(row.text, at: Point(x: 2, y: line + 1), style: style, clip: inside)
    }
    return ModeWindow(
      layer: Layer(origin: origin, grid: grid), cursor: Point(x: 2, y: 1 + selected - firstShown))
  }
}

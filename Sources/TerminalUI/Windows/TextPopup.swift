import AppModules
import Screen
import Terminal

/// A window in which a text is typed: a field's value, a name, a comment. In a text of several lines Enter begins a new one,
/// and another key keeps the text.
final class TextPopup: EditorController, TextEditing {
  override var mode: (any Mode)? { self }
  private let title: String
  private let original: String
  private var entry: TextEntry
  private let anchor: ListPopup.Anchor
  private let hint: String
  /// Why the last text was not accepted.
  private var refusal: String?
  /// Takes the text; returns why not, when it is not accepted.
  private let accept: (String) -> String?
  private let cancel: () -> Void
  var opened: OpenedPart?

  init(
    title: String, text: String, isMultiline: Bool = false, hint: String = "", anchor: ListPopup.Anchor,
    cancel: @escaping () -> Void = {}, accept: @escaping (String) -> String?
  ) {
    self.title = title
    original = text
    entry = TextEntry(text, isMultiline: isMultiline)
    self.hint = hint
    self.anchor = anchor
    self.accept = accept
    self.cancel = cancel
  }

  private var buffer: TextBuffer { entry.buffer }

  private var isMultiline: Bool { buffer.holdsLines }

  var commands: CommandTable<TextPopup> { isMultiline ? Self.multilineTable : Self.lineTable }

  func words(in editor: EditorServices) -> String {
    if let refusal { return refusal }
    let selected = entry.isSelected ? ", selected" : ""
    let place = buffer.lines.count > 1 ? ", line \(buffer.line + 1) of \(buffer.lines.count)" : ""
    return "\(title): “\(buffer.currentLine)”\(selected)\(place)\(hint.isEmpty ? "" : " · \(hint)")"
  }

  func handle(_ event: InputEvent, in editor: EditorServices) {
    switch event {
    case .key(let key): press(key, in: editor)
    case .paste(let pasted): entry.paste(pasted)
    case .mouse(let mouse) where mouse.kind == .press:
      if !shownAt.contains(mouse.position) { close(in: editor) }
    default: break
    }
  }

  // MARK: - What the commands do

  func commit(in editor: EditorServices) {
    editor.modes.pop(self)
    // Line breaks of another kind stay as they are in a text that nobody has changed.
    let isUnchanged = buffer.text == TextBuffer(original, holdsLines: isMultiline).text
    if let reason = accept(isUnchanged ? original : buffer.text) {
      refusal = "not accepted: \(reason)"
      entry.touch()
      editor.modes.push(self)
      editor.device.bell()
    }
  }

  func close(in editor: EditorServices) {
    editor.modes.pop(self)
    cancel()
  }

  func edit(_ change: (inout TextEntry) -> Void) {
    refusal = nil
    change(&entry)
    entry.touch()
  }

  func startNewLine() { edit { $0.buffer.insert("\n") } }

  /// Goes so many rows of the screen down, or up.
  func moveRows(_ distance: Int) {
    var target = (line: buffer.line + distance, column: buffer.column)
    if isMultiline {
      let rows = rows
      var place = rows.place(line: buffer.line, column: buffer.column)
      place.y = min(max(place.y + distance, 0), rows.rows.count - 1)
      target = rows.character(at: place)
    }
    edit { $0.buffer.move(toLine: target.line, column: target.column) }
  }

  // MARK: - Drawing

  private var shownAt = Rect(x: 0, y: 0, width: 0, height: 0)
  /// The columns and rows of the text, and what they can show, from the last drawing.
  private var columnCount = 40
  private(set) var rowCount = 1
  private var repertoire = Repertoire.unicode

  private var rows: TextRows { TextRows(buffer, width: columnCount, repertoire: repertoire) }

  func window(in editor: EditorServices) -> ModeWindow? {
    repertoire = editor.repertoire
    let size = windowSize(in: editor)
    let origin = PopupPlacement.origin(of: size, anchor: anchor, screen: editor.size)
    shownAt = Rect(origin: origin, size: size)
    var grid = WindowFrame.grid(size: size, title: title, theme: editor.theme, repertoire: repertoire)
    let inside = Rect(x: 1, y: 1, width: size.width - 2, height: rowCount)
    for row in 0..<rowCount {
      grid.fill(Rect(x: 1, y: 1 + row, width: inside.width, height: 1), style: editor.theme.field)
    }
    let cursor =
      isMultiline
      ? drawRows(on: &grid, in: inside, theme: editor.theme) : drawLine(on: &grid, in: inside, theme: editor.theme)
    let note = note(fitting: inside.width - 2)
    if !note.isEmpty {
      let clip = Rect(x: 1, y: 1 + rowCount, width: size.width - 2, height: 1)
      let style = refusal == nil ? editor.theme.popupHint : editor.theme.refusal
      _ = grid.write(note, at: Point(x: 2, y: 1 + rowCount), style: style, clip: clip)
    }
    return ModeWindow(layer: Layer(origin: origin, grid: grid), cursor: cursor)
  }

  private static let (narrowest, widest) = (44, 66)

  private func width(_ text: String) -> Int { TextWidth.columns(of: text, repertoire: repertoire) }

  /// The row below the text: what is to be known of it, and, as Enter is taken, how to end.
  private func note(fitting columns: Int) -> String {
    if let refusal { return refusal }
    guard isMultiline else { return hint }
    let keys = commands.hints(in: self, groups: [.finishing]).map { "\($0.keyText) \($0.words)" }.joined(
      separator: " · ")
    let whole = hint.isEmpty ? keys : "\(hint) · \(keys)"
    return width(whole) <= columns ? whole : keys
  }

  private func windowSize(in editor: EditorServices) -> Size {
    let screen = editor.size
    let title = width(title) + 5
    if isMultiline {
      let widestLine = buffer.lines.reduce(0) { max($0, width(String($1))) } + 4
      let columns = min(max(min(widestLine, Self.widest), Self.narrowest, title), screen.width)
      columnCount = max(1, columns - 5)
      rowCount = max(3, min(rows.rows.count, screen.height - 8))
      return Size(width: columns, height: min(rowCount + 3, screen.height))
    }
    rowCount = 1
    let widest = max(buffer.lines.reduce(0) { max($0, width(String($1)) + 2) }, title, width(hint) + 2, 24)
    let note = note(fitting: screen.width)
    return Size(
      width: min(max(widest, min(width(note) + 2, 60)) + 2, screen.width),
      height: min(note.isEmpty ? 3 : 4, screen.height))
  }

  /// - Returns: where the cursor is.
  private func drawRows(on grid: inout CellGrid, in inside: Rect, theme: Theme) -> Point {
    let rows = rows
    let place = rows.place(line: buffer.line, column: buffer.column)
    let first = min(max(0, place.y - rowCount + 1), max(0, rows.rows.count - rowCount))
    for row in first..<min(first + rowCount, rows.rows.count) {
      let start = Point(x: inside.minX + 1, y: inside.minY + row - first)
      _ = grid.write(rows.text(of: row), at: start, style: theme.field, clip: inside)
    }
    return Point(x: min(inside.minX + 1 + place.x, inside.maxX - 1), y: inside.minY + place.y - first)
  }

  /// - Returns: where the cursor is.
  private func drawLine(on grid: inout CellGrid, in inside: Rect, theme: Theme) -> Point {
    let before = width(String(buffer.lines[buffer.line][..<buffer.column]))
    // The cursor stays inside; a long line is shifted.
    let shift = max(0, before - (inside.width - 2))
    let style = entry.isUntouched ? theme.field.adding(.underline) : theme.field
    _ = grid.write(
      buffer.currentLine, at: Point(x: inside.minX + 1 - shift, y: inside.minY), style: style, clip: inside)
    return Point(x: inside.minX + 1 + before - shift, y: inside.minY)
  }
}

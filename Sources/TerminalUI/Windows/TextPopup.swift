import AppModules
import MortiseScreen
import MortiseTerminal
import ProgramJournal

/// A window in which the user types text: the value of a field, a name, a comment. In a multi-line text, Enter starts a
/// new line, and another key accepts the text.
final class TextPopup: EditorController, TextEditing, ScrollingMode {
  override var mode: (any Mode)? { self }
  private let title: String
  private let original: String
  /// The original text with the buffer's line breaks.
  private let beginning: String
  private var entry: TextEntry
  private let anchor: ListPopup.Anchor
  private let hint: () -> String
  /// Why the last text was rejected.
  private var refusal: String?
  /// Accepts the text, or returns why it is rejected.
  private let accept: (String) -> String?
  private let cancel: () -> Void
  private var isAccepted = false
  private let textDidChange: ((String) -> Void)?
  /// Called with a changed text once all keys are handled, as a call for each key of a burst may take too long.
  private let willShowText: (String) -> Void
  private var shownText: String
  var opened: OpenedPart?
  /// The dialog of the draft that the journal keeps while the text is typed; nil to keep none.
  let dialog: DialogDraft.Dialog?

  /// - Parameters:
  ///   - hint: instructions, or the meaning of the text so far.
  ///   - dialog: the dialog of the draft that the journal keeps while the text is typed; nil to keep none.
  ///   - typed: the text of a draft, shown instead of `text`; nil to begin with `text`.
  init(
    title: String, text: String, isMultiline: Bool = false, hint: @autoclosure @escaping () -> String = "",
    anchor: ListPopup.Anchor,
    dialog: DialogDraft.Dialog? = nil, typed: String? = nil,
    textDidChange: ((String) -> Void)? = nil, willShowText: @escaping (String) -> Void = { _ in },
    cancel: @escaping () -> Void = {},
    accept: @escaping (String) -> String?
  ) {
    self.title = title
    original = text
    beginning = TextBuffer(text, isMultiline: isMultiline).text
    entry = TextEntry(typed ?? text, isMultiline: isMultiline)
    if typed != nil { entry.stopReplacing() }
    self.dialog = dialog
    self.hint = hint
    self.anchor = anchor
    self.accept = accept
    self.cancel = cancel
    self.textDidChange = textDidChange
    self.willShowText = willShowText
    shownText = text
  }

  private var buffer: TextBuffer { entry.buffer }

  private var isMultiline: Bool { buffer.isMultiline }

  /// The current text, and whether it differs from the initial one.
  private var current: (text: String, isChanged: Bool) {
    if let known, known.revision == buffer.revision { return (known.text, known.isChanged) }
    let text = buffer.text
    known = (buffer.revision, text, text != beginning)
    return (text, text != beginning)
  }

  /// The value of `current` at a revision: a text of megabytes is compared only once.
  private var known: (revision: Int, text: String, isChanged: Bool)?

  var draft: DialogDraft? { current.isChanged ? dialog.map { DialogDraft($0, text: current.text) } : nil }

  var commands: CommandTable<TextPopup> { isMultiline ? Self.multilineTable : Self.lineTable }

  /// The title without the text that it ends in, such as “number 10”.
  private var label: String {
    !original.isEmpty && title.hasSuffix(" \(original)") ? String(title.dropLast(original.count + 1)) : title
  }

  var typedLine: TypedLine? { TypedLine(label: label, entry: entry) }

  func statusText(on screen: EditorScreen) -> String {
    if let refusal { return refusal }
    if screen.theme.isPlain {
      if buffer.isEmpty { return original.isEmpty && buffer.revision == 0 ? label : "\(label): empty" }
      return "\(label): \(buffer.currentLine)\(entry.isSelected ? ", selected" : "")"
    }
    let selected = entry.isSelected ? ", selected" : ""
    let position = buffer.lines.count > 1 ? ", line \(buffer.line + 1) of \(buffer.lines.count)" : ""
    return "\(title): “\(buffer.currentLine)”\(selected)\(position)\(hint().isEmpty ? "" : " · \(hint())")"
  }

  /// The length of a line, in characters, up to which each key of a burst is reported.
  private static let limitOfReporting = 10_000
  /// Whether the last change is not reported yet.
  private var isChangeUnreported = false

  /// Reports a change. In a long text, all keys that have arrived are reported together, as reading it takes longer
  /// than a key.
  private func reportChange() {
    isChangeUnreported = buffer.lines[buffer.line].count > Self.limitOfReporting
    if !isChangeUnreported { textDidChange?(current.text) }
  }

  func willShow() {
    if isChangeUnreported { textDidChange?(current.text) }
    isChangeUnreported = false
    let text = current.text
    if text == shownText { return }
    shownText = text
    willShowText(text)
  }

  func handle(_ event: InputEvent, on screen: EditorScreen) {
    let before = buffer.revision
    defer { if buffer.revision != before { reportChange() } }
    switch event {
    case .key(let key): press(key, on: screen)
    case .paste(let pasted): entry.paste(pasted)
    case .mouse(let mouse) where mouse.kind == .press:
      if shownAt.contains(mouse.position) { return moveCursor(to: mouse.position) }
      if current.isChanged { refuse(clickRefusal, on: screen) } else { close(on: screen) }
    default: break
    }
  }

  // MARK: - Commands

  func commit(on screen: EditorScreen) {
    // An unchanged text keeps its original line breaks.
    if let reason = accept(current.isChanged ? current.text : original) {
      refusal = "not accepted: \(reason)"
      entry.stopReplacing()
      screen.device.bell()
    } else {
      isAccepted = true
      screen.modes.pop(self)
    }
  }

  func close(on screen: EditorScreen) { screen.modes.pop(self) }

  override func viewDidDisappear() {
    if !isAccepted { cancel() }
  }

  func edit(_ change: (inout TextEntry) -> Void) {
    refusal = nil
    change(&entry)
    entry.stopReplacing()
  }

  func startNewLine() { edit { $0.buffer.insert("\n") } }

  var page: Int { rowCount }

  /// Moves the cursor by rows on the screen.
  func move(by distance: Int) {
    var target = (line: buffer.line + distance, column: buffer.column)
    if isMultiline {
      let rows = rows
      var point = rows.point(line: buffer.line, column: buffer.column)
      point.y = min(max(point.y + distance, 0), rows.rows.count - 1)
      target = rows.position(at: point)
    }
    edit { $0.buffer.move(toLine: target.line, column: target.column) }
  }

  // MARK: - Drawing

  var hintRow: Int { 1 }
  private var shownAt = Rect(x: 0, y: 0, width: 0, height: 0)
  /// The terminal's cursor, as of the last drawing.
  private var cursor = Point.zero
  /// The columns and rows that are available for the text, as of the last drawing.
  private var columnCount = 40
  private(set) var rowCount = 1
  private var repertoire = Repertoire.unicode

  private var rows: TextRows { TextRows(buffer, width: columnCount, repertoire: repertoire) }

  func window(on screen: EditorScreen) -> ModeWindow? {
    repertoire = screen.repertoire
    let size = windowSize(on: screen)
    let origin = PopupPlacement.origin(of: size, anchor: anchor, screen: screen.size)
    shownAt = Rect(origin: origin, size: size)
    var grid = WindowFrame.grid(size: size, title: title, theme: screen.theme, repertoire: repertoire)
    let inside = Rect(x: 1, y: 1, width: size.width - 2, height: rowCount)
    for row in 0..<rowCount {
      grid.fill(Rect(x: 1, y: 1 + row, width: inside.width, height: 1), style: screen.theme.field)
    }
    let cursor =
      isMultiline
      ? drawRows(on: &grid, in: inside, theme: screen.theme) : drawLine(on: &grid, in: inside, theme: screen.theme)
    let note = note(fitting: inside.width - 2)
    if !note.isEmpty {
      let clip = Rect(x: 1, y: 1 + rowCount, width: size.width - 2, height: 1)
      let style = refusal == nil ? screen.theme.popupHint : screen.theme.refusal
      let indent = repertoire.columns(of: note) < clip.width ? 1 : 0
      grid.write(note, at: Point(x: 1 + indent, y: 1 + rowCount), style: style, fitting: clip)
    }
    self.cursor = origin + cursor
    return ModeWindow(layer: Layer(origin: origin, grid: grid), cursor: cursor)
  }

  /// Moves the cursor to the position that the user clicked in the text.
  private func moveCursor(to position: Point) {
    let top = shownAt.minY + 1
    guard position.y >= top, position.y < top + rowCount else { return }
    if isMultiline {
      let rows = rows
      let point = rows.point(line: buffer.line, column: buffer.column)
      let y = min(max(0, point.y + position.y - cursor.y), rows.rows.count - 1)
      let target = rows.position(at: Point(x: max(0, point.x + position.x - cursor.x), y: y))
      edit { $0.buffer.move(toLine: target.line, column: target.column) }
    } else {
      edit { [repertoire] in
        $0.moveCursor(toColumn: position.x - shownAt.minX - 2, ofRowWith: max(1, shownAt.width - 3), repertoire)
      }
    }
  }

  private static let (narrowest, widest) = (44, 66)

  /// Returns the row below the text: the hint, and the keys that accept, cancel or start a new line.
  private func note(fitting columns: Int) -> String {
    if let refusal { return refusal }
    let keys = commands.hints(in: self).map { "\($0.keyText) \($0.actionText)" }
    let notes = [(hint().isEmpty ? [] : [hint()]) + keys, keys].map { $0.joined(separator: " · ") }
    return notes.first { repertoire.columns(of: $0) <= columns } ?? keys.joined(separator: "  ")
  }

  private func windowSize(on screen: EditorScreen) -> Size {
    let bounds = screen.size
    let title = repertoire.columns(of: title) + 5
    if isMultiline {
      let widestLine = buffer.lines.reduce(0) { max($0, repertoire.columns(of: String($1))) } + 4
      let columns = min(max(min(widestLine, Self.widest), Self.narrowest, title), bounds.width)
      columnCount = max(1, columns - 5)
      rowCount = max(3, min(rows.rows.count, bounds.height - 8))
      return Size(width: columns, height: min(rowCount + 3, bounds.height))
    }
    rowCount = 1
    let widest = buffer.lines.reduce(0) { max($0, repertoire.columns(of: String($1)) + 2) }
    let note = min(repertoire.columns(of: note(fitting: min(bounds.width - 4, Self.widest))) + 2, Self.widest)
    return Size(width: min(max(widest, title, note) + 2, bounds.width), height: min(4, bounds.height))
  }

  /// - Returns: the position of the cursor.
  private func drawRows(on grid: inout CellGrid, in inside: Rect, theme: Theme) -> Point {
    let rows = rows
    let point = rows.point(line: buffer.line, column: buffer.column)
    let first = min(max(0, point.y - rowCount + 1), max(0, rows.rows.count - rowCount))
    for row in first..<min(first + rowCount, rows.rows.count) {
      let start = Point(x: inside.minX + 1, y: inside.minY + row - first)
      _ = grid.write(rows.text(of: row), at: start, style: theme.field, clip: inside)
    }
    return Point(x: min(inside.minX + 1 + point.x, inside.maxX - 1), y: inside.minY + point.y - first)
  }

  /// - Returns: the position of the cursor.
  private func drawLine(on grid: inout CellGrid, in inside: Rect, theme: Theme) -> Point {
    let area = Rect(x: inside.minX + 1, y: inside.minY, width: max(1, inside.width - 1), height: 1)
    return Point(x: entry.drawLine(in: area, on: &grid, theme: theme), y: inside.minY)
  }

  /// The commands of a single-line text.
  static let lineTable = CommandTable<TextPopup>(
    "text", "In a text field",
    // A file may have line breaks in a single-line field.
    lineCommands + scrollCommands("line", hasEnds: false) + [
      TextCommand(
        "accept", "<Enter>", "<C-s>", title: "Accept", group: .finishing, help: "accept the text", hint: "OK",
        runIn: accept),
      TextCommand(
        "cancel", "<Esc>", title: "Cancel", group: .finishing, help: "cancel; nothing changes", hint: "cancel",
        runIn: close),
    ], fallback: typing)

  /// The commands of a multi-line text.
  static let multilineTable = CommandTable<TextPopup>(
    "long-text", "In a multi-line text",
    lineCommands + scrollCommands("row", hasEnds: false) + [
      TextCommand("new-line", "<Enter>", title: "New line", group: .editing, help: "start a new line", hint: "new line")
      {
        $0.startNewLine()
      },
      TextCommand(
        "accept", "<C-s>", "<C-d>", title: "Accept", group: .finishing, help: "accept the text", hint: "OK",
        runIn: accept),
      TextCommand(
        "cancel", "<Esc>", title: "Cancel", group: .finishing, help: "cancel; nothing changes", hint: "cancel",
        runIn: close),
    ], fallback: typing)

  static let accept: (TextPopup, EditorScreen) -> Void = { $0.commit(on: $1) }
  static let close: (TextPopup, EditorScreen) -> Void = { $0.close(on: $1) }
}

typealias TextCommand = Command<TextPopup>

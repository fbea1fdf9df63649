import MortiseScreen
import MortiseTerminal

/// A window with a list of matches, and an input line above it or in the program.
protocol FilteredList: TextEditing, ScrollingMode {
  var entry: TextEntry { get set }
  /// Why the last key was refused; nil if it was not.
  var refusal: String? { get set }
  /// Whether the list matches the text.
  var isCurrent: Bool { get set }
  var list: ListBody { get set }
  /// Whether the status line has described the selected row since the text changed, for users who don't see the list.
  var isHeard: Bool { get set }

  /// The area of the input line on the screen.
  var lineArea: Rect { get }

  /// Updates the list for the text.
  func update()

  /// Whether the text is work that a click beside the window must not discard.
  var holdsWork: Bool { get }

  /// Selects a row, and chooses it.
  func choose(_ row: Int, on screen: EditorScreen)

  func close(on screen: EditorScreen)

  /// Handles a text that the terminal pastes.
  func paste(_ text: String, on screen: EditorScreen)

  func row(at index: Int) -> ListPopup.Row

  /// Returns the details after the text of a row.
  func details(ofRow index: Int) -> [String]
}

extension FilteredList {
  var page: Int { list.page }
  var holdsWork: Bool { false }

  func edit(_ change: (inout TextEntry) -> Void) {
    let before = entry.buffer.revision
    refusal = nil
    change(&entry)
    entry.stopReplacing()
    if entry.buffer.revision != before { isCurrent = false }
  }

  /// Updates the list once all keys are handled, as an update for each key of a burst would take too long.
  func willShow() {
    if isCurrent { return }
    isCurrent = true
    list.scroll(to: 0)
    update()
  }

  func handle(_ event: InputEvent, on screen: EditorScreen) {
    switch event {
    case .key(let key):
      let revision = entry.buffer.revision
      press(key, on: screen)
      if screen.theme.isPlain, entry.buffer.revision > revision { isHeard = false }
    case .paste(let text): paste(text, on: screen)
    case .mouse(let mouse):
      if let rows = mouse.scrolledRows { return move(by: rows) }
      guard mouse.kind == .press else { return }
      if !list.frame.contains(mouse.position), !lineArea.contains(mouse.position) {
        return holdsWork ? refuse(clickRefusal, on: screen) : close(on: screen)
      }
      guard mouse.button == .left else { return }
      if let row = list.row(at: mouse.position) { return choose(row, on: screen) }
      let line = lineArea
      guard line.contains(mouse.position) else { return }
      edit { $0.moveCursor(toColumn: mouse.position.x - line.minX, ofRowWith: line.width, screen.repertoire) }
    default: break
    }
  }

  /// Notes that the selected row is described now, instead of moving down, for users who don't see the list.
  /// - Returns: false if it was described before.
  func hearSelected(movingBy distance: Int) -> Bool {
    if isHeard || distance < 0 { return false }
    isHeard = true
    return true
  }

  func paste(_ text: String, on screen: EditorScreen) { pasteInLine(text) }

  func pasteInLine(_ text: String) {
    edit { $0.paste(text.split(whereSeparator: \.isNewline).joined(separator: " ")) }
  }

  func refuse(_ reason: String, on screen: EditorScreen) { refusal = reason }

  func close(on screen: EditorScreen) { screen.modes.pop(self) }

  var lineArea: Rect { lineInFrame.offset(by: list.frame.origin) }

  /// The area of the text in the window.
  private var lineInFrame: Rect { Rect(x: 2, y: 1, width: max(1, list.frame.width - 3), height: 1) }

  /// Returns the window.
  /// - Parameters:
  ///   - selected: the selected row; nil if none is.
  ///   - emptyText: the text of an empty list.
  ///   - noteColumn: the column in which the notes of all rows begin; nil to end them at the right edge.
  ///   - sentence: the words about the selected row, below the list.
  ///   - line: the area of the input line on the screen; nil if it is in the window.
  func window(
    _ title: String, in frame: Rect, selected: Int?, emptyText: String, noteColumn: Int? = nil,
    sentence: ListSentence = ListSentence(), line: Rect? = nil, on screen: EditorScreen
  ) -> ModeWindow {
    let theme = screen.theme
    let width = frame.width - 2
    let top = line == nil ? 2 : 1
    let area = Rect(x: 1, y: top, width: width, height: max(1, frame.height - top - 1 - sentence.rows))
    list.show(in: area.offset(by: frame.origin), frame: frame)
    var grid = WindowFrame.grid(
      size: frame.size, title: title, footers: [hints] + shorterHints, hiddenRows: list.hiddenBelow, theme: theme,
      repertoire: screen.repertoire)
    if rowCount == 0 { grid.write(emptyText, at: Point(x: 2, y: top), style: theme.popupHint, fitting: area) }
    for index in list.shown {
      let row = row(at: index)
      let style = index == selected ? theme.focus : row.refusal == nil ? theme.popup : theme.popupHint
      row.draw(
        on: &grid, in: Rect(x: 1, y: top + index - list.top, width: width, height: 1), style: style,
        noteColumn: noteColumn, details: details(ofRow: index), typed: entry.buffer.text, theme: theme)
    }
    sentence.draw(on: &grid, theme: theme)
    guard let line else {
      grid.fill(Rect(x: 1, y: 1, width: width, height: 1), style: theme.field)
      let cursor = entry.drawLine(in: lineInFrame, on: &grid, theme: theme)
      return ModeWindow(layer: Layer(origin: frame.origin, grid: grid), cursor: Point(x: cursor, y: 1))
    }
    var lineGrid = CellGrid(size: line.size, style: theme.field, repertoire: screen.repertoire)
    let cursor = entry.drawLine(
      in: Rect(x: 0, y: 0, width: line.width, height: 1), on: &lineGrid, theme: theme)
    return ModeWindow(
      layer: Layer(origin: frame.origin, grid: grid),
      cursor: Point(x: line.minX + cursor, y: line.minY) - frame.origin,
      line: Layer(origin: line.origin, grid: lineGrid))
  }
}

import MortiseScreen

/// A text being edited, which typing replaces until the user has edited it.
struct TextEntry {
  var buffer: TextBuffer
  /// Whether typing replaces the text.
  private(set) var replacesText: Bool

  init(_ text: String, isMultiline: Bool = false) {
    buffer = TextBuffer(text, isMultiline: isMultiline)
    // A multi-line text is too much to lose with one key.
    replacesText = !isMultiline
  }

  /// Whether the whole text is selected, so that typing replaces it.
  var isSelected: Bool { replacesText && !buffer.isEmpty }

  /// Makes typing insert from now on.
  mutating func stopReplacing() { replacesText = false }

  mutating func clear() { buffer.clear() }

  mutating func paste(_ text: String) {
    clearReplacedText()
    buffer.insert(text)
  }

  mutating func type(_ character: Character) {
    clearReplacedText()
    buffer.insert(String(character))
  }

  mutating func deleteBackward() {
    if !clearIfSelected() { buffer.deleteBackward() }
  }

  mutating func deleteForward() {
    if !clearIfSelected() { buffer.deleteForward() }
  }

  private mutating func clearReplacedText() {
    if replacesText { buffer.clear() }
    replacesText = false
  }

  private mutating func clearIfSelected() -> Bool {
    guard isSelected else { return false }
    clearReplacedText()
    return true
  }
}

// MARK: - Drawing

extension TextEntry {
  /// Draws the line of the cursor into one row. A line that is too long is shifted so that the cursor is visible, with
  /// ellipses where it is cut off.
  /// - Returns: the cursor's column.
  func drawLine(in area: Rect, on grid: inout CellGrid, theme: Theme) -> Int {
    let repertoire = grid.repertoire
    let ellipsis = TextWidth.columns(of: "…", repertoire: repertoire)
    let before = TextWidth.columns(of: String(buffer.lines[buffer.line][..<buffer.column]), repertoire: repertoire)
    let total = TextWidth.columns(of: buffer.currentLine, repertoire: repertoire)
    let margin = before < total ? 1 + ellipsis : 1
    let shift = max(0, before - max(0, area.width - margin))
    grid.fill(area, style: theme.field)
    let style = replacesText ? theme.field.adding(.underline) : theme.field
    _ = grid.write(buffer.currentLine, at: Point(x: area.minX - shift, y: area.minY), style: style, clip: area)
    if shift > 0, area.width > 2 * ellipsis {
      _ = grid.write("…", at: area.origin, style: theme.field, clip: area)
    }
    if total - shift > area.width, area.width > 2 * ellipsis {
      _ = grid.write("…", at: Point(x: area.maxX - ellipsis, y: area.minY), style: theme.field, clip: area)
    }
    return area.minX + before - shift
  }
}

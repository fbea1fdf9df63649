import MortiseScreen
import MortiseTerminal

/// Draws a mutator dialog, and finds the key at a position.
struct MutatorDialogDrawing {
  /// A key with its hint, and their area in the window.
  private struct Hint {
    var key: Key
    var text: String
    var rect: Rect
  }

  private static let narrowest = 44
  private var hints: [Hint] = []
  /// The greatest width so far: the window does not shrink while it is open.
  private var widest = narrowest
  /// The area of the window; nil until it is shown.
  private var lastRect: Rect?

  /// Returns the key whose hint is at a position in the window, if any.
  func key(at position: Point) -> Key? { hints.first { $0.rect.contains(position) }?.key }

  /// The contents of the window.
  struct Content {
    var title: String
    var rows: [MutatorRow]
    var hints: [CommandTable<MutatorDialog>.Hint]
  }

  /// The sizes of the window and of its parts.
  private struct Measures {
    var placement: DialogPlacement
    var size: Size
    var textColumn: Int
    var hintRows: Int
    var shownHints: Int
    var rowCount: Int
    var blank: Int
  }

  private mutating func measures(of content: Content, on screen: EditorScreen, beside block: Rect?) -> Measures {
    let (bounds, rows) = (screen.size, content.rows)
    let textColumn = 5 + (rows.map { screen.repertoire.columns(of: $0.label) }.max() ?? 0)
    let wanted = rows.map { textColumn + screen.repertoire.columns(of: $0.text) + 3 }.max() ?? 0
    widest = max(widest, wanted, screen.repertoire.columns(of: content.title) + 6)
    let width = min(widest, bounds.width)
    let hintRows = arrange(content.hints, within: width - 4, columns: screen.repertoire.columns(of:))
    let placement = DialogPlacement(beside: block, width: width, in: screen.layout.canvas, on: bounds)
    let room = max(1, placement.mostRows - 2)
    // If there is little room, blank rows are left out first, then hints; the rows are scrolled.
    let blank = rows.count + hintRows + 2 <= room ? 1 : 0
    let shownHints = min(hintRows, max(0, room - min(rows.count, 3)))
    let rowCount = max(1, min(rows.count, room - shownHints))
    return Measures(
      placement: placement,
      size: Size(width: width, height: min(bounds.height, rowCount + shownHints + 2 * blank + 2)),
      textColumn: textColumn, hintRows: hintRows, shownHints: shownHints, rowCount: rowCount, blank: blank)
  }

  /// Returns the row of the screen to which a block must be scrolled, so that there is room for the window beside it;
  /// nil if there is room already, or can't be.
  mutating func rowToScrollTo(_ block: Rect, for content: Content, on screen: EditorScreen) -> Int? {
    let measures = measures(of: content, on: screen, beside: block)
    return measures.placement.rowToScrollTo(forRows: measures.size.height)
  }

  /// - Parameter block: the area of the block that the dialog changes; nil if it isn't on the screen.
  mutating func window(
    _ content: Content, list: inout ListBody, entry: TextEntry?, refusal: String?, on screen: EditorScreen,
    beside block: Rect?
  ) -> ModeWindow {
    let measures = measures(of: content, on: screen, beside: block)
    let (size, textColumn, blank, rows) = (measures.size, measures.textColumn, measures.blank, content.rows)
    let (width, theme, repertoire) = (size.width, screen.theme, screen.repertoire)
    let origin = measures.placement.origin(of: size, now: lastRect)
    lastRect = Rect(origin: origin, size: size)
    let rowsArea = Rect(x: 1, y: 1 + blank, width: width - 2, height: measures.rowCount)
    list.show(in: rowsArea.offset(by: origin), frame: Rect(origin: origin, size: size))

    var grid = WindowFrame.grid(
      size: size, title: content.title, hiddenRows: list.hiddenBelow, theme: theme, repertoire: repertoire)
    var cursor = Point(x: 3, y: rowsArea.minY + list.selected - list.top)
    for (line, row) in rows[list.shown].enumerated() {
      let isSelected = list.top + line == list.selected
      let y = rowsArea.minY + line
      let style = isSelected ? theme.focus : row.isRemoved ? theme.popupHint : theme.popup
      let area = Rect(x: 1, y: y, width: width - 2, height: 1)
      if isSelected { grid.fill(area, style: style) }
      grid.write(row.label, at: Point(x: 3, y: y), style: style, fitting: area)
      if isSelected, let entry {
        let line = Rect(x: textColumn, y: y, width: max(1, width - 2 - textColumn), height: 1)
        cursor.x = entry.drawLine(in: line, on: &grid, theme: theme)
      } else {
        let text = TextWidth.truncated(row.text, to: max(0, width - 2 - textColumn), repertoire: repertoire)
        _ = grid.write(text, at: Point(x: textColumn, y: y), style: style, clip: area)
      }
    }
    draw(
      shownHints: measures.shownHints, of: measures.hintRows, from: rowsArea.maxY + blank, refusal: refusal,
      theme: theme, on: &grid)
    return ModeWindow(layer: Layer(origin: origin, grid: grid), cursor: cursor)
  }

  // MARK: - Hints

  /// Arranges the hints in rows.
  /// - Parameter width: the width of a row in columns.
  /// - Returns: the number of rows.
  private mutating func arrange(
    _ commandHints: [CommandTable<MutatorDialog>.Hint], within width: Int, columns: (String) -> Int
  ) -> Int {
    hints = []
    var (x, y) = (0, 0)
    // Keys without a hint share that of the next one, and stay in its row.
    for group in commandHints.filter({ $0.key != nil }).split(afterEach: { !$0.actionText.isEmpty }) {
      let texts = group.map { $0.actionText.isEmpty ? $0.keyText : "\($0.keyText) \($0.actionText)" }
      let length = texts.reduce(-1) { $0 + columns($1) + 1 }
      if x > 0, x + length > width { (x, y) = (0, y + 1) }
      for (hint, text) in zip(group, texts) {
        guard let key = hint.key else { continue }
        hints.append(Hint(key: key, text: text, rect: Rect(x: 2 + x, y: y, width: columns(text), height: 1)))
        x += columns(text) + 1
      }
      x += 1
    }
    return hints.isEmpty ? 0 : y + 1
  }

  /// Draws the last rows of hints, or why the typed text was refused.
  private mutating func draw(
    shownHints: Int, of rows: Int, from top: Int, refusal: String?, theme: Theme, on grid: inout CellGrid
  ) {
    let clip = Rect(x: 1, y: top, width: grid.size.width - 2, height: shownHints)
    let hidden = rows - shownHints
    hints = hints.filter { $0.rect.minY >= hidden }.map { hint in
      var hint = hint
      hint.rect = hint.rect.offset(by: Point(x: 0, y: top - hidden))
      return hint
    }
    if let refusal {
      grid.write(refusal, at: Point(x: 2, y: top), style: theme.refusal, fitting: clip)
      return
    }
    for hint in hints {
      grid.write(hint.text, at: hint.rect.origin, style: theme.popupHint, fitting: clip)
    }
  }
}

extension Array {
  /// Splits the array after each element for which the condition holds.
  fileprivate func split(afterEach isLast: (Element) -> Bool) -> [[Element]] {
    var parts: [[Element]] = [[]]
    for element in self {
      parts[parts.count - 1].append(element)
      if isLast(element) { parts.append([]) }
    }
    return parts.filter { !$0.isEmpty }
  }
}

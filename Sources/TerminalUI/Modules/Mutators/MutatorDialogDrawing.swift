import MortiseScreen
import MortiseTerminal

/// Draws a mutator dialog, and finds the key at a position.
struct MutatorDialogDrawing {
  /// A key with its hint, and their area in the window.
  private struct Hint {
    var key: Key
    var name: String
    var actionText: String
    var rect: Rect
  }

  private static let narrowest = 44
  private var hints: [Hint] = []
  /// The greatest width so far: the window does not shrink while it is open.
  private var widest = narrowest
  /// The window's first origin, and the screen size it was chosen for.
  private var firstPosition: (origin: Point, screen: Size)?

  /// Returns the key whose hint is at a position in the window, if any.
  func key(at position: Point) -> Key? { hints.first { $0.rect.contains(position) }?.key }

  mutating func window(
    title: String, rows: [MutatorRow], list: inout ListBody, entry: TextEntry?, refusal: String?,
    hints: [CommandTable<MutatorDialog>.Hint],
    on screen: EditorScreen, over viewport: Viewport
  ) -> ModeWindow {
    let (bounds, repertoire, theme) = (screen.size, screen.repertoire, screen.theme)
    func columns(_ text: String) -> Int { TextWidth.columns(of: text, repertoire: repertoire) }
    let labelWidth = rows.map { columns($0.label) }.max() ?? 0
    let textColumn = 3 + labelWidth + 2
    let wanted = rows.map { textColumn + columns($0.text) + 3 }.max() ?? 0
    widest = max(widest, wanted, columns(title) + 6)
    let width = min(widest, bounds.width)
    let hintRows = arrange(hints, within: width - 4, columns: columns)
    let room = max(1, bounds.height - 4)
    // On a small screen, blank rows are left out first, then hints; the rows are scrolled.
    let isRoomy = rows.count + hintRows + 2 <= room
    let shownHints = min(hintRows, max(0, room - min(rows.count, 3)))
    let rowCount = max(1, min(rows.count, room - shownHints))
    let blank = isRoomy ? 1 : 0
    let size = Size(width: width, height: min(bounds.height, rowCount + shownHints + 2 * blank + 2))
    let origin = origin(of: size, on: bounds, over: viewport)
    let rowsArea = Rect(x: 1, y: 1 + blank, width: width - 2, height: rowCount)
    list.show(in: rowsArea.offset(by: origin), frame: Rect(origin: origin, size: size))

    var grid = WindowFrame.grid(size: size, title: title, theme: theme, repertoire: repertoire)
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
    draw(shownHints: shownHints, of: hintRows, from: rowsArea.maxY + blank, refusal: refusal, theme: theme, on: &grid)
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
    for hint in commandHints {
      guard let key = hint.key else { continue }
      let length = columns(hint.keyText) + (hint.actionText.isEmpty ? 0 : columns(hint.actionText) + 1)
      if x > 0, x + length > width { (x, y) = (0, y + 1) }
      hints.append(
        Hint(
          key: key, name: hint.keyText, actionText: hint.actionText,
          rect: Rect(x: 2 + x, y: y, width: length, height: 1)))
      // A key without a hint shares that of the next one.
      x += length + (hint.actionText.isEmpty ? 1 : 2)
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
      let text = hint.actionText.isEmpty ? hint.name : "\(hint.name) \(hint.actionText)"
      grid.write(text, at: hint.rect.origin, style: theme.popupHint, fitting: clip)
    }
  }

  // MARK: - The window's position

  /// Returns the window's origin: beside the block if there is room, or else where it hides least of the block. It
  /// stays there until the screen's size changes.
  private mutating func origin(of size: Size, on screen: Size, over viewport: Viewport) -> Point {
    if firstPosition.map({ $0.screen != screen }) ?? true {
      firstPosition = (Self.firstOrigin(of: size, on: screen, over: viewport), screen)
    }
    let origin = firstPosition?.origin ?? .zero
    return Point(
      x: max(0, min(origin.x, screen.width - size.width)), y: max(0, min(origin.y, screen.height - 1 - size.height)))
  }

  private static func firstOrigin(of size: Size, on screen: Size, over viewport: Viewport) -> Point {
    let canvas = viewport.area
    let header = viewport.cursorRect.minY
    let right = viewport.cursorStackRect.map { $0.maxX + 2 } ?? screen.width
    if right + size.width + 1 <= screen.width { return Point(x: right, y: max(canvas.minY, header)) }
    let x = screen.width - size.width - 2
    let bottom = canvas.maxY - size.height
    return Point(x: x, y: header < bottom ? max(header + 1, min(header + 4, bottom)) : canvas.minY)
  }
}

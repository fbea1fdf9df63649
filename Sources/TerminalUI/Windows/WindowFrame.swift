import MortiseScreen

/// The frame of a window over the canvas.
enum WindowFrame {
  /// Returns an empty window with a border, a title and, in the bottom border, a footer.
  /// - Parameters:
  ///   - footers: the footer, and shorter ones for less room; none is cut.
  ///   - hiddenRows: the number of rows below those shown, which the border shows.
  static func grid(
    size: Size, title: String, footers: [String] = [], hiddenRows: Int = 0, theme: Theme, repertoire: Repertoire
  ) -> CellGrid {
    var grid = CellGrid(size: size, style: theme.popup, repertoire: repertoire)
    let style = theme.popup
    let bottom = size.height - 1
    drawBorder(on: &grid, style)
    if !title.isEmpty {
      let area = Rect(x: 3, y: 0, width: max(0, size.width - 6), height: 1)
      let shown = TextWidth.truncated(title, to: area.width, repertoire: repertoire)
      _ = grid.write(" \(shown) ", at: Point(x: 2, y: 0), style: theme.emphasised(style), clip: grid.bounds)
    }
    let arrow = hiddenRows == 0 ? "" : " ↓ "
    let footer = footers.first { repertoire.columns(of: $0 + arrow) + 4 <= size.width } ?? ""
    // If the keys leave too little room for the number, an arrow replaces it.
    let isRoomy = repertoire.columns(of: footer + moreText(hiddenRows)) + 4 <= size.width
    let more = isRoomy ? moreText(hiddenRows) : arrow
    let moreWidth = repertoire.columns(of: more)
    if !footer.isEmpty {
      // A narrow window has no margin.
      let margin = repertoire.columns(of: footer) > size.width - moreWidth - 6 ? 1 : 2
      _ = grid.write(" \(footer) ", at: Point(x: margin, y: bottom), style: theme.popupHint, clip: grid.bounds)
    }
    if !more.isEmpty {
      _ = grid.write(
        more, at: Point(x: size.width - 1 - moreWidth, y: bottom), style: theme.popupHint, clip: grid.bounds)
    }
    return grid
  }

  private static func moreText(_ hiddenRows: Int) -> String { hiddenRows > 0 ? " ↓ \(hiddenRows) more " : "" }

  private static func drawBorder(on grid: inout CellGrid, _ style: Style) {
    let right = grid.size.width - 1
    let bottom = grid.size.height - 1
    for y in [0, bottom] { grid.fill(Rect(x: 1, y: y, width: right - 1, height: 1), glyph: "─", style: style) }
    for x in [0, right] { grid.fill(Rect(x: x, y: 1, width: 1, height: bottom - 1), glyph: "│", style: style) }
    for (glyph, x, y) in [("┌", 0, 0), ("┐", right, 0), ("└", 0, bottom), ("┘", right, bottom)] {
      _ = grid.write(glyph, at: Point(x: x, y: y), style: style)
    }
  }

  private static let closeButtonText = "[x]"

  /// The area of the close button, at the upper right of a window's frame.
  static func closeButton(of size: Size) -> Rect {
    Rect(x: size.width - closeButtonText.count - 2, y: 0, width: closeButtonText.count, height: 1)
  }

  static func drawCloseButton(on grid: inout CellGrid, theme: Theme) {
    let area = closeButton(of: grid.size)
    _ = grid.write(closeButtonText, at: area.origin, style: theme.popup, clip: area)
  }
}

/// The placement of windows on the screen.
enum PopupPlacement {
  /// Returns the height of the largest window below or above an area that doesn't cover it.
  static func rowsBeside(_ rect: Rect, screen: Size) -> Int { max(screen.height - 2 - rect.maxY, rect.minY - 1) }

  /// Returns the height of the largest window with an anchor. It covers the anchor's area only if that leaves too
  /// little room.
  static func rows(at anchor: ListPopup.Anchor, screen: Size) -> Int {
    let all = max(3, screen.height - 4)
    guard case .below(let rect) = anchor else { return all }
    let beside = rowsBeside(rect, screen: screen)
    return beside < fewestRows ? all : min(all, beside)
  }

  /// The height of two entries and the frame.
  private static let fewestRows = 4

  static func origin(of size: Size, anchor: ListPopup.Anchor, screen: Size) -> Point {
    switch anchor {
    case .edge(let row): return Point(x: 0, y: max(0, min(row, screen.height - 1 - size.height)))
    case .statusLine: return .zero
    case .centre:
      return Point(x: max(0, (screen.width - size.width) / 2), y: max(0, (screen.height - size.height) / 3))
    case .corner(let rect):
      let x = max(0, screen.width - size.width - 1)
      let low = Rect(origin: Point(x: x, y: max(0, screen.height - 2 - size.height)), size: size)
      // A row of space, as the cursor's block may have more rows.
      let kept = rect()
      let isClear = low.intersection(Rect(x: kept.minX, y: kept.minY - 1, width: kept.width, height: kept.height + 2))
        .isEmpty
      return isClear ? low.origin : Point(x: x, y: 1)
    case .below(let rect):
      let x = min(max(0, rect.minX - 2), max(0, screen.width - size.width))
      let lowest = screen.height - 2
      if rect.maxY + size.height <= lowest { return Point(x: x, y: rect.maxY) }
      if rect.minY - size.height >= 1 { return Point(x: x, y: rect.minY - size.height) }
      return Point(x: x, y: max(0, lowest - size.height))
    }
  }
}

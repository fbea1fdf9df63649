/// A rectangle of cells. All text is drawn with `write`, which sanitises it.
public struct CellGrid: Hashable, Sendable {
  /// The columns and rows, which don't change; a terminal of another size gets another grid.
  public let size: Size
  /// The characters that the terminal can show. All others are transliterated.
  public let repertoire: Repertoire
  private var cells: [Cell]

  /// A grid of spaces.
  public init(size: Size, style: Style = .plain, repertoire: Repertoire = .unicode) {
    self.size = size
    self.repertoire = repertoire
    cells = Array(repeating: Cell(glyph: .space, style: style), count: size.width * size.height)
  }

  /// The whole grid, with its origin at (0, 0).
  public var bounds: Rect { Rect(origin: .zero, size: size) }

  /// The cell at a position; a blank one outside the grid.
  public subscript(point: Point) -> Cell { self[point.x, point.y] }

  /// The cell at a column and row; a blank one outside the grid.
  public subscript(x: Int, y: Int) -> Cell {
    guard x >= 0, y >= 0, x < size.width, y < size.height else { return .blank }
    return cells[y * size.width + x]
  }

  /// Calls `body` with the cells of one row, which must be in the grid.
  public func withRow<Result>(_ y: Int, _ body: (ArraySlice<Cell>) -> Result) -> Result {
    body(cells[y * size.width..<(y + 1) * size.width])
  }

  // MARK: Writing

  /// Fills a rectangle with one character. A wide character leaves a space at the end of a row of odd length.
  public mutating func fill(_ rect: Rect, glyph character: Character = " ", style: Style) {
    let area = rect.intersection(bounds)
    if area.isEmpty { return }
    let glyph = Glyph(character, repertoire: repertoire)
    for y in area.minY..<area.maxY {
      var x = area.minX
      while x < area.maxX {
        x += put(x + glyph.width <= area.maxX ? glyph : .space, style, x: x, y: y)
      }
    }
  }

  /// Writes text into one row and returns its width in columns, including the columns that are not visible.
  ///
  /// Changes nothing outside the grid and `clip`. Replaces the visible half of a wide glyph at the edge with a space.
  @discardableResult
  public mutating func write(_ text: String, at point: Point, style: Style, clip: Rect? = nil) -> Int {
    let area = clip.map { $0.intersection(bounds) } ?? bounds
    guard !area.isEmpty, point.y >= area.minY, point.y < area.maxY else {
      return TextWidth.columns(of: text, repertoire: repertoire)
    }
    var x = point.x
    for glyph in SafeText(text, repertoire: repertoire) {
      let end = x + glyph.width
      if x >= area.minX && end <= area.maxX {
        put(glyph, style, x: x, y: point.y)
      } else if x < area.maxX && end > area.minX {
        for visible in max(x, area.minX)..<min(end, area.maxX) { put(.space, style, x: visible, y: point.y) }
      }
      x = end
    }
    return x - point.x
  }

  /// Writes a text, truncated with an ellipsis if the area is too narrow for it.
  public mutating func write(_ text: String, at point: Point, style: Style, fitting area: Rect) {
    let shown = TextWidth.truncated(text, to: max(0, area.maxX - point.x), repertoire: repertoire)
    _ = write(shown, at: point, style: style, clip: area)
  }

  /// Changes the style of all cells in a rectangle without changing the glyphs. Wide glyphs are changed as a whole.
  public mutating func restyle(_ rect: Rect, _ change: (Style) -> Style) {
    let area = rect.intersection(bounds)
    if area.isEmpty { return }
    for y in area.minY..<area.maxY {
      let left = self[area.minX, y].glyph.isContinuation ? area.minX - 1 : area.minX
      let right = self[area.maxX - 1, y].width == 2 ? area.maxX + 1 : area.maxX
      for x in left..<right {
        let cell = self[x, y]
        cells[y * size.width + x] = Cell(glyph: cell.glyph, style: change(cell.style))
      }
    }
  }

  /// Copies another grid into this one. It may be partly outside.
  public mutating func draw(_ grid: CellGrid, at origin: Point) {
    let area = Rect(origin: origin, size: grid.size).intersection(bounds)
    if area.isEmpty { return }
    for y in area.minY..<area.maxY {
      var x = area.minX
      while x < area.maxX {
        let cell = grid[x - origin.x, y - origin.y]
        let isWhole = cell.width > 0 && x + cell.width <= area.maxX
        x += put(isWhole ? cell.glyph : .space, cell.style, x: x, y: y)
      }
    }
  }

  /// Whether a row has the same cells in another grid of the same size.
  package func hasRow(_ y: Int, as other: CellGrid) -> Bool {
    withRow(y) { row in other.withRow(y) { row == $0 } }
  }

  /// Copies whole rows of a grid of the same size.
  package mutating func copy(rows: Range<Int>, of grid: CellGrid) {
    let range = rows.lowerBound * size.width..<rows.upperBound * size.width
    cells.replaceSubrange(range, with: grid.cells[range])
  }

  /// Replaces wide glyphs that `cover` half covers with spaces, as drawing over them would.
  public mutating func blankHalves(cutBy cover: Rect) {
    let area = cover.intersection(bounds)
    if area.isEmpty { return }
    for y in area.minY..<area.maxY {
      if self[area.minX, y].glyph.isContinuation { put(.space, self[area.minX - 1, y].style, x: area.minX - 1, y: y) }
      if self[area.maxX, y].glyph.isContinuation { put(.space, self[area.maxX, y].style, x: area.maxX, y: y) }
    }
  }

  /// Puts a glyph at a position inside the grid. Replaces the other half of a wide glyph that this splits with a space.
  @discardableResult
  private mutating func put(_ glyph: Glyph, _ style: Style, x: Int, y: Int) -> Int {
    let row = y * size.width
    let last = x + glyph.width - 1
    if cells[row + x].glyph.isContinuation && x > 0 {
      cells[row + x - 1] = Cell(glyph: .space, style: cells[row + x - 1].style)
    }
    if cells[row + last].width == 2 && last + 1 < size.width {
      cells[row + last + 1] = Cell(glyph: .space, style: cells[row + last + 1].style)
    }
    cells[row + x] = Cell(glyph: glyph, style: style)
    if glyph.width == 2 { cells[row + last] = Cell(glyph: .continuation, style: style) }
    return glyph.width
  }
}

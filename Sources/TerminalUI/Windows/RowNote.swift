import MortiseScreen

/// The note at the right end of a list's row, such as a key or a place.
enum RowNote {
  /// Draws the note. A short one is always whole. A longer one has what the text leaves, and on a wide screen a third of
  /// the row at least; on a narrow one, the text goes first.
  /// - Parameters:
  ///   - textColumns: the columns that the text before it needs.
  ///   - area: the row.
  /// - Returns: the columns of the row that are left for the text and what precedes it.
  static func draw(
    _ note: String, behind textColumns: Int, in area: Rect, style: Style, on grid: inout CellGrid
  ) -> Int {
    let whole = TextWidth.columns(of: note, repertoire: grid.repertoire)
    let isNarrow = area.width < 60
    let always = isNarrow ? 8 : area.width / 3
    var columns = whole
    if whole > always { columns = min(whole, max(area.width - textColumns - 3, isNarrow ? 0 : always)) }
    // Less than a short word says nothing.
    if columns < min(4, whole) { columns = 0 }
    if columns == 0 { return area.width }
    let place = Rect(x: area.maxX - 1 - columns, y: area.minY, width: columns, height: 1)
    grid.write(note, at: place.origin, style: style, fitting: place)
    return area.width - columns - 2
  }
}

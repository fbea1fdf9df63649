import MortiseScreen
import Testing

@Suite struct CellGridTests {
  private let red = Style(foreground: 15, background: 1)
  private let blue = Style(foreground: 15, background: 4, attributes: .bold)

  private func grid(_ rows: String..., width: Int = 8) -> CellGrid {
    var grid = CellGrid(size: Size(width: width, height: rows.count))
    for (y, row) in rows.enumerated() { grid.write(row, at: Point(x: 0, y: y), style: .plain) }
    return grid
  }

  @Test func overwritingHalfOfAWideGlyphBlanksTheOther() {
    var left = grid("日本")
    left.write("x", at: Point(x: 0, y: 0), style: .plain)
    #expect(left.textRows() == ["x 本"])
    var right = grid("日本")
    right.write("x", at: Point(x: 1, y: 0), style: .plain)
    #expect(right.textRows() == [" x本"])
    var across = grid("日本")
    across.write("語", at: Point(x: 1, y: 0), style: .plain)
    #expect(across.textRows() == [" 語"])
    #expect(across[1, 0].width == 2)
    #expect(across[2, 0].glyph.isContinuation)
    #expect(across[3, 0] == .blank)
  }

  @Test func edgesNeverSplitAWideGlyph() {
    var narrow = grid("", width: 3)
    #expect(narrow.write("日本", at: .zero, style: red) == 4)
    #expect(narrow.textRows() == ["日"])
    #expect(narrow[2, 0] == Cell(glyph: .space, style: red))
    var shifted = grid("", width: 3)
    shifted.write("日本", at: Point(x: -1, y: 0), style: red)
    #expect(shifted.textRows() == [" 本"])
  }

  @Test func clippingKeepsCellsOutside() {
    var clipped = grid("........")
    clipped.write("a日b日", at: Point(x: 1, y: 0), style: red, clip: Rect(x: 3, y: 0, width: 3, height: 1))
    #expect(clipped.textRows() == ["... b .."])
    #expect(clipped[2, 0].style == .plain)
    #expect(clipped[3, 0].style == red)
    #expect(clipped[6, 0].style == .plain)
    #expect(clipped.write("xyz", at: Point(x: 0, y: 4), style: red) == 3)
    #expect(clipped.write("xyz", at: Point(x: 100, y: 0), style: red) == 3)
  }

  @Test func fillsRectangles() {
    var filled = CellGrid(size: Size(width: 5, height: 3))
    filled.fill(Rect(x: 1, y: 1, width: 9, height: 9), glyph: "─", style: blue)
    #expect(filled.textRows() == ["", " ────", " ────"])
    filled.fill(filled.bounds, glyph: "日", style: red)
    #expect(filled.textRows() == ["日日", "日日", "日日"])
    #expect(filled[4, 0] == Cell(glyph: .space, style: red))
    filled.fill(filled.bounds, glyph: "\u{200B}", style: red)
    #expect(filled.textRows() == ["", "", ""])
  }

  @Test func drawsOneGridOverAnother() {
    var base = grid("日本日本", "abcdefgh")
    let popup = grid("日x", width: 3)
    base.draw(popup, at: Point(x: 1, y: 0))
    #expect(base.textRows() == [" 日x日本", "abcdefgh"])
    base.draw(popup, at: Point(x: -1, y: 1))
    #expect(base.textRows()[1] == " xcdefgh")
    base.draw(popup, at: Point(x: 7, y: 1))
    #expect(base.textRows()[1] == " xcdefg")
    base.draw(popup, at: Point(x: 20, y: 1))
  }

  @Test func blanksHalvesOfWideGlyphsThatAreCut() {
    var base = grid("日本日本")
    base.blankHalves(cutBy: Rect(x: 1, y: 0, width: 4, height: 1))
    #expect(base.textRows() == [" " + " 本" + "  本"])
  }

  @Test func restylesWholeGlyphs() {
    var base = grid("日本日本")
    base.restyle(Rect(x: 1, y: 0, width: 2, height: 1)) { $0.adding(.reverse) }
    #expect(
      (0..<8).map { base[$0, 0].style.attributes == .reverse } == [true, true, true, true]
        + Array(repeating: false, count: 4))
  }

  @Test func writesRowsWithColours() {
    var styled = CellGrid(size: Size(width: 4, height: 1))
    styled.write("ab", at: .zero, style: Style(foreground: 9, background: 24, attributes: .bold))
    styled.write("c", at: Point(x: 2, y: 0), style: .plain)
    #expect(styled.text(ofRow: 0, depth: .twoFiftySix).text == "\u{1B}[0;1;91;48;5;24mab\u{1B}[0mc")
    #expect(styled.text(ofRow: 0, depth: .eight).text == "\u{1B}[0;1;31mab\u{1B}[0mc")
    #expect(styled.text(ofRow: 0, depth: .monochrome).text == "\u{1B}[0;1mab\u{1B}[0mc")
  }

  @Test func isSmallAndQuickToCompare() {
    #expect(MemoryLayout<Cell>.stride <= 24)
    let first = CellGrid(size: Size(width: 200, height: 50))
    var second = first
    #expect(first == second)
    second.write("x", at: Point(x: 199, y: 49), style: .plain)
    #expect(first != second)
  }

  @Test func rectanglesIntersectAndUnite() {
    let rect = Rect(x: 2, y: 1, width: 4, height: 3)
    #expect(rect.contains(Point(x: 5, y: 3)) && !rect.contains(Point(x: 6, y: 3)))
    #expect(rect.intersection(Rect(x: 0, y: 0, width: 3, height: 9)) == Rect(x: 2, y: 1, width: 1, height: 3))
    #expect(rect.intersection(Rect(x: 9, y: 9, width: 3, height: 9)).isEmpty)
    #expect(rect.inset(columns: 3, rows: 0).isEmpty)
    #expect(Rect(x: 0, y: 0, width: 1, height: 1).union(rect) == Rect(x: 0, y: 0, width: 6, height: 4))
  }
}

import BlockFormats
import BlockLayout
import BlockLibrary
import MortiseScreen
import SeededTesting
import Testing

@testable import TerminalUI

/// The signs of selected blocks and of problems stay inside the canvas, wherever the blocks are.
@MainActor @Suite struct CanvasSignTests {
  private let layout: WorkspaceLayout

  init() throws {
    // Loops in each other, each with a print below it, and long values that break.
    var program = ""
    for number in 0..<12 {
      program = """
        <block type="controls_repeat_ext" id="r\(number)"><value name="TIMES"><block type="math_arithmetic" \
        id="a\(number)"/></value><statement name="DO">\(program)</statement><next><block type="text_print" \
        id="p\(number)"><value name="TEXT"><block type="text" id="t\(number)"><field name="TEXT">a long text, a long \
        text</field></block></value></block></next></block>
        """
    }
    let loaded = try ProgramReader.read(Array("<xml>\(program)</xml>".utf8), factory: try StockBlocks.factory())
    layout = WorkspaceLayout(
      workspace: loaded.workspace, style: LayoutStyle(usesBrackets: false, repertoire: .unicode, canvasWidth: 40))
  }

  @Test(arguments: (0..<8).map { UInt64($0) }) func nothingIsDrawnOutside(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var view = CanvasView(
      layout: layout, theme: Theme(depth: .trueColor), selectedIDs: Set((0..<12).flatMap { ["r\($0)", "t\($0)"] }))
    view.hasProblem = { $0.hasPrefix("p") || $0.hasPrefix("a") }
    var shown = 0
    for _ in 0..<40 {
      let (width, height) = (Int.random(in: 1...30, using: &random), Int.random(in: 1...9, using: &random))
      let area = Rect(x: 3, y: 2, width: width, height: height)
      let scroll = Point(x: .random(in: -4...30, using: &random), y: .random(in: -8...50, using: &random))
      var grid = CellGrid(size: Size(width: 40, height: 14), repertoire: .unicode)
      view.draw(on: &grid, in: area, scroll: scroll)
      for (y, row) in grid.textRows().enumerated() {
        for (x, character) in row.enumerated() where character != " " {
          #expect(area.contains(Point(x: x, y: y)), "seed \(seed): \(character) at \(x), \(y), area \(area)")
          if character == "*" || character == "!" { shown += 1 }
        }
      }
    }
    #expect(shown > 0)
  }
}

import BlockFormats
import BlockLayout
import BlockLibrary
import BlockModel
import MortiseFiles
import MortiseScreen
import Testing

@testable import TerminalUI

/// Values look as in Blockly: literals are light pills, dropdowns a darker shade of their block, variables have the
/// variables' hue.
@MainActor @Suite struct PillTests {
  private nonisolated static let program = """
    <xml><block type="variables_set" x="0" y="0"><field name="VAR">limit</field><value name="VALUE">\
    <block type="math_number"><field name="NUM">100</field></block></value><next>\
    <block type="controls_whileUntil"><value name="BOOL"><block type="logic_compare"><field name="OP">LT</field>\
    <value name="A"><block type="variables_get"><field name="VAR">limit</field></block></value><value name="B">\
    <block type="math_number"><field name="NUM">7</field></block></value></block></value><statement name="DO">\
    <block type="text_print"><value name="TEXT"><block type="text_join"><mutation items="4"/><value name="ADD0">\
    <block type="text"><field name="TEXT">abc</field></block></value><value name="ADD1"><block type="text">\
    <field name="TEXT">12</field></block></value><value name="ADD2"><block type="variables_get">\
    <field name="VAR">limit</field></block></value></block></value></block></statement></block></next></block>\
    <block type="math_number" x="0" y="320"><field name="NUM">42</field></block></xml>
    """

  private struct Drawn {
    var grid: CellGrid
    var rows: [String] { grid.textRows() }

    /// The style of a text's first cell.
    func style(of text: String) throws -> Style {
      for (y, row) in rows.enumerated() {
        guard let range = row.firstRange(of: text) else { continue }
        return grid[row.distance(from: row.startIndex, to: range.lowerBound), y].style
      }
      throw PillError(description: "there is no “\(text)” in \(rows)")
    }
  }

  private struct PillError: Error { var description: String }

  private func draw(
    _ theme: Theme, _ program: String = program, width: Int = 76, repertoire: Repertoire = .unicode
  ) throws -> Drawn {
    let loaded = try ProgramReader.read(Array(program.utf8), factory: try StockBlocks.factory())
    let layout = WorkspaceLayout(
      workspace: loaded.workspace,
      style: LayoutStyle(usesBrackets: theme.usesBrackets, repertoire: repertoire, canvasWidth: width))
    var grid = CellGrid(size: Size(width: width + 4, height: 24), repertoire: repertoire)
    CanvasView(layout: layout, theme: theme).draw(on: &grid, in: grid.bounds, scroll: Point(x: 0, y: 0))
    return Drawn(grid: grid)
  }

  @Test(arguments: ThemeColors.names, [ColorDepth.eight, .sixteen, .twoFiftySix, .trueColor])
  func valuesHavePills(name: String, depth: ColorDepth) throws {
    let theme = Theme(depth: depth, colors: try #require(ThemeColors.named(name)))
    let drawn = try draw(theme)
    func inset(_ style: String) -> Style { theme.inset(.style(style), isUnknown: false, isAlternate: false) }
    func surface(_ style: String) -> Style { theme.surface(.style(style), isUnknown: false, isAlternate: false) }
    #expect(drawn.rows[0].contains("set limit ▾  to  100"))
    #expect(try drawn.style(of: " 100") == theme.field)
    #expect(try drawn.style(of: " limit ▾ ") == inset("variable_blocks"))
    #expect(try drawn.style(of: " while ▾ ") == inset("loop_blocks"))
    #expect(try drawn.style(of: " limit  ") == surface("variable_blocks"))
    // An operator has no sign; a text that reads as a number has its quotes.
    #expect(drawn.rows[1].contains(" limit  <  7 "))
    #expect(drawn.rows[2].contains(" abc "), "\(drawn.rows[2])")
    #expect(drawn.rows[2].contains("“12”"), "\(drawn.rows[2])")
    // Two literals beside each other are separated by a line, not by another colour.
    #expect(drawn.rows[2].contains(theme.depth < .twoFiftySix ? "abc │“12”" : "abc ▏“12”"), "\(drawn.rows[2])")
  }

  /// The colours alone tell a literal from its block, and a block from the page.
  @Test func looseLiteralsHaveARim() throws {
    let theme = Theme(depth: .trueColor, colors: .light)
    let drawn = try draw(theme)
    let surface = theme.surface(.style("math_blocks"), isUnknown: false, isAlternate: false)
    let row = try #require(drawn.rows.firstIndex { $0.contains("42") })
    #expect(drawn.grid[0, row].style == surface && drawn.grid[1, row].style == theme.field)
    #expect(drawn.grid[5, row].style == surface && drawn.grid[6, row].style == .plain)
  }

  /// With few colours a dropdown has its block's: no black box interrupts a row, and the rows are those of more colours.
  @Test(arguments: [ColorDepth.eight, .sixteen]) func fewColoursHaveTheSameStructure(depth: ColorDepth) throws {
    let theme = Theme(depth: depth)
    let (drawn, whole) = (try draw(theme), try draw(Theme(depth: .trueColor)))
    #expect(drawn.rows.map { $0.replacing("│", with: "▏") } == whole.rows)
    for row in 0..<4 {
      for column in 1..<20 where whole.grid[column, row].style.background != .default {
        let background = drawn.grid[column, row].style.background
        #expect(background != .default && background != 0, "\(column), \(row)")
      }
    }
  }

  @Test func bracketsSayWhatColoursCannot() throws {
    let rows = try draw(Theme(depth: .monochrome)).rows
    #expect(rows[0].contains("set ⟨limit ▾⟩ to ( 100 )"), "\(rows[0])")
    #expect(rows[1].contains("⟨limit⟩ ⟨< ▾⟩ ( 7 )"), "\(rows[1])")
    #expect(rows[2].contains("“abc” “12” ⟨limit⟩ (   )"), "\(rows[2])")
  }

  @Test func asciiHasTheSameStructure() throws {
    let rows = try draw(Theme(depth: .twoFiftySix), repertoire: .ascii).rows
    #expect(rows[0].contains("set limit v  to  100"), "\(rows[0])")
    #expect(rows[2].contains(" abc |\"12\""), "\(rows[2])")
  }

  /// Between values there is no cell of another colour that shows nothing.
  @Test(arguments: ["primes.xml", "guessing-game.json", "shopping-list.json", "fizzbuzz.xml", "temperature.xml"])
  func nothingIsBetweenValues(name: String) throws {
    let tests = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    let text = String(decoding: try FileReader.read(tests + "/Programs/" + name).bytes, as: UTF8.self)
    for theme in [Theme(depth: .trueColor), Theme(depth: .twoFiftySix, colors: .light)] {
      let grid = try draw(theme, text, width: 120).grid
      for y in 0..<grid.size.height {
        for x in 2..<grid.size.width - 2 where grid[x, y].glyph == .space {
          let (left, own, right) = (grid[x - 1, y].style, grid[x, y].style, grid[x + 1, y].style)
          let isAlone = own.background != left.background && own.background != right.background
          let isInside = [left, right].allSatisfy { $0.background != .default }
          let isBesideSign = [grid[x - 1, y], grid[x + 1, y]].contains { $0.glyph != .space }
          #expect(!isAlone || !isInside || isBesideSign, "\(name): \(x), \(y): \(grid.textRows()[y])")
        }
      }
    }
  }

  /// The ⚙ stands beside something of its block, however narrow the canvas is.
  @Test(arguments: 20...60) func theIconIsNeverAlone(width: Int) throws {
    let long = String(repeating: "word ", count: 11)
    let condition = """
      <block type="logic_compare"><field name="OP">EQ</field><value name="A"><block type="text"><field name="TEXT">\
      \(long)</field></block></value><value name="B"><block type="text"><field name="TEXT">\(long)</field></block>\
      </value></block>
      """
    let program = """
      <xml><block type="controls_if" x="0" y="0"><mutation elseif="1"/><value name="IF0">\(condition)</value></block>\
      <block type="text_join" x="0" y="400"><mutation items="2"/><value name="ADD0">\(condition)</value></block></xml>
      """
    let loaded = try ProgramReader.read(Array(program.utf8), factory: try StockBlocks.factory())
    for theme in [Theme(depth: .twoFiftySix), Theme(depth: .monochrome)] {
      var style = LayoutStyle(usesBrackets: theme.usesBrackets, repertoire: .unicode, canvasWidth: width)
      for block in loaded.workspace.topBlocks {
        if let mutator = block.mutator {
          style.mutatorSizes[ObjectIdentifier(type(of: mutator))] = style.mutatorSignSize
        }
      }
      let layout = WorkspaceLayout(workspace: loaded.workspace, style: style)
      let visible = layout.visibleBlocks(in: Rect(x: 0, y: 0, width: 200, height: 200))
      var icons = 0
      for block in visible {
        for case (_, .line(let tokens, _), _) in block.sections
        where tokens.contains(where: { $0.token.role == .mutatorIcon }) {
          icons += 1
          #expect(tokens.count > 1, "at \(width) columns: \(tokens.map(\.token.text))")
        }
      }
      #expect(icons == 2)
    }
  }

  /// The cursor, the signs and the values look different from each other and from every block.
  @Test(arguments: ThemeColors.names, [ColorDepth.twoFiftySix, .trueColor])
  func signsAreDistinct(name: String, depth: ColorDepth) throws {
    let theme = Theme(depth: depth, colors: try #require(ThemeColors.named(name)))
    if theme.depth < .twoFiftySix { return }
    var others: [(name: String, color: Color)] = [("a literal", theme.field.background)]
    for style in ["logic", "loop", "math", "text", "list", "variable", "procedure", "colour"] {
      for isAlternate in [false, true] {
        let colour = BlockBuilder.Colour.style("\(style)_blocks")
        others.append((style, theme.surface(colour, isUnknown: false, isAlternate: isAlternate).background))
        let inset = theme.inset(colour, isUnknown: false, isAlternate: isAlternate)
        #expect(inset.background != others.last?.color, "what is in \(style) looks like it")
        others.append(("what is in \(style)", inset.background))
      }
    }
    // As it is on the stock blocks, which are all light or all dark.
    let focus = theme.focus(on: theme.surface(.style("logic_blocks"), isUnknown: false, isAlternate: false))
    for (sign, style) in [("focus", focus), ("selection", theme.selection), ("problem", theme.problem)] {
      let own = try #require(style.background.rgb).oklab
      for (other, color) in others {
        let difference = own - (try #require(color.rgb)).oklab
        #expect((difference * difference).sum().squareRoot() >= 0.09, "the \(sign) looks like \(other)")
      }
      others.append((sign, style.background))
    }
  }
}

import BlockFormats
import BlockLayout
import BlockLibrary
import BlockModel
import MortiseFiles
import MortiseScreen
import Testing

@testable import TerminalUI

/// A statement is one surface of one hue: what is nested has the colour of its text, and only what can be typed is inset.
@MainActor @Suite struct SurfaceTests {
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
      throw MissingText(description: "there is no “\(text)” in \(rows)")
    }
  }

  private struct MissingText: Error { var description: String }

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
  func valuesHaveTheirOwnTint(name: String, depth: ColorDepth) throws {
    let theme = Theme(depth: depth, colors: try #require(ThemeColors.named(name)))
    let drawn = try draw(theme)
    func colours(_ style: String) -> BlockColours { theme.colours(.style(style)) }
    #expect(drawn.rows[0].contains("set limit ▾ to  100"))
    let literal = try drawn.style(of: " 100")
    #expect(literal == theme.literal(on: colours("variable_blocks")))
    #expect(try drawn.style(of: "set").foreground == colours("variable_blocks").word)
    let loop = try drawn.style(of: "while")
    #expect(loop.foreground == colours("loop_blocks").tint && loop.background == colours("loop_blocks").surface)
    // A variable in a condition in a loop: its own tint on the loop's surface.
    let variable = try drawn.style(of: "limit <")
    #expect(variable.foreground == colours("variable_blocks").tint)
    #expect(variable.background == colours("loop_blocks").surface)
    // A text that reads as a number has its quotes.
    #expect(drawn.rows[1].contains("⟨limit <  7 ⟩"), "\(drawn.rows[1])")
    #expect(drawn.rows[2].contains("(create text with  abc   “12”  limit ( ))"), "\(drawn.rows[2])")
    #expect(theme.depth < .twoFiftySix || literal.background != variable.background)
  }

  @Test func looseLiteralsHaveTheirSurface() throws {
    let theme = Theme(depth: .trueColor, colors: .light)
    let drawn = try draw(theme)
    let colours = theme.colours(.style("math_blocks"))
    let row = try #require(drawn.rows.firstIndex { $0.contains("42") })
    #expect(drawn.rows[row].hasPrefix("▎") && drawn.grid[0, row].style.foreground == colours.bar)
    #expect(drawn.grid[1, row].style.background == colours.inset)
    #expect(drawn.grid[5, row].style.background == colours.surface && drawn.grid[6, row].style == .plain)
  }

  /// With few colours, the rows are those of more colours, on black.
  @Test(arguments: [ColorDepth.eight, .sixteen]) func fewColoursHaveTheSameStructure(depth: ColorDepth) throws {
    let (drawn, whole) = (try draw(Theme(depth: depth)), try draw(Theme(depth: .trueColor)))
    #expect(drawn.rows == whole.rows)
    for row in 0..<4 {
      for column in 0..<60 {
        let isBlock = whole.grid[column, row].style.background != .default
        #expect(drawn.grid[column, row].style.background == (isBlock ? 0 : .default), "\(column), \(row)")
      }
    }
  }

  /// Sixteen colours keep the seven large categories apart, and no surface glares.
  @Test func categoriesDifferInSixteenColours() {
    let theme = Theme(depth: .sixteen)
    let styles = ["logic", "loop", "math", "text", "list", "variable", "procedure"]
    #expect(Set(styles.map { theme.colours(.style("\($0)_blocks")).bar }).count == styles.count)
  }

  @Test func bracketsSayWhatColoursCannot() throws {
    let rows = try draw(Theme(depth: .monochrome)).rows
    #expect(rows[0].contains("set ⟨limit ▾⟩ to ( 100 )"), "\(rows[0])")
    #expect(rows[1].contains("⟨limit⟩ ⟨< ▾⟩ ( 7 )"), "\(rows[1])")
    #expect(rows[2].contains("“abc” “12” ⟨limit⟩ (   )"), "\(rows[2])")
  }

  @Test func asciiHasTheSameStructure() throws {
    let rows = try draw(Theme(depth: .twoFiftySix), repertoire: .ascii).rows
    #expect(rows[0].contains("set limit v to  100"), "\(rows[0])")
    #expect(rows[2].contains(" abc   \"12\"  limit"), "\(rows[2])")
  }

  /// Beside the columns of the blocks around it, a row has one surface, one inset, and the cursor.
  @Test(
    arguments: ["primes.xml", "guessing-game.json", "shopping-list.json", "fizzbuzz.xml", "temperature.xml"],
    [ColorDepth.twoFiftySix, .trueColor])
  func rowsAreCalm(name: String, depth: ColorDepth) throws {
    let tests = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    let text = String(decoding: try FileReader.read(tests + "/Programs/" + name).bytes, as: UTF8.self)
    for colors in [ThemeColors.dark, .light] {
      let theme = Theme(depth: depth, colors: colors)
      let grid = try draw(theme, text, width: 120).grid
      var rows = 0
      for y in 0..<grid.size.height {
        // The last bar of a row is its own.
        guard let start = Array(grid.textRows()[y]).lastIndex(of: "▎") else { continue }
        let backgrounds = Set((start..<grid.size.width).map { grid[$0, y].style.background })
        #expect(backgrounds.subtracting([Color.default]).count <= 2, "\(name): \(grid.textRows()[y])")
        rows += 1
      }
      #expect(rows > 5)
    }
  }

  /// The bar of a block runs down its body; a continued row has none.
  @Test func barsRunDownTheBody() throws {
    let drawn = try draw(Theme(depth: .trueColor), width: 36)
    let rows = drawn.rows.prefix { $0.contains { $0 != " " } }
    #expect(rows.first?.first == "▎" && rows.contains { $0.hasPrefix("▎ ▎print") })
    let continued = try #require(rows.first { $0.hasPrefix("▎     ") }, "\(rows)")
    #expect(!continued.dropFirst().contains("▎"))
  }

  /// The icon of a mutator is only drawn while the cursor is on its block.
  @Test func theIconIsDrawnAtTheCursor() throws {
    let loaded = try ProgramReader.read(
      Array(Self.program.utf8), factory: try StockBlocks.factory())
    let join = try #require(loaded.workspace.blocks.values.first { $0.type == "text_join" })
    let text = try #require(join.inputs[0].connectedBlock)
    var style = LayoutStyle(usesBrackets: false, repertoire: .unicode, canvasWidth: 76)
    style.mutatorSizes[ObjectIdentifier(type(of: try #require(join.mutator)))] = style.mutatorSignSize
    let layout = WorkspaceLayout(workspace: loaded.workspace, style: style)
    func hasIcon(_ focus: FocusItem?) -> Bool {
      var grid = CellGrid(size: Size(width: 80, height: 24), repertoire: .unicode)
      let view = CanvasView(layout: layout, theme: Theme(depth: .trueColor), focus: focus)
      view.draw(on: &grid, in: grid.bounds, scroll: .zero)
      return grid.textRows().contains { $0.contains("⚙") }
    }
    #expect(!hasIcon(nil) && hasIcon(.block(id: join.id)) && hasIcon(.block(id: text.id)))
    #expect(!hasIcon(join.parent.map { .block(id: $0.id) }))
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

  /// The cursor looks different from each block and its insets.
  @Test(arguments: ThemeColors.names, [ColorDepth.twoFiftySix, .trueColor])
  func theCursorIsDistinct(name: String, depth: ColorDepth) throws {
    let theme = Theme(depth: depth, colors: try #require(ThemeColors.named(name)))
    if theme.depth < .twoFiftySix { return }
    for style in ["logic", "loop", "math", "text", "list", "variable", "procedure", "colour"] {
      let colours = theme.colours(.style("\(style)_blocks"))
      for (other, color) in [("surface", colours.surface), ("inset", colours.inset), ("row", theme.running.background)]
      {
        let difference = (try #require(theme.focus.background.rgb)).oklab - (try #require(color.rgb)).oklab
        #expect((difference * difference).sum().squareRoot() >= 0.09, "the cursor looks like the \(other) of \(style)")
      }
    }
  }
}

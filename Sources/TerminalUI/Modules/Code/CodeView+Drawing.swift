import CodeGeneration
import MortiseScreen

extension CodeView {
  /// Where the lines are: below the heading, behind the rule if the code is beside the blocks, and behind the marks.
  var text: Rect {
    let layout = module.scene.screen.layout
    let x = layout.code.minX + (layout.isCodeBeside ? 1 : 0) + 2
    return Rect(
      x: x, y: layout.code.minY + 1, width: max(0, layout.code.maxX - x), height: max(0, layout.code.height - 1))
  }

  /// Draws the heading and, unless the screen is plain, the rules.
  func drawFrame(on grid: inout CellGrid, in area: Rect, _ screen: EditorScreen) {
    let (theme, text) = (screen.theme, text)
    let isBeside = screen.layout.isCodeBeside
    if !theme.isPlain {
      for x in area.minX..<area.maxX {
        _ = grid.write("─", at: Point(x: x, y: area.minY), style: theme.rule, clip: area)
      }
      for y in area.minY..<area.maxY where isBeside {
        _ = grid.write("│", at: Point(x: area.minX, y: y), style: theme.rule, clip: area)
      }
    }
    let x = theme.isPlain ? area.minX : area.minX + 2
    let heading = theme.isPlain ? programCode.summary : " \(programCode.summary) "
    grid.write(heading, at: Point(x: x, y: area.minY), style: theme.hint, fitting: area)
    if let problem = programCode.problem { grid.write(problem, at: text.origin, style: theme.refusal, fitting: text) }
  }

  /// Draws the lines that are shown.
  /// - Parameters:
  ///   - marked: the lines of the block at the cursor.
  ///   - selected: the line that the keys are on; nil while the canvas has them.
  func drawLines(on grid: inout CellGrid, marked: [Int], selected: Int?, _ screen: EditorScreen) {
    let (theme, text) = (screen.theme, text)
    let marks = Set(marked)
    for row in 0..<text.height where top + row < lineCount {
      let line = top + row
      let clip = Rect(x: text.minX, y: text.minY + row, width: text.width, height: 1)
      let isSelected = line == selected
      let style = isSelected ? theme.focus : .plain
      if isSelected { grid.fill(clip, style: style) }
      if marks.contains(line) {
        _ = grid.write(">", at: Point(x: text.minX - 2, y: clip.minY), style: theme.selection)
      }
      let shown = SourceLine.text(code.bytes(ofLine: line), columns: left + text.width + 1)
      drawLine(shown, on: &grid, in: clip, style: style)
    }
  }
}

/// A line of code as text for the screen. Lines may be megabytes long, of which only the beginning is looked at.
enum SourceLine {
  /// The longest beginning of a line that is looked at, in bytes.
  private static let limit = 1 << 16

  /// The text of a line, as far as some columns need it.
  static func text(_ bytes: ArraySlice<UInt8>, columns: Int = 200) -> String {
    // A column takes a character of four bytes, and the marks on it.
    String(decoding: bytes.prefix(min(limit, 32 * columns)), as: UTF8.self)
  }

  /// The number of columns of a line, if it is not more than a limit.
  static func columns(of bytes: ArraySlice<UInt8>, atMost limit: Int) -> Int {
    TextWidth.columns(of: text(bytes, columns: limit))
  }

  /// The number of blanks at the beginning of a line.
  static func indentation(of bytes: ArraySlice<UInt8>) -> Int { bytes.prefix { $0 == UInt8(ascii: " ") }.count }
}

extension ProgramCode {
  /// The number of lines, in words.
  var lineCountText: String { code.lineCount == 1 ? "1 line" : "\(code.lineCount) lines" }

  /// What is shown, in words.
  var summary: String {
    if problem != nil { return "\(languageName): no code" }
    let problems = code.problems.count
    let gaps =
      switch problems {
      case 0: ""
      case 1: " · 1 block has no generator"
      default: " · \(problems) blocks have no generator"
      }
    let size = code.lineCount == 0 && !isBehind ? "no code" : lineCountText
    return "\(languageName): \(size)\(gaps)" + (isBehind ? " …" : "")
  }
}

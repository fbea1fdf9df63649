import BlockLayout
import BlockModel
import MortiseScreen
import MortiseTerminal

/// A border between parts of the screen, which the user can move.
enum PaneBorder { case toolbox, output, code }

/// Where the user has moved the borders; nil for those that are where the layout puts them.
struct PaneBorders: Equatable {
  var toolboxColumns: Int?
  var outputRows: Int?
  var codeColumns: Int?
  var codeRows: Int?
}

/// Divides the screen into its parts.
struct ScreenLayout: Equatable {
  let size: Size
  /// Whether the canvas has all columns, and no rule below it.
  var isPlain = false
  /// The number of rows that the event log takes; 0 if it is closed.
  var logRows = 0
  /// The number of rows that an app's pane needs with its heading; 0 if there is none.
  var paneRows = 0
  /// Whether the code is shown.
  var showsCode = false
  /// The number of rows that the output of the program needs with its heading; 0 if it is hidden.
  var outputRows = 0
  /// Whether the output has all rows except those that the canvas needs.
  var isOutputLarge = false
  /// Where the user has moved the borders.
  var borders = PaneBorders()
  /// The number of columns that the toolbox takes.
  var toolboxWidth = Self.toolboxWidths.lowerBound

  private static let toolboxWidths = 12...20

  /// Returns the width of a toolbox for the width of its longest category, which follows the colour and a blank
  /// column.
  static func toolboxWidth(forCategoryWidth width: Int) -> Int {
    min(max(width + 3, toolboxWidths.lowerBound), toolboxWidths.upperBound)
  }

  /// The minimum width for showing the toolbox beside the canvas.
  private static let widthForToolbox = 110

  /// On a narrower screen the canvas gets everything, and the toolbox opens over it.
  var showsToolbox: Bool { size.width >= Self.widthForToolbox && !isPlain }
  private var showsRule: Bool { size.height >= 16 && !isPlain }

  var title: Rect { Rect(x: 0, y: 0, width: size.width, height: size.height >= 3 ? 1 : 0) }

  var toolbox: Rect {
    if showsToolbox { return Rect(x: 0, y: title.maxY, width: toolboxWidth, height: body) }
    // Its sign is at the left edge of the row above the program.
    return Rect(x: 0, y: title.maxY, width: isPlain ? 0 : 1, height: min(1, body))
  }

  /// The number of rows between the title and the rule or status line.
  private var body: Int { max(0, size.height - title.height - status.height - (showsRule ? 1 : 0) - typed.height) }

  /// The area beside the toolbox.
  private var main: Rect {
    let x = showsToolbox ? toolboxWidth + 1 : 0
    return Rect(x: x, y: title.maxY, width: max(0, size.width - x), height: body)
  }

  var canvas: Rect {
    let main = main
    if isPlain { return main }
    return Rect(
      x: main.minX, y: main.minY, width: main.width - (isCodeBeside ? code.width : 0),
      height: rows - pane.height - output.height - (isCodeBeside ? 0 : code.height))
  }

  /// The lower part of the canvas, no more than half of it.
  var log: Rect {
    let main = main
    let height = min(logRows, main.height / 2)
    return Rect(
      x: main.minX, y: main.maxY - height, width: main.width - (isCodeBeside ? code.width : 0), height: height)
  }

  /// An app's pane, below the canvas: at most half of the rows that the log, the output and the code leave.
  private var pane: Rect {
    let left = rows - output.height - (isCodeBeside ? 0 : code.height)
    let height = max(0, min(paneRows, left / 2, left - Self.canvasRows))
    return Rect(
      x: main.minX, y: main.minY + left - height, width: main.width - (isCodeBeside ? code.width : 0), height: height)
  }

  /// The rows that the log leaves.
  private var rows: Int { main.height - min(logRows, main.height / 2) }

  /// The output: below the canvas, as high as its content, up to half of the rows that the log leaves, or a third if
  /// the code is below, too.
  var output: Rect {
    let main = main
    let height: Int
    if outputRows == 0 {
      height = 0
    } else {
      let wanted = borders.outputRows ?? max(Self.fewestOutputRows, min(outputRows, mostOutputRows))
      height = max(0, min(isOutputLarge ? rows : wanted, rows - Self.canvasRows))
    }
    return Rect(
      x: main.minX, y: main.minY + rows - height, width: main.width - (isCodeBeside ? code.width : 0), height: height)
  }

  /// The number of rows that the output has at most unless the user moves its border.
  var mostOutputRows: Int { rows / (showsCode && !isCodeBeside ? 3 : 2) }

  /// The heading and three lines.
  static let fewestOutputRows = 4

  /// The minimum width for showing code beside the blocks.
  private static let widthForCode = 120

  /// Whether the code is beside the blocks instead of below them.
  var isCodeBeside: Bool { showsCode && size.width >= Self.widthForCode }

  /// The minimum number of rows of a usable canvas.
  private static let canvasRows = 3

  /// The code: two fifths of the width or, below the canvas, half of the rows that the log and the output leave.
  var code: Rect {
    let main = main
    guard showsCode else { return Rect(x: main.minX, y: main.maxY, width: 0, height: 0) }
    if isCodeBeside {
      let width = min(max(borders.codeColumns ?? main.width * 2 / 5, Self.fewestCodeColumns), main.width / 2)
      return Rect(x: main.maxX - width, y: main.minY, width: width, height: main.height)
    }
    let left = rows - output.height
    let height = max(0, min(borders.codeRows ?? left / 2, left - Self.canvasRows))
    return Rect(x: main.minX, y: main.minY + left - height, width: main.width, height: height)
  }

  private static let fewestCodeColumns = 30

  // MARK: - Borders

  /// Returns the border at a position; nil if there is none.
  func border(at position: Point) -> PaneBorder? {
    if showsToolbox, position.x == toolbox.maxX, toolbox.minY..<toolbox.maxY ~= position.y { return .toolbox }
    if position.y == output.minY, output.contains(position) { return .output }
    guard code.contains(position) else { return nil }
    return position == (isCodeBeside ? Point(x: code.minX, y: position.y) : Point(x: position.x, y: code.minY))
      ? .code : nil
  }

  /// Returns the border of the pane in a region or, for the canvas, of the first pane that is shown; nil for none.
  func border(ofPaneWithKeys region: ScreenRegion?) -> PaneBorder? {
    if region == .code { return .code }
    if output.height > 0 { return .output }
    return showsCode ? .code : showsToolbox ? .toolbox : nil
  }

  /// Returns the place of a border after some steps that make its pane larger, or smaller if they are negative.
  func place(of border: PaneBorder, movedBy steps: Int) -> Point {
    switch border {
    case .toolbox: Point(x: toolbox.maxX + Self.columnsOfStep * steps, y: toolbox.minY)
    case .output: Point(x: output.minX, y: output.minY - steps)
    case .code: Point(x: code.minX - (isCodeBeside ? Self.columnsOfStep * steps : 0), y: code.minY - steps)
    }
  }

  private static let columnsOfStep = 2

  /// Returns the borders after one was moved to a position.
  func moved(_ border: PaneBorder, to position: Point) -> PaneBorders {
    var moved = borders
    switch border {
    case .toolbox: moved.toolboxColumns = min(max(position.x, Self.toolboxWidths.lowerBound), size.width / 3)
    case .output: moved.outputRows = max(2, output.maxY - position.y)
    case .code where isCodeBeside: moved.codeColumns = max(1, code.maxX - position.x)
    case .code: moved.codeRows = max(2, code.maxY - position.y)
    }
    return moved
  }

  var rule: Rect? { showsRule ? Rect(x: 0, y: size.height - 2, width: size.width, height: 1) : nil }

  /// The status line. On a plain screen it has several rows, as nothing else says what it says.
  var status: Rect {
    let rows = isPlain && size.height >= 8 ? size.width < Self.widthOfSentence ? 3 : 2 : min(1, size.height)
    return Rect(x: 0, y: max(0, size.height - rows), width: size.width, height: rows)
  }

  private static let widthOfSentence = 60

  /// The row of a plain screen for the text that a window edits, which is empty otherwise.
  var typed: Rect {
    let rows = isPlain && size.height >= 6 ? 1 : 0
    return Rect(x: 0, y: status.minY - rows, width: size.width, height: rows)
  }

  func area(of region: ScreenRegion) -> Rect {
    switch region {
    case .title: title
    case .toolbox: toolbox
    case .canvas: canvas
    case .pane: pane
    case .log: log
    case .output: output
    case .code: code
    }
  }
}

/// Chooses the layout style of blocks for a terminal.
public enum LayoutStyleChoice {
  /// Returns the style for the terminal's current size, a program in English, and the dark theme.
  public static func first(for device: any TerminalDevice) -> LayoutStyle {
    style(
      theme: Theme(depth: device.colorDepth), canvas: ScreenLayout(size: device.size).canvas,
      repertoire: device.repertoire)
  }

  static func style(
    theme: Theme, canvas: Rect, repertoire: Repertoire, messages: MessageTable = MessageTable()
  ) -> LayoutStyle {
    var style = LayoutStyle(
      usesBrackets: theme.usesBrackets, repertoire: repertoire,
      canvasWidth: theme.isPlain ? outlineWidth : max(20, canvas.width - margins), quietLabel: quietLabel(in: messages))
    style.isOutline = theme.isPlain
    return style
  }

  /// The rows of an outline don't break; the canvas scrolls sideways.
  private static let outlineWidth = 1000

  /// The columns of the canvas that rows leave free: one before a stack at the left edge of the program, one after it,
  /// and the scrollbar.
  private static let margins = 3

  /// The label of the statements in “if”, loops and so on.
  static func quietLabel(in messages: MessageTable) -> String { messages.texts["CONTROLS_IF_MSG_THEN"] ?? "do" }
}

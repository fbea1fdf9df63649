import BlockModel
import MortiseScreen

/// How blocks are drawn: with colours or brackets, and with which characters.
public struct LayoutStyle: Hashable, Sendable {
  /// Whether brackets and bars separate blocks; otherwise colours do.
  public var usesBrackets: Bool
  /// Whether the program is an outline: a row for every part of a block, which begins with the block's depth as a
  /// number. Nothing is indented, and stacks are placed one below the other. It uses brackets.
  public var isOutline = false
  /// The characters that may be drawn; must be that of the terminal.
  public var repertoire: Repertoire
  /// The maximum width of a line in columns.
  public var canvasWidth: Int
  /// The default label of a statement input, which the indentation already implies. It is only shown with brackets.
  public var quietLabel: String
  /// The size in cells of the icon that opens a mutator's dialog, by the mutator's type.
  public var mutatorSizes: [ObjectIdentifier: Size] = [:]

  /// - Parameters:
  ///   - usesBrackets: true where colours can't distinguish blocks.
  ///   - canvasWidth: the columns after which lines are broken.
  ///   - quietLabel: the label of statement inputs that is not shown with colours.
  public init(usesBrackets: Bool, repertoire: Repertoire, canvasWidth: Int, quietLabel: String = "do") {
    self.usesBrackets = usesBrackets
    self.repertoire = repertoire
    self.canvasWidth = canvasWidth
    self.quietLabel = quietLabel
  }

  /// The size in cells of a mutator's icon in its block; nil for none.
  func size(of mutator: any Mutator) -> Size? {
    guard !mutatorSizes.isEmpty, let size = mutatorSizes[ObjectIdentifier(type(of: mutator))], size.width > 0,
      size.height > 0
    else { return nil }
    return size
  }

  /// The smallest size of a mutator's icon in cells.
  public var mutatorSignSize: Size { Size(width: 1, height: 1) }

  /// The width of a statement block's left edge in columns.
  public var barWidth: Int { isOutline ? 3 : usesBrackets ? 2 : 1 }

  /// The column in which the continued rows of a statement, and its comment, begin.
  var continuationColumn: Int { usesBrackets ? barWidth + 4 : 4 }

  /// The columns of its surface in which a row ends.
  var endWidth: Int { usesBrackets ? 0 : 1 }

  /// The indentation of the blocks in a statement input, in columns.
  public var statementIndent: Int {
    isOutline ? 0 : usesBrackets ? barWidth + repertoire.columns(of: quietLabel) + 1 : 2
  }

  /// The column in which an empty statement input shows that it is empty.
  public var emptyInputColumn: Int { isOutline ? barWidth : statementIndent }

  /// The minimum line width in columns, even where the canvas is narrower.
  static let narrowestLine = 24

  func lineWidth(atIndentation indentation: Int) -> Int { max(Self.narrowestLine, canvasWidth - indentation) }

  /// Workspace units per cell.
  public static let unitsPerColumn = 8.0
  /// Workspace units per cell, downwards.
  public static let unitsPerRow = 32.0
}

extension LayoutStyle {
  /// The canvas cell for a position in workspace units.
  public static func cell(of position: WorkspacePoint) -> Point { StackPlacement.cell(of: position) }

  /// The position in workspace units of a canvas cell.
  public static func position(of cell: Point) -> WorkspacePoint { StackPlacement.position(of: cell) }
}

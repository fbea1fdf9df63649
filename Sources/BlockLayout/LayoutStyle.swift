import BlockModel
import Screen

/// How blocks are laid out: what tells the shapes apart, and what the terminal can show.
public struct LayoutStyle: Hashable, Sendable {
  /// Surfaces tell blocks apart by their colours; without colours brackets and bars do.
  public var usesBrackets: Bool
  public var repertoire: Repertoire
  /// The columns that a line may take.
  public var canvasWidth: Int
  /// The word before a statement input that says no more than the indentation; left out where colours show that.
  public var quietLabel: String
  /// The room, in cells, of the sign in a block that opens the dialog of its mutator, by the mutator's class.
  public var mutatorSizes: [ObjectIdentifier: Size] = [:]

  public init(usesBrackets: Bool, repertoire: Repertoire, canvasWidth: Int, quietLabel: String = "do") {
    self.usesBrackets = usesBrackets
    self.repertoire = repertoire
    self.canvasWidth = canvasWidth
    self.quietLabel = quietLabel
  }

  /// The room, in cells, of a mutator's sign in its block; nil for none.
  func size(of mutator: any Mutator) -> Size? {
    guard !mutatorSizes.isEmpty, let size = mutatorSizes[ObjectIdentifier(type(of: mutator))], size.width > 0,
      size.height > 0
    else { return nil }
    return size
  }

  /// The room, in cells, that a mutator's sign needs.
  public var mutatorSignSize: Size { Size(width: usesBrackets ? 1 : 3, height: 1) }

  /// The columns of a statement block's left edge.
  public var barWidth: Int { usesBrackets ? 2 : 0 }

  /// How far a statement input's blocks stand to the right of the block that holds them.
  public var statementIndent: Int {
    usesBrackets ? barWidth + TextWidth.columns(of: quietLabel, repertoire: repertoire) + 1 : 2
  }

  /// The narrowest line that is worth breaking to.
  static let narrowestLine = 24

  func lineWidth(atIndentation indentation: Int) -> Int { max(Self.narrowestLine, canvasWidth - indentation) }

  /// Columns of Blockly's workspace units: 8 units a column, 32 a row.
  public static let unitsPerColumn = 8.0
  public static let unitsPerRow = 32.0
}

extension LayoutStyle {
  /// The cell of the canvas that a place in Blockly's units is shown at.
  public static func cell(of position: WorkspacePoint) -> Point { StackPlacement.cell(of: position) }

  /// The place in Blockly's units of a cell of the canvas.
  public static func position(of cell: Point) -> WorkspacePoint { StackPlacement.position(of: cell) }
}

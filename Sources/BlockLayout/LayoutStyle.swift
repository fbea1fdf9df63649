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
  /// The classes of the mutators that show a sign in their block, which opens a dialog.
  public var mutatorsWithDialog: Set<ObjectIdentifier> = []

  public init(usesBrackets: Bool, repertoire: Repertoire, canvasWidth: Int, quietLabel: String = "do") {
    self.usesBrackets = usesBrackets
    self.repertoire = repertoire
    self.canvasWidth = canvasWidth
    self.quietLabel = quietLabel
  }

  /// Whether a mutator shows a sign in its block.
  public func hasDialog(_ mutator: any Mutator) -> Bool {
    !mutatorsWithDialog.isEmpty && mutatorsWithDialog.contains(ObjectIdentifier(type(of: mutator)))
  }

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

import BlockModel

/// The size of a statement block, or of a loose value, with everything plugged into it: in cells.
///
/// It knows how many rows it takes and where the blocks of its statement inputs begin; what stands in the rows is worked
/// out when it is shown (`sections`).
public final class DefaultBlockLayout {
  /// The blocks in one statement input.
  struct Body {
    /// The row, from the top of the block that holds them.
    var firstRow: Int
    var connection: Connection
    var group: BlockGroupLayout
  }

  public unowned let block: Block
  var chunk: BlockGroupLayout.Chunk
  /// How far the block stands to the right of the top-level block above it.
  var indentation: Int
  public internal(set) var rowCount = 1
  /// The columns of the widest row.
  public internal(set) var width = 1
  /// The columns of the widest row of its own.
  private var ownWidth = 1
  private(set) var bodies: [Body] = []

  init(block: Block, indentation: Int, chunk: BlockGroupLayout.Chunk) {
    self.block = block
    self.indentation = indentation
    self.chunk = chunk
  }

  /// The stack that the block is in.
  var group: BlockGroupLayout { chunk.group }

  /// The statement input that the block's stack is in, however long the stack; nil at the top level.
  public var inputHoldingStack: Input? { group.first?.block.previousConnection?.target?.sourceInput }

  /// What stands in the block's rows.
  public func sections(style: LayoutStyle) -> [ContentSection] {
    LineBreaker.sections(of: block, style: style, indentation: indentation)
  }

  /// Works out the rows and columns from what the block shows now. The blocks in its statement inputs have been measured.
  func measure(style: LayoutStyle) {
    bodies.removeAll(keepingCapacity: true)
    var row = 0
    ownWidth = 1
    for section in sections(style: style) {
      switch section {
      case .line(_, let width):
        ownWidth = max(ownWidth, width)
        row += 1
      case .body(let connection, _):
        let group = (connection.targetBlock?.layout as? DefaultBlockLayout)?.group ?? BlockGroupLayout()
        group.owner = self
        bodies.append(Body(firstRow: row, connection: connection, group: group))
        row += group.rowCount
      }
    }
    rowCount = max(1, row)
    measureWidth(style: style)
  }

  /// Works out the width from that of the bodies.
  func measureWidth(style: LayoutStyle) {
    width = bodies.reduce(ownWidth) { max($0, style.statementIndent + $1.group.width) }
  }

  /// A body became taller or lower.
  func body(_ group: BlockGroupLayout, grewBy rows: Int) {
    guard let index = bodies.firstIndex(where: { $0.group === group }) else { return }
    for later in (index + 1)..<max(index + 1, bodies.count) { bodies[later].firstRow += rows }
    rowCount += rows
  }

  /// The row of a body, from the top of this block.
  func firstRow(of group: BlockGroupLayout) -> Int { bodies.first { $0.group === group }?.firstRow ?? 0 }
}

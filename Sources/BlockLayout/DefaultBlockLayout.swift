import BlockModel

/// The layout of a mutator: a child of the layout whose rows show its block.
public protocol MutatorLayoutNode: AnyObject {
  /// The mutator that the layout changes.
  var mutator: any Mutator { get }
}

/// The measured layout of a statement block or top-level value block with all its values, in cells.
///
/// It stores the block's height and the first rows of its statement inputs. The contents of the rows are computed when
/// they are drawn (`sections`); those of the first blocks are kept until then (`knownSections`).
public final class DefaultBlockLayout {
  /// The blocks in one statement input.
  struct Body {
    /// The first row, relative to the block that holds the body.
    var firstRow: Int
    var connection: Connection
    var group: BlockGroupLayout
  }

  /// The block that is laid out. It must outlive its layout.
  public unowned let block: Block
  var chunk: BlockGroupLayout.Chunk
  /// The block's indentation relative to the top-level block, in columns.
  var indentation: Int
  /// The height in rows, with all statement inputs.
  public internal(set) var rowCount = 1
  /// The width of the widest row in columns.
  public internal(set) var width = 1
  /// The width of the block's own rows, without statement inputs.
  private var ownWidth = 1
  private(set) var bodies: [Body] = []
  /// The sections of the last measurement; nil if they weren't kept.
  private var measuredSections: [ContentSection]?
  /// The rows of an earlier version between the block's lines; nil for none.
  var ghosts: GhostRows?
  /// The layouts of mutators, of the block and of the values in its rows, that were built.
  private(set) var mutatorLayouts: [any MutatorLayoutNode] = []

  init(block: Block, indentation: Int, chunk: BlockGroupLayout.Chunk) {
    self.block = block
    self.indentation = indentation
    self.chunk = chunk
  }

  /// Adds the layout of a mutator as a child.
  package func add(_ child: any MutatorLayoutNode) { mutatorLayouts.append(child) }

  /// Takes over the children of the block's former layout.
  func addChildren(of former: DefaultBlockLayout) { mutatorLayouts += former.mutatorLayouts }

  /// Returns the child that is the layout of a mutator; nil if it wasn't built.
  public func mutatorLayout(of mutator: any Mutator) -> (any MutatorLayoutNode)? {
    mutatorLayouts.first { $0.mutator === mutator }
  }

  /// The stack that contains the block.
  package var group: BlockGroupLayout { chunk.group }

  /// The statement input that holds the block's stack, in constant time; nil at the top level.
  public var inputHoldingStack: Input? { group.first?.block.previousConnection?.target?.sourceInput }

  /// The contents of the block's rows.
  public func sections(style: LayoutStyle) -> [ContentSection] {
    let own = LineBreaker.sections(of: block, style: style, indentation: indentation)
    return ghosts?.added(to: own, of: block, style: style, indentation: indentation) ?? own
  }

  /// The number of rows above the first statement input.
  public var headerRowCount: Int { bodies.first?.firstRow ?? rowCount }

  /// The contents of the block's rows, as they were measured if they were kept.
  func knownSections(style: LayoutStyle) -> [ContentSection] { measuredSections ?? sections(style: style) }

  func forgetSections() { measuredSections = nil }

  /// Computes the size. The blocks in the statement inputs must have been measured.
  /// - Parameter keepingSections: whether `knownSections(style:)` returns the sections that were measured.
  func measure(style: LayoutStyle, keepingSections: Bool = false) {
    bodies.removeAll(keepingCapacity: true)
    var row = 0
    ownWidth = 1
    let sections = sections(style: style)
    measuredSections = keepingSections ? sections : nil
    for section in sections {
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

  /// Updates the width from the widths of the bodies.
  func measureWidth(style: LayoutStyle) {
    width = bodies.reduce(ownWidth) { max($0, style.statementIndent + $1.group.width) }
  }

  /// Updates the rows after a body's height changed.
  func body(_ group: BlockGroupLayout, grewBy rows: Int) {
    guard let index = bodies.firstIndex(where: { $0.group === group }) else { return }
    for later in (index + 1)..<max(index + 1, bodies.count) { bodies[later].firstRow += rows }
    rowCount += rows
  }

  /// The first row of a body, relative to this block.
  func firstRow(of group: BlockGroupLayout) -> Int { bodies.first { $0.group === group }?.firstRow ?? 0 }
}

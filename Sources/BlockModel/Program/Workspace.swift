/// A program: it owns the blocks, variables and comments, and knows which blocks stand at the top level.
public final class Workspace {
  public let id: String
  public let factory: BlockFactory
  /// Every block, shadows included.
  public private(set) var blocks: [String: Block] = [:]
  /// The blocks that hang on no other, in their order.
  public private(set) var topBlocks: [Block] = []
  public let variables = VariableMap()
  /// The workspace comments, in their order.
  public private(set) var comments: [WorkspaceComment] = []
  public var unknownParts: UnknownParts?

  private var nextOrder: Int64 = 0
  private var commentsByID: [String: WorkspaceComment] = [:]
  private var randomness: any RandomNumberGenerator

  /// - Parameter randomness: where new ids come from.
  public init(
    id: String? = nil, factory: BlockFactory, randomness: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) {
    var randomness = randomness
    self.id = id ?? BlocklyID.random(using: &randomness)
    self.factory = factory
    self.randomness = randomness
  }

  deinit {
    for block in blocks.values { block.workspace = nil }
  }

  /// An id that nothing in the program has.
  public func freshID() -> String {
    var id: String
    repeat { id = BlocklyID.random(using: &randomness) } while isTaken(id)
    return id
  }

  private func isTaken(_ id: String) -> Bool {
    blocks[id] != nil || variables[id] != nil || commentsByID[id] != nil
  }

  // MARK: - Blocks

  /// Enters a new block into the table; it must then be given its place.
  /// - Returns: false, and nothing is done, when another one has its id.
  @discardableResult
  func enter(_ block: Block) -> Bool {
    // Looking first would hash the id twice.
    if let former = blocks.updateValue(block, forKey: block.id), former !== block {
      blocks[block.id] = former
      return false
    }
    block.workspace = self
    return true
  }

  /// Puts a block that was just entered at the top level.
  func place(_ block: Block, order: Int64? = nil) { insertAtTop(block, order: order) }

  /// Connects a block that was just entered, so that it never stands at the top level.
  func place(into superior: Connection, by inferior: Connection) {
    superior.target = inferior
    inferior.target = superior
  }

  /// Makes room for so many more blocks.
  public func expect(_ count: Int) { blocks.reserveCapacity(blocks.count + count) }

  func settleVariables(of block: Block) {
    for input in block.inputs {
      for case let field as FieldVariable in input.fields { field.settle(in: variables) }
    }
  }

  /// Removes a block that hangs on nothing, with everything inside and below it.
  public func remove(_ block: Block) {
    removeFromTop(block)
    for descendant in block.descendants() {
      blocks[descendant.id] = nil
      descendant.workspace = nil
      descendant.layout = nil
    }
  }

  /// Connects two free sides; the block on the inferior side leaves the top level.
  public func connect(_ superior: Connection, _ inferior: Connection) {
    precondition(superior.target == nil && inferior.target == nil, "both sides must be free")
    removeFromTop(inferior.sourceBlock)
    superior.target = inferior
    inferior.target = superior
  }

  /// Parts two connected blocks; the inferior one goes to the top level.
  /// - Parameter order: the place among the top-level blocks that it had before; nil for the end.
  public func disconnect(_ connection: Connection, order: Int64? = nil) {
    guard let target = connection.target else { return }
    let inferior = connection.kind.isSuperior ? target : connection
    connection.target = nil
    target.target = nil
    insertAtTop(inferior.sourceBlock, order: order)
  }

  /// Gives a top-level block another place among the others; nil for the end.
  public func reorder(_ block: Block, to order: Int64?) {
    guard block.parent == nil else { return }
    removeFromTop(block)
    insertAtTop(block, order: order)
  }

  private func insertAtTop(_ block: Block, order: Int64?) {
    block.topOrder = order ?? nextOrder
    nextOrder = max(nextOrder, block.topOrder + sparseOrderStep)
    topBlocks.insert(block, at: topBlocks.sortedInsertionIndex(of: block.topOrder, by: \.topOrder))
  }

  private func removeFromTop(_ block: Block) {
    if let index = topIndex(of: block) { topBlocks.remove(at: index) }
  }

  /// The place of a block among those at the top level; nil when it is not there.
  public func topIndex(of block: Block) -> Int? { topBlocks.index(of: block, by: \.topOrder) }

  /// An order that puts a block at a place among those at the top level; nil for the end.
  public func topOrder(forIndex index: Int) -> Int64? { topBlocks.order(forIndex: index, by: \.topOrder) }

  // MARK: - Comments

  public func add(_ comment: WorkspaceComment, order: Int64? = nil) {
    comment.order = order ?? max(comments.last?.order ?? -1, -1)
    comments.insert(comment, at: comments.sortedInsertionIndex(of: comment.order, by: \.order))
    commentsByID[comment.id] = comment
  }

  public func remove(_ comment: WorkspaceComment) {
    comments.removeAll { $0 === comment }
    if commentsByID[comment.id] === comment { commentsByID[comment.id] = nil }
  }

  public func comment(withID id: String) -> WorkspaceComment? { commentsByID[id] }

  /// The fields that refer to a variable, with their blocks, in no particular order.
  public func uses(of variable: Variable) -> [(block: Block, field: FieldVariable)] {
    var uses: [(Block, FieldVariable)] = []
    for block in blocks.values {
      for input in block.inputs {
        for case let field as FieldVariable in input.fields where field.variable === variable {
          uses.append((block, field))
        }
      }
    }
    return uses
  }
}

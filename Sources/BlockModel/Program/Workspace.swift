/// A program: owns the blocks, variables and comments, and keeps the top-level blocks in order.
public final class Workspace {
  /// Identifies the workspace in events; not written to files.
  public let id: String
  /// The definitions that the blocks are made from. Only `translate(to:)` changes it.
  public internal(set) var factory: BlockFactory
  /// All blocks by id, including shadows.
  public private(set) var blocks: [String: Block] = [:]
  /// The blocks without a parent, in file order.
  public var topBlocks: [Block] { topLevel.blocks }
  /// The variables, declared or not.
  public let variables = VariableMap()
  /// The workspace comments, in file order.
  public var comments: [WorkspaceComment] { topLevel.comments }
  /// The top-level nodes of an XML file that are not in Blockly's format, in file order.
  public var foreignNodes: [ForeignNode] { topLevel.foreignNodes }
  /// The number of top-level blocks, comments and foreign nodes.
  public var topLevelCount: Int { topLevel.count }

  /// Whether the program is empty: no blocks, comments, foreign nodes or variables.
  public var isEmpty: Bool { topLevelCount == 0 && variables.all.isEmpty }
  /// Parts of the whole file that aren't in Blockly's format; nil for none.
  public var unknownParts: UnknownParts?
  /// Whether the file has a list of blocks, even an empty one.
  public var listsBlocks = false

  private var topLevel = TopLevelOrder()
  private var commentsByID: [String: WorkspaceComment] = [:]
  private var randomness: any RandomNumberGenerator
  private var derivedIDs = DerivedIDs()

  /// - Parameters:
  ///   - id: the workspace's id; nil for a random one.
  ///   - factory: the factory with the block types.
  ///   - randomness: the source of new ids.
  public init(
    id: String? = nil, factory: BlockFactory, randomness: any RandomNumberGenerator = SystemNumbers()
  ) {
    var randomness = randomness
    self.id = id ?? BlocklyID.random(using: &randomness)
    self.factory = factory
    self.randomness = randomness
  }

  deinit {
    for block in blocks.values { block.workspace = nil }
  }

  /// Sets the source of new ids.
  /// - Returns: the previous source.
  @discardableResult
  public func draw(from newRandomness: any RandomNumberGenerator) -> any RandomNumberGenerator {
    defer { randomness = newRandomness }
    return randomness
  }

  /// Returns an id that is unique in the program.
  public func freshID() -> String {
    var id: String
    repeat { id = BlocklyID.random(using: &randomness) } while isTaken(id)
    return id
  }

  /// Returns a replacement for an id that is taken or empty. It is derived from that id, so that it is the same in
  /// every session.
  func freshID(insteadOf requested: String?) -> String {
    guard let requested else { return freshID() }
    return derivedIDs.id(from: requested, isTaken: isTaken)
  }

  private func isTaken(_ id: String) -> Bool {
    blocks[id] != nil || variables[id] != nil || commentsByID[id] != nil
  }

  // MARK: - Blocks

  /// Adds a new block to the table. The caller must then place it.
  /// - Returns: false, without any change, if another block has its id.
  @discardableResult
  func enter(_ block: Block) -> Bool {
    // A separate look-up would hash the id twice.
    if let former = blocks.updateValue(block, forKey: block.id), former !== block {
      blocks[block.id] = former
      return false
    }
    block.workspace = self
    return true
  }

  /// Puts a newly added block at the top level.
  func place(_ block: Block, at index: Int? = nil) { topLevel.insert(block, at: index) }

  /// Connects a newly added block, so that it is never at the top level.
  func place(into superior: Connection, by inferior: Connection) {
    superior.target = inferior
    inferior.target = superior
  }

  /// Reserves memory for `count` more blocks.
  public func expect(_ count: Int) { blocks.reserveCapacity(blocks.count + count) }

  /// Gives a block's fields their default variables.
  /// - Returns: whether a field remains that needs a new variable.
  func settleVariables(of block: Block) -> Bool {
    var hasAllVariables = true
    for input in block.inputs {
      for case let field as FieldVariable in input.fields where !field.settle(in: variables) { hasAllVariables = false }
    }
    return !hasAllVariables
  }

  /// Creates variables for a block's fields that still have none.
  func settleUnnamedVariables(of block: Block) {
    for input in block.inputs {
      for case let field as FieldVariable in input.fields { field.settleUnnamed(in: variables) }
    }
  }

  /// Removes a block without a parent, with its descendants.
  public func remove(_ block: Block) {
    topLevel.remove(block)
    derivedIDs.restart()
    for descendant in block.descendants() {
      blocks[descendant.id] = nil
      descendant.workspace = nil
      descendant.layout = nil
    }
  }

  /// Connects two free connections. The inferior block leaves the top level.
  public func connect(_ superior: Connection, _ inferior: Connection) {
    precondition(superior.target == nil && inferior.target == nil, "both sides must be free")
    topLevel.remove(inferior.sourceBlock)
    superior.target = inferior
    inferior.target = superior
  }

  /// Disconnects two blocks. The inferior one moves to the top level.
  /// - Parameters:
  ///   - connection: either of the two connections.
  ///   - fileIndex: the new number of top-level items before the block; nil for the end.
  public func disconnect(_ connection: Connection, fileIndex: Int? = nil) {
    guard let target = connection.target else { return }
    let inferior = connection.kind.isSuperior ? target : connection
    connection.target = nil
    target.target = nil
    topLevel.insert(inferior.sourceBlock, at: fileIndex)
  }

  /// Moves a top-level block in the file order.
  /// - Parameter index: the number of other top-level items before it.
  public func reorder(_ block: Block, to index: Int) {
    guard block.parent == nil else { return }
    topLevel.remove(block)
    topLevel.insert(block, at: index)
  }

  /// Returns the number of top-level items before a top-level block in the file; nil for a connected block.
  public func topLevelIndex(of block: Block) -> Int? { topLevel.topLevelIndex(of: block) }

  // MARK: - Comments

  /// Adds a comment.
  /// - Parameter index: the number of top-level items before it; nil for the place after the last comment.
  public func add(_ comment: WorkspaceComment, at index: Int? = nil) {
    topLevel.insert(comment, at: index)
    commentsByID[comment.id] = comment
  }

  /// Adds a comment after `count` top-level blocks.
  public func add(_ comment: WorkspaceComment, behindBlocks count: Int) {
    topLevel.insert(comment, behindBlocks: count)
    commentsByID[comment.id] = comment
  }

  /// Removes a comment; does nothing if it isn't in the workspace.
  public func remove(_ comment: WorkspaceComment) {
    topLevel.remove(comment)
    if commentsByID[comment.id] === comment { commentsByID[comment.id] = nil }
  }

  /// Returns the number of top-level items before a comment in the file.
  public func topLevelIndex(of comment: WorkspaceComment) -> Int? { topLevel.topLevelIndex(of: comment) }

  /// Returns the number of top-level blocks before a comment in the file.
  public func blockCount(before comment: WorkspaceComment) -> Int { topLevel.blockCount(before: comment.order) }

  /// Replaces the foreign nodes of the file; each new one is placed after `behind` top-level blocks and comments.
  public func setForeignNodes(_ nodes: [(node: ForeignNode, behind: Int)]) { topLevel.setForeignNodes(nodes) }

  /// Returns the number of top-level blocks and comments before a foreign node in the file.
  public func count(before node: ForeignNode) -> Int {
    topLevel.blockCount(before: node.order) + topLevel.commentCount(before: node.order)
  }

  /// Returns the comment with this id; nil if there is none.
  public func comment(withID id: String) -> WorkspaceComment? { commentsByID[id] }

  /// Returns the fields that refer to a variable, with their blocks, in no particular order.
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

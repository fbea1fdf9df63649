/// A program: it owns the blocks, variables and comments, and knows which blocks stand at the top level.
public final class Workspace {
  public let id: String
  public let factory: BlockFactory
  /// Every block, shadows included.
  public private(set) var blocks: [String: Block] = [:]
  /// The blocks that hang on no other, in their order.
  public var topBlocks: [Block] { top.blocks }
  public let variables = VariableMap()
  /// The workspace comments, in their order.
  public var comments: [WorkspaceComment] { top.comments }
  /// What stands between them in an XML file and is none of Blockly's parts, in order.
  public var foreignNodes: [ForeignNode] { top.foreignNodes }
  /// How many top-level blocks, comments and foreign nodes there are.
  public var topLevelCount: Int { top.count }
  public var unknownParts: UnknownParts?
  /// The file had a list of blocks, if an empty one.
  public var listsBlocks = false

  private var top = TopLevelOrder()
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

  /// Has new ids come from other numbers from now on.
  /// - Returns: where they came from so far.
  @discardableResult
  public func draw(from newRandomness: any RandomNumberGenerator) -> any RandomNumberGenerator {
    defer { randomness = newRandomness }
    return randomness
  }

  /// An id that nothing in the program has.
  public func freshID() -> String {
    var id: String
    repeat { id = BlocklyID.random(using: &randomness) } while isTaken(id)
    return id
  }

  /// An id for what can't have the one that it should have. It follows from that one, so that it is the same in another
  /// session.
  func freshID(insteadOf taken: String?) -> String {
    guard let taken else { return freshID() }
    var id = BlocklyID.derived(from: taken)
    while isTaken(id) { id = BlocklyID.derived(from: id) }
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
  func place(_ block: Block, at place: Int? = nil) { top.insert(block, at: place) }

  /// Connects a block that was just entered, so that it never stands at the top level.
  func place(into superior: Connection, by inferior: Connection) {
    superior.target = inferior
    inferior.target = superior
  }

  /// Makes room for so many more blocks.
  public func expect(_ count: Int) { blocks.reserveCapacity(blocks.count + count) }

  /// Gives fields their default variables.
  /// - Returns: whether a field is left that gets one of its own.
  func settleVariables(of block: Block) -> Bool {
    var isSettled = true
    for input in block.inputs {
      for case let field as FieldVariable in input.fields where !field.settle(in: variables) { isSettled = false }
    }
    return !isSettled
  }

  /// Gives the fields that are left variables of their own.
  func settleUnnamedVariables(of block: Block) {
    for input in block.inputs {
      for case let field as FieldVariable in input.fields { field.settleUnnamed(in: variables) }
    }
  }

  /// Removes a block that hangs on nothing, with everything inside and below it.
  public func remove(_ block: Block) {
    top.remove(block)
    for descendant in block.descendants() {
      blocks[descendant.id] = nil
      descendant.workspace = nil
      descendant.layout = nil
    }
  }

  /// Connects two free sides; the block on the inferior side leaves the top level.
  public func connect(_ superior: Connection, _ inferior: Connection) {
    precondition(superior.target == nil && inferior.target == nil, "both sides must be free")
    top.remove(inferior.sourceBlock)
    superior.target = inferior
    inferior.target = superior
  }

  /// Parts two connected blocks; the inferior one goes to the top level.
  /// - Parameter place: how many others stand before it at the top level from now on; nil for the end.
  public func disconnect(_ connection: Connection, place: Int? = nil) {
    guard let target = connection.target else { return }
    let inferior = connection.kind.isSuperior ? target : connection
    connection.target = nil
    target.target = nil
    top.insert(inferior.sourceBlock, at: place)
  }

  /// Gives a top-level block another place in the file.
  /// - Parameter place: how many others stand before it at the top level.
  public func reorder(_ block: Block, to place: Int) {
    guard block.parent == nil else { return }
    top.remove(block)
    top.insert(block, at: place)
  }

  /// How many others stand before a top-level block in the file; nil for a block that is connected.
  public func topLevelIndex(of block: Block) -> Int? { top.topLevelIndex(of: block) }

  // MARK: - Comments

  /// Adds a comment.
  /// - Parameter place: how many others stand before it at the top level; nil for behind the last comment.
  public func add(_ comment: WorkspaceComment, at place: Int? = nil) {
    top.insert(comment, at: place)
    commentsByID[comment.id] = comment
  }

  /// Adds a comment that a file has behind so many blocks.
  public func add(_ comment: WorkspaceComment, behindBlocks count: Int) {
    top.insert(comment, behindBlocks: count)
    commentsByID[comment.id] = comment
  }

  public func remove(_ comment: WorkspaceComment) {
    top.remove(comment)
    if commentsByID[comment.id] === comment { commentsByID[comment.id] = nil }
  }

  /// How many others stand before a comment in the file.
  public func topLevelIndex(of comment: WorkspaceComment) -> Int? { top.topLevelIndex(of: comment) }

  /// How many top-level blocks stand before a comment in the file.
  public func blockCount(before comment: WorkspaceComment) -> Int { top.blockCount(before: comment.order) }

  /// Adds the foreign nodes of a file, each behind so many top-level blocks and comments.
  public func add(_ nodes: [(node: ForeignNode, behind: Int)]) { top.insert(nodes) }

  /// How many top-level blocks and comments stand before a foreign node in the file.
  public func count(before node: ForeignNode) -> Int {
    top.blockCount(before: node.order) + top.commentCount(before: node.order)
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

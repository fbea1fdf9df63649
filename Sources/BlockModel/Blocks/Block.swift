import Markup

/// A block of a program.
///
/// The workspace owns every block; connections refer to each other without owning. The model is dumb: it makes no events
/// and keeps no history.
public final class Block {
  public let id: String
  public let definition: BlockBuilder
  /// nil before a workspace has taken the block, and when it is no longer there. The workspace takes care of that, also
  /// when it goes itself: a weak reference would make every use of the workspace slower.
  public internal(set) unowned var workspace: Workspace?

  public private(set) var inputs: [Input] = []
  public private(set) var outputConnection: Connection?
  public private(set) var previousConnection: Connection?
  public private(set) var nextConnection: Connection?
  public let mutator: (any Mutator)?

  public let isShadow: Bool
  public var isCollapsed = false
  public var isDeletable = true
  public var isMovable = true
  public var isEditable = true
  /// What the file or the user said about external or inline inputs; nil for the definition's default.
  public private(set) var inlineOverride: Bool?
  /// Where a top-level block stands.
  public var position = WorkspacePoint.zero
  /// The file gave no place, so none is written.
  public var hasImplicitPosition = false
  /// The file gave no id, so none is written.
  public var hasImplicitID = false
  /// What few blocks have; nil when the block has nothing of it.
  var rarities: BlockRarities?

  /// Decides a top-level block's place among the others; kept while it is connected, so that it returns to its place.
  public internal(set) var topOrder: Int64 = 0

  /// The layout's object for this block. The model never looks at it.
  public var layout: AnyObject?

  /// Blockly's reason for a block that a user disabled.
  public static let manuallyDisabled = "MANUALLY_DISABLED"

  /// Says whether inputs stand side by side. What the definition says anyway is not noted, as in Blockly's files.
  public func setInline(_ inline: Bool?) { inlineOverride = inline == definition.inputsInline ? nil : inline }

  public var type: String { definition.type }
  public var isUnknown: Bool { definition.isUnknown }
  public var isInline: Bool { inlineOverride ?? definition.inputsInline ?? looksInline }

  /// Blockly's rule where nothing is said: inline when a dummy follows a value, but not when two dummies follow each other.
  private var looksInline: Bool {
    let pairs = zip(inputs, inputs.dropFirst()).lazy.map { ($0.kind, $1.kind) }
    if pairs.contains(where: { $0 == (.dummy, .dummy) }) { return false }
    return pairs.contains { $0 == (.value, .dummy) }
  }

  init(definition: BlockBuilder, id: String, isShadow: Bool) {
    self.definition = definition
    self.id = id
    self.isShadow = isShadow
    mutator = definition.mutator?.copyMutator()
    if !definition.inputBuilders.isEmpty { inputs = definition.inputBuilders.map { $0.makeInput(for: self) } }
    outputConnection = makeConnection(.outputValue, definition.output)
    previousConnection = makeConnection(.previousStatement, definition.previous)
    nextConnection = makeConnection(.nextStatement, definition.next)
    mutator?.block = self
  }

  deinit { mutator?.block = nil }

  private func makeConnection(_ kind: Connection.Kind, _ rule: BlockBuilder.ConnectionRule) -> Connection? {
    rule.isPresent ? Connection(kind: kind, sourceBlock: self, typeChecks: rule.typeChecks) : nil
  }

  // MARK: - Shape

  /// Adds or changes the output, previous or next connection.
  public func setConnection(_ kind: Connection.Kind, typeChecks: [String]?) {
    switch kind {
    case .outputValue: outputConnection = renewed(outputConnection, kind, typeChecks)
    case .previousStatement: previousConnection = renewed(previousConnection, kind, typeChecks)
    case .nextStatement: nextConnection = renewed(nextConnection, kind, typeChecks)
    case .inputValue: break
    }
  }

  /// Removes the output, previous or next connection. What is connected there is disconnected; a shadow block is removed.
  public func removeConnection(_ kind: Connection.Kind) {
    switch kind {
    case .outputValue:
      release(outputConnection)
      outputConnection = nil
    case .previousStatement:
      release(previousConnection)
      previousConnection = nil
    case .nextStatement:
      release(nextConnection)
      nextConnection = nil
    case .inputValue: break
    }
  }

  /// Disconnects what is connected. A shadow can't stand by itself, so it is removed.
  func release(_ connection: Connection?) {
    guard let connection, let workspace, let other = connection.targetBlock else { return }
    workspace.disconnect(connection)
    if connection.kind.isSuperior, other.isShadow { workspace.remove(other) }
  }

  private func renewed(_ connection: Connection?, _ kind: Connection.Kind, _ typeChecks: [String]?) -> Connection {
    guard let connection else { return Connection(kind: kind, sourceBlock: self, typeChecks: typeChecks) }
    connection.typeChecks = typeChecks
    return connection
  }

  /// Adds a new input at the end.
  @discardableResult
  public func appendInput(_ input: Input) -> Input { insertInput(input, at: inputs.count) }

  /// Adds a new input before the one at `index`, which is at most the number of inputs.
  @discardableResult
  public func insertInput(_ input: Input, at index: Int) -> Input {
    input.belong(to: self)
    inputs.insert(input, at: index)
    return input
  }

  /// Removes an input. A block in it is disconnected, a shadow block removed.
  public func removeInput(_ input: Input) {
    guard let index = inputs.firstIndex(where: { $0 === input }) else { return }
    release(input.connection)
    inputs.remove(at: index)
  }

  /// A new input for `setInputs`.
  func makeInput(_ builder: InputBuilder) -> Input { builder.makeInput(for: self) }

  /// Gives the block these inputs of its own, in this order. What is left out must not be connected.
  func setInputs(_ inputs: [Input]) { self.inputs = inputs }

  public func firstInput(withName name: String) -> Input? { inputs.first { $0.name == name } }

  public func firstField(withName name: String) -> Field? {
    for input in inputs {
      for field in input.fields where field.name == name { return field }
    }
    return nil
  }

  // MARK: - Neighbours

  public var nextBlock: Block? { nextConnection?.target?.sourceBlock }

  /// The connection by which this block hangs on another.
  public var inferiorConnection: Connection? { outputConnection ?? previousConnection }

  /// The connection that holds this block.
  public var superiorConnection: Connection? { outputConnection?.target ?? previousConnection?.target }

  /// The block that this one is connected into or below.
  public var parent: Block? { superiorConnection?.sourceBlock }

  /// The first block above this one that holds it in an input: the parent, passing over the stack above.
  public var surroundingBlock: Block? {
    var block = self
    while let superior = block.superiorConnection {
      if superior.sourceInput != nil { return superior.sourceBlock }
      block = superior.sourceBlock
    }
    return nil
  }

  /// The top-level block above this one, or the block itself.
  public var root: Block {
    var block = self
    while let parent = block.parent { block = parent }
    return block
  }

  /// The block below, unless it is a shadow: that belongs to this block.
  public var follower: Block? { nextBlock.flatMap { $0.isShadow && !isShadow ? nil : $0 } }

  /// The last block of the stack that begins here, a shadow below left aside.
  public var lastInStack: Block {
    var block = self
    while let next = block.follower { block = next }
    return block
  }

  /// The blocks directly connected into inputs and below, in order.
  public var children: [Block] { superiorConnections.compactMap(\.targetBlock) }

  /// The connections that can hold other blocks, in reading order.
  public var superiorConnections: [Connection] {
    var connections = inputs.compactMap(\.connection)
    if let nextConnection { connections.append(nextConnection) }
    return connections
  }

  /// Whether `other` is this block or stands somewhere inside or below it.
  public func holds(_ other: Block) -> Bool {
    var block: Block? = other
    while let current = block {
      if current === self { return true }
      block = current.parent
    }
    return false
  }

  /// This block and everything inside it, in reading order; with `followers`, what hangs below it too.
  public func descendants(followers: Bool = true) -> BlockDescendants {
    BlockDescendants(first: self, followers: followers)
  }
}

/// A block and those inside and below it, in reading order, walked without recursion.
public struct BlockDescendants: Sequence, IteratorProtocol {
  private var waiting: [Block]
  private let first: Block
  private let followers: Bool

  init(first: Block, followers: Bool) {
    waiting = [first]
    self.first = first
    self.followers = followers
  }

  public mutating func next() -> Block? {
    guard let block = waiting.popLast() else { return nil }
    if followers || block !== first, let next = block.nextBlock { waiting.append(next) }
    for input in block.inputs.reversed() {
      if let child = input.connectedBlock { waiting.append(child) }
    }
    return block
  }
}

import Markup

/// A block of a program.
///
/// The workspace owns every block; connections don't own each other. The model is passive: it creates no events and
/// keeps no history.
public final class Block {
  /// Identifies the block in its workspace; files and events name it. Never changes.
  public let id: String
  /// The definition that the block was made from; all blocks of a type share it. Each language has its own.
  public internal(set) var definition: BlockBuilder
  /// The workspace; nil before the block is added to one and after it is removed. A deallocated workspace clears this
  /// reference itself, because a weak or counted reference would be slower to access.
  public internal(set) unowned(unsafe) var workspace: Workspace?

  /// The inputs, from top to bottom.
  public private(set) var inputs: [Input] = [] { didSet { inputIndices = nil } }
  /// The index of the first input of each name, for blocks with many inputs; nil if not computed yet.
  private var inputIndices: [String: Int]?
  /// The connection of a value; nil for statements. A block has at most one of this and `previousConnection`.
  public private(set) var outputConnection: Connection?
  /// The connection to the statement above; nil for the first of a stack, such as a function's definition, and for
  /// values.
  public private(set) var previousConnection: Connection?
  /// The connection to the statement below; nil for a block that ends a stack, and for values.
  public private(set) var nextConnection: Connection?
  /// The mutator, which changes the shape of the block; nil for most types.
  public let mutator: (any Mutator)?

  /// Whether the block is a placeholder, which a real block in its connection covers.
  public let isShadow: Bool
  /// Whether the block is shown as one line, without its inputs.
  public var isCollapsed = false
  /// False for a block that users may not delete. The model itself doesn't refuse; controllers do.
  public var isDeletable = true
  /// False for a block that users may not move. The model itself doesn't refuse; controllers do.
  public var isMovable = true
  /// False for a block whose fields users may not change. The model itself doesn't refuse; controllers do.
  public var isEditable = true
  /// Whether the file or the user made inputs inline or external; nil for the definition's default.
  public private(set) var inlineOverride: Bool?
  /// The position of a top-level block.
  public var position = WorkspacePoint.zero
  /// Whether the file omits the position, so that it is not written.
  public var hasImplicitPosition = false
  /// Whether the file omits the id, so that it is not written.
  public var hasImplicitID = false
  /// Rarely used state; nil when the block has none.
  var extras: BlockExtras?

  /// The order number of a top-level block.
  public internal(set) var topOrder: Int64 = 0

  /// The block's layout object. The model doesn't use it.
  public var layout: AnyObject?

  /// Blockly's reason for a block disabled by a user.
  public static let manuallyDisabled = "MANUALLY_DISABLED"

  /// Sets whether inputs are inline. A value equal to the definition's is not stored, as in Blockly's files.
  public func setInline(_ inline: Bool?) { inlineOverride = inline == definition.inputsInline ? nil : inline }

  /// The name of the definition, such as `controls_if`.
  public var type: String { definition.type }
  /// Whether no definition of the type is known, so that the shape was inferred from the file.
  public var isUnknown: Bool { definition.isUnknown }
  /// Whether value inputs are inside the block's rows rather than at its right edge: as set in the block, else in its
  /// definition, else by Blockly's rule for the kinds of its inputs.
  public var isInline: Bool { inlineOverride ?? definition.inputsInline ?? isInlineByDefault }

  /// Blockly's default: inline when a dummy input follows a value input, unless there are two dummy inputs in a row.
  private var isInlineByDefault: Bool {
    let pairs = zip(inputs, inputs.dropFirst()).lazy.map { ($0.kind, $1.kind) }
    if pairs.contains(where: { $0 == (.dummy, .dummy) }) { return false }
    return pairs.contains { $0 == (.value, .dummy) }
  }

  init(definition: BlockBuilder, id: String, isShadow: Bool) {
    self.definition = definition
    self.id = id
    self.isShadow = isShadow
    mutator = definition.mutator?.copyMutator()
    inputs = definition.inputBuilders.shortMap { $0.makeInput(for: self) }
    outputConnection = makeConnection(.outputValue, definition.output)
    previousConnection = makeConnection(.previousStatement, definition.previous)
    nextConnection = makeConnection(.nextStatement, definition.next)
    mutator?.block = self
  }

  deinit {
    mutator?.block = nil
    outputConnection?.forgetBlock()
    previousConnection?.forgetBlock()
    nextConnection?.forgetBlock()
    for input in inputs { input.connection?.forgetBlock() }
  }

  @inline(__always)
  private func makeConnection(_ kind: Connection.Kind, _ rule: BlockBuilder.ConnectionRule) -> Connection? {
    rule.isPresent ? Connection(kind: kind, sourceBlock: self, typeChecks: rule.typeChecks) : nil
  }

  // MARK: - Shape

  /// Adds the output, previous or next connection, or changes its type checks.
  public func setConnection(_ kind: Connection.Kind, typeChecks: [String]?) {
    switch kind {
    case .outputValue: outputConnection = updated(outputConnection, kind, typeChecks)
    case .previousStatement: previousConnection = updated(previousConnection, kind, typeChecks)
    case .nextStatement: nextConnection = updated(nextConnection, kind, typeChecks)
    case .inputValue: break
    }
  }

  /// Removes the output, previous or next connection. A block connected there is disconnected; a shadow is removed.
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

  /// Disconnects a connection. A child that is a shadow can't be at the top level, so it is removed.
  func release(_ connection: Connection?) {
    guard let connection, let workspace, let other = connection.targetBlock else { return }
    workspace.disconnect(connection)
    if connection.kind.isSuperior, other.isShadow { workspace.remove(other) }
  }

  private func updated(_ connection: Connection?, _ kind: Connection.Kind, _ typeChecks: [String]?) -> Connection {
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

  /// Removes an input. A block in it is disconnected; a shadow is removed.
  public func removeInput(_ input: Input) {
    guard let index = inputs.firstIndex(where: { $0 === input }) else { return }
    release(input.connection)
    inputs.remove(at: index)
  }

  /// Creates an input for `setInputs`.
  func makeInput(_ builder: InputBuilder) -> Input { builder.makeInput(for: self) }

  /// Replaces the block's inputs. Removed inputs must not be connected.
  func setInputs(_ inputs: [Input]) { self.inputs = inputs }

  /// Returns the first input of this name; nil if there is none. Names are unique in stock blocks.
  public func firstInput(withName name: String) -> Input? { inputs(from: name).first { $0.name == name } }

  /// Returns the inputs from the first one with a name onwards, and possibly inputs before it; may be empty if there is
  /// none.
  func inputs(from name: String) -> ArraySlice<Input> {
    // A short search is faster than a lookup.
    if inputs.count <= 32 { return inputs[...] }
    let indices =
      inputIndices ?? Dictionary(inputs.indices.map { (inputs[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
    inputIndices = indices
    return indices[name].map { inputs[$0...] } ?? []
  }

  /// Returns the first field of this name, in the order of the inputs; nil if there is none.
  public func firstField(withName name: String) -> Field? {
    for input in inputs {
      for field in input.fields where field.name == name { return field }
    }
    return nil
  }

  // MARK: - Neighbours

  /// The statement below the block, a shadow included; nil for none.
  public var nextBlock: Block? { nextConnection?.targetBlock }

  /// The connection to the parent: output or previous.
  public var inferiorConnection: Connection? { outputConnection ?? previousConnection }

  /// The parent's connection that holds this block.
  public var superiorConnection: Connection? { outputConnection?.target ?? previousConnection?.target }

  /// The block that this one is connected into or below.
  public var parent: Block? { outputConnection?.targetBlock ?? previousConnection?.targetBlock }

  /// The nearest ancestor that contains this block in an input. The blocks above it in the same stack don't count.
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

  /// The block whose line shows this one: the outermost one whose value it is, or itself.
  public var lineHead: Block {
    var block = self
    while let holder = block.outputConnection?.targetBlock { block = holder }
    return block
  }

  /// The next block; nil if it is a shadow and this block is not.
  public var nextInStack: Block? { nextBlock.flatMap { $0.isShadow && !isShadow ? nil : $0 } }

  /// The last block of the stack that begins here, excluding shadows below it.
  public var lastInStack: Block {
    var block = self
    while let next = block.nextInStack { block = next }
    return block
  }

  /// The blocks connected to this block's inputs and next connection, in order.
  public var children: [Block] { superiorConnections.compactMap(\.targetBlock) }

  /// The connections that can hold other blocks, in reading order.
  public var superiorConnections: [Connection] {
    var connections = inputs.compactMap(\.connection)
    if let nextConnection { connections.append(nextConnection) }
    return connections
  }

  /// Whether `other` is this block or one of its descendants.
  public func contains(_ other: Block) -> Bool {
    // Either search may be long: stop when the ancestors of one or the descendants of the other are exhausted.
    var block: Block? = other
    var descendants = descendants()
    while let current = block {
      if current === self { return true }
      block = current.parent
      guard let descendant = descendants.next() else { return false }
      if descendant === other { return true }
    }
    return false
  }

  /// Returns this block and its descendants, in reading order.
  /// - Parameter followers: whether to include the blocks below it.
  public func descendants(followers: Bool = true) -> BlockDescendants {
    BlockDescendants(first: self, followers: followers)
  }
}

/// A block and its descendants, in reading order, traversed without recursion.
public struct BlockDescendants: Sequence, IteratorProtocol {
  /// The block to return next. After it and its descendants come the blocks of `pending`, last one first.
  private var upcoming: Block?
  private var pending: [Block] = []
  private let first: Block
  private let followers: Bool

  init(first: Block, followers: Bool) {
    upcoming = first
    self.first = first
    self.followers = followers
  }

  public mutating func next() -> Block? {
    guard let block = upcoming else { return nil }
    // Allocate nothing for a block without children, because most blocks have none.
    var following = followers || block !== first ? block.nextBlock : nil
    for input in block.inputs.reversed() {
      guard let child = input.connectedBlock else { continue }
      if let following { pending.append(following) }
      following = child
    }
    upcoming = following ?? pending.popLast()
    return block
  }
}

import BlockLayout
import BlockLibrary
import BlockModel

/// The steps of refactorings.
extension WorkspaceLayoutCoordinator {
  /// Adds a new block at the top level, to be connected.
  func make(
    _ type: String, _ fields: [String: FieldState] = [:], mutation: MutationState? = nil
  ) throws(FieldError) -> Block {
    var record = BlockSnapshot.Record(type: type)
    record.fields = fields.sorted { $0.key < $1.key }.map { FieldRecord(name: $0.key, state: $0.value) }
    record.mutation = mutation
    return try add(BlockSnapshot(records: [record]))
  }

  /// Adds blocks at the top level, to be connected.
  func add(_ snapshot: BlockSnapshot) throws(FieldError) -> Block {
    var snapshot = snapshot
    // With a place, so that events say it if they stay there.
    snapshot.records[0].position = snapshot.records[0].position ?? .zero
    guard let block = insert(snapshot) else { throw FieldError("a block can't be created") }
    return block
  }

  /// Adds a block that reads a variable.
  func makeRead(of variable: Variable) throws(FieldError) -> Block {
    try make("variables_get", ["VAR": variable.fieldState])
  }

  /// Connects a top-level block to a free connection, or one with a shadow.
  /// - Throws: `FieldError` if it doesn't fit.
  func attach(_ block: Block, to superior: Connection?) throws(FieldError) {
    guard let superior, let inferior = block.inferiorConnection, superior.canConnect(inferior),
      superior.targetBlock?.isShadow ?? true
    else { throw FieldError("\(named: block) doesn't fit there") }
    connect(block, to: superior)
  }

  /// Takes the block out of a connection, with the statements below it. A shadow stays; a copy of it is taken.
  /// - Returns: the block, at the top level; nil if there is none.
  func take(from superior: Connection?) -> Block? {
    guard let block = superior?.targetBlock else { return nil }
    if block.isShadow { return try? add(BlockSnapshot(repeating: block)) }
    disconnect(block, heal: false)
    return block
  }

  /// Puts a top-level block in the place of a value, which goes to the top level, or of a shadow.
  func replace(_ value: Block, by replacement: Block) throws(FieldError) {
    guard let superior = value.superiorConnection else { throw FieldError("\(named: value) isn't in another block") }
    if !value.isShadow { disconnect(value, heal: false) }
    try attach(replacement, to: superior)
  }

  /// Puts a stack of statements in the place of others, which are deleted.
  func replace(_ first: Block, through last: Block, by stack: Block) throws(FieldError) {
    try insert(stack, above: first)
    delete(first, through: last)
  }

  /// Puts a stack of statements above a statement.
  func insert(_ stack: Block, above statement: Block) throws(FieldError) {
    guard let end = stack.lastInStack.nextConnection, let previous = statement.previousConnection,
      end.canConnect(previous)
    else { throw FieldError("nothing can be below \(named: stack.lastInStack)") }
    if let superior = previous.target {
      disconnect(statement, heal: false)
      try attach(stack, to: superior)
      connect(statement, to: end)
    } else {
      put(stack, above: statement)
    }
  }

  /// Gives an if the branches.
  func setBranches(of block: Block, elseIfs: Int, hasElse: Bool) throws(FieldError) {
    guard let mutator = block.mutator as? MutatorIfElse else { throw FieldError("\(named: block) has fixed branches") }
    BlockMutation(of: block, through: self).perform {
      guard mutator.elseIfCount != elseIfs || mutator.hasElse != hasElse else { return false }
      (mutator.elseIfCount, mutator.hasElse) = (elseIfs, hasElse)
      return true
    }
  }
}

extension BlockSnapshot {
  /// A copy of a block, without ids, to be used once more. A shadow becomes a real block.
  init(repeating block: Block, followers: Bool = false) {
    self.init(of: block, followers: followers)
    for index in records.indices { records[index].id = nil }
    records[0].isShadow = false
    records[0].position = nil
  }
}

extension Block {
  /// The connection of an input.
  func connection(of input: String) -> Connection? { firstInput(withName: input)?.connection }

  /// The block in an input; nil if it is empty or disabled.
  func content(_ input: String) -> Block? {
    firstInput(withName: input)?.connectedBlock.flatMap { $0.isEnabled ? $0 : nil }
  }

  /// The name of the input that holds a value or begins with a statement.
  var inputName: String? { superiorConnection?.sourceInput?.name }

  /// Checks whether the block may be deleted, without what is in it.
  /// - Throws: `FieldError` if it is locked, or has a comment that would be lost.
  func checkDeletable() throws(FieldError) {
    if !isDeletable { throw FieldError("\(named: self) is locked against deleting") }
    if comment != nil { throw FieldError("the comment on \(named: self) would be lost") }
  }

  /// Checks whether the block may be moved.
  func checkMovable() throws(FieldError) {
    if !isMovable { throw FieldError("\(named: self) is locked against moving") }
  }

  /// Checks whether the fields of the block may be changed.
  func checkEditable() throws(FieldError) {
    if !isEditable { throw FieldError("\(named: self) is locked against editing") }
  }

  /// Checks whether the block is neither disabled nor a default value.
  func checkRuns() throws(FieldError) {
    if !isEnabled { throw FieldError("\(named: self) is disabled") }
  }
}

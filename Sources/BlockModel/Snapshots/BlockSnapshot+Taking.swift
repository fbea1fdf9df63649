import Markup

extension BlockSnapshot {
  /// Takes a snapshot of a block and its descendants.
  /// - Parameters:
  ///   - followers: whether to include the blocks connected below it.
  ///   - forFile: whether to omit implicit ids and positions, which the file omitted.
  public init(of block: Block, followers: Bool = true, forFile: Bool = false) {
    self.init()
    append(block, through: followers ? nil : block, forFile: forFile)
    countRecords()
  }

  /// Takes a snapshot of statements that follow each other, and of their descendants.
  public init(of first: Block, through last: Block) {
    self.init()
    append(first, through: last, forFile: false)
    countRecords()
  }

  /// - Parameter last: the last block of the stack to include; nil for all of it.
  private mutating func append(_ first: Block, through last: Block?, forFile: Bool) {
    // A stack of the blocks to visit, each with the index of its parent's record. The next one is last.
    var pending: [(block: Block, parent: Int)] = [(first, -1)]
    while let (block, parent) = pending.popLast() {
      let superior = parent < 0 ? nil : block.superiorConnection
      if let superior, let shadow = superior.coveredShadow {
        append(covered: shadow, parent: parent, slot: superior.slot, forFile: forFile)
      }
      let index = records.count
      let id = block.hasImplicitID && forFile ? nil : block.id
      records.append(Record(type: block.type, id: id, parent: parent, slot: superior?.slot ?? .top))
      // In place, because records are large.
      records[index].take(block, forFile: forFile)
      if parent < 0, block.parent == nil {
        records[index].position = block.hasImplicitPosition && forFile ? nil : block.position
        records[index].hasImplicitPosition = block.hasImplicitPosition
      }
      let next = block === last ? nil : block.nextConnection
      var hasUncovered = false
      func visit(_ connection: Connection) {
        if let child = connection.targetBlock {
          pending.append((child, index))
        } else if connection.coveredShadow != nil {
          hasUncovered = true
        }
      }
      if let next { visit(next) }
      for input in block.inputs.reversed() {
        if let connection = input.connection { visit(connection) }
      }
      guard hasUncovered else { continue }
      for connection in block.inputs.map(\.connection) + [next] {
        guard let connection, connection.target == nil, let shadow = connection.coveredShadow else { continue }
        append(covered: shadow, parent: index, slot: connection.slot, forFile: forFile)
      }
    }
  }

  private mutating func append(covered shadow: BlockSnapshot, parent: Int, slot: Slot, forFile: Bool) {
    let start = records.count
    for (offset, var record) in shadow.records.enumerated() {
      record.parent = offset == 0 ? parent : record.parent + start
      if offset == 0 {
        record.slot = slot
        record.isCovered = true
        record.position = nil
      }
      if forFile, record.hasImplicitID { record.id = nil }
      records.append(record)
    }
  }
}

extension BlockSnapshot.Record {
  /// Records the state of one block.
  init(of block: Block, parent: Int, slot: BlockSnapshot.Slot, forFile: Bool) {
    self.init(
      type: block.type, id: block.hasImplicitID && forFile ? nil : block.id, parent: parent, slot: slot)
    take(block, forFile: forFile)
  }

  /// Takes the state of a block, except its type, id and place, into a new record.
  fileprivate mutating func take(_ block: Block, forFile: Bool) {
    hasImplicitID = block.hasImplicitID
    isShadow = block.isShadow
    inline = block.inlineOverride
    for input in block.inputs {
      for field in input.fields {
        if let name = field.name, let state = field.state { fields.append(FieldRecord(name: name, state: state)) }
      }
    }
    if let state = block.mutationState { mutation = state }
    if !forFile { joints = block.joints }
    let hasExtras =
      block.extras != nil
      && (!block.disabledReasons.isEmpty || block.comment != nil || block.data != nil || block.unknownParts != nil)
    let isOrdinary =
      !hasExtras && !block.isCollapsed && block.isDeletable && block.isMovable && block.isEditable
    if !isOrdinary {
      var values = BlockSnapshot.Extras.Values()
      values.isCollapsed = block.isCollapsed
      values.isDeletable = block.isDeletable
      values.isMovable = block.isMovable
      values.isEditable = block.isEditable
      values.disabledReasons = block.disabledReasons
      values.comment = block.comment
      values.data = block.data
      values.unknownParts = block.unknownParts
      createdExtras.values = values
      if let keptFields = block.unknownParts?.fields, !keptFields.isEmpty { restoreAttributes(from: keptFields) }
    }
  }

  /// Restores the unknown attributes of known fields, which are kept with the unknown fields under the field's name.
  private mutating func restoreAttributes(from keptFields: [FieldRecord]) {
    for index in fields.indices {
      if let match = keptFields.first(where: { $0.name == fields[index].name }) {
        fields[index].unknownAttributes = match.unknownAttributes
      }
    }
  }
}

extension Connection {
  /// The slot of a block in this superior connection.
  fileprivate var slot: BlockSnapshot.Slot { sourceInput.map { .input(name: $0.name, kind: $0.kind) } ?? .next }
}

extension Block {
  /// The mutator state, as XML and JSON; nil when there is nothing to save.
  public var mutationState: MutationState? {
    if let unknownMutation { return unknownMutation }
    guard let mutator else { return nil }
    let state = MutationState(of: mutator)
    return state.xml == nil && state.json == nil ? nil : state
  }
}

import Markup

extension BlockSnapshot {
  /// Takes a snapshot of a block and its descendants.
  /// - Parameters:
  ///   - followers: whether to include the blocks connected below it.
  ///   - forFile: whether to omit implicit ids and positions, which the file omitted.
  public init(of block: Block, followers: Bool = true, forFile: Bool = false) {
    self.init()
    append(block, followers: followers, forFile: forFile)
    countRecords()
  }

  private mutating func append(_ first: Block, followers: Bool, forFile: Bool) {
    // A stack of the blocks to visit, next one last.
    var pending: [(block: Block, parent: Int, slot: Slot, shadow: BlockSnapshot?)] = [(first, -1, .top, nil)]
    while let (block, parent, slot, shadow) = pending.popLast() {
      if let shadow { append(covered: shadow, parent: parent, slot: slot, forFile: forFile) }
      let index = records.count
      var record = Record(of: block, parent: parent, slot: slot, forFile: forFile)
      if parent < 0, block.parent == nil {
        record.position = block.hasImplicitPosition && forFile ? nil : block.position
        record.hasImplicitPosition = block.hasImplicitPosition
      }
      records.append(record)
      let start = pending.count
      var uncovered: [(Slot, BlockSnapshot)] = []
      for input in block.inputs {
        guard let connection = input.connection else { continue }
        let slot = Slot.input(name: input.name, kind: input.kind)
        if let child = connection.targetBlock {
          pending.append((child, index, slot, connection.coveredShadow))
        } else if let shadow = connection.coveredShadow {
          uncovered.append((slot, shadow))
        }
      }
      if let next = block.nextConnection, followers || block !== first {
        if let child = next.targetBlock {
          pending.append((child, index, .next, next.coveredShadow))
        } else if let shadow = next.coveredShadow {
          uncovered.append((.next, shadow))
        }
      }
      for (slot, shadow) in uncovered { append(covered: shadow, parent: index, slot: slot, forFile: forFile) }
      pending[start...].reverse()
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
    hasImplicitID = block.hasImplicitID
    isShadow = block.isShadow
    inline = block.inlineOverride
    for input in block.inputs {
      for field in input.fields {
        if let name = field.name, let state = field.state { fields.append(FieldRecord(name: name, state: state)) }
      }
    }
    mutation = block.mutationState
    joints = forFile ? nil : block.joints
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

extension Block {
  /// The mutator state, as XML and JSON; nil when there is nothing to save.
  public var mutationState: MutationState? {
    if let unknownMutation { return unknownMutation }
    guard let mutator else { return nil }
    var state = MutationState(of: mutator)
    unknownParts?.statedMutation?.replaceEqual(in: &state)
    return state.xml == nil && state.json == nil ? nil : state
  }
}

import Markup

extension BlockSnapshot {
  /// The state of a block and of everything inside it.
  /// - Parameters:
  ///   - followers: whether what hangs below the block belongs to it.
  ///   - forFile: whether ids and places are left out that the file didn't give.
  public init(of block: Block, followers: Bool = true, forFile: Bool = false) {
    self.init()
    append(block, followers: followers, forFile: forFile)
    countRecords()
  }

  private mutating func append(_ first: Block, followers: Bool, forFile: Bool) {
    // What comes next, the last one first.
    var waiting: [(block: Block, parent: Int, slot: Slot, shadow: BlockSnapshot?)] = [(first, -1, .top, nil)]
    while let (block, parent, slot, shadow) = waiting.popLast() {
      if let shadow { append(covered: shadow, parent: parent, slot: slot, forFile: forFile) }
      let index = records.count
      var record = Record(of: block, parent: parent, slot: slot, forFile: forFile)
      if parent < 0, block.parent == nil {
        record.position = block.hasImplicitPosition && forFile ? nil : block.position
        record.hasImplicitPosition = block.hasImplicitPosition
      }
      records.append(record)
      var children: [(Block, Int, Slot, BlockSnapshot?)] = []
      var uncovered: [(Slot, BlockSnapshot)] = []
      for input in block.inputs {
        guard let connection = input.connection else { continue }
        let slot = Slot.input(name: input.name, kind: input.kind)
        if let child = connection.targetBlock {
          children.append((child, index, slot, connection.coveredShadow))
        } else if let shadow = connection.coveredShadow {
          uncovered.append((slot, shadow))
        }
      }
      if let next = block.nextConnection, followers || block !== first {
        if let child = next.targetBlock {
          children.append((child, index, .next, next.coveredShadow))
        } else if let shadow = next.coveredShadow {
          uncovered.append((.next, shadow))
        }
      }
      for (slot, shadow) in uncovered { append(covered: shadow, parent: index, slot: slot, forFile: forFile) }
      waiting.append(contentsOf: children.reversed())
    }
  }

  private mutating func append(covered shadow: BlockSnapshot, parent: Int, slot: Slot, forFile: Bool) {
    let start = records.count
    for (place, var record) in shadow.records.enumerated() {
      record.parent = place == 0 ? parent : record.parent + start
      if place == 0 {
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
  /// The state of one block.
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
    let hasRarities =
      block.rarities != nil
      && (!block.disabledReasons.isEmpty || block.comment != nil || block.data != nil || block.unknownParts != nil)
    let isOrdinary =
      !hasRarities && !block.isCollapsed && block.isDeletable && block.isMovable && block.isEditable
    if !isOrdinary {
      var values = BlockSnapshot.RareState.Values()
      values.isCollapsed = block.isCollapsed
      values.isDeletable = block.isDeletable
      values.isMovable = block.isMovable
      values.isEditable = block.isEditable
      values.disabledReasons = block.disabledReasons
      values.comment = block.comment
      values.data = block.data
      values.unknownParts = block.unknownParts
      extra.values = values
      if let names = block.unknownParts?.fields, !names.isEmpty { noteFieldAttributes(from: names) }
    }
  }

  /// Attributes of known fields are kept beside the unknown fields, under the field's name.
  private mutating func noteFieldAttributes(from kept: [FieldRecord]) {
    for index in fields.indices {
      if let match = kept.first(where: { $0.name == fields[index].name }) {
        fields[index].unknownAttributes = match.unknownAttributes
      }
    }
  }
}

extension Block {
  /// The state of the block's shape in both forms; nil when there is nothing to save.
  public var mutationState: MutationState? {
    if let unknownMutation { return unknownMutation }
    guard let mutator else { return nil }
    var state = MutationState(of: mutator)
    unknownParts?.statedMutation?.replaceEqual(in: &state)
    return state.xml == nil && state.json == nil ? nil : state
  }
}

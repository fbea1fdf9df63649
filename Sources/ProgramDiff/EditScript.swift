import BlockEditing
import BlockEvents
import BlockLibrary
import BlockModel
import Markup

/// Turns one program into another, step by step, with the events of each change.
///
/// The steps are those of an editor: blocks that are gone are deleted, then each block of the new program, in reading
/// order, gets its content and its place. A block's parent is where it belongs before the block itself moves.
struct EditScript {
  let coordinator: WorkspaceLayoutCoordinator
  private let old: ProgramTree
  let new: ProgramTree
  private let toNew: [Int]
  private let toOld: [Int]
  let isExact: Bool
  private var variables: VariableMatch
  let newWorkspace: Workspace
  /// Whether the old program's file states the ids of blocks; nil for a program without blocks. New blocks follow it.
  private let statesIDs: Bool?
  /// The block of the changed program for each block of the new one.
  private(set) var blocks: [Block?]
  /// The ids that new blocks and shadows have got.
  private var usedIDs: Set<String> = []
  var workspace: Workspace { coordinator.workspace }

  init(_ match: ProgramMatch, coordinator: WorkspaceLayoutCoordinator) {
    self.coordinator = coordinator
    (old, new) = (match.old, match.new)
    (toNew, toOld) = (match.toNew, match.toOld)
    isExact = match.isExact
    variables = match.variables
    newWorkspace = match.newWorkspace
    statesIDs = old.blocks.isEmpty ? nil : old.blocks.contains { !$0.hasImplicitID }
    blocks = toOld.map { $0 < 0 ? nil : match.old.blocks[$0] }
  }

  /// - Throws: `EventError` if a change can't be made, which a correct match rules out.
  mutating func run() throws(EventError) {
    try prepareVariables()
    try deleteBlocks()
    for index in new.blocks.indices { try settle(index) }
    for index in new.blocks.indices where toOld[index] >= 0 { try setShadows(of: index) }
    try deleteVariables()
    try settleComments()
    if isExact { try settlePlaces() }
  }

  // MARK: - Variables

  private mutating func prepareVariables() throws(EventError) {
    for variable in newWorkspace.variables.all {
      guard let own = variables.toOld[variable.id] else { continue }
      if own.type != variable.type { try coordinator.setVariableType(id: own.id, to: variable.type) }
      guard own.name != variable.name else { continue }
      try freeName(of: variable, for: own)
      try coordinator.renameVariable(id: own.id, to: variable.name)
    }
    for variable in newWorkspace.variables.all where variables.toOld[variable.id] == nil {
      try freeName(of: variable, for: nil)
      var state = newWorkspace.variables.state(of: variable)
      if workspace.variables[state.id] != nil { state.id = workspace.freshID() }
      try coordinator.createVariable(state)
      if let own = workspace.variables[state.id] { variables.match(own, variable) }
    }
  }

  /// Gives a variable that has another's new name a name of its own, until it is renamed or deleted itself: other clients
  /// would take both for one.
  private func freeName(of variable: Variable, for own: Variable?) throws(EventError) {
    guard let present = workspace.variables.variable(named: variable.name, type: variable.type), present !== own,
      variables.toNew[present.id]?.name != variable.name
    else { return }
    try coordinator.renameVariable(id: present.id, to: workspace.variables.uniqueName())
  }

  private func deleteVariables() throws(EventError) {
    for variable in workspace.variables.all where variables.toNew[variable.id] == nil && variable.isDeclared {
      try coordinator.deleteVariable(id: variable.id)
    }
  }

  // MARK: - Deleting

  /// Deletes the blocks that are gone. What they held and is still there moves to its new place, or to the top level until
  /// its place exists.
  private func deleteBlocks() throws(EventError) {
    for index in old.blocks.indices where toNew[index] < 0 {
      let parent = old.parent(of: index)
      if parent >= 0, toNew[parent] < 0 { continue }
      let block = old.blocks[index]
      let kept = keptParts(under: index)
      if kept.isEmpty {
        try coordinator.delete(blockID: block.id)
        continue
      }
      if block.parent != nil { try coordinator.move(blockID: block.id, to: BlockLocation()) }
      for part in kept { try release(part) }
      try coordinator.delete(blockID: block.id)
    }
  }

  /// The uppermost blocks below a deleted one that are still there.
  private func keptParts(under index: Int) -> [Int] {
    var parts: [Int] = []
    var pending = [index]
    while let next = pending.popLast() {
      var children = old.slots[next].map(\.head)
      if old.below[next] >= 0 { children.append(old.below[next]) }
      for child in children {
        if toNew[child] >= 0 { parts.append(child) } else { pending.append(child) }
      }
    }
    return parts.sorted()
  }

  /// Moves a block out of one that will be deleted.
  private func release(_ part: Int) throws(EventError) {
    let block = old.blocks[part]
    let index = toNew[part]
    let parent = new.parent(of: index)
    if parent >= 0, let holder = blocks[parent], !block.contains(holder),
      let connection = coordinator.connection(at: location(of: index)), isFree(connection)
    {
      try coordinator.move(blockID: block.id, to: location(of: index))
    } else {
      try coordinator.move(blockID: block.id, to: parent < 0 ? location(of: index) : BlockLocation())
    }
  }

  private func isFree(_ connection: Connection) -> Bool { connection.targetBlock?.isShadow ?? true }

  // MARK: - Blocks

  /// Where a block of the new program belongs. Its parent must have been settled.
  private func location(of index: Int) -> BlockLocation {
    let parent = new.parent(of: index)
    guard parent >= 0 else {
      let block = new.blocks[index]
      var location = BlockLocation(
        coordinate: block.position, fileIndex: newWorkspace.topLevelIndex(of: block))
      location.isImplicit = block.hasImplicitPosition
      return location
    }
    let isBelow = new.above[index] >= 0
    return BlockLocation(parentID: blocks[parent]?.id, inputName: isBelow ? nil : new.input[index])
  }

  /// Gives a block its content and its place.
  private mutating func settle(_ index: Int) throws(EventError) {
    if let block = blocks[index], toOld[index] >= 0 { try setContent(of: block, to: new.blocks[index]) }
    if blocks[index] == nil { try create(index) }
    guard let block = blocks[index] else { throw EventError("a new block can't be created") }
    let parent = new.parent(of: index)
    guard parent >= 0 else {
      if block.parent != nil { try coordinator.move(blockID: block.id, to: location(of: index)) }
      return
    }
    let location = location(of: index)
    if let connection = coordinator.connection(at: location), let present = connection.targetBlock {
      if present === block { return }
      if !present.isShadow { try coordinator.move(blockID: present.id, to: BlockLocation()) }
    }
    try coordinator.move(blockID: block.id, to: location)
  }

  /// Creates a block with the new ones in and below it. Those that exist already move there afterwards.
  private mutating func create(_ index: Int) throws(EventError) {
    let whole = BlockSnapshot(of: new.blocks[index]).records
    var records: [BlockSnapshot.Record] = []
    var places = Array(repeating: -1, count: whole.count)
    var created: [(node: Int, record: Int)] = []
    /// The shadow before the block that covers it.
    var covered: (record: Int, end: Int)?
    // Both are in reading order; the tree leaves out shadows.
    var (position, node) = (0, index)
    while position < whole.count {
      let record = whole[position]
      if record.isShadow || record.isCovered {
        if record.isCovered { covered = (records.count, position + record.count) }
        for part in position..<position + record.count {
          places[part] = records.count
          records.append(whole[part])
        }
        position += record.count
      } else if toOld[node] >= 0 {
        // The shadow is shown until its block comes.
        if let covered, covered.end == position { records[covered.record].isCovered = false }
        position += record.count
        node += new.listSize[node]
      } else {
        created.append((node, records.count))
        places[position] = records.count
        records.append(record)
        (position, node) = (position + 1, node + 1)
      }
    }
    for position in records.indices {
      if records[position].parent >= 0 { records[position].parent = places[records[position].parent] }
      adopt(&records[position])
    }
    records[0].slot = .top
    var snapshot = BlockSnapshot(records: records)
    snapshot.countRecords()
    let fileIndex = new.parent(of: index) < 0 ? newWorkspace.topLevelIndex(of: new.blocks[index]) : nil
    try coordinator.create(snapshot, at: fileIndex)
    for (node, record) in created { blocks[node] = workspace.blocks[records[record].id ?? ""] }
  }

  /// Gives a record of the new program what it is called in the changed one: ids that are free, and its variables.
  private mutating func adopt(_ record: inout BlockSnapshot.Record) {
    record.id = freeID(for: record.id)
    if let statesIDs, !isExact { record.hasImplicitID = !statesIDs }
    for position in record.fields.indices { record.fields[position].state = adopted(record.fields[position].state) }
    record.mutation = record.mutation.map(adopted)
  }

  /// Returns the id of a block of the new program, or another one if it is taken.
  private mutating func freeID(for id: String?) -> String {
    if let id, workspace.blocks[id] == nil, usedIDs.insert(id).inserted { return id }
    var id = workspace.freshID()
    while newWorkspace.blocks[id] != nil || !usedIDs.insert(id).inserted { id = workspace.freshID() }
    return id
  }

  // MARK: - Contents

  private func setContent(of block: Block, to other: Block) throws(EventError) {
    try setMutation(of: block, to: other)
    for input in other.inputs {
      for field in input.fields {
        guard let name = field.name, let state = field.state else { continue }
        let wanted = adopted(state)
        guard let present = block.firstField(withName: name)?.state, !isSame(present, wanted) else { continue }
        try coordinator.change(blockID: block.id, .field(name: name), to: .field(wanted))
      }
    }
    coordinator.set(.inline, to: .flag(other.inlineOverride), of: block)
    coordinator.set(.collapsed, to: .flag(other.isCollapsed), of: block)
    coordinator.set(.deletable, to: .flag(other.isDeletable), of: block)
    coordinator.set(.movable, to: .flag(other.isMovable), of: block)
    coordinator.set(.editable, to: .flag(other.isEditable), of: block)
    if isExact ? block.comment != other.comment : block.comment?.text != other.comment?.text {
      coordinator.set(.comment, to: .comment(other.comment), of: block)
    }
    coordinator.set(.data, to: .text(other.data), of: block)
    if block.disabledReasons != other.disabledReasons { setDisabledReasons(of: block, to: other.disabledReasons) }
  }

  private func setDisabledReasons(of block: Block, to reasons: [String]) {
    for reason in block.disabledReasons where !reasons.contains(reason) {
      coordinator.set(.disabled(reason: reason), to: .flag(false), of: block)
    }
    for (index, reason) in reasons.enumerated() where !block.disabledReasons.contains(reason) {
      coordinator.set(.disabled(reason: reason), to: .disabled(index: index), of: block)
    }
  }

  private func isSame(_ state: FieldState, _ other: FieldState) -> Bool {
    if case .variable(let reference) = state, case .variable(let wanted) = other { return reference.id == wanted.id }
    return isExact ? state == other : state.plainText == other.plainText
  }

  private func setMutation(of block: Block, to other: Block) throws(EventError) {
    guard block.mutator != nil || other.mutator != nil || block.unknownMutation != other.unknownMutation else { return }
    guard content.mutationText(of: block) != content.mutationText(of: other) else { return }
    let state = other.mutationState.map(adopted)
    guard let mutator = block.mutator else {
      return try coordinator.change(blockID: block.id, .mutation, to: .mutation(state, shadows: [:]))
    }
    // Its fields say the shape.
    if mutator is any FieldDrivenMutator { return }
    BlockMutation(of: block, through: coordinator).perform {
      mutator.update(from: state ?? MutationState())
      return true
    }
  }

  private var content: BlockContent { BlockContent(isExact: isExact) }

  /// A field's state with the variable of the changed program.
  private func adopted(_ state: FieldState) -> FieldState {
    guard case .variable(let reference) = state, let own = variables.toOld[reference.id ?? ""] else { return state }
    return .variable(VariableReference(id: own.id, name: own.name, type: reference.type))
  }

  /// A mutation with the variables of the changed program.
  private func adopted(_ state: MutationState) -> MutationState {
    let ids = variables.toOld
    func isOther(_ id: String) -> Bool { ids[id].map { $0.id != id } ?? false }
    var state = state
    if let xml = state.xml {
      var mapper = AttributeMapper { _, value in isOther(value) ? ids[value]?.id : value }
      mapper.element(xml)
      state.xml = mapper.builder.finish()
    }
    if let json = state.json {
      var mapper = StringMapper { isOther($0) ? ids[$0]?.id ?? $0 : $0 }
      mapper.value(json)
      state.json = mapper.builder.finish()
    }
    return state
  }

  // MARK: - Shadows

  private mutating func setShadows(of index: Int) throws(EventError) {
    guard let block = blocks[index] else { return }
    let other = new.blocks[index]
    for own in block.superiorConnections {
      let name = own.sourceInput?.name
      let connection = name.map { other.firstInput(withName: $0)?.connection } ?? other.nextConnection
      let present = own.shadowSnapshot
      var wanted = connection?.shadowSnapshot
      if present == nil, wanted == nil { continue }
      for position in wanted?.records.indices ?? 0..<0 { adopt(&wanted!.records[position], shadowOf: present, position) }
      if let present, let wanted, present.isSame(as: wanted, isSame: isSame) { continue }
      if let present, let wanted, own.targetBlock?.isShadow ?? false, present.hasShape(of: wanted) {
        try setFields(of: present, to: wanted)
      } else {
        coordinator.set(.shadow(input: name), to: .shadow(wanted), of: block)
      }
    }
  }

  /// Gives a shadow's record its variables, and the ids of the shadow that it replaces, or free ones.
  private mutating func adopt(_ record: inout BlockSnapshot.Record, shadowOf present: BlockSnapshot?, _ position: Int) {
    if !isExact, let present, position < present.records.count {
      record.id = present.records[position].id
      record.hasImplicitID = present.records[position].hasImplicitID
      for field in record.fields.indices { record.fields[field].state = adopted(record.fields[field].state) }
      record.mutation = record.mutation.map(adopted)
    } else {
      adopt(&record)
    }
  }

  /// Sets the fields of a shadow that is shown.
  private func setFields(of present: BlockSnapshot, to wanted: BlockSnapshot) throws(EventError) {
    for (record, other) in zip(present.records, wanted.records) {
      guard let id = record.id else { continue }
      for field in other.fields {
        guard let state = record.fields.first(where: { $0.name == field.name })?.state, !isSame(state, field.state)
        else { continue }
        try coordinator.change(blockID: id, .field(name: field.name), to: .field(field.state))
      }
    }
  }
}

extension BlockSnapshot {
  /// Whether events of fields alone can turn one snapshot into the other.
  fileprivate func hasShape(of other: BlockSnapshot) -> Bool {
    records.count == other.records.count
      && zip(records, other.records).allSatisfy {
        $0.type == $1.type && $0.parent == $1.parent && $0.slot == $1.slot && $0.mutation == $1.mutation
          && $0.extras == $1.extras && $0.inline == $1.inline && $0.fields.map(\.name) == $1.fields.map(\.name)
          && $0.hasImplicitID == $1.hasImplicitID
      }
  }

  fileprivate func isSame(as other: BlockSnapshot, isSame: (FieldState, FieldState) -> Bool) -> Bool {
    hasShape(of: other)
      && zip(records, other.records).allSatisfy { record, wanted in
        record.id == wanted.id && zip(record.fields, wanted.fields).allSatisfy { isSame($0.state, $1.state) }
      }
  }
}

import BlockEditing
import BlockEvents
import BlockLibrary
import BlockModel
import Markup

/// Copies blocks and their contents from another program into the one that a coordinator changes.
final class BlockTransfer {
  let coordinator: WorkspaceLayoutCoordinator
  /// The program's variable for each of the other program's, by id.
  var variables: [String: Variable] = [:]
  private let other: Workspace
  private let isExact: Bool
  /// Whether the program's file states the ids of blocks; nil for a program without blocks. New blocks follow suit.
  private let statesIDs: Bool?
  /// The ids given to new blocks and shadows.
  private var usedIDs: Set<String> = []
  private var workspace: Workspace { coordinator.workspace }

  /// - Parameters:
  ///   - other: the program that the blocks come from.
  ///   - isExact: whether ids and positions are copied, too.
  init(to coordinator: WorkspaceLayoutCoordinator, from other: Workspace, isExact: Bool) {
    (self.coordinator, self.other, self.isExact) = (coordinator, other, isExact)
    let blocks = coordinator.workspace.blocks
    statesIDs = blocks.isEmpty ? nil : blocks.values.contains { !$0.hasImplicitID && !$0.isShadow }
    if isExact { return }
    for block in blocks.values {
      for connection in block.superiorConnections {
        // The workspace doesn't know the ids of covered shadows.
        for record in connection.coveredShadow?.records ?? [] { usedIDs.insert(record.id ?? "") }
      }
    }
  }

  // MARK: - Blocks

  /// Creates a block of the other program at the top level, with the blocks in and below it.
  /// - Parameters:
  ///   - index: its index in the tree of the other program.
  ///   - followers: whether to create the blocks below it.
  ///   - topLevelIndex: the number of top-level items before it; nil for the same as in the other program.
  ///   - isLeftOut: whether a block is left out, with all blocks in and below it.
  /// - Returns: the new blocks, with their indices in the tree.
  func create(
    _ index: Int, of tree: ProgramTree, followers: Bool = true, at topLevelIndex: Int? = nil,
    leavingOut isLeftOut: (Int) -> Bool
  ) throws(EventError) -> [(node: Int, block: Block)] {
    let whole = BlockSnapshot(of: tree.blocks[index], followers: followers).records
    var records: [BlockSnapshot.Record] = []
    var recordIndices = Array(repeating: -1, count: whole.count)
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
          recordIndices[part] = records.count
          records.append(whole[part])
        }
        position += record.count
      } else if isLeftOut(node) {
        // The shadow is shown until its block is connected.
        if let covered, covered.end == position { records[covered.record].isCovered = false }
        position += record.count
        node += tree.listSize[node]
      } else {
        created.append((node, records.count))
        recordIndices[position] = records.count
        records.append(record)
        (position, node) = (position + 1, node + 1)
      }
    }
    for position in records.indices {
      if records[position].parent >= 0 { records[position].parent = recordIndices[records[position].parent] }
      adopt(&records[position])
    }
    records[0].slot = .top
    var snapshot = BlockSnapshot(records: records)
    snapshot.countRecords()
    try coordinator.create(snapshot, at: topLevelIndex ?? other.topLevelIndex(of: tree.blocks[index]))
    return created.compactMap { node, record in
      workspace.blocks[records[record].id ?? ""].map { (node, $0) }
    }
  }

  /// Gives a record of the new program free ids and the variables of the changed program.
  private func adopt(_ record: inout BlockSnapshot.Record) {
    record.id = freeID(for: record.id)
    if let statesIDs, !isExact { record.hasImplicitID = !statesIDs }
    for position in record.fields.indices { record.fields[position].state = adopted(record.fields[position].state) }
    record.mutation = record.mutation.map(adopted)
    if let state = record.mutation, !renamed.isEmpty,
      let mutator = workspace.factory.blockBuilders[record.type]?.mutator?.copyMutator()
    {
      mutator.update(from: state)
      if rename(in: mutator) { record.mutation = MutationState(of: mutator) }
    }
  }

  /// The variables with other names than in the other program.
  private var renamed: [Variable] {
    variables.compactMap { id, own in other.variables[id].flatMap { $0.name == own.name ? nil : own } }
  }

  /// Gives parameters in a mutator the names of their variables.
  /// - Returns: whether it had any.
  @discardableResult
  private func rename(in mutator: any Mutator) -> Bool {
    // Update the mutator for all of them, as each may be a parameter.
    renamed.reduce(false) { isChanged, variable in mutator.update(fromRenamed: variable) || isChanged }
  }

  /// Returns the id of a block of the new program, or another one if it is taken.
  private func freeID(for id: String?) -> String {
    if isExact, let id, let present = workspace.blocks[id], present.isShadow { renewIDs(of: present) }
    if let id, workspace.blocks[id] == nil, usedIDs.insert(id).inserted { return id }
    var id = workspace.freshID()
    while other.blocks[id] != nil || !usedIDs.insert(id).inserted { id = workspace.freshID() }
    return id
  }

  /// Gives new ids to a shadow and the shadows around it, as its id belongs to another shadow of the new program. They
  /// are replaced or deleted later; deleting them here could lose an input of an unknown block.
  private func renewIDs(of shadow: Block) {
    var top = shadow
    while let holder = top.parent, holder.isShadow { top = holder }
    guard let connection = top.superiorConnection else { return }
    var snapshot = BlockSnapshot(of: top)
    for position in snapshot.records.indices { snapshot.records[position].id = workspace.freshID() }
    coordinator.set(.shadow(input: connection.sourceInput?.name), to: .shadow(snapshot), of: connection.sourceBlock)
  }

  // MARK: - Contents

  /// Gives a block the content of another one, without its shadows.
  /// - Parameters:
  ///   - destinations: the new names of the block's inputs, where a mutation renames them.
  ///   - isWanted: whether to set a part; all by default.
  func setContent(
    of block: Block, to other: Block, moving destinations: [String: String] = [:],
    where isWanted: (ContentPart) -> Bool = { _ in true }
  ) throws(EventError) {
    let moving = try takeOut(destinations, of: block)
    try setMutation(of: block, to: other, moving: destinations) { isWanted(.mutation($0)) }
    for input in other.inputs {
      for field in input.fields {
        guard let name = field.name, isWanted(.field(name)), let state = field.state else { continue }
        let wanted = adopted(state)
        guard let present = block.firstField(withName: name)?.state, !isSame(present, wanted) else { continue }
        try coordinator.change(blockID: block.id, .field(name: name), to: .field(wanted))
      }
    }
    for (head, input) in moving {
      // It is moved to its own place later.
      if let present = block.firstInput(withName: input)?.realBlock {
        try coordinator.move(blockID: present.id, to: .aside)
      }
      guard block.isUnknown || block.firstInput(withName: input)?.connection != nil else { continue }
      try coordinator.move(blockID: head.id, to: BlockLocation(parentID: block.id, inputName: input))
    }
    for property in ContentProperty.allCases where isWanted(.property(property)) {
      let isSame =
        isExact && property == .comment
        ? block.comment == other.comment : property.text(of: block) == property.text(of: other)
      if !isSame { property.set(of: block, to: other, through: coordinator) }
    }
  }

  private func isSame(_ state: FieldState, _ other: FieldState) -> Bool {
    if case .variable(let reference) = state, case .variable(let wanted) = other { return reference.id == wanted.id }
    return isExact ? state == other : state.plainText == other.plainText
  }

  private func setMutation(
    of block: Block, to other: Block, moving destinations: [String: String], where isWanted: (String) -> Bool
  ) throws(EventError) {
    guard block.mutator != nil || other.mutator != nil || block.unknownMutation != other.unknownMutation else { return }
    let (own, wanted) = (content.mutationParts(of: block), content.mutationParts(of: other))
    let different = Set(own.keys).union(wanted.keys).filter { own[$0] != wanted[$0] }
    let taken = different.filter(isWanted)
    if taken.isEmpty { return }
    let state =
      taken == different
      ? other.mutationState.map(adopted) : mutation(of: block, taking: taken, of: other)
    guard let mutator = block.mutator else {
      return try coordinator.change(blockID: block.id, .mutation, to: .mutation(state, shadows: [:]))
    }
    // The shape follows from the fields.
    if mutator.fieldDriven != nil { return }
    BlockMutation(of: block, through: coordinator).perform(moving: destinations) {
      mutator.update(from: state ?? MutationState())
      rename(in: mutator)
      return true
    }
  }

  /// Disconnects the contents of a block's inputs, unless its mutation moves them itself.
  private func takeOut(
    _ destinations: [String: String], of block: Block
  ) throws(EventError) -> [(head: Block, input: String)] {
    if let mutator = block.mutator, mutator.fieldDriven == nil { return [] }
    var moving: [(head: Block, input: String)] = []
    for (input, destination) in destinations.sorted(by: { $0.key < $1.key }) {
      guard let head = block.firstInput(withName: input)?.realBlock else { continue }
      moving.append((head, destination))
      try coordinator.move(blockID: head.id, to: .aside)
    }
    return moving
  }

  /// A block's mutation with some parts of another one's.
  private func mutation(of block: Block, taking taken: Set<String>, of other: Block) -> MutationState {
    let theirs = other.mutationState.map(adopted)
    if let json = block.unknownMutation?.json, block.mutationElement == nil {
      return MutationState(
        json: .object { object in
          for (key, value) in json.members {
            if let value = taken.contains(key) ? theirs?.json?[key] : value { object.member(key, value) }
          }
          for key in taken.sorted() where json[key] == nil {
            if let value = theirs?.json?[key] { object.member(key, value) }
          }
        })
    }
    let (own, others) = (block.mutationElement, theirs?.element)
    var xml = XMLBuilder()
    xml.begin(own?.qualifiedName ?? others?.qualifiedName ?? "mutation")
    for attribute in own.map({ Array($0.attributes) }) ?? [] {
      let value = taken.contains(attribute.name) ? others?[attribute: attribute.name] : attribute.value
      if let value { xml.attribute(attribute.name, value) }
    }
    for attribute in others.map({ Array($0.attributes) }) ?? []
    where taken.contains(attribute.name) && own?[attribute: attribute.name] == nil {
      xml.attribute(attribute.name, attribute.value)
    }
    if let nodes = (taken.contains("") ? others : own)?.nodes { for node in nodes { xml.node(node) } }
    xml.end()
    return MutationState(xml: xml.finish())
  }

  private var content: BlockContent { BlockContent(isExact: isExact) }

  /// Returns a field's state with the variable of the changed program. A file without ids keeps the field's spelling.
  func adopted(_ state: FieldState) -> FieldState {
    guard case .variable(let reference) = state, let own = variables[reference.id ?? ""] else { return state }
    let isSpelling = isExact && reference.name?.lowercased() == own.name.lowercased()
    return .variable(
      VariableReference(id: own.id, name: isSpelling ? reference.name : own.name, type: reference.type))
  }

  /// Returns a mutation with the variables of the changed program.
  private func adopted(_ state: MutationState) -> MutationState {
    let ids = variables
    func isOther(_ id: String) -> Bool { ids[id].map { $0.id != id } ?? false }
    var state = state
    if let xml = state.xml {
      var mapper = AttributeMapper { _, _, value in isOther(value) ? ids[value]?.id : value }
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

  /// Gives a block the shadows of another one.
  func setShadows(
    of block: Block, to other: Block, where isWanted: (ContentPart) -> Bool = { _ in true }
  ) throws(EventError) {
    for own in block.superiorConnections where isWanted(.shadow(own.sourceInput?.name ?? "")) {
      let name = own.sourceInput?.name
      let connection = name.map { other.firstInput(withName: $0)?.connection } ?? other.nextConnection
      let present = own.shadowSnapshot
      var wanted = connection?.shadowSnapshot
      if present == nil, wanted == nil { continue }
      for position in wanted?.records.indices ?? 0..<0 {
        adopt(&wanted!.records[position], shadowOf: present, position)
      }
      if let present, let wanted, present.isSame(as: wanted, isSame: isSame) { continue }
      if let present, let wanted, own.targetBlock?.isShadow ?? false, canBecome(present, wanted) {
        try setFields(of: present, to: wanted)
      } else {
        coordinator.set(.shadow(input: name), to: .shadow(wanted), of: block)
      }
    }
    guard block.isUnknown else { return }
    // The shadow that an input held may have been the only sign of it.
    for input in other.inputs where isWanted(.shadow(input.name)) && block.firstInput(withName: input.name) == nil {
      guard var shadow = input.connection?.shadowSnapshot else { continue }
      for position in shadow.records.indices { adopt(&shadow.records[position]) }
      coordinator.set(.shadow(input: input.name), to: .shadow(shadow), of: block)
    }
  }

  /// Sets the fields of a shown shadow to those of another block's shadow, if only fields differ.
  func setShownShadow(in connection: Connection, to other: Block) throws(EventError) {
    guard connection.targetBlock?.isShadow ?? false, let present = connection.shadowSnapshot else { return }
    let source = connection.sourceInput.map { other.firstInput(withName: $0.name)?.connection } ?? other.nextConnection
    guard var wanted = source?.shadowSnapshot, canBecome(present, wanted) else { return }
    for position in wanted.records.indices {
      for field in wanted.records[position].fields.indices {
        wanted.records[position].fields[field].state = adopted(wanted.records[position].fields[field].state)
      }
    }
    try setFields(of: present, to: wanted)
  }

  /// Gives a shadow's record the variables of the changed program, and the ids of the shadow that it replaces, or
  /// free ones.
  private func adopt(_ record: inout BlockSnapshot.Record, shadowOf present: BlockSnapshot?, _ position: Int) {
    let replaced = present.flatMap { position < $0.records.count ? $0.records[position] : nil }
    if let replaced, !isExact || replaced.id == record.id {
      record.id = replaced.id
      if !isExact { record.hasImplicitID = replaced.hasImplicitID }
      for field in record.fields.indices { record.fields[field].state = adopted(record.fields[field].state) }
      record.mutation = record.mutation.map(adopted)
    } else {
      adopt(&record)
    }
  }

  /// Whether field changes alone can turn one shadow into the other.
  private func canBecome(_ present: BlockSnapshot, _ wanted: BlockSnapshot) -> Bool {
    present.hasShape(of: wanted) && (!isExact || present.records.map(\.id) == wanted.records.map(\.id))
  }

  /// Sets the fields of a shown shadow.
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
  /// Whether the blocks are the same but for their ids and the values of their fields.
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

import EventQueues
import Markup

/// A finding from building blocks from a snapshot.
public struct BuildFinding: Sendable {
  /// The record's `sourceIndex`.
  public var sourceIndex: Int
  /// The id of the affected block in the workspace.
  public var blockID: String?
  /// The affected field, if any.
  public var fieldName: String?
  /// Whether some content could not be kept as read.
  public var isRepair: Bool
  /// A sentence for the user, without the position.
  public var message: String
}

extension BlockFactory {
  /// Builds the blocks of a snapshot in a workspace, the first one at the top level.
  ///
  /// Keeps everything in the snapshot, including unknown types, inputs, fields and mutations, and connections that the
  /// definitions lack. Appends additions and repairs to `findings`.
  /// - Returns: the top-level blocks.
  @discardableResult
  public func build(
    _ snapshot: BlockSnapshot, in workspace: Workspace, findings: inout [BuildFinding]
  ) -> [Block] {
    var builder = SnapshotBuilder(snapshot: snapshot, factory: self, workspace: workspace)
    builder.run()
    findings += builder.findings
    return builder.roots
  }

  /// Builds the blocks of a snapshot in a workspace, and also returns the block of each record.
  /// - Parameter blocks: the array to which the block of each record is appended; nil for records in covered shadows.
  public func build(
    _ snapshot: BlockSnapshot, in workspace: Workspace, findings: inout [BuildFinding], blocks: inout [Block?]
  ) {
    var builder = SnapshotBuilder(snapshot: snapshot, factory: self, workspace: workspace)
    // Move the array into the builder and back, so that it isn't copied.
    swap(&builder.blocks, &blocks)
    builder.run()
    findings += builder.findings
    swap(&builder.blocks, &blocks)
  }

  /// Returns a covered shadow in the form that `build` stores.
  public func completed(coveredShadow: BlockSnapshot, in workspace: Workspace) -> BlockSnapshot {
    if coveredShadow.isEmpty { return coveredShadow }
    var builder = SnapshotBuilder(snapshot: coveredShadow, factory: self, workspace: workspace)
    return builder.normalizedShadow(at: 0)
  }

  /// Builds the blocks of a snapshot in a workspace without reporting findings, as for undo.
  /// - Parameter index: the number of top-level items before the first block; nil for the end.
  /// - Returns: the top-level blocks.
  @discardableResult
  public func build(_ snapshot: BlockSnapshot, in workspace: Workspace, at index: Int? = nil) -> [Block] {
    var builder = SnapshotBuilder(snapshot: snapshot, factory: self, workspace: workspace)
    builder.topLevelIndex = index
    builder.run()
    return builder.roots
  }
}

/// Builds blocks from a snapshot, for `BlockFactory.build`.
private struct SnapshotBuilder {
  let snapshot: BlockSnapshot
  let factory: BlockFactory
  let workspace: Workspace
  var findings: [BuildFinding] = []
  /// The first block's index at the top level; nil for the end.
  var topLevelIndex: Int?
  var roots: [Block] = []
  /// The blocks of the current tree with fields that still need new variables.
  private var needingVariables: [Block] = []
  /// The blocks of earlier snapshots, and then the block of each record.
  var blocks: [Block?] = []
  /// Created on demand, because few programs need it.
  private lazy var evidence = ShapeEvidence(snapshot: snapshot, factory: factory)
  private var kinds = StringCache<BlockKind>()

  /// Properties shared by all blocks of a type.
  private struct BlockKind {
    let definition: BlockBuilder
    /// Whether the blocks may have variable fields.
    let mayHaveVariables: Bool
    /// Whether the mutator's state follows fields.
    let followsFields: Bool

    init(_ definition: BlockBuilder) {
      self.definition = definition
      // A mutator may add any fields.
      mayHaveVariables =
        definition.mutator != nil || definition.isUnknown || definition.inputBuilders.contains { $0.hasVariables }
      followsFields = definition.mutator?.fieldDriven != nil
    }
  }

  init(snapshot: BlockSnapshot, factory: BlockFactory, workspace: Workspace) {
    self.snapshot = snapshot
    self.factory = factory
    self.workspace = workspace
  }

  mutating func run() {
    // Records are large, so access them in place instead of copying them.
    let records = snapshot.records
    let start = blocks.count
    blocks.append(contentsOf: repeatElement(nil, count: records.count))
    workspace.expect(records.count)
    var loop = Progress.Loop(of: records.count)
    var index = 0
    while index < records.count {
      loop.reach(index)
      let parent = records[index].parent >= 0 ? blocks[start + records[index].parent] : nil
      if records[index].isCovered {
        if let parent, let connection = knownConnection(for: index, of: parent) ?? addConnection(for: index, to: parent)
        {
          if connection.coveredShadow != nil { noteSecondShadow(index, of: parent) }
          connection.coveredShadow = normalizedShadow(at: index)
        }
        index += records[index].count
        continue
      }
      if records[index].parent < 0 { createNewVariables() }
      let kind = kind(of: records[index].type)
      let block = makeBlock(index, kind.definition)
      blocks[start + index] = block
      // Load first: connections and type checks depend on the loaded shape.
      load(index, into: block, kind)
      if let parent {
        connect(index, block, to: parent)
      } else {
        workspace.place(block, at: roots.isEmpty ? topLevelIndex : nil)
        roots.append(block)
        if snapshot.records[index].joints == nil { addLooseConnections(to: block) }
      }
      index += 1
    }
    createNewVariables()
  }

  /// Creates new variables once a tree is complete, from its last block to its first (Blockly's order). Variables that
  /// the tree names exist by then.
  private mutating func createNewVariables() {
    while let block = needingVariables.popLast() { workspace.settleUnnamedVariables(of: block) }
  }

  private mutating func connect(_ index: Int, _ block: Block, to parent: Block) {
    let known = knownConnection(for: index, of: parent)
    let inferior = block.inferInferior(for: slotKind(of: index, known))
    let superior = known ?? addConnection(for: index, to: parent)
    if let superior, !block.isShadow, let shadow = superior.targetBlock, shadow.isShadow {
      cover(shadow, on: superior, at: index, of: parent)
    }
    if let inferior, let superior, superior.target == nil {
      if !superior.isTypeCompatible(inferior) {
        note(index, block, "a \(block.type) block doesn't fit its place in \(parent.type)")
      }
      workspace.place(into: superior, by: inferior)
    } else {
      note(
        index, block, isRepair: true,
        "two blocks are in the same place of \(parent.type); the second was put at the top level")
      workspace.place(block)
      roots.append(block)
    }
  }

  /// Makes a block cover the shadow that an earlier element connected, as Blockly does.
  private mutating func cover(_ shadow: Block, on superior: Connection, at index: Int, of parent: Block) {
    if superior.coveredShadow == nil {
      superior.coveredShadow = BlockSnapshot(of: shadow)
    } else {
      noteSecondShadow(index, of: parent)
    }
    workspace.disconnect(superior)
    workspace.remove(shadow)
    needingVariables.removeAll { $0.workspace == nil }
  }

  private mutating func noteSecondShadow(_ index: Int, of parent: Block) {
    note(
      index, parent, isRepair: true,
      "two shadows are in the same place of \(parent.type); the first was left out, as Blockly does")
  }

  private mutating func kind(of type: String) -> BlockKind {
    // Making a cache takes longer than a single look-up.
    if snapshot.records.count == 1 { return BlockKind(factory.builder(for: type)) }
    return kinds.value(for: type) { BlockKind(factory.builder(for: type)) }
  }

  private mutating func note(
    _ index: Int, _ block: Block, field: String? = nil, isRepair: Bool = false, _ message: String
  ) {
    findings.append(
      BuildFinding(
        sourceIndex: snapshot.records[index].sourceIndex, blockID: block.id, fieldName: field, isRepair: isRepair,
        message: message)
    )
  }

  // MARK: - One block

  /// Creates a block and adds it to the workspace.
  private mutating func makeBlock(_ index: Int, _ definition: BlockBuilder) -> Block {
    let requestedID = snapshot.records[index].id
    let isShadow = snapshot.records[index].isShadow
    var block: Block?
    if let requestedID, !requestedID.isEmpty {
      block = definition.makeBlock(id: requestedID, isShadow: isShadow)
      if let candidate = block, !workspace.enter(candidate) { block = nil }
    }
    let result = block ?? definition.makeBlock(id: workspace.freshID(insteadOf: requestedID), isShadow: isShadow)
    if block == nil { workspace.enter(result) }
    result.hasImplicitID = requestedID == nil || snapshot.records[index].hasImplicitID
    if block == nil, let requestedID {
      let fault = requestedID.isEmpty ? "the id is empty" : "the id “\(requestedID)” is used twice"
      note(index, result, isRepair: true, "\(fault); this block got a new one")
    }
    if result.isUnknown { note(index, result, "the block type “\(result.type)” is unknown; it is kept as it is") }
    return result
  }

  private mutating func load(_ index: Int, into block: Block, _ kind: BlockKind) {
    loadState(index, into: block, kind)
    if kind.mayHaveVariables, workspace.settleVariables(of: block) { needingVariables.append(block) }
    if let joints = snapshot.records[index].joints { block.take(joints) }
  }

  /// Loads a record into a block, except connections.
  /// - Parameter reportsFindings: whether to keep the findings.
  private mutating func loadState(_ index: Int, into block: Block, _ kind: BlockKind, reportsFindings: Bool = true) {
    let findingCount = findings.count
    defer { if !reportsFindings { findings.removeLast(findings.count - findingCount) } }
    block.setInline(snapshot.records[index].inline)
    if let position = snapshot.records[index].position {
      block.position = position
      block.hasImplicitPosition = snapshot.records[index].hasImplicitPosition
    } else if snapshot.records[index].parent < 0 {
      block.hasImplicitPosition = true
    }
    var fields = snapshot.records[index].fields
    // Fields that the block doesn't have, and fields with unknown attributes.
    var kept: [FieldRecord] = []
    if let values = snapshot.records[index].extras?.values {
      load(values, into: block)
      for unknown in values.unknownParts?.fields ?? [] {
        if let known = fields.firstIndex(where: { $0.name == unknown.name }) {
          if fields[known].unknownAttributes.isEmpty { fields[known].unknownAttributes = unknown.unknownAttributes }
        } else {
          kept.append(unknown)
        }
      }
    }
    let mutation = snapshot.records[index].mutation
    if let mutation { load(mutation, index, into: block) }
    if kind.followsFields, mutation != nil { fillMissingFields(besides: fields, of: block) }
    for field in fields.indices { load(fields, field, index, into: block, kept: &kept) }
    if kind.followsFields { updateShape(fromFieldsOf: block) }
    if !kept.isEmpty {
      var parts = block.unknownParts ?? UnknownParts()
      parts.fields = kept
      block.unknownParts = parts
    }
  }

  private func load(_ values: BlockSnapshot.Extras.Values, into block: Block) {
    block.isCollapsed = values.isCollapsed
    block.isDeletable = values.isDeletable
    block.isMovable = values.isMovable
    block.isEditable = values.isEditable
    block.disabledReasons = values.disabledReasons
    block.comment = values.comment
    block.data = values.data
    block.unknownParts = values.unknownParts
    block.unknownParts?.fields = []
  }

  private mutating func load(_ mutation: MutationState, _ index: Int, into block: Block) {
    guard let mutator = block.mutator else {
      block.unknownMutation = mutation
      if block.definition.recordedShapes != nil {
        block.takeRecordedShape(in: mutation)
      } else if !block.isUnknown {
        note(index, block, "\(block.type) has a mutation, but no mutator is known for this type; it is kept as it is")
      }
      return
    }
    mutator.update(from: mutation)
    mutator.mutateBlock()
    if let known = block.unknownParts?.mutation {
      block.unknownParts?.mutation = known.identified(by: mutator.toXMLElement())
    }
    guard let remainder = mutation.remainder(after: mutator) else { return }
    var parts = block.unknownParts ?? UnknownParts()
    parts.mutation = remainder.xml?.merged(with: parts.mutation) ?? parts.mutation
    if !remainder.members.isEmpty { parts.extraState = remainder.members }
    block.unknownParts = parts
  }

  /// Makes fields that the file omits agree with the mutation.
  private func fillMissingFields(besides stated: [FieldRecord], of block: Block) {
    guard let mutator = block.mutator?.fieldDriven else { return }
    for field in block.inputs.flatMap(\.fields) {
      guard let name = field.name, !stated.contains(where: { $0.name == name && !$0.state.isNull }),
        let value = mutator.value(ofMissingField: name)
      else { continue }
      field.load(.text(value), variables: workspace.variables)
    }
  }

  /// Updates the mutator from fields, which take precedence over the mutation, as in Blockly.
  private func updateShape(fromFieldsOf block: Block) {
    guard let mutator = block.mutator?.fieldDriven else { return }
    var isChanged = false
    for field in block.inputs.flatMap(\.fields) {
      if let name = field.name, mutator.takeState(fromField: name) { isChanged = true }
    }
    if isChanged { mutator.mutateBlock() }
  }

  /// Loads the field at `fieldIndex` of a record's fields, without copying it.
  private mutating func load(
    _ fields: [FieldRecord], _ fieldIndex: Int, _ index: Int, into block: Block, kept: inout [FieldRecord]
  ) {
    if let known = block.firstField(withName: fields[fieldIndex].name) {
      if !fields[fieldIndex].state.isNull || known is FieldUnknown {
        known.load(fields[fieldIndex].state, variables: workspace.variables)
      }
      if known.isSaved, let problem = known.problem {
        note(index, block, field: fields[fieldIndex].name, "field \(fields[fieldIndex].name): \(problem)")
      }
      if !known.isSaved || !fields[fieldIndex].unknownAttributes.isEmpty { kept.append(fields[fieldIndex]) }
      return
    }
    let field = fields[fieldIndex]
    guard block.isUnknown else {
      note(index, block, field: field.name, "\(block.type) has no field “\(field.name)”; it is kept as it is")
      kept.append(field)
      return
    }
    let lastDummy = block.inputs.last.flatMap { $0.kind == .dummy ? $0 : nil }
    let input = lastDummy ?? block.appendInput(InputBuilder(type: .dummy).makeInput())
    input.append(FieldLabel(text: field.name))
    input.append(UnknownShape.field(for: field, variables: workspace.variables))
    if !field.unknownAttributes.isEmpty { kept.append(field) }
  }

  /// Returns a covered shadow with the state that it would have if it were uncovered: its variables exist, its
  /// mutations are in both forms, and its input kinds are known. Its ids are assigned now, because uncovering it in
  /// another session would assign different ones.
  mutating func normalizedShadow(at root: Int) -> BlockSnapshot {
    var shadow = snapshot.part(at: root)
    var blocks: [Block] = []
    for index in shadow.records.indices {
      let record = shadow.records[index]
      let kind = kind(of: record.type)
      let id = record.id ?? workspace.freshID()
      let block = kind.definition.makeBlock(id: id, isShadow: record.isShadow)
      block.hasImplicitID = record.id == nil || record.hasImplicitID
      // The block is only used to compute the state, and is never added to the workspace.
      block.workspace = workspace
      loadState(root + index, into: block, kind, reportsFindings: false)
      blocks.append(block)
      let slot = normalizedSlot(of: record, in: blocks, at: root + index)
      shadow.records[index] = normalized(record, as: block, slot: slot)
    }
    for block in blocks { block.workspace = nil }
    return shadow
  }

  private func normalized(_ record: BlockSnapshot.Record, as block: Block, slot: BlockSnapshot.Slot)
    -> BlockSnapshot.Record
  {
    var result = BlockSnapshot.Record(of: block, parent: record.parent, slot: slot, forFile: false)
    // Fields that the file omits stay omitted.
    result.fields.removeAll { field in !record.fields.contains { $0.name == field.name } }
    result.isCovered = record.isCovered
    result.count = record.count
    result.sourceIndex = record.sourceIndex
    result.joints = record.joints
    return result
  }

  /// Returns the slot of a record in a covered shadow, with the kind of an input.
  private mutating func normalizedSlot(
    of record: BlockSnapshot.Record, in blocks: [Block], at index: Int
  ) -> BlockSnapshot.Slot {
    guard record.parent >= 0, case .input(let name, nil) = record.slot else { return record.slot }
    let known = blocks[record.parent].connectedInput(named: name)?.kind
    return .input(name: name, kind: known ?? evidence.guessedInputKind(ofChild: index))
  }

  // MARK: - Connections

  /// Returns the kind of the connection that holds a record: the parent's, else the format's, else a guess.
  /// - Parameter known: the parent's connection, if it has one.
  private mutating func slotKind(of index: Int, _ known: Connection?) -> Connection.Kind {
    guard case .input(_, let kind) = snapshot.records[index].slot else { return .nextStatement }
    // JSON does not contain the kind, and the parent's input may differ between shapes.
    if let known, kind == nil { return known.kind }
    return (kind ?? evidence.guessedInputKind(ofChild: index)) == .value ? .inputValue : .nextStatement
  }

  /// Returns the connection of `parent` that holds a record; nil if it has none.
  private func knownConnection(for index: Int, of parent: Block) -> Connection? {
    switch snapshot.records[index].slot {
    case .top: nil
    case .next: parent.nextConnection
    case .input(let name, _): parent.connectedInput(named: name)?.connection
    }
  }

  /// Adds the connection of `parent` that holds a record; nil for a top-level record.
  private mutating func addConnection(for index: Int, to parent: Block) -> Connection? {
    switch snapshot.records[index].slot {
    case .top: return nil
    case .next: return parent.inferNext()
    case .input(let name, let kind):
      return parent.inferInput(named: name, kind: kind ?? evidence.guessedInputKind(ofChild: index)).connection
    }
  }

  /// Gives an unknown top-level block the connections that other blocks of its type have.
  private mutating func addLooseConnections(to block: Block) {
    guard block.isUnknown else { return }
    for kind in evidence.looseConnections(of: block.type) {
      block.setConnection(kind, typeChecks: nil)
    }
  }
}

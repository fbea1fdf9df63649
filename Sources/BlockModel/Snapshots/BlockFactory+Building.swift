import Markup

/// Something noteworthy that was met while blocks were made from a snapshot.
public struct BuildFinding: Sendable {
  /// The record's `place`.
  public var place: Int
  /// The block's id in the workspace, and the field, for pointing at it.
  public var blockID: String?
  public var fieldName: String?
  public var message: String
  /// What was read is not kept as it was.
  public var isRepair: Bool

  public init(
    place: Int, blockID: String? = nil, fieldName: String? = nil, isRepair: Bool = false, message: String
  ) {
    self.place = place
    self.blockID = blockID
    self.fieldName = fieldName
    self.isRepair = isRepair
    self.message = message
  }
}

extension BlockFactory {
  /// Makes the blocks of a snapshot and puts them into a workspace, the first one at the top level.
  ///
  /// Everything that the snapshot says is kept: types, inputs, fields and mutations that are unknown, and joints that the
  /// definitions don't allow. What had to be added or repaired is in `findings`.
  @discardableResult
  public func build(
    _ snapshot: BlockSnapshot, in workspace: Workspace, findings: inout [BuildFinding]
  ) -> [Block] {
    var builder = SnapshotBuilder(snapshot: snapshot, factory: self, workspace: workspace)
    builder.run()
    findings += builder.findings
    return builder.roots
  }

  /// The same, where it matters which block was made of which record.
  /// - Parameter blocks: receives a block for each record; nil for those inside covered shadows.
  public func build(
    _ snapshot: BlockSnapshot, in workspace: Workspace, findings: inout [BuildFinding], blocks: inout [Block?]
  ) {
    var builder = SnapshotBuilder(snapshot: snapshot, factory: self, workspace: workspace)
    builder.run()
    findings += builder.findings
    blocks = builder.blocks
  }

  /// A shadow that a block covers, as `build` keeps it.
  public func settled(coveredShadow: BlockSnapshot, in workspace: Workspace) -> BlockSnapshot {
    if coveredShadow.isEmpty { return coveredShadow }
    var builder = SnapshotBuilder(snapshot: coveredShadow, factory: self, workspace: workspace)
    return builder.settledShadow(at: 0)
  }

  /// The same where nobody wants to know of repairs, as in undo.
  /// - Parameter place: how many top-level blocks and comments stand before the first block; nil for the end.
  @discardableResult
  public func build(_ snapshot: BlockSnapshot, in workspace: Workspace, at place: Int? = nil) -> [Block] {
    var builder = SnapshotBuilder(snapshot: snapshot, factory: self, workspace: workspace)
    builder.place = place
    builder.run()
    return builder.roots
  }
}

/// The work of `BlockFactory.build`.
private struct SnapshotBuilder {
  let snapshot: BlockSnapshot
  let factory: BlockFactory
  let workspace: Workspace
  var findings: [BuildFinding] = []
  /// The first block's place in the file; nil for the end.
  var place: Int?
  var roots: [Block] = []
  /// The blocks of the present tree that get variables of their own.
  private var unnamed: [Block] = []
  /// The block of each record.
  var blocks: [Block?] = []
  /// Made when something is asked that only it can tell: few programs need it.
  private lazy var evidence = ShapeEvidence(snapshot: snapshot, factory: factory)
  private var kinds: [String: BlockKind] = [:]

  /// What is the same for all blocks of a type.
  private struct BlockKind {
    let definition: BlockBuilder
    /// Whether the blocks may have fields that refer to variables.
    let mayHaveVariables: Bool
    /// Whether the mutator follows fields.
    let followsFields: Bool

    init(_ definition: BlockBuilder) {
      self.definition = definition
      // What a mutator adds is not known here.
      mayHaveVariables =
        definition.mutator != nil || definition.isUnknown || definition.inputBuilders.contains { $0.hasVariables }
      followsFields = definition.mutator is any FieldDrivenMutator
    }
  }

  init(snapshot: BlockSnapshot, factory: BlockFactory, workspace: Workspace) {
    self.snapshot = snapshot
    self.factory = factory
    self.workspace = workspace
  }

  mutating func run() {
    // Records are big, so their parts are looked at where they are rather than in a copy.
    let records = snapshot.records
    blocks = Array(repeating: nil, count: records.count)
    workspace.expect(records.count)
    var index = 0
    while index < records.count {
      let parent = records[index].parent >= 0 ? blocks[records[index].parent] : nil
      if records[index].isCovered {
        if let parent, let connection = connection(for: index, of: parent) {
          connection.coveredShadow = settledShadow(at: index)
        }
        index += records[index].count
        continue
      }
      if records[index].parent < 0 { settleUnnamed() }
      let kind = kind(of: records[index].type)
      let block = makeBlock(index, kind.definition)
      blocks[index] = block
      // The shape comes first: which connections there are, and what fits, depends on it.
      load(index, into: block, kind)
      if let parent {
        connect(index, block, to: parent)
      } else {
        workspace.place(block, at: roots.isEmpty ? place : nil)
        roots.append(block)
        if snapshot.records[index].joints == nil { settleShape(of: block) }
      }
      index += 1
    }
    settleUnnamed()
  }

  /// What the tree names comes first; then the last block is the first to get a variable of its own (Blockly's order).
  private mutating func settleUnnamed() {
    while let block = unnamed.popLast() { workspace.settleUnnamedVariables(of: block) }
  }

  private mutating func connect(_ index: Int, _ block: Block, to parent: Block) {
    let inferior = block.inferInferior(for: slotKind(of: index, in: parent))
    if let inferior, let superior = connection(for: index, of: parent), superior.target == nil {
      if !superior.isTypeCompatible(inferior) {
        note(index, block, "a \(block.type) block does not fit where it stands in \(parent.type)")
      }
      workspace.place(into: superior, by: inferior)
    } else {
      note(
        index, block, isRepair: true,
        "a second block stands in one place of \(parent.type); it was put at the top level")
      workspace.place(block)
      roots.append(block)
    }
  }

  private mutating func kind(of type: String) -> BlockKind {
    if let kind = kinds[type] { return kind }
    let kind = BlockKind(factory.builder(for: type))
    kinds[type] = kind
    return kind
  }

  private mutating func note(
    _ index: Int, _ block: Block, field: String? = nil, isRepair: Bool = false, _ message: String
  ) {
    findings.append(
      BuildFinding(
        place: snapshot.records[index].place, blockID: block.id, fieldName: field, isRepair: isRepair, message: message)
    )
  }

  // MARK: - One block

  /// Makes a block and enters it into the workspace.
  private mutating func makeBlock(_ index: Int, _ definition: BlockBuilder) -> Block {
    let given = snapshot.records[index].id
    let isShadow = snapshot.records[index].isShadow
    var block: Block?
    if let given, !given.isEmpty {
      block = definition.makeBlock(id: given, isShadow: isShadow)
      if let made = block, !workspace.enter(made) { block = nil }
    }
    let made = block ?? definition.makeBlock(id: workspace.freshID(insteadOf: given), isShadow: isShadow)
    if block == nil { workspace.enter(made) }
    made.hasImplicitID = given == nil || snapshot.records[index].hasImplicitID
    if block == nil, let given {
      let fault = given.isEmpty ? "the id is empty" : "the id “\(given)” is used twice"
      note(index, made, isRepair: true, "\(fault); this block got a new one")
    }
    if made.isUnknown { note(index, made, "the block type “\(made.type)” is not known; it is kept as it is") }
    return made
  }

  private mutating func load(_ index: Int, into block: Block, _ kind: BlockKind) {
    loadState(index, into: block, kind)
    if kind.mayHaveVariables, workspace.settleVariables(of: block) { unnamed.append(block) }
    if let joints = snapshot.records[index].joints { block.take(joints) }
  }

  /// Gives a block what its record says, apart from its connections.
  /// - Parameter isNoted: whether what is noteworthy is told.
  private mutating func loadState(_ index: Int, into block: Block, _ kind: BlockKind, isNoted: Bool = true) {
    let noted = findings.count
    defer { if !isNoted { findings.removeLast(findings.count - noted) } }
    block.setInline(snapshot.records[index].inline)
    if let position = snapshot.records[index].position {
      block.position = position
      block.hasImplicitPosition = snapshot.records[index].hasImplicitPosition
    } else if snapshot.records[index].parent < 0 {
      block.hasImplicitPosition = true
    }
    var fields = snapshot.records[index].fields
    // The fields that the block has not, and those with attributes that it has not.
    var kept: [FieldRecord] = []
    if let values = snapshot.records[index].rare?.values {
      load(values, into: block)
      for unknown in values.unknownParts?.fields ?? [] {
        if let place = fields.firstIndex(where: { $0.name == unknown.name }) {
          if fields[place].unknownAttributes.isEmpty { fields[place].unknownAttributes = unknown.unknownAttributes }
        } else {
          kept.append(unknown)
        }
      }
    }
    let mutation = snapshot.records[index].mutation
    if let mutation { load(mutation, index, into: block) }
    for field in fields { load(field, index, into: block, kept: &kept) }
    if kind.followsFields { takeShape(fromFields: fields, into: block) }
    if let mutation { noteStatement(of: mutation, in: block) }
    if !kept.isEmpty {
      var parts = block.unknownParts ?? UnknownParts()
      parts.fields = kept
      block.unknownParts = parts
    }
  }

  private func load(_ values: BlockSnapshot.RareState.Values, into block: Block) {
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
      if !block.isUnknown {
        note(index, block, "\(block.type) has a mutation, but no mutator is known for this type; it is kept as it is")
      }
      return
    }
    mutator.update(from: mutation)
    mutator.mutateBlock()
    guard let left = mutation.remainder(after: mutator) else { return }
    var parts = block.unknownParts ?? UnknownParts()
    parts.mutation = left.xml?.merged(with: parts.mutation) ?? parts.mutation
    if !left.members.isEmpty { parts.extraState = left.members }
    block.unknownParts = parts
  }

  /// What a field says counts more than what the mutation says, as in Blockly.
  private func takeShape(fromFields fields: [FieldRecord], into block: Block) {
    guard let mutator = block.mutator as? any FieldDrivenMutator else { return }
    var isChanged = false
    for field in fields where mutator.takeState(fromField: field.name) { isChanged = true }
    if isChanged { mutator.mutateBlock() }
  }

  /// Keeps how the file put the state, when the mutator puts it otherwise.
  private func noteStatement(of mutation: MutationState, in block: Block) {
    guard let mutator = block.mutator else { return }
    let statement = StatedMutation(stated: mutation, mutator: mutator, remainder: block.unknownParts?.mutation)
    if block.unknownParts == nil, statement == nil { return }
    var parts = block.unknownParts ?? UnknownParts()
    parts.statedMutation = statement
    block.unknownParts = parts
  }

  private mutating func load(
    _ field: FieldRecord, _ index: Int, into block: Block, kept: inout [FieldRecord]
  ) {
    if let known = block.firstField(withName: field.name) {
      known.load(field.state, variables: workspace.variables)
      if !known.isSaved {
        kept.append(field)
        return
      }
      if let problem = known.problem { note(index, block, field: field.name, "field \(field.name): \(problem)") }
      if !field.unknownAttributes.isEmpty { kept.append(field) }
      return
    }
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

  /// A covered shadow that says what it would if it stood there: its variables exist, its mutations are in both forms, and
  /// the kinds of its inputs are known. It has its ids from now on, as it would get others in another session when it comes to
  /// light.
  mutating func settledShadow(at root: Int) -> BlockSnapshot {
    var shadow = snapshot.part(at: root)
    var blocks: [Block] = []
    for index in shadow.records.indices {
      let record = shadow.records[index]
      let kind = kind(of: record.type)
      let id = record.id ?? workspace.freshID()
      let block = kind.definition.makeBlock(id: id, isShadow: record.isShadow)
      block.hasImplicitID = record.id == nil || record.hasImplicitID
      // It is made for its state alone, and never enters the workspace.
      block.workspace = workspace
      loadState(root + index, into: block, kind, isNoted: false)
      blocks.append(block)
      shadow.records[index] = settled(record, as: block, slot: settledSlot(of: record, in: blocks, at: root + index))
    }
    for block in blocks { block.workspace = nil }
    return shadow
  }

  private func settled(_ record: BlockSnapshot.Record, as block: Block, slot: BlockSnapshot.Slot)
    -> BlockSnapshot.Record
  {
    var settled = BlockSnapshot.Record(of: block, parent: record.parent, slot: slot, forFile: false)
    // What the file leaves out stays out.
    settled.fields.removeAll { field in !record.fields.contains { $0.name == field.name } }
    settled.isCovered = record.isCovered
    settled.count = record.count
    settled.place = record.place
    settled.joints = record.joints
    return settled
  }

  /// Where a record of a covered shadow stands.
  private mutating func settledSlot(
    of record: BlockSnapshot.Record, in blocks: [Block], at index: Int
  ) -> BlockSnapshot.Slot {
    guard record.parent >= 0, case .input(let name, nil) = record.slot else { return record.slot }
    let known = blocks[record.parent].connectedInput(named: name)?.kind
    return .input(name: name, kind: known ?? evidence.guessedInputKind(ofChild: index))
  }

  // MARK: - Joints

  /// The kind of the slot that a record stands in: the parent's, else what the format says, else a guess.
  private mutating func slotKind(of index: Int, in parent: Block) -> Connection.Kind {
    guard case .input(let name, let kind) = snapshot.records[index].slot else { return .nextStatement }
    // JSON does not say the kind, and a block may be a value in one shape and a statement in another.
    if let known = parent.connectedInput(named: name)?.connection, kind == nil { return known.kind }
    return (kind ?? evidence.guessedInputKind(ofChild: index)) == .value ? .inputValue : .nextStatement
  }

  /// The connection of `parent` that a record stands in; made where the definition has none. nil when an input of that
  /// name has no connection.
  private mutating func connection(for index: Int, of parent: Block) -> Connection? {
    switch snapshot.records[index].slot {
    case .top: return nil
    case .next: return parent.inferNext()
    case .input(let name, let kind):
      if let input = parent.connectedInput(named: name) { return input.connection }
      return parent.inferInput(named: name, kind: kind ?? evidence.guessedInputKind(ofChild: index)).connection
    }
  }

  /// Gives an unknown block at the top level the connections that others of its type have.
  private mutating func settleShape(of block: Block) {
    guard block.isUnknown else { return }
    for kind in evidence.looseConnections(of: block.type) {
      block.setConnection(kind, typeChecks: nil)
    }
  }
}

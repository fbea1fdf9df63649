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

  /// The same where nobody wants to know of repairs, as in undo.
  @discardableResult
  public func build(_ snapshot: BlockSnapshot, in workspace: Workspace) -> [Block] {
    var findings: [BuildFinding] = []
    return build(snapshot, in: workspace, findings: &findings)
  }
}

/// The work of `BlockFactory.build`.
private struct SnapshotBuilder {
  let snapshot: BlockSnapshot
  let factory: BlockFactory
  let workspace: Workspace
  let evidence: ShapeEvidence
  var findings: [BuildFinding] = []
  var roots: [Block] = []
  /// The block of each record.
  var blocks: [Block?] = []

  init(snapshot: BlockSnapshot, factory: BlockFactory, workspace: Workspace) {
    self.snapshot = snapshot
    self.factory = factory
    self.workspace = workspace
    evidence = ShapeEvidence(snapshot: snapshot, factory: factory)
  }

  mutating func run() {
    blocks = Array(repeating: nil, count: snapshot.records.count)
    var index = 0
    while index < snapshot.records.count {
      let record = snapshot.records[index]
      let parent = record.parent >= 0 ? blocks[record.parent] : nil
      if record.isCovered {
        if let parent, let connection = connection(for: index, of: parent, inferior: nil) {
          connection.coveredShadow = settled(snapshot.part(at: index))
        }
        index += record.count
        continue
      }
      let block = makeBlock(record)
      blocks[index] = block
      // The shape comes first: which connections there are, and what fits, depends on it.
      block.workspace = workspace
      load(record, into: block)
      if let parent {
        let kind = slotKind(of: index, in: parent)
        let inferior = inferiorConnection(of: block, kind: kind)
        if let superior = connection(for: index, of: parent, inferior: inferior), superior.target == nil {
          if !superior.typesFit(inferior) {
            note(record, block, "a \(block.type) block does not fit where it stands in \(parent.type)")
          }
          workspace.take(block, into: superior, by: inferior)
        } else {
          note(
            record, block, isRepair: true,
            "a second block stands in one place of \(parent.type); it was put at the top level")
          workspace.take(block)
          roots.append(block)
        }
      } else {
        workspace.take(block, order: record.topOrder)
        roots.append(block)
      }
      if parent == nil { settleShape(of: block) }
      index += 1
    }
  }

  private mutating func note(
    _ record: BlockSnapshot.Record, _ block: Block, field: String? = nil, isRepair: Bool = false, _ message: String
  ) {
    findings.append(
      BuildFinding(place: record.place, blockID: block.id, fieldName: field, isRepair: isRepair, message: message))
  }

  // MARK: - One block

  private mutating func makeBlock(_ record: BlockSnapshot.Record) -> Block {
    var id = record.id
    var isTaken = false
    if let given = id, given.isEmpty || workspace.blocks[given] != nil {
      isTaken = true
      id = nil
    }
    let block = factory.builder(for: record.type).makeBlock(id: id ?? workspace.freshID(), isShadow: record.isShadow)
    block.hasImplicitID = record.id == nil || record.hasImplicitID
    if isTaken {
      let fault = record.id == "" ? "the id is empty" : "the id “\(record.id ?? "")” is used twice"
      note(record, block, isRepair: true, "\(fault); this block got a new one")
    }
    if block.isUnknown { note(record, block, "the block type “\(record.type)” is not known; it is kept as it is") }
    return block
  }

  private mutating func load(_ record: BlockSnapshot.Record, into block: Block) {
    block.setInline(record.inline)
    if let position = record.position {
      block.position = position
      block.hasImplicitPosition = record.hasImplicitPosition
    } else if record.parent < 0 {
      block.hasImplicitPosition = true
    }
    if let values = record.rare?.values {
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
    if let mutation = record.mutation { load(mutation, record, into: block) }
    var names: [FieldRecord] =
      record.rare?.values.unknownParts?.fields.filter { unknown in
        !record.fields.contains { $0.name == unknown.name }
      } ?? []
    for field in record.fields { load(field, record, into: block, kept: &names) }
    takeShape(fromFieldsOf: record, into: block)
    if let mutation = record.mutation { noteStatement(of: mutation, in: block) }
    if !names.isEmpty {
      var parts = block.unknownParts ?? UnknownParts()
      parts.fields = names
      block.unknownParts = parts
    }
    workspace.settleVariables(of: block)
  }

  private mutating func load(_ mutation: MutationState, _ record: BlockSnapshot.Record, into block: Block) {
    guard let mutator = block.mutator else {
      block.unknownMutation = mutation
      if !block.isUnknown {
        note(record, block, "\(block.type) has a mutation, but no mutator is known for this type; it is kept as it is")
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
  private func takeShape(fromFieldsOf record: BlockSnapshot.Record, into block: Block) {
    guard let mutator = block.mutator as? any FieldDrivenMutator else { return }
    var isChanged = false
    for field in record.fields where mutator.takeState(fromField: field.name) { isChanged = true }
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
    _ field: FieldRecord, _ record: BlockSnapshot.Record, into block: Block, kept: inout [FieldRecord]
  ) {
    if let known = block.firstField(withName: field.name) {
      known.load(field.state, variables: workspace.variables)
      if known.state == nil {
        kept.append(field)
        return
      }
      if let problem = known.problem { note(record, block, field: field.name, "field \(field.name): \(problem)") }
      if !field.unknownAttributes.isEmpty { kept.append(field) }
      return
    }
    guard block.isUnknown else {
      note(record, block, field: field.name, "\(block.type) has no field “\(field.name)”; it is kept as it is")
      kept.append(field)
      return
    }
    let input =
      block.inputs.last.flatMap { $0.kind == .dummy ? $0 : nil } ?? block.appendInput(InputBuilder(type: .dummy))
    input.append(FieldLabel(text: field.name))
    input.append(UnknownShape.field(for: field, variables: workspace.variables))
    if !field.unknownAttributes.isEmpty { kept.append(field) }
  }

  /// A covered shadow whose variables exist and are referred to as in the workspace.
  private func settled(_ shadow: BlockSnapshot) -> BlockSnapshot {
    var shadow = shadow
    for index in shadow.records.indices {
      let definition = factory.builder(for: shadow.records[index].type)
      for place in shadow.records[index].fields.indices {
        let field = shadow.records[index].fields[place]
        let known = definition.inputBuilders.lazy.flatMap(\.fields).first { $0.name == field.name }
        let variable: FieldVariable
        if let known = known as? FieldVariable {
          variable = FieldVariable(name: field.name, defaultName: known.defaultName, defaultType: known.defaultType)
        } else if known == nil, case .variable = field.state {
          variable = FieldVariable(name: field.name, defaultName: "item")
        } else {
          continue
        }
        variable.load(field.state, variables: workspace.variables)
        if let state = variable.state { shadow.records[index].fields[place].state = state }
      }
    }
    return shadow
  }

  // MARK: - Joints

  /// The kind of the slot that a record stands in: the parent's, else what the format says, else a guess.
  private func slotKind(of index: Int, in parent: Block) -> Connection.Kind {
    guard case .input(let name, let kind) = snapshot.records[index].slot else { return .nextStatement }
    // JSON does not say the kind, and a block may be a value in one shape and a statement in another.
    if let known = parent.connectedInput(named: name)?.connection, kind == nil { return known.kind }
    return (kind ?? evidence.guessedInputKind(ofChild: index)) == .value ? .inputValue : .nextStatement
  }

  /// The connection of `parent` that a record stands in; made where the definition has none. nil when an input of that
  /// name has no connection.
  private func connection(for index: Int, of parent: Block, inferior: Connection?) -> Connection? {
    switch snapshot.records[index].slot {
    case .top: return nil
    case .next:
      if parent.nextConnection == nil {
        parent.setConnection(.nextStatement, typeChecks: nil)
        parent.nextConnection?.isInferred = true
      }
      return parent.nextConnection
    case .input(let name, let kind):
      if let input = parent.connectedInput(named: name) { return input.connection }
      let kind = kind ?? evidence.guessedInputKind(ofChild: index)
      let input = parent.appendInput(InputBuilder(type: kind, name: name))
      if parent.isUnknown { input.insert(FieldLabel(text: name), at: 0) }
      input.isInferred = true
      return input.connection
    }
  }

  private func inferiorConnection(of block: Block, kind: Connection.Kind) -> Connection {
    if let connection = kind == .inputValue ? block.outputConnection : block.previousConnection { return connection }
    // An inferred output takes the place of statement connections, and the other way round.
    block.setConnection(kind.opposite, typeChecks: nil)
    if kind == .nextStatement, block.isUnknown { block.setConnection(.nextStatement, typeChecks: nil) }
    let made = kind == .inputValue ? block.outputConnection : block.previousConnection
    made?.isInferred = true
    return made ?? Connection(kind: kind.opposite, sourceBlock: block)
  }

  /// Gives an unknown block at the top level the connections that others of its type have.
  private func settleShape(of block: Block) {
    guard block.isUnknown else { return }
    for kind in evidence.looseConnections(of: block.type) {
      block.setConnection(kind, typeChecks: nil)
    }
  }
}

extension Block {
  /// The input of this name that has a connection.
  fileprivate func connectedInput(named name: String) -> Input? {
    inputs.first { $0.name == name && $0.connection != nil }
  }
}

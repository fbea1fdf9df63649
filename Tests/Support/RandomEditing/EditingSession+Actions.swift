import BlockModel

extension EditingSession {
  /// The actions of a user.
  enum Action: CaseIterable {
    case insert, connect, delete, setAside, move, setField, mutate, collapse, inline, disable, comment, lock
    case bookmark, positionInFile, shadow
    case workspaceComment
    case createVariable, renameVariable, deleteVariable
    case defineProcedure, callProcedure, renameProcedure, setParameters

    private var weight: Int {
      switch self {
      case .insert, .connect: 8
      case .setField: 6
      case .delete, .setAside, .move, .mutate, .workspaceComment: 3
      default: 1
      }
    }

    var isOfOurOwn: Bool { self == .bookmark || self == .positionInFile || self == .shadow }

    /// All actions, repeated by their weight.
    static let all = allCases.flatMap { Array(repeating: $0, count: $0.weight) }
  }

  func perform(_ action: Action) {
    switch action {
    case .insert: insert()
    case .connect: connect()
    case .delete: if let block = nearestNonShadowBlock() { coordinator.delete(block, heal: isHeads()) }
    case .setAside:
      if let block = nearestNonShadowBlock(where: { $0.parent != nil }) {
        coordinator.disconnect(block, heal: isHeads())
      }
    case .move: if let block = anyBlock(where: { $0.parent == nil }) { coordinator.move(block, to: place()) }
    case .setField: setField()
    case .mutate: mutate()
    case .collapse:
      if let block = nearestNonShadowBlock() { coordinator.set(.collapsed, to: .flag(isHeads()), of: block) }
    case .inline: if let block = nearestNonShadowBlock() { coordinator.set(.inline, to: .flag(isHeads()), of: block) }
    case .disable:
      if let block = nearestNonShadowBlock() {
        coordinator.set(.disabled(reason: Block.manuallyDisabled), to: .flag(isHeads()), of: block)
      }
    case .comment: comment()
    case .lock: lock()
    case .bookmark:
      if let block = nearestNonShadowBlock() { coordinator.setBookmark(isHeads() ? "b\(number(9))" : nil, of: block) }
    case .positionInFile:
      if let block = nearestNonShadowBlock(where: { $0.parent == nil }) {
        coordinator.set(.order, to: .index(number(8)), of: block)
      }
    case .shadow: setShadow()
    case .workspaceComment: actOnComments()
    case .createVariable:
      _ = try? coordinator.createVariable(named: "v\(number(20))", type: number(4) == 0 ? "String" : "")
    case .renameVariable: renameVariable()
    case .deleteVariable: deleteVariable()
    case .defineProcedure: defineProcedure()
    case .callProcedure: callProcedure()
    case .renameProcedure: renameProcedure()
    case .setParameters: setParameters()
    }
  }

  // MARK: - Blocks

  private func insert() {
    guard var snapshot = toolbox.randomElement(using: &random) else { return }
    snapshot.records[0].position = place()
    coordinator.insert(snapshot)
  }

  private func connect() {
    guard let block = nearestNonShadowBlock(where: { $0.inferiorConnection != nil }),
      let inferior = block.inferiorConnection
    else {
      return
    }
    let sides = allBlocks.filter { !block.contains($0) && !$0.isShadow }.flatMap(\.superiorConnections).filter {
      $0.kind.opposite == inferior.kind && $0.isTypeCompatible(inferior) && !isLeftAlone($0)
    }
    if let side = sides.randomElement(using: &random) { coordinator.connect(block, to: side) }
  }

  private func isLeftAlone(_ side: Connection) -> Bool {
    restraints.contains(.valuesOfReturns) && side.sourceBlock.type == "procedures_ifreturn"
      && side.sourceInput?.name == "VALUE"
  }

  // MARK: - Properties

  private func comment() {
    guard let block = nearestNonShadowBlock() else { return }
    let text = number(3) == 0 ? nil : "note \(number(99))"
    let comment = text.map { BlockComment(text: $0, isPinned: false, size: BlockComment.defaultSize) }
    coordinator.set(.comment, to: .comment(comment), of: block)
  }

  /// Changes a property for which Blockly has no event.
  private func lock() {
    guard let block = nearestNonShadowBlock() else { return }
    switch number(4) {
    case 0: coordinator.set(.deletable, to: .flag(isHeads()), of: block)
    case 1: coordinator.set(.movable, to: .flag(isHeads()), of: block)
    case 2: coordinator.set(.editable, to: .flag(isHeads()), of: block)
    default: coordinator.set(.data, to: .text(isHeads() ? "data \(number(9))" : nil), of: block)
    }
  }

  /// Sets or removes the shadow of an input that accepts numbers; Blockly has no event for that.
  private func setShadow() {
    guard let block = nearestNonShadowBlock(where: { $0.inputs.contains { $0.kind == .value } }),
      let input = block.inputs.filter({ $0.kind == .value }).randomElement(using: &random),
      input.connection?.typeChecks.map({ $0.contains("Number") }) ?? true
    else { return }
    var record = BlockSnapshot.Record(type: "math_number", id: workspace.freshID())
    record.isShadow = true
    record.fields = [FieldRecord(name: "NUM", state: .number(Double(number(99))))]
    coordinator.set(
      .shadow(input: input.name), to: .shadow(isHeads() ? BlockSnapshot(records: [record]) : nil), of: block)
  }

  // MARK: - Fields

  private static let texts = [
    "", "a", "hello world", " two  spaces ", "<b>&amp;\"'", "naïve ✓ 日本", "😀", "]]>", "0x10", "TRUE",
  ]

  private static let forbiddenInXML = [
    "\u{0}a\u{1}\u{1B}[31m\u{1F}", "\u{FFFE}\u{FFFF}", "half of a pair: \u{10D83D}", "&#1;\u{85}\u{2028}\u{202E}",
  ]

  private func editableFields(of block: Block) -> [Field] {
    if block.type.hasPrefix("procedures_") { return [] }
    if restraints.contains(.typesOfVariables), block.type.hasSuffix("_dynamic") { return [] }
    if restraints.contains(.shapesOfFields), block.mutator is any FieldDrivenMutator { return [] }
    return block.inputs.flatMap(\.fields).filter { $0.isEditable && $0.name != nil }
  }

  private func setField() {
    guard let block = anyBlock(where: { !editableFields(of: $0).isEmpty }),
      let field = editableFields(of: block).randomElement(using: &random), let name = field.name
    else { return }
    let text: String?
    switch field {
    case let field as FieldDropdown: text = field.options.randomElement(using: &random)?.value
    case let field as FieldVariable:
      text =
        workspace.variables.all.filter { field.variableTypes?.contains($0.type) ?? true }
        .randomElement(using: &random)?.id
    case is FieldCheckbox: text = isHeads() ? "TRUE" : "FALSE"
    case is FieldNumber:
      text = ["0", "-1", "0.1", "1e21", "1e-7", "\(number(1_000_000))", "2e19", "-123456789012345678901"]
        .randomElement(using: &random)
    default:
      let texts = restraints.contains(.charactersOfXML) ? Self.texts : Self.texts + Self.forbiddenInXML
      text = texts.randomElement(using: &random)
    }
    if let text, let state = try? field.state(forInput: text) { coordinator.setField(name, of: block, to: state) }
  }

  // MARK: - Variables

  private func renameVariable() {
    guard let variable = workspace.variables.all.randomElement(using: &random) else { return }
    let others = workspace.variables.all.filter { $0 !== variable && $0.type == variable.type }
    if number(4) == 0, let other = others.randomElement(using: &random) {
      coordinator.merge(variable, into: other)
    } else {
      try? coordinator.rename(variable, to: "n\(number(20))")
    }
  }

  private func deleteVariable() {
    if let variable = workspace.variables.all.randomElement(using: &random) { try? coordinator.delete(variable) }
  }
}

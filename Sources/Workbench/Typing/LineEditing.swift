import BlockEditing
import BlockLayout
import BlockLibrary
import BlockModel

/// The smallest changes that turn a block into what was typed on its line. Blocks that stay keep their ids.
struct LineEditing {
  let workspace: Workspace
  private(set) var changes: [ProgramChange] = []
  /// The number of blocks that fit nowhere any more, and are placed beside the result.
  private(set) var setAside = 0
  /// The block that corresponds to the typed text.
  private(set) var resultID: String

  init(_ block: Block, to typed: BlockSnapshot, in workspace: Workspace) {
    self.workspace = workspace
    resultID = block.id
    var pairs: [(Block, Int)] = [(block, 0)]
    while let (old, index) = pairs.popLast() {
      let record = typed.records[index]
      guard old.type == record.type, Self.canKeep(old, record), !Self.isNested(old, typed.part(at: index)) else {
        let id = replace(old, typed.part(at: index))
        if index == 0, let id { resultID = id }
        continue
      }
      if old.mutator != nil, Self.differs(old, record, workspace.factory) {
        changes.append(.reshape(blockID: old.id, to: record.mutation ?? MutationState()))
        // It may call a function that doesn't exist yet.
        if old.mutator is MutatorProcedureCaller { changes.append(.resolveCall(blockID: old.id)) }
      }
      for field in record.fields {
        guard let present = old.firstField(withName: field.name), !Self.isSame(present, field.state) else { continue }
        changes.append(.setField(FieldLocation(blockID: old.id, name: field.name), to: field.state))
      }
      pairs += compareInputs(of: old, index, typed)
    }
  }

  /// Whether a block can become the typed one of the same type.
  private static func canKeep(_ old: Block, _ record: BlockSnapshot.Record) -> Bool {
    old.isEditable
      || old.inputs.flatMap(\.fields).allSatisfy { field in
        record.fields.first { $0.name == field.name }.map { isSame(field, $0.state) } ?? true
      }
  }

  /// Whether one of two values is a part of the other, and can stay as a whole.
  private static func isNested(_ old: Block, _ typed: BlockSnapshot) -> Bool {
    guard old.outputConnection != nil, !old.isShadow else { return false }
    let former = BlockSnapshot(of: old, followers: false)
    return index(of: former, in: typed) != nil || old.isDeletable && index(of: typed, in: former) != nil
  }

  /// The index of the part of a value that has the same content as another value.
  private static func index(of wanted: BlockSnapshot, in value: BlockSnapshot) -> Int? {
    let content = content(of: wanted)
    var sizes = value.records.map { $0.isCovered ? 0 : 1 }
    for index in value.records.indices.dropFirst().reversed() where !value.records[index].isCovered {
      sizes[value.records[index].parent] += sizes[index]
    }
    return value.records.indices.dropFirst().first { index in
      !value.records[index].isCovered && sizes[index] == content.count
        && Self.content(of: value.part(at: index)) == content
    }
  }

  /// Whether the typed block has another shape.
  private static func differs(_ old: Block, _ record: BlockSnapshot.Record, _ factory: BlockFactory) -> Bool {
    let scratch = Workspace(factory: factory)
    var alone = record
    (alone.parent, alone.slot, alone.isShadow, alone.id) = (-1, .top, false, nil)
    let typed = factory.build(BlockSnapshot(records: [alone]), in: scratch).first
    return withExtendedLifetime(scratch) { typed?.mutationState?.xml != old.mutationState?.xml }
  }

  private static func isSame(_ field: Field, _ state: FieldState) -> Bool {
    if let variable = field.variable, case .variable(let reference) = state {
      return variable.id == reference.id
    }
    return field.state?.plainText == state.plainText
  }

  // MARK: - Inputs

  private mutating func compareInputs(of old: Block, _ index: Int, _ typed: BlockSnapshot) -> [(Block, Int)] {
    var wanted: [String: Int] = [:]
    for (child, record) in typed.records.enumerated() where record.parent == index && !record.isCovered {
      if case .input(let name, _) = record.slot { wanted[name] = child }
    }
    var pairs: [(Block, Int)] = []
    for input in old.inputs where input.kind == .value {
      let held = input.connectedBlock
      guard let child = wanted.removeValue(forKey: input.name) else {
        if let held, !held.isShadow { changes.append(.delete(blockID: held.id, heal: false)) }
        continue
      }
      guard let held else {
        changes.append(insertion(of: typed.part(at: child), into: input.name, of: old.id))
        continue
      }
      // Nothing was typed, or only the default value.
      let isDefault = typed.records[child].isShadow && !held.isShadow
      if isDefault, let covered = input.connection?.coveredShadow,
        Self.content(of: covered) == Self.content(of: typed.part(at: child))
      {
        changes.append(.delete(blockID: held.id, heal: false))
      } else if held.isShadow, held.type != typed.records[child].type {
        changes.append(insertion(of: typed.part(at: child), into: input.name, of: old.id))
      } else {
        pairs.append((held, child))
      }
    }
    // Inputs that the block gets with its new shape.
    for (name, child) in wanted.sorted(by: { $0.value < $1.value }) {
      changes.append(insertion(of: typed.part(at: child), into: name, of: old.id))
    }
    return pairs
  }

  private func insertion(of part: BlockSnapshot, into input: String, of id: String) -> ProgramChange {
    .insert(real(part), at: ConnectionTarget(blockID: id, inputName: input))
  }

  /// A typed value as a block of its own, not a default value.
  private func real(_ part: BlockSnapshot) -> BlockSnapshot {
    var part = part
    part.records[0].isShadow = false
    return part
  }

  // MARK: - Replacing

  /// - Returns: the id of the block in place of the old one; nil if it gets one later.
  private mutating func replace(_ old: Block, _ typed: BlockSnapshot) -> String? {
    if old.outputConnection != nil { return replaceValue(old, typed) }
    replaceStatement(old, typed)
    return typed.records[0].id
  }

  private mutating func replaceValue(_ old: Block, _ typed: BlockSnapshot) -> String? {
    let superior = old.outputConnection?.target
    let target = superior.map(ConnectionTarget.init)
    let former = BlockSnapshot(of: old, followers: false)
    // The old value is an operand of the new one.
    if !old.isShadow, let index = Self.index(of: former, in: typed),
      case .input(let name, _) = typed.records[index].slot,
      let parent = typed.records[typed.records[index].parent].id
    {
      changes.append(.disconnect(blockID: old.id, heal: false, to: nil))
      var rest = typed
      rest.records.removeSubrange(index..<index + typed.records[index].count)
      // The default value that it covered.
      for other in rest.records.indices where rest.records[other].slot == typed.records[index].slot {
        if rest.records[other].parent == typed.records[index].parent { rest.records[other].isCovered = false }
      }
      for other in rest.records.indices where rest.records[other].parent > index {
        rest.records[other].parent -= typed.records[index].count
      }
      rest.countRecords()
      changes.append(insertion(of: rest, inPlaceOf: old))
      changes.append(.connect(blockID: old.id, to: ConnectionTarget(blockID: parent, inputName: name)))
      return rest.records[0].id
    }
    // The new value is a part of the old one.
    if let part = Self.index(of: typed, in: former).flatMap({ former.records[$0].id }).flatMap({
      workspace.blocks[$0]
    }), part.outputConnection != nil, !part.isShadow {
      changes.append(
        target == nil
          ? .disconnect(blockID: part.id, heal: false, to: old.position, fileLocation: .behind(blockID: old.id))
          : .disconnect(blockID: part.id, heal: false, to: nil))
      changes.append(.delete(blockID: old.id, heal: false))
      if let target { changes.append(.connect(blockID: part.id, to: target)) }
      return part.id
    }
    var placed = real(typed)
    placed.records[0].extras = BlockSnapshot(of: old, followers: false).records[0].extras
    let insertion = insertion(of: placed, inPlaceOf: old)
    if !old.isShadow { changes.append(.delete(blockID: old.id, heal: false)) }
    changes.append(insertion)
    return placed.records[0].id
  }

  /// The change that inserts a value where another one is.
  private func insertion(of value: BlockSnapshot, inPlaceOf old: Block) -> ProgramChange {
    if let superior = old.outputConnection?.target { return .insert(real(value), at: ConnectionTarget(superior)) }
    var placed = real(value)
    placed.records[0].position = old.position
    return workspace.topLevelIndex(of: old).map { .insertStack(placed, .index($0)) } ?? .insert(placed, at: nil)
  }

  private mutating func replaceStatement(_ old: Block, _ typed: BlockSnapshot) {
    var placed = typed
    placed.records[0].extras = BlockSnapshot(of: old, followers: false).records[0].extras
    guard let id = placed.records[0].id else { return }
    if let superior = old.previousConnection?.target {
      changes.append(.insert(placed, at: ConnectionTarget(superior)))
    } else {
      changes.append(.insertAbove(placed, blockID: old.id))
    }
    let bodies = workspace.factory.blockBuilders[typed.records[0].type]?.inputBuilders ?? []
    var free = bodies.filter { $0.type == .statement }.map(\.name)
    for input in old.inputs where input.kind == .statement {
      guard let first = input.connectedBlock, !first.isShadow else { continue }
      changes.append(.disconnect(blockID: first.id, heal: false, to: nil))
      if let name = free.first(where: { $0 == input.name }) ?? free.first {
        free.removeAll { $0 == name }
        changes.append(.connect(blockID: first.id, to: ConnectionTarget(blockID: id, inputName: name)))
      } else {
        setAside += 1
      }
    }
    changes.append(.delete(blockID: old.id, heal: true))
  }

  /// The content of a value, regardless of ids, defaults and flags.
  static func content(of snapshot: BlockSnapshot) -> [String] {
    var kept: Set<Int> = []
    return snapshot.records.enumerated().compactMap { index, record in
      guard !record.isCovered, index == 0 || kept.contains(record.parent) else { return nil }
      kept.insert(index)
      let fields = record.fields.map { field in
        if case .variable(let reference) = field.state {
          return "\(field.name)=\(reference.id ?? reference.name ?? "")"
        }
        return "\(field.name)=\(field.state.plainText)"
      }
      let slot = if index > 0, case .input(let name, _) = record.slot { name } else { "" }
      return ([slot, record.type] + fields.sorted()).joined(separator: "\u{1}")
    }
  }
}

extension IntentResolver {
  /// Turns a block into what was typed on its line.
  func editLine(_ entry: LineEntry, of id: String) -> Resolution {
    block(id) { block in
      guard let type = entry.snapshot.records.first?.type else { return .refused(reason: "nothing was typed") }
      if block.mutator is MutatorProcedureDefinition { return .refused(reason: Self.functionDialog) }
      if let reason = refusal(toReplace: block, by: entry.snapshot, type) { return .refused(reason: reason) }
      var typed = entry.snapshot
      if let former = entry.former {
        let own = BlockSnapshot(of: block, followers: false)
        typed = typed.keepingParts(unchangedSince: former, of: own, isValue: block.outputConnection != nil)
        for index in typed.records.indices where typed.records[index].id == nil && !typed.records[index].isCovered {
          typed.records[index].id = workspace.freshID()
        }
        if LineEditing.content(of: former) == LineEditing.content(of: entry.snapshot) {
          return .alreadyDone(statusMessage: "nothing changed")
        }
      }
      let editing = LineEditing(block, to: typed, in: workspace)
      if editing.changes.isEmpty { return .alreadyDone(statusMessage: "nothing changed") }
      let focus = FocusItem.block(id: editing.resultID)
      let aside = editing.setAside
      return .changes(
        Plan(editing.changes, focus: .item(focus)) { state, _ in
          let note = aside == 0 ? "" : ", set aside \(aside == 1 ? "1 stack" : "\(aside) stacks")"
          return state.workspace.blocks[focus.blockID ?? ""].map {
            "changed to \(quoted: $0)\(note)"
          }
        })
    }
  }

  static let functionDialog = "e edits a function's name and inputs"

  private func refusal(toReplace block: Block, by snapshot: BlockSnapshot, _ type: String) -> String? {
    if block.type == type { return nil }
    if !block.isShadow, !block.isDeletable { return "this block is locked against deleting" }
    let contents = ToolboxContents(workspace: workspace)
    if let superior = block.superiorConnection, !contents.canConnect(snapshot, superior) {
      return "this doesn't fit here"
    }
    if block.superiorConnection == nil, block.nextInStack != nil, let previous = block.previousConnection,
      !contents.canEnd(snapshot, above: previous)
    {
      return "this doesn't fit above the blocks below"
    }
    return nil
  }
}

import BlockEditing
import BlockLayout
import BlockLibrary
import BlockModel

/// Typed lines that return a value from a function.
extension IntentResolver {
  /// Makes a function return a value. If it returned none before, it becomes another block, which its callers may not
  /// fit.
  func returnValue(from definition: Block, _ entry: LineEntry) -> Resolution {
    let name = ProcedureBlocks.name(definedBy: definition) ?? ""
    if entry.target.isInBranch(of: definition) { return returnEarly(from: definition, entry) }
    if let result = definition.firstInput(withName: "RETURN")?.connection {
      guard result.targetBlock?.isShadow ?? true else {
        return .refused(reason: "“\(quoted: name)” already returns a value")
      }
      if entry.snapshot.isEmpty {
        return .cursor(.emptyInput(blockID: definition.id, name: "RETURN"), statusMessage: nil)
      }
      return insertTyped(entry.snapshot, at: result)
    }
    if let reason = refusalToReturn(definition) { return .refused(reason: reason) }
    var snapshot = BlockSnapshot(of: definition)
    snapshot.records[0].type = Self.returningType
    let offset = snapshot.records.count
    for (index, var record) in entry.snapshot.records.enumerated() {
      record.parent = index == 0 ? 0 : record.parent + offset
      if index == 0 { record.slot = .input(name: "RETURN", kind: .value) }
      snapshot.records.append(record)
    }
    snapshot.countRecords()
    return .changes(
      Plan(
        replacing(definition, by: snapshot),
        focus: .item(
          entry.snapshot.records.first?.id.map { .block(id: $0) }
            ?? .emptyInput(blockID: definition.id, name: "RETURN")),
        statusMessage: "“\(quoted: name)” returns a value now"))
  }

  /// Inserts `if x return y`. A function that returned no value becomes one that does.
  /// - Returns: nil for any other line, and if the function returns a value already.
  func returnConditionally(_ entry: LineEntry) -> Resolution? {
    guard let record = entry.snapshot.records.first, record.type == "procedures_ifreturn", let id = record.id,
      entry.snapshot.records.contains(where: { $0.parent == 0 && $0.slot == .input(name: "VALUE", kind: .value) }),
      case .connection(let location) = entry.target, let definition = workspace.blocks[location.blockID]?.root,
      definition.mutator is MutatorProcedureDefinition, definition.firstInput(withName: "RETURN") == nil
    else { return nil }
    if let reason = refusalToReturn(definition) { return .refused(reason: reason) }
    var snapshot = BlockSnapshot(of: definition)
    snapshot.records[0].type = Self.returningType
    return .changes(
      Plan(
        replacing(definition, by: snapshot) + [.insert(entry.snapshot, at: location)], focus: .item(.block(id: id))
      ) { state, _ in state.cursorBlock.map { "inserted \(quoted: $0)" } })
  }

  private static let returningType = "procedures_defreturn"

  /// Why a function can't become one that returns a value; nil if it can.
  private func refusalToReturn(_ definition: Block) -> String? {
    let name = ProcedureBlocks.name(definedBy: definition) ?? ""
    guard definition.type == "procedures_defnoreturn", workspace.factory.knows(Self.returningType) else {
      return "\(named: definition) can't return a value"
    }
    // Calls that are values already fit.
    let calls = ProcedureBlocks.callers(of: name, in: workspace).count { !$0.isShadow && $0.outputConnection == nil }
    if calls == 0 { return nil }
    let reason = calls == 1 ? "a call is a statement" : "\(calls) calls are statements"
    return "“\(quoted: name)” can't return a value, because \(reason)"
  }

  private func replacing(_ definition: Block, by snapshot: BlockSnapshot) -> [ProgramChange] {
    [
      .delete(blockID: definition.id, heal: false),
      workspace.topLevelIndex(of: definition).map { .insertStack(snapshot, .index($0)) },
    ].compactMap(\.self)
  }

  /// Ends a function in a branch, by inserting an “if … return” block whose condition is always true.
  private func returnEarly(from definition: Block, _ entry: LineEntry) -> Resolution {
    guard case .connection(let location) = entry.target, workspace.factory.knows("procedures_ifreturn"),
      workspace.factory.knows("logic_boolean")
    else { return .refused(reason: "a function can return only at its end") }
    var changes: [ProgramChange] = []
    if !entry.snapshot.isEmpty, definition.firstInput(withName: "RETURN") == nil {
      if let reason = refusalToReturn(definition) { return .refused(reason: reason) }
      var snapshot = BlockSnapshot(of: definition)
      snapshot.records[0].type = Self.returningType
      changes = replacing(definition, by: snapshot)
    }
    let id = workspace.freshID()
    var early = BlockSnapshot()
    early.records = [
      BlockSnapshot.Record(type: "procedures_ifreturn", id: id),
      BlockSnapshot.Record(
        type: "logic_boolean", id: workspace.freshID(), parent: 0, slot: .input(name: "CONDITION", kind: .value)),
    ]
    early.records[1].fields = [FieldRecord(name: "BOOL", state: .text("TRUE"))]
    for (index, var record) in entry.snapshot.records.enumerated() {
      record.parent = index == 0 ? 0 : record.parent + 2
      if index == 0 { record.slot = .input(name: "VALUE", kind: .value) }
      early.records.append(record)
    }
    early.countRecords()
    changes.append(.insert(early, at: location))
    return .changes(
      Plan(changes, focus: .item(.block(id: id))) { state, _ in
        state.cursorBlock.map { "inserted \(quoted: $0)" }
      })
  }
}

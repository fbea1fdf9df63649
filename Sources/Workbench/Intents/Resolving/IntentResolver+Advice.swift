import BlockEditing
import BlockLayout
import BlockModel
import ProgramAdvice

extension Intent {
  /// Repairs everything that the rule finds which found something at the cursor.
  public static let repairAll = Intent("repairAll", isSurprising: true) { $0.repairAll() }

  /// Repairs a finding.
  static func repair(_ finding: AdviceFinding) -> Intent { Intent("repair") { $0.repair([finding]) } }
}

/// The repairs of what advice finds.
extension IntentResolver {
  /// Makes the first repair of the findings at the cursor.
  func repair(_ findings: [AdviceFinding]) -> Resolution {
    let finder = state.problemFinder
    guard let finding = findings.first(where: { $0.repair != nil }) else {
      let message = findings.first.map(finder.message) ?? ""
      return .refused(reason: "no repair: \(message)")
    }
    do throws(FieldError) {
      let changes = try changes(of: finding)
      let effect = finder.repair(of: finding) ?? ""
      return .changes(
        Plan(changes, focus: focus(after: finding)) { state, _ in "repaired: \(effect) · \(state.description())" })
    } catch {
      return .refused(reason: error.reason)
    }
  }

  func repairAll() -> Resolution {
    let finder = state.problemFinder
    // The findings are up to date only after this.
    let all = finder.currentFindings()
    guard let block = state.cursorBlock else { return .refused(reason: "there is no block here") }
    guard let rule = finder.findings(at: block.id).first(where: { $0.repair != nil })?.rule else {
      return .refused(reason: "advice has no repair for this block")
    }
    let alike = all.filter { $0.rule == rule && $0.repair != nil }
    // Each function gets a name; the next one is found by repairing the first.
    if alike.contains(where: { $0.repair?.needsName == true }) { return repair(finder.findings(at: block.id)) }
    var changes: [ProgramChange] = []
    for finding in alike {
      do throws(FieldError) { changes += try self.changes(of: finding) } catch { return .refused(reason: error.reason) }
    }
    let count = Self.counted(alike.count, "finding")
    return .changes(
      Plan(changes, focus: alike.first.map(focus) ?? .unchanged) { state, _ in
        "repaired \(count) of the same kind · \(state.description())"
      })
  }

  /// Returns the item for the cursor: the block itself, or what is left in its place.
  private func focus(after finding: AdviceFinding) -> FocusAfter {
    switch finding.repair {
    case .delete(let id, _)?:
      return .item(workspace.blocks[id].flatMap { state.focusAfterDeleting($0, heal: true) } ?? state.cursor)
    case .useVariable?, .setField?, nil: return .item(state.cursor)
    case .simplifyCondition?, .mergeIfs?, .removeParameter?, .extractFunction?: return .created
    }
  }

  /// Returns the changes of a repair.
  /// - Throws: `FieldError` if a block is locked or no longer exists.
  private func changes(of finding: AdviceFinding) throws(FieldError) -> [ProgramChange] {
    func block(_ id: String) throws(FieldError) -> Block {
      guard let block = workspace.blocks[id] else { throw FieldError("this block no longer exists") }
      return block
    }
    func editable(_ id: String) throws(FieldError) -> Block {
      let block = try block(id)
      if !block.isEditable { throw FieldError("\(named: block) is locked against editing") }
      return block
    }
    func checked(_ refactoring: some Refactoring) throws(FieldError) -> ProgramChange {
      try refactoring.check(in: workspace)
      return .refactor(refactoring)
    }
    switch finding.repair {
    case .useVariable(let variableID, let id, let name)?:
      _ = try editable(id)
      return [
        .setField(FieldLocation(blockID: id, name: name), to: .variable(VariableReference(id: variableID)))
      ]
    case .setField(let id, let name, let value)?:
      _ = try editable(id)
      return [.setField(FieldLocation(blockID: id, name: name), to: .text(value))]
    case .delete(let firstID, let lastID)?:
      let (first, last) = (try block(firstID), try block(lastID))
      for statement in sequence(first: first, next: { $0 === last ? nil : $0.nextBlock }) where !statement.isDeletable {
        throw FieldError("\(named: statement) is locked against deleting")
      }
      return [.deleteRun(firstID: firstID, lastID: lastID)]
    case .removeParameter(let index, let id)?:
      return [try checked(RemoveParameter(index: index, definitionID: id))]
    case .extractFunction(let firstID, let lastID)?:
      let name = suggestedName(for: .extractFunction)
      return [try checked(ExtractFunction(firstID: firstID, lastID: lastID, name: name))]
    case .simplifyCondition(let id)?: return [try checked(SimplifyCondition(blockID: id))]
    case .mergeIfs(let id)?: return [try checked(MergeIfs(blockID: id))]
    case nil: throw FieldError("this can't be repaired with a key")
    }
  }
}

import BlockFormats
import BlockLayout
import BlockLibrary
import BlockModel

extension Intent {
  /// Fixes the first problem of the block at the cursor.
  public static let fixProblem = Intent.atCursor(CursorIntent("fixProblem") { $0.fixProblem() })
}

/// The fixes of problems that `mortise check` reports. None loses anything: what doesn't fit is detached, and undo brings
/// back the rest.
extension IntentResolver {
  func fixProblem() -> Resolution {
    guard let block = state.cursorBlock else { return .refused(reason: "there is no block here") }
    let problems = state.problemFinder.currentProblems().filter { $0.blockID == block.id }
    guard let problem = problems.first else { return .refused(reason: "nothing is wrong with this block") }
    if let name = problem.fieldName { return fix(field: name, of: block) ?? unfixable(problem) }
    if block.mutator is MutatorProcedureCaller {
      return .changes(
        Plan([.resolveCall(blockID: block.id)]) { state, _ in "the call fits its function · \(state.cursorDescription)"
        })
    }
    if block.isShadow || block.parent?.isShadow == true { return unfixable(problem) }
    if let misplaced = misfit(at: block) {
      guard misplaced.isMovable else { return .refused(reason: "the block that doesn't fit is locked against moving") }
      return .changes(
        Plan(
          [.disconnect(blockID: misplaced.id, heal: false, to: state.positionBeside(misplaced))],
          focus: .item(.block(id: misplaced.id)),
          statusMessage: "detached \(BlockLabel.name(of: misplaced)), which doesn't fit there"))
    }
    if Surroundings(of: block).misplacement(of: block) != nil {
      guard block.isDeletable else { return .refused(reason: "this block is locked against deleting") }
      return delete(block, heal: true)
    }
    return unfixable(problem)
  }

  private func unfixable(_ problem: BlockRemark) -> Resolution {
    .refused(reason: "\(state.problemFinder.words(problem)); this can't be fixed with a key")
  }

  /// Fixes a field: a function gets a name that no other has, and a variable of the wrong type is replaced by one of
  /// the same name.
  private func fix(field name: String, of block: Block) -> Resolution? {
    let place = FieldLocation(blockID: block.id, name: name)
    guard let field = block.firstField(withName: name) else { return nil }
    if let field = field as? FieldVariable {
      guard let variable = field.variable, let type = field.variableTypes?.first else { return nil }
      let taken = workspace.variables.all.first { $0.name == variable.name && $0.type == type }
      let change: ProgramChange =
        taken.map { .setField(place, to: .variable(VariableReference(id: $0.id))) }
        ?? .createVariable(name: variable.name, type: type, for: place)
      return .changes(
        Plan([change]) { state, _ in "“\(variable.name)” is now one of the type \(type) · \(state.cursorDescription)" })
    }
    guard block.mutator is MutatorProcedureDefinition else { return nil }
    let unique = ProcedureBlocks.uniqueName(field.text, for: block, in: workspace)
    return .changes(
      Plan([.setField(place, to: .text(unique))]) { state, _ in
        "this function is now “\(unique)” · \(state.cursorDescription)"
      })
  }

  /// Returns the block on one side of a connection that the definition of `block` doesn't have; nil if there is none.
  private func misfit(at block: Block) -> Block? {
    let isMisfit = block.outputConnection?.isInferred == true || block.previousConnection?.isInferred == true
    if isMisfit, block.parent != nil { return block }
    if block.nextConnection?.isInferred == true, let next = block.nextBlock { return next }
    return block.inputs.lazy.filter(\.isInferred).compactMap(\.connectedBlock).first
  }
}

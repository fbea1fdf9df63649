import BlockFormats
import BlockLayout
import BlockLibrary
import BlockModel

extension Intent {
  /// Goes to the next problem.
  public static let nextProblem = Intent("nextProblem", isJump: true) { $0.problem(forward: true) }
  /// Goes to the previous problem.
  public static let previousProblem = Intent("previousProblem", isJump: true) { $0.problem(forward: false) }

  /// Fixes the first problem of the block at the cursor, else repairs what advice finds there.
  public static let fixProblem = Intent("fixProblem") { $0.fixProblem() }
}

/// The problems that `mortise check` reports.
extension IntentResolver {
  func problem(forward: Bool) -> Resolution {
    guard let layout = state.layout, let order = state.order else { return .refused(reason: "nothing is shown") }
    let finder = state.problemFinder
    var (problems, word) = (finder.currentProblems(), "problem")
    // Warnings come when there is nothing worse.
    if problems.isEmpty {
      problems = finder.currentAdvice().filter { $0.level == .warning }.map {
        BlockRemark(blockID: $0.blockID, fieldName: $0.fieldName, message: finder.message(of: $0))
      }
      word = "warning"
    }
    var seen: Set<FocusItem> = []
    let shown = problems.compactMap(item).compactMap(order.visibleItem).filter { seen.insert($0).inserted }
    let items = state.readingIndices.sorted(shown, in: layout)
    guard let step = state.readingIndices.step(from: state.cursor, forward: forward, among: items, in: layout) else {
      return .refused(reason: problems.first.map(state.problemFinder.words) ?? noProblems)
    }
    let messages = problems.filter { item($0).flatMap(order.visibleItem) == step.item }.map(
      state.problemFinder.words)
    let index = "\(word) \(step.index + 1) of \(items.count)\(step.isWrapped ? ", from the other end" : "")"
    return .cursor(step.item, statusMessage: "\(messages.joined(separator: "; ")) · \(index)")
  }

  private var noProblems: String {
    let count = state.remarksOnFile.count
    return count == 0 ? "no problems in this program" : "no problems, but \(Self.counted(count, "note")) about the file"
  }

  private func item(_ problem: BlockRemark) -> FocusItem? {
    problem.blockID.map { id in problem.fieldName.map { .field(blockID: id, name: $0) } ?? .block(id: id) }
  }

  // MARK: - Fixing

  func fixProblem() -> Resolution {
    guard let block = state.cursorBlock else { return .refused(reason: "there is no block here") }
    let problems = state.problemFinder.currentProblems().filter { $0.blockID == block.id }
    let findings = state.problemFinder.findings(at: block.id)
    // Those of the program's form come before the errors of advice.
    let isOfForm = problems.count > findings.count { $0.level == .error }
    guard let problem = problems.first, isOfForm else {
      return findings.isEmpty ? .refused(reason: "nothing is wrong with this block") : repair(findings)
    }
    if let name = problem.fieldName { return fix(field: name, of: block) ?? unfixable(problem) }
    if block.mutator is MutatorProcedureCaller {
      return .changes(
        Plan([.resolveCall(blockID: block.id)]) { state, _ in "the call fits its function · \(state.description())"
        })
    }
    if block.isShadow || block.parent?.isShadow == true { return unfixable(problem) }
    if let misplaced = misfit(at: block) {
      guard misplaced.isMovable else { return .refused(reason: "the block that doesn't fit is locked against moving") }
      return .changes(
        Plan(
          [.disconnect(blockID: misplaced.id, heal: false, to: state.positionBeside(misplaced))],
          focus: .item(.block(id: misplaced.id)),
          statusMessage: "detached \(named: misplaced), which doesn't fit there"))
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
    let location = FieldLocation(blockID: block.id, name: name)
    guard let field = block.firstField(withName: name) else { return nil }
    if let field = field as? FieldVariable {
      guard let variable = field.variable, let type = field.variableTypes?.first else { return nil }
      let existing = workspace.variables.all.first { $0.name == variable.name && $0.type == type }
      let change: ProgramChange =
        existing.map { .setField(location, to: .variable(VariableReference(id: $0.id))) }
        ?? .createVariable(name: variable.name, type: type, for: location)
      return .changes(
        Plan([change]) { state, _ in
          "“\(quoted: variable.name)” now has the type \(type) · \(state.description())"
        })
    }
    guard block.mutator is MutatorProcedureDefinition else { return nil }
    let unique = ProcedureBlocks.uniqueName(field.text, for: block, in: workspace)
    return .changes(
      Plan([.setField(location, to: .text(unique))]) { state, _ in
        "this function is now “\(quoted: unique)” · \(state.description())"
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

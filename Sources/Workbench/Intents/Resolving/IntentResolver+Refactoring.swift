import BlockEditing
import BlockLayout
import BlockLibrary
import BlockModel

extension Intent {
  /// Makes a refactoring of the selected blocks, or of those at the cursor.
  /// - Parameter name: the name of what it creates; nil to suggest one.
  package static func refactor(_ kind: RefactoringKind, named name: String? = nil) -> Intent {
    Intent(
      "refactor-\(kind.rawValue)", isSurprising: true, takesSelection: kind.takesStatements,
      repetition: kind.needsName ? .impossible(reason: "a new name is needed for another one") : .same
    ) { $0.refactor(kind, named: name) }
  }
}

/// Refactorings of the selected blocks, or of those at the cursor.
extension IntentResolver {
  func refactor(_ kind: RefactoringKind, named name: String?) -> Resolution {
    do throws(FieldError) {
      let refactoring = try refactoring(kind, named: name)
      return .changes(Plan([.refactor(refactoring)], focus: .created, statusMessage: refactoring.message))
    } catch {
      return .refused(reason: error.reason)
    }
  }

  /// Returns the refactoring that is possible here.
  /// - Throws: `FieldError` with the reason if none is.
  func refactoring(_ kind: RefactoringKind, named name: String?) throws(FieldError) -> any Refactoring {
    var reason: FieldError?
    for candidate in candidates(for: kind, named: name ?? suggestedName(for: kind)) {
      do throws(FieldError) {
        try candidate.check(in: workspace)
        return candidate
      } catch {
        reason = reason ?? error
      }
    }
    throw reason ?? FieldError(kind.takesStatements ? "there is no statement here" : "there is no value here")
  }

  /// A name that nothing has.
  func suggestedName(for kind: RefactoringKind) -> String {
    switch kind {
    case .extractFunction: return ProcedureBlocks.uniqueName("part", for: nil, in: workspace)
    case .extractValueFunction: return ProcedureBlocks.uniqueName("result", for: nil, in: workspace)
    case .makeParameter: return freeName("input")
    default: return freeName("value")
    }
  }

  private func freeName(_ name: String) -> String {
    workspace.variables.variable(named: name) == nil ? name : workspace.freeName(like: name)
  }

  private func candidates(for kind: RefactoringKind, named name: String) -> [any Refactoring] {
    if kind.takesStatements {
      guard let run = subjectRun else { return [] }
      let (first, last) = (run.first.id, run.last.id)
      switch kind {
      case .extractFunction: return [ExtractFunction(firstID: first, lastID: last, name: name)]
      case .moveIntoFunction: return [MoveIntoFunction(firstID: first, lastID: last)]
      default: return [SequenceToLoop(firstID: first, lastID: last)]
      }
    }
    guard let block = state.cursorBlock else { return [] }
    let statement = state.statementAtCursor ?? block
    switch kind {
    case .simplifyCondition: return conditions(at: block).map { SimplifyCondition(blockID: $0.id) }
    case .mergeIfs: return [MergeIfs(blockID: statement.id)]
    case .splitIf: return [SplitIf(blockID: statement.id)]
    case .invert:
      return [
        statement.type == "controls_whileUntil" ? InvertLoop(blockID: statement.id) : InvertIf(blockID: statement.id)
      ]
    case .convertToRepeat: return [ConvertLoop(blockID: statement.id, to: .repeat)]
    case .convertToCount: return [ConvertLoop(blockID: statement.id, to: .count)]
    case .convertToWhile: return [ConvertLoop(blockID: statement.id, to: .while)]
    case .loopToSequence: return [LoopToSequence(blockID: statement.id)]
    case .inlineVariable: return [InlineVariable(blockID: block.id)]
    case .inlineFunction: return [block, statement].map { InlineFunction(blockID: $0.id) }
    case .extractVariable: return [ExtractVariable(blockID: block.id, name: name)]
    case .extractValueFunction: return [ExtractValueFunction(blockID: block.id, name: name)]
    default: return [MakeParameter(blockID: block.id, name: name)]
    }
  }

  /// The selected statements, if they follow each other, or the statement at the cursor.
  private var subjectRun: BlockRun? {
    let runs = BlockRun.runs(of: state.selectedBlocks)
    if runs.isEmpty { return state.statementAtCursor.map { BlockRun(blocks: [$0]) } }
    return runs.count == 1 && runs[0].first.previousConnection != nil ? runs[0] : nil
  }

  /// The value at the cursor, those around it, its statement and the other values in that.
  private func conditions(at block: Block) -> [Block] {
    var blocks: [Block] = [block]
    while let last = blocks.last, let holder = last.outputConnection?.targetBlock { blocks.append(holder) }
    let values = (blocks.last ?? block).inputs.filter { $0.kind == .value }.compactMap(\.connectedBlock)
    blocks += values.flatMap { Array($0.descendants()) }
    let simple = blocks.filter { $0.type.hasPrefix("logic_") || $0.type.hasPrefix("controls_if") }
    return simple.isEmpty ? [block] : simple
  }
}

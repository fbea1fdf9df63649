import BlockModel

@testable import BlockEditing

/// The refactorings, each with all the places where it may be tried.
enum TriedRefactoring: String, CaseIterable {
  case countToRepeat, countToWhile, whileToCount, repeatToCount, sequenceToLoop, loopToSequence, moveIntoFunction
  case makeParameter, inlineFunction, inlineVariable, extractVariable, extractFunction, extractValueFunction
  case mergeIfs, splitIf, simplifyCondition, invertIf, invertLoop

  @MainActor func candidates(in workspace: Workspace) -> [any Refactoring] {
    let blocks = workspace.topBlocks.flatMap { Array($0.descendants()) }
    func each(_ types: [String]? = nil, _ make: (String) -> any Refactoring) -> [any Refactoring] {
      blocks.filter { types?.contains($0.type) ?? true }.map { make($0.id) }
    }
    switch self {
    case .invertIf: return each(["controls_if"]) { InvertIf(blockID: $0) }
    case .invertLoop: return each(["controls_whileUntil"]) { InvertLoop(blockID: $0) }
    case .mergeIfs: return each(["controls_if"]) { MergeIfs(blockID: $0) }
    case .splitIf: return each(["controls_if"]) { SplitIf(blockID: $0) }
    case .repeatToCount: return each(["controls_repeat_ext"]) { ConvertLoop(blockID: $0, to: .count) }
    case .countToRepeat: return each(["controls_for"]) { ConvertLoop(blockID: $0, to: .repeat) }
    case .countToWhile: return each(["controls_for"]) { ConvertLoop(blockID: $0, to: .while) }
    case .whileToCount: return each(["controls_whileUntil"]) { ConvertLoop(blockID: $0, to: .count) }
    case .loopToSequence: return each { LoopToSequence(blockID: $0) }
    case .sequenceToLoop: return runs(of: blocks, 6) { SequenceToLoop(firstID: $0, lastID: $1) }
    case .moveIntoFunction: return runs(of: blocks, 2) { MoveIntoFunction(firstID: $0, lastID: $1) }
    case .makeParameter: return each { MakeParameter(blockID: $0, name: "part") }
    case .extractFunction: return runs(of: blocks, 3) { ExtractFunction(firstID: $0, lastID: $1, name: "part") }
    case .extractValueFunction: return each { ExtractValueFunction(blockID: $0, name: "part") }
    case .extractVariable: return each { ExtractVariable(blockID: $0, name: "part") }
    case .inlineVariable: return each(["variables_set"]) { InlineVariable(blockID: $0) }
    case .inlineFunction:
      return each(["procedures_callnoreturn", "procedures_callreturn"]) { InlineFunction(blockID: $0) }
    case .simplifyCondition: return each { SimplifyCondition(blockID: $0) }
    }
  }

  /// Tries statements that follow each other.
  @MainActor private func runs(
    of blocks: [Block], _ most: Int, _ make: (String, String) -> any Refactoring
  ) -> [any Refactoring] {
    blocks.filter { $0.previousConnection != nil }.flatMap { first in
      sequence(first: first, next: \.nextInStack).prefix(most).map { make(first.id, $0.id) }
    }
  }
}

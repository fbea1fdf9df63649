import BlockModel

@testable import BlockEditing

/// The refactorings, each with all the places where it may be tried.
enum RefactoringKind: String, CaseIterable {
  case invertIf, invertLoop, mergeIfs, splitIf, simplifyCondition
  case extractFunction, extractValueFunction, extractVariable, inlineVariable, inlineFunction

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
    case .extractFunction:
      let statements = blocks.filter { $0.previousConnection != nil }
      return statements.flatMap { first in
        sequence(first: first, next: \.nextInStack).prefix(3).map { last in
          ExtractFunction(firstID: first.id, lastID: last.id, name: "part")
        }
      }
    case .extractValueFunction: return each { ExtractValueFunction(blockID: $0, name: "part") }
    case .extractVariable: return each { ExtractVariable(blockID: $0, name: "part") }
    case .inlineVariable: return each(["variables_set"]) { InlineVariable(blockID: $0) }
    case .inlineFunction:
      return each(["procedures_callnoreturn", "procedures_callreturn"]) { InlineFunction(blockID: $0) }
    case .simplifyCondition: return each { SimplifyCondition(blockID: $0) }
    }
  }
}

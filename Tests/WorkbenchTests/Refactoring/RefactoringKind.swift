import BlockModel

@testable import BlockEditing

/// The refactorings, each with all the places where it may be tried.
enum RefactoringKind: String, CaseIterable {
  case invertIf, invertLoop, mergeIfs, splitIf, simplifyCondition

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
    case .simplifyCondition: return each { SimplifyCondition(blockID: $0) }
    }
  }
}

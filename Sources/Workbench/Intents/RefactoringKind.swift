import BlockEditing
import BlockLayout
import BlockModel

/// The refactorings that users choose from, the most special ones first. The raw values name their commands.
package nonisolated enum RefactoringKind: String, CaseIterable, Sendable {
  case simplifyCondition = "simplify-condition"
  case mergeIfs = "merge-ifs"
  case sequenceToLoop = "sequence-to-loop"
  case moveIntoFunction = "move-into-function"
  case inlineVariable = "inline-variable"
  case inlineFunction = "inline-function"
  case extractVariable = "extract-variable"
  case extractValueFunction = "extract-value-function"
  case invert
  case splitIf = "split-if"
  case convertToRepeat = "convert-to-repeat"
  case convertToCount = "convert-to-count"
  case convertToWhile = "convert-to-while"
  case loopToSequence = "loop-to-sequence"
  case extractFunction = "extract-function"
  case makeParameter = "make-parameter"

  /// Whether something new needs a name.
  package var needsName: Bool {
    switch self {
    case .extractVariable, .extractValueFunction, .extractFunction, .makeParameter: true
    default: false
    }
  }

  /// Whether it takes statements that follow each other.
  var takesStatements: Bool { self == .sequenceToLoop || self == .moveIntoFunction || self == .extractFunction }
}

/// A refactoring that is possible at the cursor.
package struct PossibleRefactoring {
  package var kind: RefactoringKind
  package var title: String
  /// The line at the cursor after it.
  package var result: String
}

extension WorkbenchController {
  /// The refactorings that are possible for the selection, or at the cursor, the best ones first.
  package var possibleRefactorings: [PossibleRefactoring] {
    let resolver = IntentResolver(state: state)
    let hasRun = state.selectedBlocks.count > 1
    let kinds = RefactoringKind.allCases.filter { !hasRun || $0.takesStatements }
    return kinds.compactMap { kind in
      guard let refactoring = try? resolver.refactoring(kind, named: nil) else { return nil }
      return PossibleRefactoring(kind: kind, title: refactoring.title, result: result(of: refactoring))
    }
  }

  /// A name for what a refactoring creates.
  package func suggestedName(for kind: RefactoringKind) -> String {
    IntentResolver(state: state).suggestedName(for: kind)
  }

  /// Makes a refactoring and takes it back at once.
  private func result(of refactoring: any Refactoring) -> String {
    guard previews.refusal == nil else { return "" }
    var line = ""
    let events = coordinator.preview {
      guard let item = try? refactoring.perform(with: coordinator) else { return }
      line = item.blockID.flatMap { workspace.blocks[$0] }.map { BlockLabel.summary(of: $0.lineHead, limit: 40) } ?? ""
    }
    coordinator.rollBack(events)
    return line
  }
}

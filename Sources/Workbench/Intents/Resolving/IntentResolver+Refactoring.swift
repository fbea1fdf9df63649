import BlockEditing
import BlockLayout
import BlockModel

extension Intent {
  /// Swaps the branches of the if at the cursor, or “while” and “until”, and negates the condition.
  package static let invert = Intent("invert", isSurprising: true) { $0.refactor($0.inversions) }
  /// Makes one if of the if at the cursor and the one in it or around it.
  package static let mergeIfs = Intent("mergeIfs", isSurprising: true) { $0.refactor($0.statement { MergeIfs(blockID: $0) }) }
  /// Makes two ifs of the one at the cursor.
  package static let splitIf = Intent("splitIf", isSurprising: true) { $0.refactor($0.statement { SplitIf(blockID: $0) }) }
  /// Says the condition at the cursor more simply.
  package static let simplifyCondition = Intent("simplifyCondition", isSurprising: true) {
    $0.refactor($0.simplifications)
  }
}

/// Refactorings of the selected blocks, or of those at the cursor.
extension IntentResolver {
  /// Makes the first refactoring of a list that is possible.
  func refactor(_ candidates: [any Refactoring]) -> Resolution {
    var reason: String?
    for candidate in candidates {
      do throws(FieldError) {
        try candidate.check(in: workspace)
        return .changes(Plan([.refactor(candidate)], focus: .created, statusMessage: candidate.message))
      } catch {
        reason = reason ?? error.reason
      }
    }
    return .refused(reason: reason ?? "there is no block here to refactor")
  }

  /// A refactoring of the statement at the cursor.
  func statement(_ make: (String) -> any Refactoring) -> [any Refactoring] {
    [state.statementAtCursor].compactMap { $0.map { make($0.id) } }
  }

  var inversions: [any Refactoring] {
    guard let block = state.statementAtCursor else { return [] }
    return [block.type == "controls_whileUntil" ? InvertLoop(blockID: block.id) : InvertIf(blockID: block.id)]
  }

  /// The value at the cursor, those around it, its statement and the other values in that.
  var simplifications: [any Refactoring] {
    guard let block = state.cursorBlock else { return [] }
    var blocks: [Block] = [block]
    while let last = blocks.last, let holder = last.outputConnection?.targetBlock { blocks.append(holder) }
    blocks += (blocks.last ?? block).ownValues
    return blocks.map { SimplifyCondition(blockID: $0.id) }
  }
}

extension Block {
  /// The values of a statement, without those of the statements in it, in reading order.
  fileprivate var ownValues: [Block] {
    inputs.filter { $0.kind == .value }.compactMap(\.connectedBlock).flatMap { $0.descendants() }
  }
}

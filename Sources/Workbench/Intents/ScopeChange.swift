import BlockLayout
import BlockModel

/// A statement input that the cursor entered or left.
public struct ScopeChange: CustomStringConvertible {
  /// Whether the input was entered.
  let isEntered: Bool
  public let description: String
}

extension IntentState {
  /// The statement input that the cursor entered or left on its way within a stack; nil if it stayed in the same one,
  /// or if little is to be said.
  /// - Parameter item: where the cursor came from.
  public func scopeChange(from item: FocusItem?) -> ScopeChange? {
    guard verbosity != .terse, let old = item?.blockID.flatMap({ workspace.blocks[$0] }), let new = cursorBlock else {
      return nil
    }
    let (left, entered) = (scope(of: old), scope(of: new))
    if left === entered { return nil }
    if let entered, isInside(entered, left) {
      return ScopeChange(isEntered: true, description: "into \(partName(entered))")
    }
    // The cursor is at another part of the block that holds the input.
    if let left, LineText.firstBlock(ofLineWith: new) === left.sourceBlock { return nil }
    guard let left, entered == nil ? old.root === new.root : entered.map({ isInside(left, $0) }) == true else {
      return nil
    }
    return ScopeChange(isEntered: false, description: "end of \(BlockLabel.name(of: left.sourceBlock))")
  }

  private func scope(of block: Block) -> Input? {
    layout?.layout(showing: LineText.firstBlock(ofLineWith: block))?.inputHoldingStack
  }

  /// Whether an input is inside another one, or in the same block; a nil input holds everything.
  private func isInside(_ inner: Input, _ outer: Input?) -> Bool {
    guard let outer else { return true }
    if inner.sourceBlock === outer.sourceBlock { return true }
    var input: Input? = scope(of: inner.sourceBlock)
    while let current = input {
      if current === outer { return true }
      input = scope(of: current.sourceBlock)
    }
    return false
  }
}

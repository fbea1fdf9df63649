import BlockLayout
import BlockLibrary
import BlockModel

extension WorkbenchController {
  /// Goes from a call to its function. A call whose arguments are not the function's is made to fit, in one step.
  /// - Returns: what to tell the person; nil when the cursor is on no call.
  public func followCall() -> String? {
    guard case .block? = cursor, let caller = cursorBlock, caller.mutator is MutatorProcedureCaller, !caller.isCollapsed
    else { return nil }
    let count = history.undoCount
    var definition: Block?
    act { definition = coordinator.settle(caller) }
    guard let definition else { return nil }
    focus(.block(id: definition.id))
    return history.undoCount > count ? "the call fits its function now: \(cursorWords)" : cursorWords
  }
}

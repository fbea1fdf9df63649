import BlockLayout
import BlockModel

/// Bringing functions along with the blocks that call them.
extension IntentResolver {
  /// Adds the functions that pasted blocks call and the program lacks. Stacks are inserted together, so that calls find
  /// the functions among them.
  func bringing(functionsOf clipboard: Clipboard, _ resolution: Resolution) -> Resolution {
    guard case .changes(var plan) = resolution else { return resolution }
    let functions = placed(clipboard.functions(missingIn: workspace), below: clipboard.stacks)
    var stacks: [BlockSnapshot] = []
    plan.changes.removeAll { change in
      guard case .insert(let stack, at: nil) = change else { return false }
      stacks.append(stack)
      return true
    }
    if stacks.isEmpty {
      if functions.isEmpty { return resolution }
      plan.changes.insert(.insertAll(functions, isFocused: false), at: 0)
    } else {
      plan.changes.insert(.insertAll(stacks + functions, isFocused: true), at: 0)
    }
    if functions.isEmpty { return .changes(plan) }
    let names = functions.compactMap { $0.records[0].fields.first { $0.name == "NAME" }?.state.text }
    let brought = names.count == 1 ? "the function “\(names[0])”" : "\(names.count) functions"
    let message = plan.statusMessage
    plan.statusMessage = { state, isChanged in message(state, isChanged).map { "\($0), with \(brought)" } }
    return .changes(plan)
  }

  /// Places functions below everything else, and below the stacks pasted with them.
  private func placed(_ functions: [BlockSnapshot], below stacks: [BlockSnapshot]) -> [BlockSnapshot] {
    let free = state.freePosition
    var y = free.y + stacks.reduce(0) { $0 + $1.approximateHeight }
    return functions.map { function in
      var function = function
      function.records[0].position = WorkspacePoint(x: free.x, y: y)
      y += function.approximateHeight
      return function
    }
  }
}

extension BlockSnapshot {
  /// The height of a stack, with space below it, in workspace units: a row for each statement and end.
  fileprivate var approximateHeight: Double {
    var rows = 3
    for record in records where !record.isCovered {
      switch record.slot {
      case .top, .next: rows += 1
      case .input(_, let kind): rows += kind == .statement ? 2 : 0
      }
    }
    return Double(rows) * LayoutStyle.unitsPerRow
  }
}

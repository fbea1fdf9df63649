import BlockLayout
import BlockModel

extension Intent {
  /// Selects the block at the cursor, or unselects it.
  public static let toggleSelected = Intent("toggleSelected") { $0.toggleSelected() }
  /// Selects the statement at the cursor and the one above it; then one more with each repetition.
  public static let selectUp = Intent("selectUp") { $0.extendSelection(by: -1) }
  /// Selects the statement at the cursor and the one below it; then one more with each repetition.
  public static let selectDown = Intent("selectDown") { $0.extendSelection(by: 1) }
  /// Selects the enclosing block.
  public static let selectOutward = Intent("selectOutward") { $0.selectOutward() }
  /// Selects the statements in the block at the cursor.
  public static let selectInward = Intent("selectInward") { $0.selectInward() }
  /// Selects all statements of the stack at the cursor.
  public static let selectStack = Intent("selectStack") { $0.selectStack() }
  /// Selects the statement at the cursor, as the start of a range.
  public static let selectStatement = Intent("selectStatement") { $0.selectStatement() }
  /// Selects all statements of the stack at the cursor or, if they already are, all blocks.
  public static let selectMore = Intent("selectMore") { $0.selectMore() }
  /// Selects some blocks, and nothing else.
  public static func select(blockIDs: Set<String>) -> Intent {
    Intent("select") { $0.select(blockIDs) }
  }
  /// Unselects all blocks; refused if none is selected.
  public static let clearSelection = Intent("clearSelection") { $0.clearSelection() }
}

/// Selects blocks.
extension IntentResolver {
  func toggleSelected() -> Resolution {
    guard let block = state.nearestNonShadowBlock else { return .refused(reason: "only a block can be selected") }
    if state.selection.contains(block) { return .selection(SelectionChange(removed: [block.id])) }
    return selecting([block])
  }

  /// - Parameter step: 1 for the statement below, -1 for the one above.
  func extendSelection(by step: Int) -> Resolution {
    guard let statement = state.statementAtCursor, !statement.isShadow else {
      return .refused(reason: "there is no statement here to select")
    }
    let neighbour = step > 0 ? statement.nextInStack : blockAbove(statement)
    let range = state.selection.range.flatMap { $0.headID == statement.id ? $0 : nil }
    guard let neighbour else {
      if range == nil, !state.selection.contains(statement) {
        return selecting([statement], range: Selection.Range(headID: statement.id, extent: 0))
      }
      return .refused(
        reason: "\(named: statement) is the \(step > 0 ? "last" : "first") statement of its stack")
    }
    let focus = FocusItem.block(id: neighbour.id)
    guard let range else {
      return selecting(
        [statement, neighbour], range: Selection.Range(headID: neighbour.id, extent: step), focus: focus)
    }
    let extended = Selection.Range(headID: neighbour.id, extent: range.extent + step)
    // Back towards the first statement, the range shrinks.
    if range.extent * step < 0 {
      return .selection(SelectionChange(removed: [statement.id], range: extended), focus: focus)
    }
    return selecting([neighbour], range: extended, focus: focus)
  }

  func selectOutward() -> Resolution {
    guard let block = state.nearestNonShadowBlock else { return .refused(reason: "only a block can be selected") }
    guard let holder = state.holder(of: block) else { return .refused(reason: "not inside another block") }
    return selecting(
      [holder], range: Selection.Range(headID: holder.id, extent: 0), focus: .block(id: holder.id))
  }

  func selectInward() -> Resolution {
    guard let block = state.nearestNonShadowBlock else { return .refused(reason: "only a block can be selected") }
    guard !block.isCollapsed else { return .refused(reason: "\(named: block) is collapsed") }
    let heads = block.inputs.filter { $0.kind == .statement }.compactMap(\.connectedBlock)
    guard let head = heads.first(where: { !$0.isShadow }) else {
      return .refused(reason: "\(named: block) has no statements in it")
    }
    return selecting(statements(from: head), removing: [block.id], focus: .block(id: head.id))
  }

  func selectStatement() -> Resolution {
    guard let statement = state.statementAtCursor, !statement.isShadow else {
      return .refused(reason: "there is no statement here to select")
    }
    return .selection(
      SelectionChange(
        replaces: true, added: [statement.id], range: Selection.Range(headID: statement.id, extent: 0)),
      focus: .block(id: statement.id))
  }

  func selectMore() -> Resolution {
    let all = workspace.topBlocks.flatMap(statements)
    guard !all.isEmpty else { return .refused(reason: "there are no blocks to select") }
    if all.allSatisfy(state.selection.contains) { return .alreadyDone(statusMessage: "everything is selected already") }
    guard let stack = statementsOfStack, !stack.allSatisfy(state.selection.contains) else {
      return .selection(SelectionChange(replaces: true, added: all.map(\.id)))
    }
    return .selection(SelectionChange(replaces: true, added: stack.map(\.id)))
  }

  /// The statements of the stack at the cursor; nil if the cursor is on no block.
  private var statementsOfStack: [Block]? {
    guard var head = state.nearestNonShadowBlock else { return nil }
    while head.outputConnection != nil, let parent = head.parent { head = parent }
    while let above = blockAbove(head) { head = above }
    return statements(from: head)
  }

  func selectStack() -> Resolution {
    guard let statements = statementsOfStack else { return .refused(reason: "only a block can be selected") }
    if statements.allSatisfy(state.selection.contains) {
      return .alreadyDone(statusMessage: "the whole stack is selected already")
    }
    return selecting(statements)
  }

  func select(_ ids: Set<String>) -> Resolution {
    var selection = Selection()
    selection.apply(SelectionChange(added: Array(ids)))
    return .selection(SelectionChange(replaces: true, added: selection.blocks(in: workspace).map(\.id)))
  }

  func clearSelection() -> Resolution {
    state.selection.isEmpty
      ? .refused(reason: "no block is selected") : .selection(SelectionChange(replaces: true))
  }

  private func statements(from head: Block) -> [Block] { Array(sequence(first: head, next: \.nextInStack)) }

  /// Adds blocks that have the same parent or follow each other in a stack to the selection.
  /// - Parameter removed: the ids of blocks to unselect.
  private func selecting(
    _ blocks: [Block], removing removed: [String] = [], range: Selection.Range? = nil, focus: FocusItem? = nil
  ) -> Resolution {
    if let first = blocks.first, let holder = state.selectedHolder(of: first), !removed.contains(holder.id) {
      return .refused(reason: "this is inside \(named: holder), which is selected")
    }
    var removed = removed
    if !state.selection.isEmpty {
      for block in blocks {
        for inner in block.descendants(followers: false) where state.selection.contains(inner) {
          removed.append(inner.id)
        }
      }
    }
    return .selection(SelectionChange(removed: removed, added: blocks.map(\.id), range: range), focus: focus)
  }
}

extension IntentState {
  /// The block that holds a block in one of its inputs, by itself or as part of a stack.
  func holder(of block: Block) -> Block? {
    if let output = block.outputConnection { return output.targetBlock }
    // Jump to the first statement of the stack, which may be long.
    let head = layout?.layout(showing: block)?.group.first?.block ?? block
    return head.surroundingBlock
  }

  /// The selected block that a block is inside of.
  func selectedHolder(of block: Block) -> Block? {
    if selection.isEmpty { return nil }
    var next = holder(of: block)
    while let current = next {
      if selection.contains(current) { return current }
      next = holder(of: current)
    }
    return nil
  }

  /// The number of selected blocks, for the status line.
  var selectionDescription: String {
    switch selection.count {
    case 0: "no block selected"
    case 1: "1 block selected"
    default: "\(selection.count) blocks selected"
    }
  }
}

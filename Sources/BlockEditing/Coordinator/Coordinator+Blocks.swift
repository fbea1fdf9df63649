import BlockEvents
import BlockLibrary
import BlockModel

extension WorkspaceLayoutCoordinator {
  /// Adds new blocks to the program, at the top level. IDs that are taken are replaced, and the variables of the blocks
  /// are created first.
  /// - Parameter fileIndex: the number of top-level items before it in the file; nil for the end.
  /// - Returns: the first block.
  @discardableResult
  public func insert(_ snapshot: BlockSnapshot, at fileIndex: Int? = nil) -> Block? {
    insert([snapshot], at: fileIndex).first
  }

  /// Adds several stacks, which may call each other's functions, as `insert(_:)` does.
  /// - Returns: the first block of each.
  public func insert(_ snapshots: [BlockSnapshot], at fileIndex: Int? = nil) -> [Block] {
    let variableCount = workspace.variables.all.count
    var blocks: [Block] = []
    var firsts: [Block] = []
    for snapshot in snapshots {
      let built = workspace.factory.build(procedures.withUniqueNames(snapshot), in: workspace, at: fileIndex)
      blocks += built
      firsts += built.prefix(1)
    }
    adoptVariables(since: variableCount)
    for block in blocks {
      for descendant in block.descendants() {
        descendant.hasImplicitID = false
        for connection in descendant.superiorConnections { assignIDs(toShadowCoveredAt: connection) }
      }
      layout?.added(block)
    }
    // Definitions first: other clients define a procedure themselves when they hear of a call without one.
    for block in blocks { procedures.defineMissing(calledWithin: block) }
    for block in blocks where ProcedureBlocks.name(definedBy: block) != nil { addCreation(of: block) }
    for block in blocks where ProcedureBlocks.name(definedBy: block) == nil { addCreation(of: block) }
    for block in blocks { procedures.updateCallers(within: block) }
    return firsts
  }

  /// Gives a covered shadow permanent IDs, so that all clients use the same ones when it reappears.
  private func assignIDs(toShadowCoveredAt connection: Connection) {
    guard var shadow = connection.coveredShadow else { return }
    for index in shadow.records.indices {
      if shadow.records[index].id == nil { shadow.records[index].id = workspace.freshID() }
      shadow.records[index].hasImplicitID = false
    }
    connection.coveredShadow = shadow
  }

  /// Deletes a block with everything inside it.
  /// - Parameter heal: whether the blocks below it close the gap; otherwise they are deleted too.
  public func delete(_ block: Block, heal: Bool) { delete(block, through: heal ? block : nil) }

  /// Deletes statements that follow each other, with everything inside them. The blocks below close the gap.
  /// - Parameter last: the last statement; nil for the last one of the stack.
  public func delete(_ first: Block, through last: Block?) {
    // A conflict's copy defines nothing.
    let procedure = ConflictCopy.isCopy(first) ? nil : ProcedureBlocks.name(definedBy: first)
    disconnect(first, through: last)
    remove(first)
    if let procedure { procedures.deleteCallers(of: procedure) }
  }

  /// Removes a top-level block with everything inside and below it.
  func remove(_ block: Block) {
    let snapshot = BlockSnapshot(of: block)
    let fileIndex = workspace.topLevelIndex(of: block)
    layout?.willRemove(block)
    workspace.remove(block)
    add(DeleteEvent(snapshot: snapshot, fileIndex: fileIndex, workspaceID: workspace.id))
  }

  func addCreation(of block: Block, recordsUndo: Bool = true) {
    add(
      CreateEvent(
        snapshot: BlockSnapshot(of: block), fileIndex: workspace.topLevelIndex(of: block), workspaceID: workspace.id),
      recordsUndo: recordsUndo)
  }
}

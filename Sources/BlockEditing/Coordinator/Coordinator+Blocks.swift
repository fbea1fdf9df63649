import BlockEvents
import BlockLibrary
import BlockModel

extension WorkspaceLayoutCoordinator {
  /// Puts new blocks into the program, at the top level. Ids that are taken are replaced; variables that the blocks bring
  /// along are made first.
  /// - Returns: the first block.
  @discardableResult
  public func insert(_ snapshot: BlockSnapshot) -> Block? {
    let variableCount = workspace.variables.all.count
    let blocks = workspace.factory.build(procedures.withLegalNames(snapshot), in: workspace)
    adoptVariables(since: variableCount)
    for block in blocks {
      for descendant in block.descendants() {
        descendant.hasImplicitID = false
        for connection in descendant.superiorConnections { nameShadow(coveredAt: connection) }
      }
      layout?.added(block)
      addCreation(of: block)
      procedures.settleCallers(within: block)
    }
    return blocks.first
  }

  /// A covered shadow keeps its ids, so that every client knows it by the same ones when it comes to light.
  private func nameShadow(coveredAt connection: Connection) {
    guard var shadow = connection.coveredShadow else { return }
    for index in shadow.records.indices {
      if shadow.records[index].id == nil { shadow.records[index].id = workspace.freshID() }
      shadow.records[index].hasImplicitID = false
    }
    connection.coveredShadow = shadow
  }

  /// Deletes a block with everything inside it.
  /// - Parameter heal: whether what hung below it closes the gap; else it is deleted too.
  public func delete(_ block: Block, heal: Bool) {
    let procedure = ProcedureBlocks.name(definedBy: block)
    if block.parent != nil || heal && block.follower != nil {
      if block.parent != nil {
        disconnect(block, heal: heal)
      } else if let follower = block.follower {
        let place = block.position
        detach(follower, to: place)
      }
    }
    remove(block)
    if let procedure { procedures.deleteCallers(of: procedure) }
  }

  /// Removes a top-level block with everything inside and below it.
  func remove(_ block: Block) {
    let snapshot = BlockSnapshot(of: block)
    let place = workspace.topLevelIndex(of: block)
    layout?.willRemove(block)
    workspace.remove(block)
    add(DeleteEvent(snapshot: snapshot, place: place, workspaceID: workspace.id))
  }

  func addCreation(of block: Block, recordsUndo: Bool = true) {
    add(
      CreateEvent(
        snapshot: BlockSnapshot(of: block), place: workspace.topLevelIndex(of: block), workspaceID: workspace.id),
      recordsUndo: recordsUndo)
  }
}

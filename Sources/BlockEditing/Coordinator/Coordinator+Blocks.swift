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
    let blocks = workspace.factory.build(withLegalNames(snapshot), in: workspace)
    adoptVariables(since: variableCount)
    for block in blocks {
      for descendant in block.descendants() {
        descendant.hasImplicitID = false
        for connection in descendant.superiorConnections { nameShadow(coveredAt: connection) }
      }
      layout?.added(block)
      addCreation(of: block)
      settleCallers(within: block)
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
    if let procedure { deleteCallers(of: procedure) }
  }

  /// Removes a top-level block with everything inside and below it.
  func remove(_ block: Block) {
    let snapshot = BlockSnapshot(of: block)
    let place = workspace.place(of: block)
    layout?.willRemove(block)
    workspace.remove(block)
    add(DeleteEvent(snapshot: snapshot, place: place, workspaceID: workspace.id))
  }

  func addCreation(of block: Block, recordsUndo: Bool = true) {
    add(
      CreateEvent(
        snapshot: BlockSnapshot(of: block), place: workspace.place(of: block), workspaceID: workspace.id),
      recordsUndo: recordsUndo)
  }

  // MARK: - Properties

  public func setCollapsed(_ isCollapsed: Bool, of block: Block) {
    set(.collapsed, .flag(block.isCollapsed), .flag(isCollapsed), of: block) { block.isCollapsed = isCollapsed }
  }

  public func setInline(_ inline: Bool?, of block: Block) {
    let old = block.inlineOverride ?? block.definition.inputsInline
    set(.inline, .flag(old), .flag(inline ?? block.definition.inputsInline), of: block) { block.setInline(inline) }
  }

  /// - Parameter place: where the reason stands among the block's other ones; nil for the end.
  public func setDisabled(
    _ isDisabled: Bool, reason: String = Block.manuallyDisabled, at place: Int? = nil, of block: Block
  ) {
    let reasons = block.disabledReasons
    let present = reasons.firstIndex(of: reason)
    guard isDisabled != (present != nil) else { return }
    let others = reasons.filter { $0 != reason }
    let index = present ?? min(max(place ?? others.count, 0), others.count)
    let disabled = others.isEmpty ? ChangeEvent.Value.flag(true) : .disabled(place: index)
    set(
      .disabled(reason: reason), isDisabled ? .flag(false) : disabled, isDisabled ? disabled : .flag(false), of: block
    ) {
      block.disabledReasons = isDisabled ? others[..<index] + [reason] + others[index...] : others
    }
  }

  public func setComment(_ comment: BlockComment?, of block: Block) {
    set(.comment, .comment(block.comment), .comment(comment), of: block) { block.comment = comment }
  }

  public func setData(_ data: String?, of block: Block) {
    set(.data, .text(block.data), .text(data), of: block) { block.data = data }
  }

  public func setDeletable(_ flag: Bool, of block: Block) {
    set(.deletable, .flag(block.isDeletable), .flag(flag), of: block) { block.isDeletable = flag }
  }

  public func setMovable(_ flag: Bool, of block: Block) {
    set(.movable, .flag(block.isMovable), .flag(flag), of: block) { block.isMovable = flag }
  }

  public func setEditable(_ flag: Bool, of block: Block) {
    set(.editable, .flag(block.isEditable), .flag(flag), of: block) { block.isEditable = flag }
  }

  /// Gives a top-level block another place in the file.
  /// - Parameter place: how many of the other top-level blocks and comments stand before it.
  public func setPlace(_ place: Int, of block: Block) {
    guard let old = workspace.place(of: block) else { return }
    let new = min(max(place, 0), workspace.topLevelCount - 1)
    set(.order, .index(old), .index(new), of: block) { workspace.reorder(block, to: new) }
    // Which of two stacks in one place is shown lower depends on it.
    layout?.moved(block)
  }

  func set(
    _ element: ChangeEvent.Element, _ old: ChangeEvent.Value, _ new: ChangeEvent.Value, of block: Block,
    change: () -> Void
  ) {
    guard old != new else { return }
    change()
    layout?.changed(block)
    add(ChangeEvent(blockID: block.id, workspaceID: workspace.id, element: element, old: old, new: new))
  }
}

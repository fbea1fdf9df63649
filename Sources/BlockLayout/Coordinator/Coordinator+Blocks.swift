import BlockEvents
import BlockModel

extension WorkspaceLayoutCoordinator {
  /// Puts new blocks into the program, at the top level. Ids that are taken are replaced; variables that the blocks bring
  /// along are made first.
  /// - Returns: the first block.
  @discardableResult
  public func insert(_ snapshot: BlockSnapshot) -> Block? {
    let known = Set(workspace.variables.all.map(\.id))
    let blocks = workspace.factory.build(snapshot, in: workspace)
    for variable in workspace.variables.all where !known.contains(variable.id) {
      workspace.variables.adopt(variable)
      addCreation(of: variable)
    }
    for block in blocks {
      for descendant in block.descendants() {
        descendant.hasImplicitID = false
        for connection in descendant.superiorConnections { nameShadow(coveredAt: connection) }
      }
      layout?.added(block)
      add(CreateEvent(snapshot: BlockSnapshot(of: block), workspaceID: workspace.id))
    }
    return blocks.first
  }

  /// Gives a covered shadow ids at once, so that every client knows it by the same ones when it comes to light.
  private func nameShadow(coveredAt connection: Connection) {
    guard var shadow = connection.coveredShadow else { return }
    for index in shadow.records.indices where shadow.records[index].id == nil {
      shadow.records[index].id = workspace.freshID()
    }
    connection.coveredShadow = shadow
  }

  /// Deletes a block with everything inside it.
  /// - Parameter heal: whether what hung below it closes the gap; else it is deleted too.
  public func delete(_ block: Block, heal: Bool) {
    if block.parent != nil || heal && block.nextBlock != nil {
      if block.parent != nil {
        disconnect(block, heal: heal)
      } else if let follower = block.nextBlock {
        let place = block.position
        detach(follower, to: place)
      }
    }
    remove(block)
  }

  /// Removes a top-level block with everything inside and below it.
  func remove(_ block: Block) {
    let snapshot = BlockSnapshot(of: block)
    layout?.willRemove(block)
    workspace.remove(block)
    add(DeleteEvent(snapshot: snapshot, workspaceID: workspace.id))
  }

  // MARK: - Properties

  public func setCollapsed(_ isCollapsed: Bool, of block: Block) {
    set(.collapsed, .flag(block.isCollapsed), .flag(isCollapsed), of: block) { block.isCollapsed = isCollapsed }
  }

  public func setInline(_ inline: Bool?, of block: Block) {
    let old = block.inlineOverride ?? block.definition.inputsInline
    set(.inline, .flag(old), .flag(inline ?? block.definition.inputsInline), of: block) { block.setInline(inline) }
  }

  public func setDisabled(_ isDisabled: Bool, reason: String = Block.manuallyDisabled, of block: Block) {
    let wasDisabled = block.disabledReasons.contains(reason)
    set(.disabled(reason: reason), .flag(wasDisabled), .flag(isDisabled), of: block) {
      if !isDisabled { block.disabledReasons.removeAll { $0 == reason } }
      if isDisabled && !wasDisabled { block.disabledReasons.append(reason) }
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

import BlockEvents
import BlockLibrary
import BlockModel

extension WorkspaceLayoutCoordinator {
  // MARK: - One step

  /// Connects a top-level block to a connection that is free or has a shadow. The block replaces the shadow.
  func attach(_ block: Block, to superior: Connection, reason: MoveEvent.Reason) {
    guard let inferior = superior.kind == .inputValue ? block.outputConnection : block.previousConnection else {
      return
    }
    cover(superior)
    let old = BlockLocation(of: block)
    workspace.connect(superior, inferior)
    layout?.connected(block)
    addMove(of: block, from: old, reason: reason)
  }

  /// Disconnects a block from its parent. The connection's covered shadow reappears.
  /// - Parameters:
  ///   - position: the new position of the block; nil for where it was shown.
  ///   - isImplicit: whether files omit the position.
  ///   - fileIndex: the number of top-level blocks and comments before it in the file; nil for the end.
  func detach(
    _ block: Block, to position: WorkspacePoint? = nil, isImplicit: Bool = false, fileIndex: Int? = nil,
    reason: MoveEvent.Reason = .disconnect
  ) {
    guard let superior = block.superiorConnection else { return }
    let parent = superior.sourceBlock
    let position = position ?? positionShown(of: block)
    let old = BlockLocation(of: block)
    workspace.disconnect(superior, fileIndex: fileIndex)
    block.position = position
    block.hasImplicitPosition = isImplicit
    layout?.disconnected(block, from: parent)
    addMove(of: block, from: old, reason: reason)
    uncover(superior)
  }

  func addMove(of block: Block, from old: BlockLocation, reason: MoveEvent.Reason, recordsUndo: Bool = true) {
    add(
      MoveEvent(
        blockID: block.id, workspaceID: workspace.id, old: old, new: BlockLocation(of: block), reasons: [reason]),
      recordsUndo: recordsUndo)
  }

  // MARK: - Shadows

  /// Removes a shadow to make room. The connection keeps the shadow with its edits. The events are derived, so undo
  /// skips them.
  private func cover(_ superior: Connection) {
    guard let shadow = superior.targetBlock, shadow.isShadow else { return }
    superior.coveredShadow = BlockSnapshot(of: shadow)
    removeShadow(of: superior)
  }

  /// Removes the shadow at a connection.
  func removeShadow(of superior: Connection) {
    guard let shadow = superior.targetBlock, shadow.isShadow else { return }
    let old = BlockLocation(of: shadow)
    workspace.disconnect(superior)
    layout?.disconnected(shadow, from: superior.sourceBlock)
    addMove(of: shadow, from: old, reason: .disconnect, recordsUndo: false)
    let snapshot = BlockSnapshot(of: shadow)
    layout?.willRemove(shadow)
    workspace.remove(shadow)
    add(DeleteEvent(snapshot: snapshot, fileIndex: nil, workspaceID: workspace.id), recordsUndo: false)
  }

  /// Restores the covered shadow of a free connection.
  func uncover(_ superior: Connection) {
    guard superior.target == nil, let snapshot = superior.coveredShadow else { return }
    superior.coveredShadow = nil
    let variableCount = workspace.variables.all.count
    guard let shadow = workspace.factory.build(snapshot, in: workspace).first,
      let inferior = shadow.inferInferior(for: superior.kind)
    else { return }
    // A variable that only the shadow used may have been deleted meanwhile.
    adoptVariables(since: variableCount)
    addCreation(of: shadow, recordsUndo: false)
    let old = BlockLocation(of: shadow)
    workspace.connect(superior, inferior)
    layout?.connected(shadow)
    addMove(of: shadow, from: old, reason: .connect, recordsUndo: false)
  }

  /// Replaces the shadow of an input, or of the next connection if the name is nil. If a real block is connected, it
  /// covers the shadow. An unknown block gets the input that it lacks.
  public func setShadow(_ shadow: BlockSnapshot?, ofInput name: String?, of block: Block) {
    if let name, let shadow, block.isUnknown, block.firstInput(withName: name) == nil {
      var evidence = shadow
      evidence.records[0].slot = .input(name: name, kind: nil)
      let kind = ShapeEvidence(snapshot: evidence, factory: workspace.factory).guessedInputKind(ofChild: 0)
      block.inferInput(named: name, kind: kind)
    }
    let connection = name.map { block.firstInput(withName: $0)?.connection } ?? block.nextConnection
    guard let connection else { return }
    let old = connection.shadow
    guard old != shadow else { return }
    removeShadow(of: connection)
    connection.coveredShadow = shadow
    add(
      ChangeEvent(
        blockID: block.id, workspaceID: workspace.id, element: .shadow(input: name), old: .shadow(old),
        new: .shadow(shadow)))
    uncover(connection)
    layout?.changed(block)
  }

  // MARK: - Whole changes

  /// Connects a block to a parent's connection, wherever the block is. A block already connected there moves into or
  /// below the new one if it fits; otherwise it is bumped. A block that the connection doesn't accept is bumped itself.
  public func connect(_ block: Block, to superior: Connection) {
    if superior.target === block.inferiorConnection, superior.target != nil { return }
    if block.contains(superior.sourceBlock) { return }
    detach(block)
    guard let inferior = block.inferiorConnection, superior.canConnect(inferior) else { return bump(block) }
    var displaced: Block?
    if let present = superior.targetBlock, !present.isShadow {
      detach(present)
      displaced = present
    }
    attach(block, to: superior, reason: .connect)
    guard let displaced else { return }
    if let target = connectionForDisplaced(displaced, behind: block) {
      attach(displaced, to: target, reason: .connect)
    } else {
      bump(displaced)
    }
  }

  /// Returns the connection for a displaced block: at the end of the stack that displaced it, or in the only input that
  /// fits.
  private func connectionForDisplaced(_ displaced: Block, behind block: Block) -> Connection? {
    if let previous = displaced.previousConnection {
      guard let end = block.lastInStack.nextConnection, end.canConnect(previous) else { return nil }
      return end
    }
    guard let output = displaced.outputConnection else { return nil }
    var holder = block
    while true {
      let fitting = holder.inputs.compactMap(\.connection).filter { $0.kind == .inputValue && $0.canConnect(output) }
      guard fitting.count == 1, let only = fitting.first else { return nil }
      guard let next = only.targetBlock, !next.isShadow else { return only }
      holder = next
    }
  }

  /// Moves a top-level block aside, so that it doesn't cover the block that took its place.
  func bump(_ block: Block) {
    let old = BlockLocation(of: block)
    block.position.x += Self.bump.x
    block.position.y += Self.bump.y
    layout?.moved(block)
    addMove(of: block, from: old, reason: .bump)
  }

  /// Disconnects a block from its parent.
  /// - Parameters:
  ///   - heal: whether the blocks below it stay and close the gap; otherwise they move with it.
  ///   - position: the new position of the block; nil for where it was shown.
  ///   - fileIndex: the number of top-level items before it in the file; nil for the end.
  public func disconnect(_ block: Block, heal: Bool, to position: WorkspacePoint? = nil, fileIndex: Int? = nil) {
    disconnect(block, through: heal ? block : nil, to: position, fileIndex: fileIndex)
  }

  /// Disconnects statements that follow each other from their parent and from the blocks below them, which close the
  /// gap. At the top level, the blocks below get the position of the stack, and follow the first ones in the file.
  /// - Parameters:
  ///   - last: the last statement; nil for the last one of the stack.
  ///   - position: the new position of the first block; nil for where it was shown.
  ///   - fileIndex: the number of top-level items before it in the file; nil for the end.
  public func disconnect(
    _ first: Block, through last: Block?, to position: WorkspacePoint? = nil, fileIndex: Int? = nil
  ) {
    let superior = first.superiorConnection
    let nextInStack = last?.nextInStack
    detach(first, to: position, fileIndex: fileIndex)
    guard let nextInStack else { return }
    if superior == nil {
      detach(nextInStack, to: first.position, fileIndex: workspace.topLevelIndex(of: first).map { $0 + 1 })
    } else {
      detach(nextInStack)
    }
    // The shadow that reappeared is covered again.
    if let superior, let previous = nextInStack.previousConnection, superior.targetBlock?.isShadow ?? true,
      superior.canConnect(previous)
    {
      attach(nextInStack, to: superior, reason: .connect)
    }
  }

  /// Connects a stack below another one, which takes its place on the screen and in the file.
  public func put(_ block: Block, above stack: Block) {
    guard let end = block.lastInStack.nextConnection, let own = workspace.topLevelIndex(of: block),
      let index = workspace.topLevelIndex(of: stack)
    else { return }
    let position = stack.position
    connect(stack, to: end)
    move(block, to: position, fileIndex: own < index ? index - 1 : index)
  }

  /// Moves a top-level block.
  /// - Parameter fileIndex: the number of other top-level items before it in the file; nil to leave it there.
  public func move(
    _ block: Block, to position: WorkspacePoint, fileIndex: Int? = nil, reason: MoveEvent.Reason = .drag
  ) {
    guard block.parent == nil else { return }
    let old = BlockLocation(of: block)
    block.position = position
    block.hasImplicitPosition = false
    if let fileIndex, fileIndex != old.fileIndex {
      workspace.reorder(block, to: fileIndex)
      layout?.reordered()
    }
    layout?.moved(block)
    addMove(of: block, from: old, reason: reason)
  }
}

extension Connection {
  /// The shadow here, shown or covered.
  var shadow: BlockSnapshot? {
    targetBlock.flatMap { $0.isShadow ? BlockSnapshot(of: $0) : nil } ?? coveredShadow
  }
}

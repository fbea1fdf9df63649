import BlockLayout
import BlockLibrary
import BlockModel
import Screen

extension WorkbenchController {
  // MARK: - Inserting

  /// The categories of the toolbox with what they offer now.
  public func items(of category: Toolbox.Category) -> [ToolboxItem] {
    ToolboxContents(workspace: workspace).items(of: category)
  }

  /// What fits into the empty input at the cursor; nil when the cursor is on none.
  public func itemsForEmptyInput() -> [ToolboxItem]? {
    emptyInputAtCursor.map { ToolboxContents(workspace: workspace).items(in: toolbox, fitting: $0) }
  }

  private var emptyInputAtCursor: Connection? {
    guard case .emptyInput(let id, let name) = cursor else { return nil }
    return workspace.blocks[id]?.inputs.first { $0.name == name && $0.connection != nil }?.connection
  }

  /// Puts a new block into the program: into the empty input at the cursor, else where it fits at the cursor's block, else
  /// by itself. The cursor goes to it.
  /// - Returns: what to tell the person.
  public func insert(_ snapshot: BlockSnapshot) -> String {
    let contents = ToolboxContents(workspace: workspace)
    let place = emptyInputAtCursor.flatMap { contents.fits(snapshot, $0) ? $0 : nil } ?? placeAtCursor(for: snapshot)
    var placed = snapshot
    if !placed.records.isEmpty, place == nil { placed.records[0].position = freePosition() }
    var inserted: Block?
    act {
      inserted = coordinator.insert(placed)
      if let inserted, let place { coordinator.connect(inserted, to: place) }
    }
    guard let inserted else { return "nothing was inserted" }
    focus(.block(id: inserted.id))
    return "inserted \(BlockWords.entry(of: inserted, limit: 46))"
  }

  /// Where a new block goes when the cursor is on a block: the first free input for it, below it in the stack, or the next
  /// connection of the statement around.
  private func placeAtCursor(for snapshot: BlockSnapshot) -> Connection? {
    let contents = ToolboxContents(workspace: workspace)
    guard let start = cursorBlock else { return nil }
    var block: Block? = start
    while let current = block {
      for input in current.inputs where !current.isShadow && !current.isCollapsed {
        guard let connection = input.connection, input.kind == .value, contents.fits(snapshot, connection) else {
          continue
        }
        if connection.targetBlock?.isShadow ?? true { return connection }
      }
      if let next = current.nextConnection, contents.fits(snapshot, next) {
        // A loop or branch that is still empty is filled first.
        let empty = current.inputs.first { $0.kind == .statement && $0.connectedBlock == nil }?.connection
        return current === start ? empty ?? next : next
      }
      if let statement = current.inputs.first(where: { $0.kind == .statement })?.connection,
        contents.fits(snapshot, statement)
      {
        return statement.targetBlock?.lastInStack.nextConnection ?? statement
      }
      block = current.outputConnection?.target?.sourceBlock ?? current.surroundingBlock
    }
    return nil
  }

  /// A place below everything that is there.
  func freePosition() -> WorkspacePoint {
    guard let layout, !layout.pieces.isEmpty else { return WorkspacePoint(x: 16, y: 32) }
    let bounds = layout.bounds
    return WorkspaceLayoutCoordinator.position(of: .init(x: max(2, bounds.minX), y: bounds.maxY + 1))
  }

  // MARK: - Deleting, duplicating, detaching

  /// Deletes the block at the cursor; what hung below it closes the gap.
  public func deleteAtCursor() -> String {
    if let comment = cursorComment { return delete(comment) }
    guard let block = realBlock else { return "there is nothing to delete here" }
    guard block.isDeletable else { return "this block is locked against deleting" }
    let name = BlockWords.name(of: block)
    let count = block.descendants(followers: false).reduce(0) { $0 + ($1.isShadow ? 0 : 1) }
    let calls = ProcedureBlocks.name(definedBy: block).map { ProcedureBlocks.callers(of: $0, in: workspace).count }
    let after = focusAfterDeleting(block)
    act { coordinator.delete(block, heal: true) }
    cursor = after
    settleCursor()
    return (count > 1 ? "deleted \(name), \(count) blocks" : "deleted \(name)") + callWords(calls)
  }

  /// What went with a function.
  private func callWords(_ calls: Int?) -> String {
    guard let calls, calls > 0 else { return "" }
    return calls == 1 ? ", and the call of it" : ", and \(calls) calls of it"
  }

  func focusAfterDeleting(_ block: Block) -> FocusItem? {
    if let superior = block.superiorConnection {
      let parent = superior.sourceBlock
      if let input = superior.sourceInput, block.follower == nil {
        // The shadow that comes back, or the empty place.
        return superior.coveredShadow?.records.first?.id.map { .block(id: $0) }
          ?? .emptyInput(blockID: parent.id, name: input.name)
      }
      return .block(id: block.follower?.id ?? parent.id)
    }
    if let next = block.follower { return .block(id: next.id) }
    let id = FocusItem.block(id: block.id)
    let end = order?.rect(of: id).flatMap { _ in block.lastInStack }
    return end.flatMap { order?.next(after: .block(id: $0.id)) } ?? order?.previous(before: id)
  }

  /// Copies the block at the cursor, with what is inside it, and puts the copy beside it.
  public func duplicateAtCursor() -> String {
    if let comment = cursorComment { return duplicate(comment) }
    guard let block = realBlock else { return "there is nothing to duplicate here" }
    var copy = BlockSnapshot(of: block, followers: false).withoutBookmarks
    for index in copy.records.indices {
      copy.records[index].id = nil
    }
    copy.records[0].position = positionBeside(block)
    copy.records[0].slot = .top
    var inserted: Block?
    act {
      inserted = coordinator.insert(copy)
      // A statement's copy follows it; a value's stands by itself.
      if let inserted, let next = block.nextConnection, inserted.previousConnection != nil, block.parent != nil {
        coordinator.connect(inserted, to: next)
      }
    }
    if let inserted { focus(.block(id: inserted.id)) }
    return "duplicated \(BlockWords.name(of: block))"
  }

  /// Sets the block at the cursor aside; what hung below it closes the gap.
  public func detachAtCursor() -> String {
    if cursorComment != nil { return "a comment hangs on nothing" }
    guard let block = realBlock else { return "there is nothing to detach here" }
    guard block.parent != nil else { return "\(BlockWords.name(of: block)) hangs on nothing" }
    guard block.isMovable else { return "this block is locked against moving" }
    let place = positionBeside(block)
    act { coordinator.disconnect(block, heal: true, to: place) }
    focus(.block(id: block.id))
    return "detached \(BlockWords.name(of: block))"
  }

  /// A place to the right of the stack that a block is in, in the block's row; below it where the canvas is too narrow.
  private func positionBeside(_ block: Block) -> WorkspacePoint {
    guard let layout, let stack = layout.stackRect(of: block), let own = order?.rect(of: .block(id: block.id)) else {
      return freePosition()
    }
    let width = BlockWords.summary(of: block, limit: 40).count + 4
    let isRoom = stack.maxX + 3 + width <= layout.style.canvasWidth
    return WorkspaceLayoutCoordinator.position(
      of: isRoom ? Point(x: stack.maxX + 3, y: own.minY) : Point(x: stack.minX, y: stack.maxY + 1))
  }
}

// MARK: - Properties and places

extension WorkbenchController {
  /// Collapses or expands the block at the cursor.
  public func toggleCollapsed() -> String {
    if let comment = cursorComment { return toggleCollapsed(comment) }
    guard let block = realBlock else { return "there is no block here" }
    act { coordinator.setCollapsed(!block.isCollapsed, of: block) }
    focus(.block(id: block.id))
    return block.isCollapsed ? "collapsed" : "expanded"
  }

  /// Collapses every block of every stack, or expands them all when none is left to collapse; in one step.
  public func toggleAllCollapsed() -> String {
    var blocks: [Block] = []
    for top in workspace.topBlocks {
      var block: Block? = top
      while let current = block {
        blocks.append(current)
        block = current.nextBlock
      }
    }
    guard !blocks.isEmpty else { return "there are no blocks" }
    let isCollapsing = blocks.contains { !$0.isCollapsed }
    act { for block in blocks { coordinator.setCollapsed(isCollapsing, of: block) } }
    settleCursor()
    return isCollapsing ? "all collapsed" : "all expanded"
  }

  /// Disables or enables the block at the cursor.
  public func toggleDisabled() -> String {
    if cursorComment != nil { return "a comment can't be disabled" }
    guard let block = realBlock else { return "there is no block here" }
    let isDisabled = block.disabledReasons.contains(Block.manuallyDisabled)
    act { coordinator.setDisabled(!isDisabled, of: block) }
    return isDisabled ? "enabled" : "disabled"
  }

  /// Writes a block's comment; an empty one is removed.
  public func setComment(_ text: String, of block: Block) {
    var comment = block.comment ?? BlockComment(text: "", isPinned: false, size: BlockComment.defaultSize)
    comment.text = text
    act { coordinator.setComment(text.isEmpty ? nil : comment, of: block) }
  }

  /// A controller for another document, with the same toolbox.
  public func replacing(document: Document) -> WorkbenchController {
    let style = layout?.style ?? LayoutStyle(usesBrackets: true, repertoire: .unicode, canvasWidth: 80)
    return WorkbenchController(
      document: document, toolbox: toolbox, style: style, eventManager: eventManager,
      layoutFactory: coordinator.layoutFactory)
  }
}

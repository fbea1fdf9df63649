import BlockLayout
import BlockModel
import Screen

/// Drags of blocks and comments, by keyboard, mouse or both at once.
extension WorkbenchController {
  /// The block that a pointer drags.
  func draggedBlock(by pointer: Pointer) -> MoveSession? { dragger.session(of: pointer) as? MoveSession }

  /// The comment that a pointer drags.
  func draggedComment(by pointer: Pointer) -> CommentSession? { dragger.session(of: pointer) as? CommentSession }

  /// Whether a pointer drags a comment, which can be resized as well as moved.
  public func isDraggingComment(by pointer: Pointer) -> Bool { draggedComment(by: pointer) != nil }

  /// Shows the dragged item somewhere else.
  /// - Throws: `FieldRefusal` when its position or size is locked.
  func updateDrag(_ update: DragUpdate, by pointer: Pointer) throws(FieldRefusal) {
    if let session = draggedComment(by: pointer) {
      switch update {
      case .destinations: break
      case .nudge(let columns, let rows): try session.nudge(columns: columns, rows: rows)
      case .grow(let columns, let rows): try session.grow(columns: columns, rows: rows)
      case .pointed(let cell, let dragOffset):
        try session.show(at: cell.map { LayoutStyle.position(of: $0 - dragOffset) })
      }
    } else if let session = draggedBlock(by: pointer) {
      switch update {
      case .destinations(let distance): session.moveToDestination(offset: distance)
      case .nudge(let columns, let rows): session.nudge(columns: columns, rows: rows)
      case .grow: throw FieldRefusal("a block has the size of what is in it")
      case .pointed(let cell, let dragOffset):
        session.show(at: cell.map { destination(of: session, at: $0, dragOffset: dragOffset) } ?? session.origin)
      }
    }
  }

  // MARK: - Destinations

  /// Where a dragged block lands when dropped on a cell of the canvas.
  /// - Parameter dragOffset: the grabbed cell's offset from the block's first cell.
  private func destination(of session: MoveSession, at cell: Point, dragOffset: Point) -> MoveDestination {
    let free = MoveDestination.free(LayoutStyle.position(of: cell - dragOffset))
    guard let dragged = workspace.blocks[session.blockID], let item = order?.item(at: cell),
      let block = item.blockID.flatMap({ workspace.blocks[$0] })
    else {
      return free
    }
    // Over the block itself nothing changes.
    if dragged.holds(block) { return session.destination }
    let candidates: [MoveDestination]
    switch item {
    case .emptyInput(let id, let name): candidates = [.connection(blockID: id, inputName: name)]
    default: candidates = destinations(near: block)
    }
    return candidates.first { session.destinations.contains($0) } ?? free
  }

  /// The destinations that a drop on a block may mean: the block's own input, its statement inputs, below it, its value
  /// inputs, below its row.
  private func destinations(near block: Block) -> [MoveDestination] {
    var destinations: [MoveDestination] = []
    if let superior = block.outputConnection?.target {
      destinations.append(.connection(blockID: superior.sourceBlock.id, inputName: superior.sourceInput?.name))
    }
    for input in block.inputs where input.kind == .statement {
      destinations.append(.connection(blockID: block.id, inputName: input.name))
    }
    destinations.append(.connection(blockID: block.id, inputName: nil))
    for input in block.inputs where input.kind == .value {
      destinations.append(.connection(blockID: block.id, inputName: input.name))
    }
    if let row = layout?.layout(showing: block)?.block, row !== block {
      destinations.append(.connection(blockID: row.id, inputName: nil))
    }
    return destinations
  }
}

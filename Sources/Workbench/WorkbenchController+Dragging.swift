import BlockLayout
import BlockModel
import MortiseScreen

/// Drags of blocks and comments, by keyboard, mouse or both at once.
extension WorkbenchController {
  /// The block that a pointer drags.
  func draggedBlock(by pointer: Pointer) -> MoveSession? { dragger.session(of: pointer) as? MoveSession }

  /// The comment that a pointer drags.
  func draggedComment(by pointer: Pointer) -> CommentSession? { dragger.session(of: pointer) as? CommentSession }

  /// Whether a pointer drags a comment, which can be resized as well as moved.
  public func isDraggingComment(by pointer: Pointer) -> Bool { draggedComment(by: pointer) != nil }

  /// Shows the dragged item somewhere else.
  /// - Throws: `FieldError` when its position or size is locked.
  func showDrag(_ update: DragUpdate, by pointer: Pointer) throws(FieldError) {
    if let session = draggedComment(by: pointer) {
      switch update {
      case .destination: break
      case .nudge(let columns, let rows): try session.nudge(columns: columns, rows: rows)
      case .grow(let columns, let rows): try session.grow(columns: columns, rows: rows)
      case .pointed(let cell, let dragOffset):
        try session.show(at: cell.map { LayoutStyle.position(of: $0 - dragOffset) })
      }
    } else if let session = draggedBlock(by: pointer) {
      switch update {
      case .destination(let motion): session.move(motion)
      case .nudge(let columns, let rows): session.nudge(columns: columns, rows: rows)
      case .grow: throw FieldError("a block can't be resized")
      case .pointed(let cell, let dragOffset):
        session.show(at: cell.map { destination(of: session, at: $0, dragOffset: dragOffset) } ?? session.origin)
      }
    }
  }

  // MARK: - Destinations

  /// The place where a dragged block lands if it is dropped on a cell of the canvas.
  /// - Parameter dragOffset: the grabbed cell's offset from the block's first cell.
  private func destination(of session: MoveSession, at cell: Point, dragOffset: Point) -> MoveDestination {
    let free = MoveDestination.free(LayoutStyle.position(of: cell - dragOffset))
    var candidates: [MoveDestination] = []
    func find() { candidates = nearestDestinations(of: session, at: cell) }
    if isOver(session, cell) {
      // A connected block stays until the pointer leaves it; a loose one follows the pointer.
      guard case .free = session.destination else { return session.destination }
      session.withBlockAside(find)
    } else {
      find()
    }
    return session.firstPossible(of: candidates) ?? free
  }

  private func isOver(_ session: MoveSession, _ cell: Point) -> Bool {
    guard let dragged = workspace.blocks[session.blockID],
      let block = order?.item(at: cell)?.blockID.flatMap({ workspace.blocks[$0] })
    else { return false }
    return dragged.contains(block)
  }

  private func nearestDestinations(of session: MoveSession, at cell: Point) -> [MoveDestination] {
    let dragged = workspace.blocks[session.blockID]
    return (layout?.connections(near: cell) ?? []).map { connection in
      // A cell beside the block itself, where it is shown connected, keeps the destination.
      if dragged?.contains(connection.sourceBlock) == true { return session.destination }
      return .connection(blockID: connection.sourceBlock.id, inputName: connection.sourceInput?.name)
    }
  }
}

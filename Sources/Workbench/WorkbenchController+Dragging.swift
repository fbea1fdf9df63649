import BlockLayout
import BlockModel
import Screen

/// Dragging blocks and comments, by the keyboard's move mode or the mouse, or both at once.
extension WorkbenchController {
  /// The block that a pointer moves.
  func draggedBlock(by pointer: Pointer) -> MoveSession? { dragger.session(of: pointer) as? MoveSession }

  /// The comment that a pointer moves or resizes.
  func draggedComment(by pointer: Pointer) -> CommentSession? { dragger.session(of: pointer) as? CommentSession }

  /// Whether a pointer holds a comment, which has a size besides its place.
  public func isDraggingComment(by pointer: Pointer) -> Bool { draggedComment(by: pointer) != nil }

  /// Shows something that is held somewhere else.
  /// - Throws: `FieldRefusal` when its place or size is locked.
  func updateDrag(_ update: DragUpdate, by pointer: Pointer) throws(FieldRefusal) {
    if let session = draggedComment(by: pointer) {
      switch update {
      case .steps: break
      case .nudge(let columns, let rows): try session.nudge(columns: columns, rows: rows)
      case .grow(let columns, let rows): try session.grow(columns: columns, rows: rows)
      case .pointed(let cell, let dragOffset):
        try session.show(at: cell.map { LayoutStyle.position(of: $0 - dragOffset) })
      }
    } else if let session = draggedBlock(by: pointer) {
      switch update {
      case .steps(let distance): session.step(distance)
      case .nudge(let columns, let rows): session.nudge(columns: columns, rows: rows)
      case .grow: throw FieldRefusal("a block has the size of what is in it")
      case .pointed(let cell, let dragOffset):
        session.show(at: cell.map { destination(of: session, at: $0, dragOffset: dragOffset) } ?? session.origin)
      }
    }
  }

  // MARK: - Places

  /// Where a dragged block would land at a cell of the canvas.
  /// - Parameter dragOffset: where it was taken, from its first cell.
  private func destination(of moving: MoveSession, at cell: Point, dragOffset: Point) -> MoveDestination {
    let free = MoveDestination.free(LayoutStyle.position(of: cell - dragOffset))
    guard let dragged = workspace.blocks[moving.blockID], let item = order?.item(at: cell),
      let block = item.blockID.flatMap({ workspace.blocks[$0] })
    else {
      return free
    }
    // Over the block itself nothing changes.
    if dragged.holds(block) { return moving.destination }
    let candidates: [MoveDestination]
    switch item {
    case .emptyInput(let id, let name): candidates = [.connection(blockID: id, inputName: name)]
    default: candidates = places(around: block)
    }
    return candidates.first { moving.destinations.contains($0) } ?? free
  }

  /// Places at a block that a user may mean by dropping something on it: in its place, in its statements, below it.
  private func places(around block: Block) -> [MoveDestination] {
    var places: [MoveDestination] = []
    if let superior = block.outputConnection?.target {
      places.append(.connection(blockID: superior.sourceBlock.id, inputName: superior.sourceInput?.name))
    }
    for input in block.inputs where input.kind == .statement {
      places.append(.connection(blockID: block.id, inputName: input.name))
    }
    places.append(.connection(blockID: block.id, inputName: nil))
    for input in block.inputs where input.kind == .value {
      places.append(.connection(blockID: block.id, inputName: input.name))
    }
    if let row = layout?.layout(showing: block)?.block, row !== block {
      places.append(.connection(blockID: row.id, inputName: nil))
    }
    return places
  }
}

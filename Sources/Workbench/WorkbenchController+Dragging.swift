import BlockLayout
import BlockModel
import Screen

/// Dragging blocks and comments, by the keyboard's move mode or the mouse, or both at once.
extension WorkbenchController {
  /// The block that a touch moves.
  public func moving(by touch: Touch) -> MoveSession? { dragger.session(of: touch) as? MoveSession }

  /// The comment that a touch moves or resizes.
  public func arranging(by touch: Touch) -> CommentSession? { dragger.session(of: touch) as? CommentSession }

  /// Lifts what the cursor is on.
  /// - Parameter takesStack: whether what hangs below a block comes along.
  /// - Returns: why not, when it can't be moved.
  public func startMove(takesStack: Bool, by touch: Touch) -> String? {
    if let comment = cursorComment { return startArranging(comment, by: touch) }
    guard let block = realBlock else { return "there is nothing to move here" }
    guard block.isMovable else { return "this block is locked against moving" }
    let isHeld = dragger.touches.contains { moving(by: $0)?.blockID == block.id }
    if isHeld { return "this block is on its way already" }
    dragger.begin(
      touch, MoveSession(block: block, takesStack: takesStack, coordinator: coordinator, dragger: dragger))
    cursor = .block(id: block.id)
    return nil
  }

  private func startArranging(_ comment: WorkspaceComment, by touch: Touch) -> String? {
    guard comment.isMovable || comment.isEditable else { return "this comment is locked against moving and editing" }
    dragger.begin(touch, CommentSession(comment, coordinator: coordinator, dragger: dragger))
    return nil
  }

  /// Drops what a touch moves where it is shown.
  public func drop(by touch: Touch) -> String {
    let session = dragger.session(of: touch)
    let isChanged = dragger.end(touch)
    settleCursor()
    switch session {
    case let session as CommentSession:
      let name = name(of: session.comment)
      return session.deeds.map { "\($0) \(name)" } ?? "\(name) stays as it was"
    case let session as MoveSession:
      let name = workspace.blocks[session.blockID].map { BlockWords.name(of: $0) } ?? "the block"
      return isChanged ? "moved \(name)" : "\(name) stays where it was"
    default: return ""
    }
  }

  /// Deletes what a touch moves, with what came along.
  public func deleteMoving(by touch: Touch) -> String {
    switch dragger.session(of: touch) {
    case let session as CommentSession: deleteMoving(session.comment, by: touch)
    case let session as MoveSession: deleteMoving(session, by: touch)
    default: ""
    }
  }

  private func deleteMoving(_ comment: WorkspaceComment, by touch: Touch) -> String {
    guard comment.isDeletable else {
      dragger.cancel(touch)
      return "this comment is locked against deleting"
    }
    let name = name(of: comment)
    var after: FocusItem?
    dragger.end(touch) { _ in
      after = focusBeside(comment, preferring: .behind)
      try? coordinator.delete(comment)
      return true
    }
    cursor = after
    settleCursor()
    return "deleted \(name)"
  }

  private func deleteMoving(_ session: MoveSession, by touch: Touch) -> String {
    guard let block = workspace.blocks[session.blockID], block.isDeletable else {
      dragger.cancel(touch)
      return "this block is locked against deleting"
    }
    let name = BlockWords.name(of: block)
    var after: FocusItem?
    dragger.end(touch) { _ in
      after = focusAfterDeleting(block)
      coordinator.delete(block, heal: !session.takesStack)
      return true
    }
    cursor = after
    settleCursor()
    return "deleted \(name)"
  }

  /// Puts back what a touch moves.
  public func cancelMove(by touch: Touch) -> String {
    guard dragger.touches.contains(touch) else { return "" }
    dragger.cancel(touch)
    settleCursor()
    return "put back"
  }

  // MARK: - Places

  /// Shows what the mouse moves at a cell of the canvas.
  /// - Parameters:
  ///   - cell: nil for where it was taken.
  ///   - grip: where it was taken, from its first cell.
  /// - Throws: `FieldRefusal` when its place is locked.
  public func showDragged(by touch: Touch, at cell: Point?, grip: Point) throws(FieldRefusal) {
    if let session = arranging(by: touch) {
      try session.show(at: cell.map { WorkspaceLayoutCoordinator.position(of: $0 - grip) })
    } else if let session = moving(by: touch) {
      session.show(at: cell.map { destination(of: session, at: $0, grip: grip) } ?? session.origin)
    }
  }

  /// Where a dragged block would land at a cell of the canvas.
  /// - Parameter grip: where it was taken, from its first cell.
  private func destination(of moving: MoveSession, at cell: Point, grip: Point) -> MoveDestination {
    let free = MoveDestination.free(WorkspaceLayoutCoordinator.position(of: cell - grip))
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

  /// Places at a block that a person may mean by dropping something on it: in its place, in its statements, below it.
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

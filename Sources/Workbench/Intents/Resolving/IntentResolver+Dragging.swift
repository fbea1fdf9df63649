import BlockLayout
import BlockModel
import MortiseScreen

extension Intent {
  /// Starts to drag the item at the cursor.
  public static func beginDrag(takesStack: Bool, by pointer: Pointer) -> Intent {
    Intent("beginDrag") { $0.beginDrag(takesStack: takesStack, by: pointer) }
  }
  /// Starts to drag new blocks, from a cell of the canvas. They are inserted when they are dropped.
  public static func beginInsertion(_ blocks: BlockSnapshot, at cell: Point, by pointer: Pointer) -> Intent {
    Intent("beginInsertion") { $0.beginInsertion(blocks, at: cell, by: pointer) }
  }
  /// Shows the dragged item somewhere else.
  public static func updateDrag(_ update: DragUpdate, by pointer: Pointer) -> Intent {
    Intent("updateDrag") { $0.ofDrag(by: pointer) { .drag($0, update) } }
  }
  /// Leaves the dragged item where it is shown.
  public static func drop(by pointer: Pointer) -> Intent {
    Intent("drop", ends: .drag(pointer), repetition: ofMove) { $0.drop(by: pointer) }
  }
  /// Deletes the dragged item and everything dragged with it.
  public static func discard(by pointer: Pointer) -> Intent {
    Intent("discard", ends: .drag(pointer), repetition: ofMove) { $0.discard(by: pointer) }
  }
  /// Puts the dragged item back where it was; a new one is discarded.
  public static func cancelDrag(by pointer: Pointer) -> Intent {
    Intent("cancelDrag", ends: .drag(pointer)) { resolver in
      resolver.ofDrag(by: pointer) {
        let isInsertion = ($0 as? MoveSession)?.inserted != nil
        return .alreadyDone(statusMessage: isInsertion ? "nothing was inserted" : "canceled; back where it was")
      }
    }
  }

  private static var ofMove: Repetition { .impossible(reason: "a move can't be repeated") }
}

/// Drags by keyboard, mouse or both at once.
extension IntentResolver {
  func beginDrag(takesStack: Bool, by pointer: Pointer) -> Resolution {
    if let reason = state.previews.refusalToDrag { return .refused(reason: reason) }
    if let comment = state.cursorComment {
      guard comment.isMovable || comment.isEditable else {
        return .refused(reason: "this comment is locked against moving and editing")
      }
      if isDragged({ ($0 as? CommentSession)?.comment.id == comment.id }) {
        return .refused(reason: "this comment is already being moved")
      }
      return .preview(.comment(comment, by: pointer))
    }
    if let resolution = beginSelectionDrag(takesStack: takesStack, by: pointer) { return resolution }
    guard let block = state.nearestNonShadowBlock else { return .refused(reason: "there is nothing to move here") }
    guard block.isMovable else { return .refused(reason: "this block is locked against moving") }
    if isDragged({ ($0 as? MoveSession)?.blockID == block.id }) {
      return .refused(reason: "this block is already being moved")
    }
    return .preview(.block(block, takesStack: takesStack, by: pointer))
  }

  /// Starts to drag the selected blocks, joined to one stack; nil if the pointer drags what is at the cursor.
  private func beginSelectionDrag(takesStack: Bool, by pointer: Pointer) -> Resolution? {
    guard !state.selection.isEmpty else { return nil }
    // The mouse drags the selection by one of its blocks.
    if pointer != .keyboard {
      guard let pressed = state.nearestNonShadowBlock,
        state.selection.contains(pressed) || state.selectedHolder(of: pressed) != nil
      else { return nil }
    } else if takesStack {
      return nil
    }
    let (movable, locked) = partition(state.selectedBlocks, .moving)
    guard let first = movable.first else { return .refused(reason: SelectionText.allLocked(locked, .moving)) }
    if isDragged({ ($0 as? MoveSession)?.blockID == first.id }) {
      return .refused(reason: "this block is already being moved")
    }
    var bundle: [BlockRun] = []
    var others: [Block] = []
    for run in BlockRun.runs(of: movable) {
      if bundle.last.map({ run.canConnect(below: $0) }) ?? true { bundle.append(run) } else { others += run.blocks }
    }
    let note =
      SelectionText.kept(locked, .moving)
      + (others.isEmpty
        ? "" : "; can't be joined to \(bundle.count > 1 ? "them" : "it"): \(SelectionText.list(others))")
    return .preview(.block(first, takesStack: false, bundle: bundle.flatMap(\.blocks), note: note, by: pointer))
  }

  func beginInsertion(_ snapshot: BlockSnapshot, at cell: Point, by pointer: Pointer) -> Resolution {
    if let reason = state.previews.refusalToDrag { return .refused(reason: reason) }
    guard !snapshot.isEmpty else { return .refused(reason: "there is nothing to insert") }
    return .preview(.insertion(snapshot, at: cell, by: pointer))
  }

  /// Whether any pointer drags a matching item.
  private func isDragged(_ isMatch: (any DragSession) -> Bool) -> Bool { state.previews.drags.contains(where: isMatch) }

  fileprivate func ofDrag(by pointer: Pointer, _ resolution: (any DragSession) -> Resolution) -> Resolution {
    state.previews.drag(by: pointer).map(resolution) ?? .refused(reason: "nothing is being moved")
  }

  /// Resolve only when nothing is previewed.
  func drop(by pointer: Pointer) -> Resolution {
    ofDrag(by: pointer) { session in
      switch session {
      case let session as CommentSession:
        let name = CommentLabel.name(of: session.comment)
        guard let summary = session.summary else { return .alreadyDone(statusMessage: "\(name) stays as it was") }
        return .changes(Plan(session.changes, statusMessage: "\(summary) \(name)"))
      case let session as MoveSession:
        let name = QuotedWords.quoted(session.name)
        let changes = session.changes
        if changes.isEmpty || session.movesNothing { return .alreadyDone(statusMessage: "\(name) stays where it was") }
        let displaced = session.displacedName.map { ", displaced \(quoted: $0)" } ?? ""
        if session.inserted != nil {
          let location = state.description(of: session.destination)
          return .changes(Plan(changes, focus: .created, statusMessage: "inserted \(name), \(location)\(displaced)"))
        }
        let location = state.description(of: session.destination)
        var plan = Plan(changes, statusMessage: "moved \(name)\(session.count), \(location)\(displaced)\(session.note)")
        plan.clearsSelection = !session.bundleIDs.isEmpty
        return .changes(plan)
      default: return .refused(reason: "nothing is being moved")
      }
    }
  }

  func discard(by pointer: Pointer) -> Resolution {
    ofDrag(by: pointer) { session in
      switch session {
      case let session as CommentSession: return delete(session.comment)
      case let session as MoveSession:
        if session.inserted != nil { return .alreadyDone(statusMessage: "\(quoted: session.name) is not inserted") }
        if !session.bundleIDs.isEmpty { return delete(session.bundleIDs.compactMap { workspace.blocks[$0] }) }
        return block(session.blockID) { block in
          guard block.isDeletable else { return .refused(reason: "this block is locked against deleting") }
          return delete(block, heal: !session.takesStack)
        }
      default: return .refused(reason: "nothing is being moved")
      }
    }
  }
}

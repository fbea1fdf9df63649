import BlockLayout
import BlockModel
import MortiseScreen

/// Drags by keyboard, mouse or both at once, and mutator dialogs.
extension IntentResolver {
  func beginDrag(takesStack: Bool, by pointer: Pointer) -> Resolution {
    if state.mutation != nil, let reason = state.activePreviewReason { return .refused(reason: reason) }
    if let comment = state.cursorComment {
      guard comment.isMovable || comment.isEditable else {
        return .refused(reason: "this comment is locked against moving and editing")
      }
      if isDragged({ ($0 as? CommentSession)?.comment.id == comment.id }) {
        return .refused(reason: "this comment is already being moved")
      }
      return .preview { $0.beginDrag(.comment(id: comment.id), takesStack: false, by: pointer) }
    }
    if let resolution = beginSelectionDrag(takesStack: takesStack, by: pointer) { return resolution }
    guard let block = state.nearestNonShadowBlock else { return .refused(reason: "there is nothing to move here") }
    guard block.isMovable else { return .refused(reason: "this block is locked against moving") }
    if isDragged({ ($0 as? MoveSession)?.blockID == block.id }) {
      return .refused(reason: "this block is already being moved")
    }
    return .preview { $0.beginDrag(.block(id: block.id), takesStack: takesStack, by: pointer) }
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
    return .preview {
      $0.beginDrag(.block(id: first.id), takesStack: false, bundle: bundle.flatMap(\.blocks), note: note, by: pointer)
    }
  }

  func beginInsertion(_ snapshot: BlockSnapshot, at cell: Point, by pointer: Pointer) -> Resolution {
    if state.mutation != nil, let reason = state.activePreviewReason { return .refused(reason: reason) }
    guard !snapshot.isEmpty else { return .refused(reason: "there is nothing to insert") }
    return .preview { $0.beginInsertion(snapshot, at: cell, by: pointer) }
  }

  /// Whether any pointer drags a matching item.
  private func isDragged(_ isMatch: (any DragSession) -> Bool) -> Bool {
    state.dragger.pointers.contains { state.dragger.session(of: $0).map(isMatch) ?? false }
  }

  func updateDrag(_ update: DragUpdate, by pointer: Pointer) -> Resolution {
    withSession(by: pointer) { _ in .preview { $0.updateDrag(update, by: pointer) } }
  }

  func cancelDrag(by pointer: Pointer) -> Resolution {
    withSession(by: pointer) { _ in .preview { $0.cancelDrag(by: pointer) } }
  }

  /// Resolve only when nothing is previewed.
  func drop(by pointer: Pointer) -> Resolution {
    withSession(by: pointer) { session in
      switch session {
      case let session as CommentSession:
        let name = CommentLabel.name(of: session.comment)
        guard let summary = session.summary else { return .alreadyDone(statusMessage: "\(name) stays as it was") }
        return .changes(Plan(session.changes, statusMessage: "\(summary) \(name)"))
      case let session as MoveSession:
        let name = session.name
        let changes = session.changes
        if changes.isEmpty || session.movesNothing { return .alreadyDone(statusMessage: "\(name) stays where it was") }
        let displaced = session.displacedName.map { ", displaced \($0)" } ?? ""
        if session.inserted != nil {
          return .changes(Plan(changes, focus: .created, statusMessage: "inserted \(name)\(displaced)"))
        }
        var plan = Plan(changes, statusMessage: "moved \(name)\(displaced)\(session.note)")
        plan.clearsSelection = !session.bundleIDs.isEmpty
        return .changes(plan)
      default: return .refused(reason: "nothing is being moved")
      }
    }
  }

  func discard(by pointer: Pointer) -> Resolution {
    withSession(by: pointer) { session in
      switch session {
      case let session as CommentSession: return delete(session.comment)
      case let session as MoveSession:
        if session.inserted != nil { return .alreadyDone(statusMessage: "\(session.name) is not inserted") }
        if !session.bundleIDs.isEmpty { return delete(session.bundleIDs.compactMap { workspace.blocks[$0] }) }
        return block(session.blockID) { block in
          guard block.isDeletable else { return .refused(reason: "this block is locked against deleting") }
          return delete(block, heal: !session.takesStack)
        }
      default: return .refused(reason: "nothing is being moved")
      }
    }
  }

  private func withSession(by pointer: Pointer, _ resolution: (any DragSession) -> Resolution) -> Resolution {
    state.dragger.session(of: pointer).map(resolution) ?? .refused(reason: "nothing is being moved")
  }

  // MARK: - Mutators

  func beginMutation() -> Resolution {
    guard let block = state.cursorBlock else { return .refused(reason: "there is no block here") }
    if let reason = state.activePreviewReason { return .refused(reason: reason) }
    guard state.mutatorLayout(block) != nil else {
      if let mutator = block.mutator, mutator.hasDialog {
        return .refused(reason: "no layout with a dialog is registered for the mutator \(type(of: mutator))")
      }
      return .refused(reason: "\(BlockLabel.name(of: block)) has no parts to change")
    }
    guard block.isEditable else { return .refused(reason: "this block is locked against editing") }
    return .preview { $0.startMutation() }
  }

  func cancelMutation() -> Resolution {
    state.mutation == nil ? .refused(reason: "no dialog is open") : .preview { $0.cancelMutation() }
  }

  /// Resolve only when nothing is previewed.
  func applyMutation() -> Resolution {
    guard let session = state.mutation else { return .refused(reason: "no dialog is open") }
    guard session.isChanged else { return .alreadyDone(statusMessage: "nothing changed") }
    return .changes(
      Plan([.mutate(session.layout)]) { state, _ in "changed: \(state.mutatorDescription(of: session.block))" })
  }
}

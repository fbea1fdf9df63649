import BlockLayout
import BlockModel

/// What is held, by the keyboard's move mode or the mouse, or both at once; and the dialogs of mutators.
extension IntentResolver {
  func beginDrag(takesStack: Bool, by pointer: Pointer) -> Resolution {
    if state.mutation != nil, let reason = state.activePreviewReason { return .nothing(reason: reason) }
    if let comment = state.cursorComment {
      guard comment.isMovable || comment.isEditable else {
        return .nothing(reason: "this comment is locked against moving and editing")
      }
      if isHeld({ ($0 as? CommentSession)?.comment.id == comment.id }) {
        return .nothing(reason: "this comment is on its way already")
      }
      return .preview(.beginDrag(.comment(id: comment.id), takesStack: false, by: pointer))
    }
    guard let block = state.realBlock else { return .nothing(reason: "there is nothing to move here") }
    guard block.isMovable else { return .nothing(reason: "this block is locked against moving") }
    if isHeld({ ($0 as? MoveSession)?.blockID == block.id }) {
      return .nothing(reason: "this block is on its way already")
    }
    return .preview(.beginDrag(.block(id: block.id), takesStack: takesStack, by: pointer))
  }

  /// Whether any pointer holds it.
  private func isHeld(_ isMeant: (any DragSession) -> Bool) -> Bool {
    state.dragger.pointers.contains { state.dragger.session(of: $0).map(isMeant) ?? false }
  }

  func updateDrag(_ update: DragUpdate, by pointer: Pointer) -> Resolution {
    held(by: pointer) { _ in .preview(.updateDrag(update, by: pointer)) }
  }

  func cancelDrag(by pointer: Pointer) -> Resolution {
    held(by: pointer) { _ in .preview(.cancelDrag(by: pointer)) }
  }

  /// To be asked when nothing is shown that isn't real.
  func drop(by pointer: Pointer) -> Resolution {
    held(by: pointer) { session in
      switch session {
      case let session as CommentSession:
        let name = CommentLabel.name(of: session.comment)
        guard let deeds = session.deeds else { return .already(words: "\(name) stays as it was") }
        return .changes(Plan(session.changes, words: "\(deeds) \(name)"))
      case let session as MoveSession:
        let name = workspace.blocks[session.blockID].map { BlockLabel.name(of: $0) } ?? "the block"
        let changes = session.changes
        if changes.isEmpty { return .already(words: "\(name) stays where it was") }
        return .changes(Plan(changes, words: "moved \(name)"))
      default: return .nothing(reason: "nothing is held")
      }
    }
  }

  func discard(by pointer: Pointer) -> Resolution {
    held(by: pointer) { session in
      switch session {
      case let session as CommentSession: return delete(session.comment)
      case let session as MoveSession:
        return block(session.blockID) { block in
          guard block.isDeletable else { return .nothing(reason: "this block is locked against deleting") }
          return delete(block, heal: !session.takesStack)
        }
      default: return .nothing(reason: "nothing is held")
      }
    }
  }

  private func held(by pointer: Pointer, _ resolution: (any DragSession) -> Resolution) -> Resolution {
    state.dragger.session(of: pointer).map(resolution) ?? .nothing(reason: "nothing is held")
  }

  // MARK: - Mutators

  func beginMutation() -> Resolution {
    guard let block = state.cursorBlock else { return .nothing(reason: "there is no block here") }
    if let reason = state.activePreviewReason { return .nothing(reason: reason) }
    guard state.mutatorLayout(block) != nil else {
      return .nothing(reason: "\(BlockLabel.name(of: block)) has no parts to change")
    }
    guard block.isEditable else { return .nothing(reason: "this block is locked against editing") }
    return .preview(.beginMutation)
  }

  /// To be asked when nothing is shown that isn't real.
  func keepMutation() -> Resolution {
    guard let session = state.mutation else { return .nothing(reason: "no dialog is open") }
    guard session.isChanged else { return .already(words: "nothing changed") }
    return .changes(
      Plan([.mutate(session.layout)]) { workbench, _ in "changed: \(workbench.mutatorDescription(of: session.block))" })
  }
}

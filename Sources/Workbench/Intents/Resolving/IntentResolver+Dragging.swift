import BlockLayout
import BlockModel

/// What is held, by the keyboard's move mode or the mouse, or both at once; and the dialogs of mutators.
extension IntentResolver {
  func lift(takesStack: Bool, by touch: Touch) -> Resolution {
    if state.mutation != nil, let reason = state.rehearsalInTheWay { return .nothing(reason: reason) }
    if let comment = state.cursorComment {
      guard comment.isMovable || comment.isEditable else {
        return .nothing(reason: "this comment is locked against moving and editing")
      }
      if isHeld({ ($0 as? CommentSession)?.comment.id == comment.id }) {
        return .nothing(reason: "this comment is on its way already")
      }
      return .rehearsal(.lift(.comment(id: comment.id), takesStack: false, by: touch))
    }
    guard let block = state.realBlock else { return .nothing(reason: "there is nothing to move here") }
    guard block.isMovable else { return .nothing(reason: "this block is locked against moving") }
    if isHeld({ ($0 as? MoveSession)?.blockID == block.id }) {
      return .nothing(reason: "this block is on its way already")
    }
    return .rehearsal(.lift(.block(id: block.id), takesStack: takesStack, by: touch))
  }

  /// Whether any touch holds it.
  private func isHeld(_ isMeant: (any DragSession) -> Bool) -> Bool {
    state.dragger.touches.contains { state.dragger.session(of: $0).map(isMeant) ?? false }
  }

  func carry(_ carrying: Carrying, by touch: Touch) -> Resolution {
    held(by: touch) { _ in .rehearsal(.carry(carrying, by: touch)) }
  }

  func putBack(by touch: Touch) -> Resolution {
    held(by: touch) { _ in .rehearsal(.putBack(by: touch)) }
  }

  /// To be asked when nothing is shown that isn't real.
  func drop(by touch: Touch) -> Resolution {
    held(by: touch) { session in
      switch session {
      case let session as CommentSession:
        let name = CommentWords.name(of: session.comment)
        guard let deeds = session.deeds else { return .already(words: "\(name) stays as it was") }
        return .changes(Plan(session.changes, words: "\(deeds) \(name)"))
      case let session as MoveSession:
        let name = workspace.blocks[session.blockID].map { BlockWords.name(of: $0) } ?? "the block"
        let changes = session.changes
        if changes.isEmpty { return .already(words: "\(name) stays where it was") }
        return .changes(Plan(changes, words: "moved \(name)"))
      default: return .nothing(reason: "nothing is held")
      }
    }
  }

  func discard(by touch: Touch) -> Resolution {
    held(by: touch) { session in
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

  private func held(by touch: Touch, _ resolution: (any DragSession) -> Resolution) -> Resolution {
    state.dragger.session(of: touch).map(resolution) ?? .nothing(reason: "nothing is held")
  }

  // MARK: - Mutators

  func beginMutation() -> Resolution {
    guard let block = state.cursorBlock else { return .nothing(reason: "there is no block here") }
    if let reason = state.rehearsalInTheWay { return .nothing(reason: reason) }
    guard state.mutatorLayout(block) != nil else {
      return .nothing(reason: "\(BlockWords.name(of: block)) has no parts to change")
    }
    guard block.isEditable else { return .nothing(reason: "this block is locked against editing") }
    return .rehearsal(.beginMutation)
  }

  /// To be asked when nothing is shown that isn't real.
  func keepMutation() -> Resolution {
    guard let session = state.mutation else { return .nothing(reason: "no dialog is open") }
    guard session.isChanged else { return .already(words: "nothing changed") }
    return .changes(
      Plan([.mutate(session.layout)]) { workbench, _ in "changed: \(workbench.mutatorWords(of: session.block))" })
  }
}

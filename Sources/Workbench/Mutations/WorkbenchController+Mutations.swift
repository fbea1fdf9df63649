import BlockLayout
import BlockModel

/// Changing what a block is made of, in a dialog.
extension WorkbenchController {
  /// Begins to change what the block at the cursor is made of. The cursor goes to the sign that stands for it.
  /// - Throws: `FieldRefusal` when it can't be changed.
  public func startMutation() throws(FieldRefusal) -> MutationSession {
    guard let block = cursorBlock else { throw FieldRefusal("there is no block here") }
    guard !isDragging else { throw FieldRefusal("something is on its way; drop it first") }
    let types = coordinator.layoutFactory.typesWithView
    guard let mutator = block.mutator, types.contains(ObjectIdentifier(type(of: mutator))),
      let layout = coordinator.layoutFactory.mutatorLayout(of: block, coordinator: coordinator)
    else { throw FieldRefusal("\(BlockWords.name(of: block)) has no parts to change") }
    guard block.isEditable else { throw FieldRefusal("this block is locked against editing") }
    let session = MutationSession(block: block, layout: layout, coordinator: coordinator)
    mutation = session
    focus(.mutator(blockID: block.id))
    return session
  }

  /// Keeps what is shown, as one step.
  /// - Returns: what to tell the person.
  public func keepMutation() -> String {
    guard let session = mutation else { return "" }
    let isChanged = session.isChanged
    session.takeBack()
    mutation = nil
    guard isChanged else { return "nothing changed" }
    act { session.layout.performMutation() }
    settleCursor()
    return "changed: \(mutatorWords(of: session.block))"
  }

  /// Takes everything back that is shown; no step and no event remain.
  public func cancelMutation() {
    guard let session = mutation else { return }
    session.takeBack()
    mutation = nil
    settleCursor()
  }
}

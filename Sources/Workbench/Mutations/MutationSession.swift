import BlockEditing
import BlockEvents
import BlockLayout
import BlockModel

/// A dialog for a block's mutator. It previews the draft, which changes the program when the user applies it.
public final class MutationSession {
  public let block: Block
  /// Holds the draft.
  public let layout: MutatorLayout
  private let coordinator: WorkspaceLayoutCoordinator
  private var previewed: [BlocklyEvent] = []
  /// Whether the preview is that of the draft.
  private var isPreviewed = true
  private var differs = false

  /// Called when the preview changes.
  private let onPreviewChange: () -> Void

  init(
    block: Block, layout: MutatorLayout, coordinator: WorkspaceLayoutCoordinator, onPreviewChange: @escaping () -> Void
  ) {
    self.block = block
    self.layout = layout
    self.coordinator = coordinator
    self.onPreviewChange = onPreviewChange
  }

  /// Whether the draft differs from the block's current shape.
  public var isChanged: Bool {
    preview()
    return differs
  }

  /// Changes the draft, which `preview` shows. Nothing is previewed while `change` runs.
  /// - Throws: what `change` throws.
  public func change(_ change: () throws(FieldError) -> Void) throws(FieldError) {
    rollBack()
    isPreviewed = false
    try change()
  }

  /// Previews the draft. It is shown when all keys of a burst are handled, as a preview takes longer than a key.
  public func preview() {
    if isPreviewed { return }
    isPreviewed = true
    previewed = coordinator.preview([.mutate(layout)])
    differs = previewed.contains { $0.recordsUndo && !$0.isNull }
    onPreviewChange()
  }

  func rollBack() {
    if previewed.isEmpty { return }
    coordinator.rollBack(previewed)
    previewed = []
  }
}

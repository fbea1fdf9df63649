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
  public private(set) var isChanged = false

  /// Changes the draft and updates the preview. Nothing is previewed while `change` runs.
  /// - Throws: what `change` throws.
  public func change(_ change: () throws(FieldError) -> Void) throws(FieldError) {
    rollBack()
    defer {
      previewed = coordinator.preview([.mutate(layout)])
      isChanged = previewed.contains { $0.recordsUndo && !$0.isNull }
      onPreviewChange()
    }
    try layout.changeDraft(change)
  }

  func rollBack() {
    coordinator.rollBack(previewed)
    previewed = []
  }
}

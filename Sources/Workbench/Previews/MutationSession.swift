import BlockEditing
import BlockEvents
import BlockLayout
import BlockModel

/// A dialog for a block's mutator. It previews the draft, which changes the program when the user applies it.
public final class MutationSession: Preview {
  /// The block whose mutator is edited.
  public let block: Block
  /// Holds the draft.
  public let layout: MutatorLayout
  /// Whether the draft differs from the block's current shape.
  public private(set) var isChanged = false

  init(block: Block, layout: MutatorLayout, coordinator: WorkspaceLayoutCoordinator) {
    self.block = block
    self.layout = layout
    super.init(.dialog, coordinator: coordinator)
  }

  /// Changes the draft and what is shown. Nothing is previewed while `change` runs.
  /// - Throws: the `FieldError` that `change` throws.
  public func change(_ change: () throws(FieldError) -> Void) throws(FieldError) {
    try update { () throws(FieldError) in try layout.changeDraft(change) }
  }

  override var shownChanges: [ProgramChange] { [.mutate(layout)] }

  override func didShow(_ events: [BlocklyEvent]) {
    isChanged = events.contains { $0.recordsUndo && !$0.isNull }
  }
}

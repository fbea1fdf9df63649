import BlockEditing
import BlockEvents
import BlockLayout
import BlockModel

/// A dialog for a block's mutator: what is wanted is shown at once, as a preview, and becomes real when it is kept.
public final class MutationSession {
  public let block: Block
  /// Holds what is wanted.
  public let layout: MutatorLayout
  private let coordinator: WorkspaceLayoutCoordinator
  private var previewed: [BlocklyEvent] = []

  /// Is called when something else is shown.
  private let didShow: () -> Void

  init(
    block: Block, layout: MutatorLayout, coordinator: WorkspaceLayoutCoordinator, didShow: @escaping () -> Void
  ) {
    self.block = block
    self.layout = layout
    self.coordinator = coordinator
    self.didShow = didShow
  }

  /// Whether what is wanted differs from what is there.
  public private(set) var isChanged = false

  /// Changes what is wanted, and shows what comes of it. While `change` runs, the program is as it was at first.
  /// - Throws: what `change` throws.
  public func change(_ change: () throws(FieldRefusal) -> Void) throws(FieldRefusal) {
    rollBack()
    defer {
      previewed = coordinator.preview([.mutate(layout)])
      isChanged = previewed.contains { $0.recordsUndo && !$0.isNull }
      didShow()
    }
    try change()
  }

  func rollBack() {
    coordinator.rollBack(previewed)
    previewed = []
  }
}

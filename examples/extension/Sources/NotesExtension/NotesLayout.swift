import BlockEditing
import BlockLayout
import BlockModel
import MortiseScreen

/// The link between the mutator and its dialog.
public final class NotesLayout: MutatorLayout {
  private let notes: MutatorNotes

  public init(_ notes: MutatorNotes, of block: Block, coordinator: WorkspaceLayoutCoordinator) {
    self.notes = notes
    super.init(notes, of: block, coordinator: coordinator)
  }

  public var count: Int { notes.count }

  /// Called by the dialog, before the layout mutates the block.
  public func update(count: Int) { notes.count = count }
}

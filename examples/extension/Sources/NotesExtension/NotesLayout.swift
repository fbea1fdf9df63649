import BlockEditing
import BlockLayout
import BlockModel
import MortiseScreen

/// What stands between the mutator and its dialog.
public final class NotesLayout: MutatorLayout {
  private let notes: MutatorNotes

  public init(_ notes: MutatorNotes, of block: Block, coordinator: WorkspaceLayoutCoordinator) {
    self.notes = notes
    super.init(notes, of: block, coordinator: coordinator)
  }

  public var count: Int { notes.count }

  /// The dialog calls this, and then has the layout mutate the block.
  public func update(count: Int) { notes.count = count }
}

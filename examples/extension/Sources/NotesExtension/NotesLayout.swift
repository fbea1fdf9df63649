import BlockEditing
import BlockLayout
import BlockModel
import MortiseScreen

/// What stands between the mutator and its dialog: the number that the user asks for.
public final class NotesLayout: MutatorLayout {
  private let notes: MutatorNotes
  public var requestedCount = 1

  public init(_ notes: MutatorNotes, of block: Block, coordinator: WorkspaceLayoutCoordinator) {
    self.notes = notes
    super.init(notes, of: block, coordinator: coordinator)
  }

  override public func read() { requestedCount = notes.count }

  override public func updateMutator() -> Bool {
    guard requestedCount != notes.count else { return false }
    notes.count = requestedCount
    return true
  }
}

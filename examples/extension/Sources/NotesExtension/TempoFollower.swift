import BlockEditing
import BlockEvents
import BlockModel

/// Gives a block of many notes a fast tempo. The change belongs to the group of the mutation, so one undo reverts both.
public final class TempoFollower: EventManagerListener {
  private let coordinator: WorkspaceLayoutCoordinator

  public init(coordinator: WorkspaceLayoutCoordinator) { self.coordinator = coordinator }

  public func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) {
    guard let change = event as? ChangeEvent, change.element == .mutation,
      let block = coordinator.workspace.blocks[change.blockID ?? ""], let notes = block.mutator as? MutatorNotes
    else { return }
    // Does nothing while the event is replayed: the tempo has an event of its own then.
    EventChain.extend(event, of: eventManager) {
      coordinator.setTempo(notes.count > 4 ? "allegro" : "andante", of: block)
    }
  }
}

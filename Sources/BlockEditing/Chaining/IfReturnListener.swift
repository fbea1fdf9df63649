import BlockEvents
import BlockLibrary
import BlockModel

/// Gives “if … return” blocks the shape that the function asks for in which they stand: with a value or without one.
public final class IfReturnListener: EventManagerListener {
  private let coordinator: WorkspaceLayoutCoordinator

  private let followsOtherClients: Bool

  /// - Parameter followsOtherClients: whether the events that are replayed are another client's, which does not record what
  ///   these blocks do.
  public init(coordinator: WorkspaceLayoutCoordinator, followsOtherClients: Bool = false) {
    self.coordinator = coordinator
    self.followsOtherClients = followsOtherClients
    coordinator.eventManager.addListener(self)
  }

  public func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) {
    // While the listeners are told, only undo and redo are still replaying.
    guard followsOtherClients ? !eventManager.isReplaying : !event.isReplayed else { return }
    var changes: [(block: Block, mutator: MutatorIfReturn, value: Bool)] = []
    for (block, place) in PlacedBlocks(arrivedBy: event, in: coordinator) {
      guard let mutator = block.mutator as? MutatorIfReturn, let function = place.function else { continue }
      let value = function.firstInput(withName: "RETURN") != nil
      if mutator.hasReturnValue != value { changes.append((block, mutator, value)) }
    }
    guard !changes.isEmpty else { return }
    EventChain.extendReplayed(event, of: eventManager) {
      for (block, mutator, value) in changes {
        // Other clients follow by themselves, and can't take it from a mutation.
        BlockMutation(of: block, as: .shape, through: coordinator).perform {
          mutator.hasReturnValue = value
          return true
        }
      }
    }
  }
}

import BlockEvents
import BlockLibrary
import BlockModel

/// Gives “if … return” blocks the shape that their function requires: with or without a value.
public final class IfReturnListener: EventManagerListener {
  private let coordinator: WorkspaceLayoutCoordinator

  private let followsOtherClients: Bool

  /// - Parameter followsOtherClients: whether replayed events come from another client, which doesn't record the shape
  ///   of these blocks.
  public init(coordinator: WorkspaceLayoutCoordinator, followsOtherClients: Bool = false) {
    self.coordinator = coordinator
    self.followsOtherClients = followsOtherClients
    coordinator.eventManager.addListener(self)
  }

  public var wantsLoadingEvents: Bool { false }

  public func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) {
    // While listeners are called, `isReplaying` is only set during undo and redo.
    guard followsOtherClients ? !eventManager.isReplaying : !event.isReplayed else { return }
    var changes: [(block: Block, mutator: MutatorIfReturn, value: Bool)] = []
    for (block, place) in PlacedBlocks(movedBy: event, in: coordinator) {
      guard let mutator = block.mutator as? MutatorIfReturn, let function = place.function else { continue }
      let value = function.firstInput(withName: "RETURN") != nil
      if mutator.hasReturnValue != value { changes.append((block, mutator, value)) }
    }
    guard !changes.isEmpty else { return }
    EventChain.extendReplayed(event, of: eventManager) {
      for (block, mutator, value) in changes {
        // Not a mutation: other clients derive the shape themselves and can't read it from a mutation.
        BlockMutation(of: block, as: .shape, through: coordinator).perform {
          mutator.hasReturnValue = value
          return true
        }
      }
    }
  }
}

import BlockEvents
import BlockLibrary
import BlockModel

/// Disables blocks that have no effect where they were put, and enables them again elsewhere: jumps outside loops,
/// returns outside functions. Blocks that the user disabled stay disabled.
public final class MisplacementListener: EventManagerListener {
  private let coordinator: WorkspaceLayoutCoordinator

  /// Listens from now on. Keep the listener, as the event manager doesn't retain it.
  public init(coordinator: WorkspaceLayoutCoordinator) {
    self.coordinator = coordinator
    coordinator.eventManager.addListener(self)
  }

  public var wantsLoadingEvents: Bool { false }

  public func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) {
    if event.isReplayed { return }
    var changes: [(block: Block, reason: Misplacement, isMisplaced: Bool)] = []
    for (block, place) in PlacedBlocks(movedBy: event, in: coordinator) {
      let present = place.misplacement(of: block)
      for reason in Misplacement.allCases where reason.blockType == block.type {
        let isMisplaced = reason == present
        if block.disabledReasons.contains(reason.rawValue) != isMisplaced {
          changes.append((block, reason, isMisplaced))
        }
      }
    }
    guard !changes.isEmpty else { return }
    EventChain.extend(event, of: eventManager) {
      for (block, reason, isMisplaced) in changes {
        coordinator.set(.disabled(reason: reason.rawValue), to: .flag(isMisplaced), of: block)
      }
    }
  }
}

import BlockEditing
import BlockEvents
import BlockModel
import Markup

/// An event of an app's own: something happened to a block that shows nowhere in it.
final class PokeEvent: BlocklyEvent {
  let number: Int

  init(blockID: String, number: Int, workspaceID: String) {
    self.number = number
    super.init(type: "poke", workspaceID: workspaceID, blockID: blockID)
  }

  static func register(with factory: BlocklyEventFactory) {
    factory.register("poke") { (json, workspaceID) throws(EventError) in
      guard let blockID = json["blockId"]?.string, let number = json["number"]?.integer else {
        throw EventError("a poke lacks its block or number")
      }
      return PokeEvent(blockID: blockID, number: number, workspaceID: workspaceID)
    }
  }

  override func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {
    json.member("blockId", blockID ?? "")
    json.key("number")
    json.integer(number)
  }

  override func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    guard let coordinator = target as? WorkspaceLayoutCoordinator, let blockID else { return }
    coordinator.add(PokeEvent(blockID: blockID, number: forward ? number : -number, workspaceID: workspaceID))
  }
}

/// Chains a change to each poke: a dot more in the block's data.
final class Echo: EventManagerListener {
  private let coordinator: WorkspaceLayoutCoordinator
  private(set) var replayed = 0
  private(set) var chained = 0

  init(_ coordinator: WorkspaceLayoutCoordinator) { self.coordinator = coordinator }

  func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) {
    guard let poke = event as? PokeEvent, let block = coordinator.workspace.blocks[poke.blockID ?? ""] else { return }
    if poke.isReplayed { replayed += 1 }
    EventChain.extend(poke, of: eventManager) {
      chained += 1
      coordinator.set(.data, to: .text((block.data ?? "") + "."), of: block)
    }
  }
}

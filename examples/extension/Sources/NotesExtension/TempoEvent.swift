import BlockEditing
import BlockEvents
import BlockModel
import Markup

/// The tempo of a block that plays notes was changed. The tempo is stored in the block's data, and so in files.
public final class TempoEvent: BlocklyEvent {
  public static let type = "notes_tempo"

  public private(set) var old: String?
  public private(set) var new: String?

  public convenience init(blockID: String, old: String?, new: String?, workspaceID: String) {
    self.init(type: Self.type, workspaceID: workspaceID, blockID: blockID)
    self.old = old
    self.new = new
  }

  /// Registers the event with a factory, which can then read it.
  public static func register(with factory: BlocklyEventFactory) {
    factory.registerMembers(type) { TempoEvent(type: $0, workspaceID: $1) }
  }

  override public class var members: [EventMember] {
    [.blockID, .text("old", \TempoEvent.old), .text("new", \TempoEvent.new)]
  }

  override public var isNull: Bool { old == new }

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    guard let coordinator = target as? WorkspaceLayoutCoordinator, let block = target.workspace.blocks[blockID ?? ""]
    else { throw EventError("there is no block “\(blockID ?? "")”") }
    coordinator.setTempo(forward ? new : old, of: block)
  }
}

extension WorkspaceLayoutCoordinator {
  /// Changes the tempo of a block, and adds the event.
  public func setTempo(_ tempo: String?, of block: Block) {
    let old = block.data
    block.data = tempo
    layoutBuilder.buildLayoutTree(forBlock: block)
    add(TempoEvent(blockID: block.id, old: old, new: tempo, workspaceID: workspace.id))
  }
}

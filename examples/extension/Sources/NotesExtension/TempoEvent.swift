import BlockEditing
import BlockEvents
import BlockModel
import Markup

/// The tempo of a block that plays notes was changed. It is kept in the block's data, so that files keep it.
public final class TempoEvent: BlocklyEvent {
  public static let type = "notes_tempo"

  public let old: String?
  public let new: String?

  public init(blockID: String, old: String?, new: String?, workspaceID: String) {
    self.old = old
    self.new = new
    super.init(type: Self.type, workspaceID: workspaceID, blockID: blockID)
  }

  /// Has a factory read these events.
  public static func register(with factory: BlocklyEventFactory) {
    factory.register(type) { (json, workspaceID) throws(EventError) in
      guard let blockID = json["blockId"]?.string else { throw EventError("“blockId” is missing or not a string") }
      return TempoEvent(
        blockID: blockID, old: json["old"]?.string, new: json["new"]?.string, workspaceID: workspaceID)
    }
  }

  override public func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {
    json.member("blockId", blockID ?? "")
    if let old { json.member("old", old) }
    if let new { json.member("new", new) }
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

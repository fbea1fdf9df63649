import BlockFormats
import BlockModel
import Markup

/// Blocks were made (`create`).
public final class CreateEvent: BlocklyEvent {
  /// The blocks as they were made.
  public let snapshot: BlockSnapshot
  /// How many top-level blocks and comments stand before it in the file.
  public let place: Int?

  public init(snapshot: BlockSnapshot, place: Int?, workspaceID: String) {
    self.snapshot = snapshot
    self.place = place
    super.init(type: "create", workspaceID: workspaceID, blockID: snapshot.records.first?.id)
  }

  convenience init(json: JSONValue, workspaceID: String) throws(EventError) {
    self.init(
      snapshot: try EventMembers(json).snapshot(json: "json", xml: "xml"), place: json.own?["place"]?.integer,
      workspaceID: workspaceID)
  }

  override public func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {
    json.member("blockId", blockID ?? "")
    json.member("xml", BlockText.xml(of: snapshot, in: workspace))
    json.ids(snapshot)
    json.member("json", BlockText.json(of: snapshot, in: workspace))
    json.recordUndo(of: self)
    json.own { $0.members(of: snapshot, place: place) }
  }

  override public var memorySize: Int { super.memorySize + snapshot.memorySize }

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    if forward { try target.create(snapshot, at: place) } else { try target.delete(blockID: blockID ?? "") }
  }
}

/// Blocks were deleted (`delete`).
public final class DeleteEvent: BlocklyEvent {
  /// The blocks as they were.
  public let snapshot: BlockSnapshot
  /// How many top-level blocks and comments stand before it in the file.
  public let place: Int?

  public init(snapshot: BlockSnapshot, place: Int?, workspaceID: String) {
    self.snapshot = snapshot
    self.place = place
    super.init(type: "delete", workspaceID: workspaceID, blockID: snapshot.records.first?.id)
  }

  convenience init(json: JSONValue, workspaceID: String) throws(EventError) {
    self.init(
      snapshot: try EventMembers(json).snapshot(json: "oldJson", xml: "oldXml"), place: json.own?["place"]?.integer,
      workspaceID: workspaceID)
  }

  override public func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {
    json.member("blockId", blockID ?? "")
    json.member("oldXml", BlockText.xml(of: snapshot, in: workspace))
    json.ids(snapshot)
    json.member("wasShadow", wasShadow)
    json.member("oldJson", BlockText.json(of: snapshot, in: workspace))
    json.recordUndo(of: self)
    json.own { $0.members(of: snapshot, place: place) }
  }

  public var wasShadow: Bool { snapshot.records.first?.isShadow ?? false }

  override public var memorySize: Int { super.memorySize + snapshot.memorySize }

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    if forward { try target.delete(blockID: blockID ?? "") } else { try target.create(snapshot, at: place) }
  }
}

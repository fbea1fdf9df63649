import BlockFormats
import BlockModel
import Markup

/// Blocks were made (`create`).
public final class CreateEvent: BlocklyEvent {
  /// The blocks as they were made.
  public let snapshot: BlockSnapshot
  /// The place of the first block among those at the top level.
  public let topIndex: Int?

  public init(snapshot: BlockSnapshot, topIndex: Int?, workspaceID: String) {
    self.snapshot = snapshot
    self.topIndex = topIndex
    super.init(type: "create", workspaceID: workspaceID, blockID: snapshot.records.first?.id)
  }

  convenience init(json: JSONValue, workspaceID: String) throws(EventError) {
    self.init(
      snapshot: try EventMembers(json).snapshot(json: "json", xml: "xml"), topIndex: json.own?["index"]?.integer,
      workspaceID: workspaceID)
  }

  override public func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {
    json.member("blockId", blockID ?? "")
    json.member("xml", BlockText.xml(of: snapshot, in: workspace))
    json.ids(snapshot)
    json.member("json", BlockText.json(of: snapshot, in: workspace))
    json.recordUndo(of: self)
    json.own { $0.members(of: snapshot, topIndex: topIndex) }
  }

  override public var memorySize: Int { super.memorySize + snapshot.memorySize }

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    if forward { try target.create(snapshot, topIndex: topIndex) } else { try target.delete(blockID: blockID ?? "") }
  }
}

/// Blocks were deleted (`delete`).
public final class DeleteEvent: BlocklyEvent {
  /// The blocks as they were.
  public let snapshot: BlockSnapshot
  /// The place of the first block among those at the top level.
  public let topIndex: Int?

  public init(snapshot: BlockSnapshot, topIndex: Int?, workspaceID: String) {
    self.snapshot = snapshot
    self.topIndex = topIndex
    super.init(type: "delete", workspaceID: workspaceID, blockID: snapshot.records.first?.id)
  }

  convenience init(json: JSONValue, workspaceID: String) throws(EventError) {
    self.init(
      snapshot: try EventMembers(json).snapshot(json: "oldJson", xml: "oldXml"), topIndex: json.own?["index"]?.integer,
      workspaceID: workspaceID)
  }

  override public func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {
    json.member("blockId", blockID ?? "")
    json.member("oldXml", BlockText.xml(of: snapshot, in: workspace))
    json.ids(snapshot)
    json.member("wasShadow", wasShadow)
    json.member("oldJson", BlockText.json(of: snapshot, in: workspace))
    json.recordUndo(of: self)
    json.own { $0.members(of: snapshot, topIndex: topIndex) }
  }

  public var wasShadow: Bool { snapshot.records.first?.isShadow ?? false }

  override public var memorySize: Int { super.memorySize + snapshot.memorySize }

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    if forward { try target.delete(blockID: blockID ?? "") } else { try target.create(snapshot, topIndex: topIndex) }
  }
}

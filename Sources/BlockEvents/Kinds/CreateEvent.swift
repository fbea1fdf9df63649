import BlockFormats
import BlockModel
import Markup

/// Both forms of an event's blocks as they were read: what is written of such an event is what it said, whatever became of
/// its variables since.
struct ReadBlocks {
  let xml: String
  let json: JSONValue

  init?(_ event: JSONValue, xml xmlKey: String, json jsonKey: String) {
    guard let xml = event[xmlKey]?.string, let json = event[jsonKey], json.kind == .object else { return nil }
    self.xml = xml
    self.json = json.detached
  }
}

/// Blocks were made (`create`).
public final class CreateEvent: BlocklyEvent {
  /// The blocks as they were made.
  public let snapshot: BlockSnapshot
  /// How many top-level blocks and comments stand before it in the file.
  public let place: Int?
  private let read: ReadBlocks?

  public convenience init(snapshot: BlockSnapshot, place: Int?, workspaceID: String) {
    self.init(snapshot: snapshot, place: place, workspaceID: workspaceID, read: nil)
  }

  private init(snapshot: BlockSnapshot, place: Int?, workspaceID: String, read: ReadBlocks?) {
    self.snapshot = snapshot
    self.place = place
    self.read = read
    super.init(type: "create", workspaceID: workspaceID, blockID: snapshot.records.first?.id)
  }

  convenience init(json: JSONValue, workspaceID: String) throws(EventError) {
    self.init(
      snapshot: try EventMembers(json).snapshot(json: "json", xml: "xml"), place: json.own?["place"]?.integer,
      workspaceID: workspaceID, read: ReadBlocks(json, xml: "xml", json: "json"))
  }

  override public func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {
    json.member("blockId", blockID ?? "")
    json.member("xml", read?.xml ?? BlockText.xml(of: snapshot, in: workspace))
    json.ids(snapshot)
    json.member("json", read?.json ?? BlockText.json(of: snapshot, in: workspace))
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
  private let read: ReadBlocks?

  public convenience init(snapshot: BlockSnapshot, place: Int?, workspaceID: String) {
    self.init(snapshot: snapshot, place: place, workspaceID: workspaceID, read: nil)
  }

  private init(snapshot: BlockSnapshot, place: Int?, workspaceID: String, read: ReadBlocks?) {
    self.snapshot = snapshot
    self.place = place
    self.read = read
    super.init(type: "delete", workspaceID: workspaceID, blockID: snapshot.records.first?.id)
  }

  convenience init(json: JSONValue, workspaceID: String) throws(EventError) {
    self.init(
      snapshot: try EventMembers(json).snapshot(json: "oldJson", xml: "oldXml"), place: json.own?["place"]?.integer,
      workspaceID: workspaceID, read: ReadBlocks(json, xml: "oldXml", json: "oldJson"))
  }

  override public func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {
    json.member("blockId", blockID ?? "")
    json.member("oldXml", read?.xml ?? BlockText.xml(of: snapshot, in: workspace))
    json.ids(snapshot)
    json.member("wasShadow", wasShadow)
    json.member("oldJson", read?.json ?? BlockText.json(of: snapshot, in: workspace))
    json.recordUndo(of: self)
    json.own { $0.members(of: snapshot, place: place) }
  }

  public var wasShadow: Bool { snapshot.records.first?.isShadow ?? false }

  override public var memorySize: Int { super.memorySize + snapshot.memorySize }

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    if forward { try target.delete(blockID: blockID ?? "") } else { try target.create(snapshot, at: place) }
  }
}

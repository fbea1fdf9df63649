import BlockFormats
import BlockModel
import Markup

/// The XML and JSON of an event's blocks, as read. They are written back unchanged, even if the variables have changed
/// since.
struct OriginalBlocks {
  let xml: String
  let json: JSONValue

  init?(_ event: JSONValue, xml xmlKey: String, json jsonKey: String) {
    guard let xml = event[xmlKey]?.string, let json = event[jsonKey], json.kind == .object else { return nil }
    self.xml = xml
    self.json = json.detached
  }
}

/// Blocks were created (`create`).
public final class CreateEvent: BlocklyEvent {
  /// The blocks after creation.
  public let snapshot: BlockSnapshot
  /// The number of top-level blocks and comments before the first block in the file.
  public let fileIndex: Int?
  private let original: OriginalBlocks?

  public convenience init(snapshot: BlockSnapshot, fileIndex: Int?, workspaceID: String) {
    self.init(snapshot: snapshot, fileIndex: fileIndex, workspaceID: workspaceID, original: nil)
  }

  private init(snapshot: BlockSnapshot, fileIndex: Int?, workspaceID: String, original: OriginalBlocks?) {
    self.snapshot = snapshot
    self.fileIndex = fileIndex
    self.original = original
    super.init(type: "create", workspaceID: workspaceID, blockID: snapshot.records.first?.id)
  }

  convenience init(json: JSONValue, workspaceID: String) throws(EventError) {
    self.init(
      snapshot: try EventJSONReader(json).snapshot(json: "json", xml: "xml"),
      fileIndex: json.mortiseMembers?["place"]?.integer,
      workspaceID: workspaceID, original: OriginalBlocks(json, xml: "xml", json: "json"))
  }

  override public func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {
    json.member("blockId", blockID ?? "")
    json.member("xml", original?.xml ?? BlockText.xml(of: snapshot, in: workspace))
    json.ids(snapshot)
    json.member("json", original?.json ?? BlockText.json(of: snapshot, in: workspace))
    json.recordUndo(of: self)
    json.mortiseMembers { $0.members(of: snapshot, fileIndex: fileIndex) }
  }

  override public var memorySize: Int { super.memorySize + snapshot.memorySize }

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    if forward { try target.create(snapshot, at: fileIndex) } else { try target.delete(blockID: blockID ?? "") }
  }
}

/// Blocks were deleted (`delete`).
public final class DeleteEvent: BlocklyEvent {
  /// The blocks before deletion.
  public let snapshot: BlockSnapshot
  /// The number of top-level blocks and comments before the first block in the file.
  public let fileIndex: Int?
  private let original: OriginalBlocks?

  public convenience init(snapshot: BlockSnapshot, fileIndex: Int?, workspaceID: String) {
    self.init(snapshot: snapshot, fileIndex: fileIndex, workspaceID: workspaceID, original: nil)
  }

  private init(snapshot: BlockSnapshot, fileIndex: Int?, workspaceID: String, original: OriginalBlocks?) {
    self.snapshot = snapshot
    self.fileIndex = fileIndex
    self.original = original
    super.init(type: "delete", workspaceID: workspaceID, blockID: snapshot.records.first?.id)
  }

  convenience init(json: JSONValue, workspaceID: String) throws(EventError) {
    self.init(
      snapshot: try EventJSONReader(json).snapshot(json: "oldJson", xml: "oldXml"),
      fileIndex: json.mortiseMembers?["place"]?.integer,
      workspaceID: workspaceID, original: OriginalBlocks(json, xml: "oldXml", json: "oldJson"))
  }

  override public func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {
    json.member("blockId", blockID ?? "")
    json.member("oldXml", original?.xml ?? BlockText.xml(of: snapshot, in: workspace))
    json.ids(snapshot)
    json.member("wasShadow", wasShadow)
    json.member("oldJson", original?.json ?? BlockText.json(of: snapshot, in: workspace))
    json.recordUndo(of: self)
    json.mortiseMembers { $0.members(of: snapshot, fileIndex: fileIndex) }
  }

  public var wasShadow: Bool { snapshot.records.first?.isShadow ?? false }

  override public var memorySize: Int { super.memorySize + snapshot.memorySize }

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    if forward { try target.delete(blockID: blockID ?? "") } else { try target.create(snapshot, at: fileIndex) }
  }
}

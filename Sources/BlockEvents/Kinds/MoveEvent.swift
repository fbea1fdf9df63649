import BlockModel
import Markup

/// A block was connected, disconnected or moved at the top level (`move`).
public final class MoveEvent: BlocklyEvent {
  /// Blockly's reasons for a move.
  public enum Reason: String, CaseIterable, Sendable {
    case drag, bump, snap, inbounds, connect, disconnect, create, cleanup
  }

  public let old: BlockLocation
  public let new: BlockLocation
  public let reasons: [Reason]

  public init(blockID: String, workspaceID: String, old: BlockLocation, new: BlockLocation, reasons: [Reason]) {
    self.old = old
    self.new = new
    self.reasons = reasons
    super.init(type: "move", workspaceID: workspaceID, blockID: blockID)
  }

  convenience init(json: JSONValue, workspaceID: String) throws(EventError) {
    let reader = EventJSONReader(json)
    let reasons = json["reason"].map { $0.elements.compactMap(\.string).compactMap(Reason.init) } ?? []
    self.init(
      blockID: try reader.text("blockId"), workspaceID: workspaceID,
      old: try Self.location("old", reader), new: try Self.location("new", reader), reasons: reasons)
  }

  private static func location(_ prefix: String, _ reader: EventJSONReader) throws(EventError) -> BlockLocation {
    var location = BlockLocation(
      parentID: reader.optionalText(prefix + "ParentId"), inputName: reader.optionalText(prefix + "InputName"),
      coordinate: try reader.coordinate(prefix + "Coordinate"))
    guard let mortiseMembers = reader.json.mortiseMembers?[prefix] else { return location }
    if let x = mortiseMembers["x"]?.number, let y = mortiseMembers["y"]?.number {
      location.coordinate = WorkspacePoint(x: x, y: y)
    }
    location.fileIndex = mortiseMembers["place"]?.integer
    location.isImplicit = mortiseMembers["implicit"]?.boolean ?? false
    return location
  }

  override public func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {
    json.member("blockId", blockID ?? "")
    write(old, "old", to: &json)
    write(new, "new", to: &json)
    if !reasons.isEmpty {
      json.key("reason")
      json.beginArray()
      for reason in reasons { json.string(reason.rawValue) }
      json.endArray()
    }
    json.recordUndo(of: self)
    json.mortiseMembers { json in
      json.object("old") { writeMortiseMembers(old, to: &$0) }
      json.object("new") { writeMortiseMembers(new, to: &$0) }
    }
  }

  /// Writes the exact position if Blockly's coordinates round it, the order in the file, and whether it is implicit.
  private func writeMortiseMembers(_ location: BlockLocation, to json: inout JSONBuilder) {
    if let coordinate = location.coordinate,
      coordinate.x != coordinate.x.rounded() || coordinate.y != coordinate.y.rounded()
    {
      json.member("x", coordinate.x)
      json.member("y", coordinate.y)
    }
    if let fileIndex = location.fileIndex { json.member("place", fileIndex) }
    if location.isImplicit { json.member("implicit", true) }
  }

  private func write(_ location: BlockLocation, _ prefix: String, to json: inout JSONBuilder) {
    if let parentID = location.parentID { json.member(prefix + "ParentId", parentID) }
    if let inputName = location.inputName { json.member(prefix + "InputName", inputName) }
    if let coordinate = location.coordinate {
      json.member(
        prefix + "Coordinate", "\(NumberText.text(coordinate.x.rounded())), \(NumberText.text(coordinate.y.rounded()))")
    }
  }

  override public var isNull: Bool {
    old.isSamePlace(as: new) && (old.parentID != nil || old.fileIndex == new.fileIndex)
  }

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    try target.move(blockID: blockID ?? "", to: forward ? new : old)
  }

  override public func merged(with next: BlocklyEvent) -> BlocklyEvent? {
    guard let next = next as? MoveEvent, next.blockID == blockID, let blockID else { return nil }
    return MoveEvent(
      blockID: blockID, workspaceID: workspaceID, old: old, new: next.new,
      reasons: reasons + next.reasons.filter { !reasons.contains($0) })
  }
}

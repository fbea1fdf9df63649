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
    let members = EventMembers(json)
    let reasons = json["reason"].map { $0.elements.compactMap(\.string).compactMap(Reason.init) } ?? []
    self.init(
      blockID: try members.text("blockId"), workspaceID: workspaceID,
      old: try Self.location("old", members), new: try Self.location("new", members), reasons: reasons)
  }

  private static func location(_ prefix: String, _ members: EventMembers) throws(EventError) -> BlockLocation {
    var location = BlockLocation(
      parentID: members.optionalText(prefix + "ParentId"), inputName: members.optionalText(prefix + "InputName"),
      coordinate: try members.coordinate(prefix + "Coordinate"))
    guard let own = members.json.own?[prefix] else { return location }
    if let x = own["x"]?.number, let y = own["y"]?.number { location.coordinate = WorkspacePoint(x: x, y: y) }
    location.place = own["place"]?.integer
    location.isImplicit = own["implicit"]?.boolean ?? false
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
    json.own { json in
      json.ownPart("old") { writeOwn(old, to: &$0) }
      json.ownPart("new") { writeOwn(new, to: &$0) }
    }
  }

  /// What the coordinates, which Blockly rounds, don't say.
  private func writeOwn(_ location: BlockLocation, to json: inout JSONBuilder) {
    if let place = location.coordinate, place.x != place.x.rounded() || place.y != place.y.rounded() {
      json.member("x", place.x)
      json.member("y", place.y)
    }
    if let place = location.place { json.member("place", place) }
    if location.isImplicit { json.member("implicit", true) }
  }

  private func write(_ location: BlockLocation, _ prefix: String, to json: inout JSONBuilder) {
    if let parentID = location.parentID { json.member(prefix + "ParentId", parentID) }
    if let inputName = location.inputName { json.member(prefix + "InputName", inputName) }
    if let place = location.coordinate {
      json.member(
        prefix + "Coordinate", "\(NumberText.text(place.x.rounded())), \(NumberText.text(place.y.rounded()))")
    }
  }

  override public var isNull: Bool {
    old.isSamePlace(as: new) && (old.parentID != nil || old.place == new.place)
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

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
      old: BlockLocation(
        parentID: members.optionalText("oldParentId"), inputName: members.optionalText("oldInputName"),
        coordinate: try members.coordinate("oldCoordinate")),
      new: BlockLocation(
        parentID: members.optionalText("newParentId"), inputName: members.optionalText("newInputName"),
        coordinate: try members.coordinate("newCoordinate")),
      reasons: reasons)
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
  }

  private func write(_ location: BlockLocation, _ prefix: String, to json: inout JSONBuilder) {
    if let parentID = location.parentID { json.member(prefix + "ParentId", parentID) }
    if let inputName = location.inputName { json.member(prefix + "InputName", inputName) }
    if let place = location.coordinate {
      json.member(
        prefix + "Coordinate", "\(NumberText.text(place.x.rounded())), \(NumberText.text(place.y.rounded()))")
    }
  }

  override public var isNull: Bool { old.isSamePlace(as: new) && (old.topOrder == new.topOrder || old.parentID != nil) }

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

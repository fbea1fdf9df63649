import BlockModel

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

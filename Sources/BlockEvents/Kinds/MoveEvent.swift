import BlockModel
import Markup

/// A block was connected, disconnected or moved at the top level (`move`).
public final class MoveEvent: BlocklyEvent {
  /// Blockly's reasons for a move.
  public enum Reason: String, CaseIterable, Sendable {
    /// The user dragged it.
    case drag
    /// It was moved off blocks that it doesn't connect to.
    case bump
    /// It went to the grid.
    case snap
    /// It came back into the area that the workspace shows.
    case inbounds
    /// It was connected.
    case connect
    /// It was disconnected.
    case disconnect
    /// It was new.
    case create
    /// The workspace was cleaned up.
    case cleanup
  }

  /// The location that undo restores.
  public private(set) var old: BlockLocation
  /// The location that redo restores.
  public private(set) var new: BlockLocation
  /// Why the block was moved; a merged event has the reasons of both.
  public private(set) var reasons: [Reason]

  /// A move that was just made of the block with this id.
  public init(blockID: String, workspaceID: String, old: BlockLocation, new: BlockLocation, reasons: [Reason]) {
    self.old = old
    self.new = new
    self.reasons = reasons
    super.init(type: "move", workspaceID: workspaceID, blockID: blockID)
  }

  /// A move whose members have no values yet.
  init(type: String, workspaceID: String) {
    (old, new, reasons) = (BlockLocation(), BlockLocation(), [])
    super.init(type: type, workspaceID: workspaceID)
  }

  nonisolated deinit {}

  override public class var members: [EventMember] { table }

  private static let table: [EventMember] =
    [.blockID] + members("old", \.old) + members("new", \.new) + [
      EventMember(\MoveEvent.reasons) { (json) throws(EventError) in
        json["reason"].map { $0.elements.compactMap(\.string).compactMap(Reason.init) } ?? []
      } write: { reasons, json, _ in
        if !reasons.isEmpty { json.member("reason", reasons.map(\.rawValue)) }
      },
      .recordUndo,
      .mortise([
        .object("old", mortiseMembers(\.old)), .object("new", mortiseMembers(\.new)),
      ]),
    ]

  private static func members(
    _ prefix: String, _ location: ReferenceWritableKeyPath<MoveEvent, BlockLocation>
  ) -> [EventMember] {
    [
      .text(prefix + "ParentId", location.appending(path: \.parentID)),
      .text(prefix + "InputName", location.appending(path: \.inputName)),
      EventMember(location.appending(path: \.coordinate)) { (json) throws(EventError) in
        try json.coordinate(prefix + "Coordinate")
      } write: { coordinate, json, _ in
        if let coordinate { json.member(prefix + "Coordinate", coordinate.eventText(separator: ", ")) }
      },
    ]
  }

  private static func mortiseMembers(
    _ location: ReferenceWritableKeyPath<MoveEvent, BlockLocation>
  ) -> [EventMember] {
    [
      .exact(location.appending(path: \.coordinate)),
      .integer("place", location.appending(path: \.fileIndex)),
      .flag("implicit", location.appending(path: \.isImplicit), default: false),
    ]
  }

  override public var isNull: Bool {
    old.isEquivalent(to: new) && (old.parentID != nil || old.fileIndex == new.fileIndex)
  }

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    try target.move(blockID: blockID ?? "", to: forward ? new : old)
  }

  override public func laterChange(forward: Bool, in workspace: Workspace) -> String? {
    guard let block = workspace.blocks[blockID ?? ""] else { return "the block was deleted" }
    return BlockLocation(of: block).isEquivalent(to: forward ? old : new) ? nil : "the block was moved"
  }

  override public func merged(with next: BlocklyEvent) -> BlocklyEvent? {
    guard let next = next as? MoveEvent, blockID != nil, next.blockID == blockID else { return nil }
    new = next.new
    for reason in next.reasons where !reasons.contains(reason) { reasons.append(reason) }
    return self
  }
}

import BlockModel
import Markup

/// Something that happened to a program. Every kind is a subclass; so are custom events.
open class BlocklyEvent {
  /// The type of this event.
  public let type: String
  /// The ID for the workspace that triggered this event.
  public let workspaceID: String
  /// The ID for the group of related events.
  public var groupID: String?
  /// The ID of the primary or root affected block.
  public let blockID: String?
  /// Whether undo may revert the event; derived changes, such as a shadow that gives way, are not reverted by themselves.
  public var recordsUndo = true

  /// Whether the event comes of another one that was run again: by undo, redo, a replay, or the recovery of a journal. What
  /// follows from it has events of its own, so a listener must not chain changes to it.
  public internal(set) var isReplayed = false

  public init(type: String, workspaceID: String, groupID: String? = nil, blockID: String? = nil) {
    self.type = type
    self.workspaceID = workspaceID
    self.groupID = groupID
    self.blockID = blockID
  }

  // Letting go of an event needs no actor; asking which one it is would take an eighth of an edit's time.
  nonisolated deinit {}

  /// Whether the event tells of the view only; such events are never undone.
  open var isUIEvent: Bool { false }

  /// Whether nothing changed; such events are not fired.
  open var isNull: Bool { false }

  /// The memory that the event takes, in bytes, roughly.
  open var memorySize: Int { 256 }

  /// Does what happened again, or takes it back.
  /// - Throws: `EventError` when the program is not in the state that the event needs.
  open func run(forward: Bool, on target: any EventTarget) throws(EventError) {}

  /// Writes the members of the event's JSON that stand behind `type` and `group`.
  open func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {}

  /// This event with `next`, which followed directly in the same group, in one; nil when they stay two.
  open func merged(with next: BlocklyEvent) -> BlocklyEvent? { nil }
}

/// Why an event could not be run.
public struct EventError: Error, Hashable, Sendable, CustomStringConvertible {
  public var reason: String
  public init(_ reason: String) { self.reason = reason }
  public var description: String { reason }
}

import BlockModel
import Markup

/// A change of a program or of its view. Each kind of event is a subclass; apps can add their own.
open class BlocklyEvent {
  /// The type, as in Blockly's JSON, such as `move`.
  public let type: String
  /// The ID of the workspace that the event belongs to.
  public let workspaceID: String
  /// The ID of the event's group.
  public var groupID: String?
  /// The ID of the affected block; with several blocks, that of the root.
  public internal(set) var blockID: String?
  /// Whether undo reverts the event. False for derived changes, such as the replacement of a shadow.
  public var recordsUndo = true

  /// Whether the event results from running another event: by undo, redo, replay or journal recovery. The changes that
  /// follow from it were recorded as events of their own, so listeners must not chain changes to it.
  public internal(set) var isReplayed = false

  /// Whether the event reports content of a loaded program, not a change.
  public package(set) var isLoading = false

  /// - Parameters:
  ///   - type: as in Blockly's JSON; an app's own should begin with its name, as in `notes_tempo`.
  ///   - groupID: nil until the event manager adds the event to a group.
  public init(type: String, workspaceID: String, groupID: String? = nil, blockID: String? = nil) {
    self.type = type
    self.workspaceID = workspaceID
    self.groupID = groupID
    self.blockID = blockID
  }

  // Deallocation needs no actor. Checking for one would take an eighth of an edit's time, also in a subclass without
  // this declaration.
  nonisolated deinit {}

  /// Whether the event concerns only the view. Such events are never undone.
  open var isUIEvent: Bool { false }

  /// Whether the event changes nothing. Such events are not fired.
  open var isNull: Bool { false }

  /// The approximate memory that the event takes, in bytes.
  open var memorySize: Int { 256 }

  /// Makes the event's change, or reverts it.
  /// - Throws: `EventError` if the program isn't in the state that the event expects.
  open func run(forward: Bool, on target: any EventTarget) throws(EventError) {}

  /// Describes a change made since the event was run, which undoing or redoing the event would revert.
  /// - Parameter forward: whether the event is to be redone; otherwise it is to be undone.
  /// - Returns: a clause for messages, such as “the block was moved”; nil if the program is as the event left it.
  open func laterChange(forward: Bool, in workspace: Workspace) -> String? { nil }

  /// The members of the event's JSON that follow `type` and `group`, in their order.
  open class var members: [EventMember] { [] }

  /// Writes the members of the event's JSON that follow `type` and `group`. Override it where a table of `members`
  /// can't describe them.
  open func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {
    for member in Self.members { member.write(self, &json, workspace) }
  }

  /// Returns the merger of this event and `next`, which directly followed it in the same group; nil if they can't be
  /// merged. It may be this event, which has not been fired yet.
  open func merged(with next: BlocklyEvent) -> BlocklyEvent? { nil }
}

/// Why an event could not be run.
public struct EventError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A clause for messages, in lower case and without a full stop.
  public var reason: String
  /// The same without ids, for users of a shared program, where another user has made the event impossible.
  public var conflict: String
  /// - Parameters:
  ///   - reason: a clause for messages; see `reason`.
  ///   - conflict: the same without ids; nil if the reason has none.
  public init(_ reason: String, conflict: String? = nil) { (self.reason, self.conflict) = (reason, conflict ?? reason) }
  public var description: String { reason }
}

extension BlocklyEvent {
  /// The blocks whose stacks the event changes; nil if it may change any, as the new name of a variable does.
  public var changedBlockIDs: [String]? {
    if isUIEvent || self is CommentEvent { return [] }
    if let move = self as? MoveEvent { return [blockID, move.old.parentID, move.new.parentID].compactMap(\.self) }
    return blockID.map { [$0] }
  }
}

/// An event that concerns only the view. The view layer adds it; it changes nothing and is never undone.
open class UIEvent: BlocklyEvent {
  /// An event that undo passes over.
  public init(type: String, workspaceID: String, blockID: String? = nil) {
    super.init(type: type, workspaceID: workspaceID, blockID: blockID)
    recordsUndo = false
  }

  override public final var isUIEvent: Bool { true }
}

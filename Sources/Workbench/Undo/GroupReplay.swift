import BlockEditing
import BlockEvents
import BlockModel

/// Applies the events of one group, one after the other, as Mortise or Blockly recorded them. Ignores UI events,
/// unknown types and derived events.
package struct GroupReplay {
  private let coordinator: WorkspaceLayoutCoordinator
  private let events: [BlocklyEvent]
  /// The index of the last move of each block.
  private var lastMoves: [String: Int] = [:]
  /// Whether a block that is connected in the place of another one displaces it, as in Blockly.
  private let displaces: Bool

  /// - Parameters:
  ///   - events: all events of the group; some have to be read together.
  ///   - displaces: whether a block that is connected in the place of another one displaces it; otherwise it can't be
  ///     connected there. Blocks must then also fit, as in Blockly.
  package init(
    of events: [BlocklyEvent], on coordinator: WorkspaceLayoutCoordinator, displaces: Bool = false
  ) {
    self.displaces = displaces
    self.events = events
    self.coordinator = coordinator
    for case (let index, let move as MoveEvent) in events.enumerated() { lastMoves[move.blockID ?? ""] = index }
  }

  /// Applies the event with this index. The earlier ones must have been applied, or have failed.
  /// - Throws: `EventError` if the program isn't in the state that the event expects.
  package func apply(at index: Int) throws(EventError) {
    let event = events[index]
    guard !event.isUIEvent, !(event is UnknownEvent), !isDerived(event) else { return }
    if let move = event as? MoveEvent, try apply(move, isMovedLater: { (lastMoves[$0] ?? 0) > index }) { return }
    try coordinator.replay(event, forward: true)
  }

  /// Applies one of Blockly's moves to a connection that the block doesn't get, or that another block still occupies.
  ///
  /// When Blockly moves a block from one connection to another, it first reports that the block is below its parent,
  /// with the reason “disconnect”. And it reports the new place of a block before the move of the block in its way.
  /// - Returns: whether nothing is left to do.
  private func apply(_ move: MoveEvent, isMovedLater: (_ id: String) -> Bool) throws(EventError) -> Bool {
    guard let block = coordinator.workspace.blocks[move.blockID ?? ""],
      let parent = coordinator.workspace.blocks[move.new.parentID ?? ""], !parent.isUnknown
    else { return false }
    let isOnlyDisconnected = move.reasons == [.disconnect]
    guard let superior = coordinator.connection(at: move.new) else {
      guard isOnlyDisconnected || isMovedLater(block.id) else { return false }
      try disconnect(block)
      return true
    }
    if displaces, let inferior = block.inferiorConnection, !superior.canConnect(inferior), !block.isUnknown {
      throw EventError("block “\(block.id)” doesn’t fit there", conflict: "the block no longer fits there")
    }
    guard let present = superior.targetBlock, present !== block, !present.isShadow else { return false }
    if isMovedLater(present.id) {
      try disconnect(present)
      return false
    }
    if displaces, !isOnlyDisconnected {
      if block.contains(parent) {
        throw EventError("block “\(block.id)” can't be put into itself", conflict: "the block would contain itself")
      }
      let wasReplaying = coordinator.isReplaying
      coordinator.isReplaying = true
      coordinator.connect(block, to: superior)
      coordinator.isReplaying = wasReplaying
      return true
    }
    // The block in the way has no event of its own: it stays.
    guard isOnlyDisconnected, isMovedLater(block.id) else { return false }
    try disconnect(block)
    return true
  }

  /// Disconnects a block, which stays where it is shown.
  private func disconnect(_ block: Block) throws(EventError) {
    if block.parent == nil { return }
    let move = MoveEvent(
      blockID: block.id, workspaceID: coordinator.workspace.id, old: BlockLocation(of: block), new: BlockLocation(),
      reasons: [.disconnect])
    try coordinator.replay(move, forward: true)
  }

  /// Whether an event only reports that a shadow was replaced or reappeared, which happens automatically here. Other
  /// events that aren't recorded for undo, such as those of an undo in another client, are applied.
  package func isDerived(_ event: BlocklyEvent) -> Bool {
    guard !event.recordsUndo else { return false }
    return switch event {
    case let event as CreateEvent: event.snapshot.records.first?.isShadow ?? true
    case let event as DeleteEvent: event.wasShadow
    case let event as MoveEvent: coordinator.workspace.blocks[event.blockID ?? ""]?.isShadow ?? true
    default: false
    }
  }
}

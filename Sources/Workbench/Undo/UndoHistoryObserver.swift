import BlockEvents

/// Receives every change to the undo and redo stacks, in order, so that replaying the changes rebuilds the stacks.
public protocol UndoHistoryObserver: AnyObject {
  /// An event was recorded. More events of its group may follow.
  func history(_ history: UndoHistory, didRecord event: BlocklyEvent)
  /// The last group was undone.
  func historyDidUndo(_ history: UndoHistory)
  /// The group that was undone last was redone.
  func historyDidRedo(_ history: UndoHistory)
}

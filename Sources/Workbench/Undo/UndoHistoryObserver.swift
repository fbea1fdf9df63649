import BlockEvents

/// Is told of what comes to the undo and redo stacks: all of it together gives the same stacks again.
public protocol UndoHistoryObserver: AnyObject {
  /// An event was recorded. Others of its step may follow.
  func history(_ history: UndoHistory, didRecord event: BlocklyEvent)
  /// The last step was undone.
  func historyDidUndo(_ history: UndoHistory)
  /// The step that was undone last was redone.
  func historyDidRedo(_ history: UndoHistory)
}

extension BlocklyEvent {
  /// The blocks whose stacks the event changes; nil if it may change any, as the new name of a variable does.
  public var changedBlockIDs: [String]? {
    if isUIEvent || self is CommentEvent { return [] }
    if let move = self as? MoveEvent { return [blockID, move.old.parentID, move.new.parentID].compactMap(\.self) }
    return blockID.map { [$0] }
  }
}

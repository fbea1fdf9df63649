import BlockModel

/// Which comment of the workspace is which of the other program.
enum CommentPairs {
  /// The comments that differ: in the order of the new program, and behind them those that are gone.
  static func changes(_ match: ProgramMatch) -> [ProgramChanges.CommentChange] {
    let (old, new) = (match.oldWorkspace.comments, match.newWorkspace.comments)
    var isTaken = Array(repeating: false, count: old.count)
    var partners: [WorkspaceComment?] = Array(repeating: nil, count: new.count)
    func pair(_ key: (WorkspaceComment) -> String?) {
      var places: [String: [Int]] = [:]
      for (index, comment) in old.enumerated().reversed() where !isTaken[index] {
        if let key = key(comment) { places[key, default: []].append(index) }
      }
      for (index, comment) in new.enumerated() where partners[index] == nil {
        guard let key = key(comment), let place = places[key]?.popLast() else { continue }
        isTaken[place] = true
        partners[index] = old[place]
      }
    }
    pair { $0.hasImplicitID ? nil : $0.id }
    pair { $0.text }
    if !match.isExact { pair { _ in "" } }
    var changes: [ProgramChanges.CommentChange] = []
    for (comment, partner) in zip(new, partners) {
      guard let partner else {
        changes.append(ProgramChanges.CommentChange(new: comment))
        continue
      }
      if differ(partner.snapshot, comment.snapshot, isExact: match.isExact) {
        changes.append(ProgramChanges.CommentChange(old: partner, new: comment))
      }
    }
    for (comment, isTaken) in zip(old, isTaken) where !isTaken {
      changes.append(ProgramChanges.CommentChange(old: comment))
    }
    return changes
  }

  private static func differ(_ old: CommentSnapshot, _ new: CommentSnapshot, isExact: Bool) -> Bool {
    if isExact { return old != new }
    return old.text != new.text || old.isCollapsed != new.isCollapsed || old.isEditable != new.isEditable
      || old.isMovable != new.isMovable || old.isDeletable != new.isDeletable || old.unknownParts != new.unknownParts
  }
}

import BlockModel

/// The changes of workspace comments.
enum CommentChanges {
  /// The changes in the order of the new program, followed by the deleted comments.
  static func changes(_ match: ProgramMatch) -> [ProgramChanges.CommentChange] {
    let (old, new) = (match.oldWorkspace.comments, match.newWorkspace.comments)
    let pairs = CommentMatch(old, new, isExact: match.isExact)
    var changes: [ProgramChanges.CommentChange] = []
    for comment in new {
      let own = pairs.toOld[comment.id]
      if let own, !differ(own.snapshot, comment.snapshot, isExact: match.isExact) { continue }
      changes.append(ProgramChanges.CommentChange(old: own, new: comment))
    }
    return changes
      + old.filter { pairs.toNew[$0.id] == nil }.map { ProgramChanges.CommentChange(old: $0) }
  }

  private static func differ(_ old: CommentSnapshot, _ new: CommentSnapshot, isExact: Bool) -> Bool {
    if isExact { return old != new }
    return old.text != new.text || old.isCollapsed != new.isCollapsed || old.isEditable != new.isEditable
      || old.isMovable != new.isMovable || old.isDeletable != new.isDeletable || old.unknownParts != new.unknownParts
  }
}

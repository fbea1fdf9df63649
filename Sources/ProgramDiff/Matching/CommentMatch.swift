import BlockModel

/// Which comment of one program's workspace is which of another's: the one with its id, its text, or, of the others, the
/// next one.
struct CommentMatch {
  /// The other program's comment of each comment, by id.
  private(set) var toNew: [String: WorkspaceComment] = [:]
  private(set) var toOld: [String: WorkspaceComment] = [:]
  /// The comments of the new program without a counterpart.
  private(set) var added: [WorkspaceComment]

  init(_ old: [WorkspaceComment], _ new: [WorkspaceComment], isExact: Bool = false) {
    added = new
    if old.isEmpty || new.isEmpty { return }
    match(old) { $0.id == $1.id && !$0.hasImplicitID && (isExact || $0.id.utf8.count >= 16 || $0.text == $1.text) }
    if isExact {
      match(old) { $0.hasImplicitID && $1.hasImplicitID && $0.text == $1.text && $0.position == $1.position }
    } else {
      match(old) { $0.text == $1.text }
      match(old) { _, _ in true }
    }
  }

  private mutating func match(
    _ old: [WorkspaceComment], where isSame: (WorkspaceComment, WorkspaceComment) -> Bool
  ) {
    for comment in old where toNew[comment.id] == nil {
      let index = added.firstIndex { isSame(comment, $0) && comment.canBecome($0) }
      guard let index else { continue }
      let other = added.remove(at: index)
      toNew[comment.id] = other
      toOld[other.id] = comment
    }
  }
}

extension WorkspaceComment {
  /// Whether events can turn the comment into another one.
  fileprivate func canBecome(_ other: WorkspaceComment) -> Bool {
    self.isEditable == other.isEditable && self.isMovable == other.isMovable
      && self.isDeletable == other.isDeletable && self.unknownParts == other.unknownParts
  }
}

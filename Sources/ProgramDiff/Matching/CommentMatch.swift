import BlockModel

/// The counterparts of workspace comments in two programs: the comment with the same id, or the same text, or, of the
/// rest, the next one. Takes time in proportion to their number.
struct CommentMatch {
  /// The other program's comment of each comment, by id.
  private(set) var toNew: [String: WorkspaceComment] = [:]
  private(set) var toOld: [String: WorkspaceComment] = [:]
  /// The comments of the new program without a counterpart.
  private(set) var added: [WorkspaceComment]

  /// The properties that matching comments must have in common.
  private struct Key: Hashable {
    var form: Int
    var id: String?
    var text: String?
    var position: WorkspacePoint?
  }

  init(_ old: [WorkspaceComment], _ new: [WorkspaceComment], isExact: Bool = false) {
    added = new
    if old.isEmpty || new.isEmpty { return }
    var forms = CommentForms()
    let (oldForms, newForms) = (old.map { forms.number(of: $0) }, new.map { forms.number(of: $0) })
    func match(_ key: (WorkspaceComment) -> Key?) {
      var free: [Key: [WorkspaceComment]] = [:]
      for (index, comment) in new.enumerated().reversed() where toOld[comment.id] == nil {
        guard var key = key(comment) else { continue }
        key.form = newForms[index]
        free[key, default: []].append(comment)
      }
      for (index, comment) in old.enumerated() where toNew[comment.id] == nil {
        guard var key = key(comment) else { continue }
        key.form = oldForms[index]
        guard let other = free[key]?.popLast() else { continue }
        toNew[comment.id] = other
        toOld[other.id] = comment
      }
    }
    func statedID(_ comment: WorkspaceComment) -> String? { comment.hasImplicitID ? nil : comment.id }
    match { comment in
      statedID(comment).map { id in
        Key(form: 0, id: id, text: isExact || id.utf8.count >= VariableMatch.uniqueIDLength ? nil : comment.text)
      }
    }
    if isExact {
      match { $0.hasImplicitID ? Key(form: 0, text: $0.text, position: $0.position) : nil }
    } else {
      match { Key(form: 0, text: $0.text) }
      match { _ in Key(form: 0) }
    }
    added.removeAll { toOld[$0.id] != nil }
  }
}

/// Numbers the combinations of properties that no event can change in a comment. Nearly all comments of a program
/// share one.
private struct CommentForms {
  private struct Locks: Hashable {
    var isEditable: Bool
    var isMovable: Bool
    var isDeletable: Bool
    var hasParts: Bool
  }

  private var forms: [Locks: [(parts: UnknownParts?, number: Int)]] = [:]
  private var count = 0

  mutating func number(of comment: WorkspaceComment) -> Int {
    let locks = Locks(
      isEditable: comment.isEditable, isMovable: comment.isMovable, isDeletable: comment.isDeletable,
      hasParts: comment.unknownParts != nil)
    if let form = forms[locks]?.first(where: { $0.parts == comment.unknownParts }) { return form.number }
    count += 1
    forms[locks, default: []].append((comment.unknownParts, count))
    return count
  }
}

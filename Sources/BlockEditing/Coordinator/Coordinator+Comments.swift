import BlockEvents
import BlockModel

/// User changes to workspace comments. Locked comments reject these changes, but not replayed events.
extension WorkspaceLayoutCoordinator {
  /// Adds a new comment to the program, after the others. An ID that is taken is replaced.
  @discardableResult
  public func insert(_ comment: CommentSnapshot) -> WorkspaceComment {
    var comment = comment
    comment.hasImplicitID = false
    if comment.id.isEmpty || workspace.comment(withID: comment.id) != nil { comment.id = workspace.freshID() }
    return add(comment, at: nil)
  }

  /// Deletes a comment.
  /// - Throws: `FieldError` if it is locked.
  public func delete(_ comment: WorkspaceComment) throws(FieldError) {
    guard comment.isDeletable else { throw FieldError("this comment is locked against deleting") }
    remove(comment)
  }

  /// Changes the text of a comment.
  /// - Throws: `FieldError` if it is locked.
  public func setText(_ text: String, of comment: WorkspaceComment) throws(FieldError) {
    try checkEditable(comment)
    change(comment, toText: text)
  }

  /// Moves a comment.
  /// - Throws: `FieldError` if it is locked.
  public func move(_ comment: WorkspaceComment, to position: WorkspacePoint) throws(FieldError) {
    try checkMovable(comment)
    if position != comment.position { move(comment, to: CommentLocation(position)) }
  }

  /// Resizes a comment. As in Blockly, this requires that its text is editable.
  /// - Throws: `FieldError` if it is locked.
  public func resize(_ comment: WorkspaceComment, to size: WorkspaceSize) throws(FieldError) {
    try checkEditable(comment)
    if size != comment.size ?? CommentSnapshot.defaultSize { resize(comment, toStated: size) }
  }

  /// Collapses or expands a comment, even a locked one, because nothing of it is lost.
  public func setCollapsed(_ isCollapsed: Bool, of comment: WorkspaceComment) {
    guard comment.isCollapsed != isCollapsed else { return }
    comment.isCollapsed = isCollapsed
    layout?.changed(comment)
    add(CommentCollapseEvent(commentID: comment.id, isCollapsed: isCollapsed, workspaceID: workspace.id))
  }

  /// - Throws: `FieldError` if the comment's text and size are locked.
  public func checkEditable(_ comment: WorkspaceComment) throws(FieldError) {
    guard comment.isEditable else { throw FieldError("this comment is locked against editing") }
  }

  /// - Throws: `FieldError` if the comment's position is locked.
  public func checkMovable(_ comment: WorkspaceComment) throws(FieldError) {
    guard comment.isMovable else { throw FieldError("this comment is locked against moving") }
  }

  // MARK: - Changes with their events

  private func add(_ snapshot: CommentSnapshot, at fileIndex: Int?) -> WorkspaceComment {
    let comment = WorkspaceComment(snapshot)
    workspace.add(comment, at: fileIndex)
    layout?.added(comment)
    add(
      CommentCreateEvent(comment: snapshot, fileIndex: workspace.topLevelIndex(of: comment), workspaceID: workspace.id))
    return comment
  }

  private func remove(_ comment: WorkspaceComment) {
    let fileIndex = workspace.topLevelIndex(of: comment)
    workspace.remove(comment)
    layout?.removed(comment)
    add(CommentDeleteEvent(comment: comment.snapshot, fileIndex: fileIndex, workspaceID: workspace.id))
  }

  private func change(_ comment: WorkspaceComment, toText text: String) {
    let old = comment.text
    guard text != old else { return }
    comment.text = text
    layout?.changed(comment)
    add(CommentChangeEvent(commentID: comment.id, oldText: old, newText: text, workspaceID: workspace.id))
  }

  private func move(_ comment: WorkspaceComment, to location: CommentLocation) {
    let old = CommentLocation(of: comment)
    comment.position = location.position
    comment.hasImplicitPosition = location.isImplicit
    layout?.moved(comment)
    add(CommentMoveEvent(commentID: comment.id, old: old, new: location, workspaceID: workspace.id))
  }

  private func resize(_ comment: WorkspaceComment, toStated size: WorkspaceSize?) {
    let old = comment.size
    comment.size = size
    layout?.changed(comment)
    add(CommentResizeEvent(commentID: comment.id, old: old, new: size, workspaceID: workspace.id))
  }
}

// MARK: - Running events

extension WorkspaceLayoutCoordinator {
  private func comment(_ id: String) throws(EventError) -> WorkspaceComment {
    guard let comment = workspace.comment(withID: id) else {
      throw EventError("there is no comment “\(id)”", conflict: "the comment was deleted by another user")
    }
    return comment
  }

  public func create(_ comment: CommentSnapshot, at fileIndex: Int?) throws(EventError) {
    if workspace.comment(withID: comment.id) != nil {
      throw EventError("there is already a comment “\(comment.id)”", conflict: "the comment exists already")
    }
    _ = add(comment, at: fileIndex)
  }

  public func deleteComment(id: String) throws(EventError) { remove(try comment(id)) }

  public func changeComment(id: String, toText text: String) throws(EventError) {
    change(try comment(id), toText: text)
  }

  public func moveComment(id: String, to location: CommentLocation) throws(EventError) {
    move(try comment(id), to: location)
  }

  public func resizeComment(id: String, to size: WorkspaceSize?) throws(EventError) {
    resize(try comment(id), toStated: size)
  }

  public func setCollapsed(_ isCollapsed: Bool, ofCommentID id: String) throws(EventError) {
    setCollapsed(isCollapsed, of: try comment(id))
  }
}

import BlockEvents
import BlockModel

/// Workspace comments: what a user does with them. A lock refuses what it is there for; events that are run are not
/// refused.
extension WorkspaceLayoutCoordinator {
  /// Puts a new comment into the program, behind the others. An id that is taken is replaced.
  @discardableResult
  public func insert(_ comment: CommentSnapshot) -> WorkspaceComment {
    var comment = comment
    comment.hasImplicitID = false
    if comment.id.isEmpty || workspace.comment(withID: comment.id) != nil { comment.id = workspace.freshID() }
    return add(comment, at: nil)
  }

  /// Deletes a comment.
  /// - Throws: `FieldRefusal` when it is locked.
  public func delete(_ comment: WorkspaceComment) throws(FieldRefusal) {
    guard comment.isDeletable else { throw FieldRefusal("this comment is locked against deleting") }
    remove(comment)
  }

  /// Changes what a comment says.
  /// - Throws: `FieldRefusal` when it is locked.
  public func setText(_ text: String, of comment: WorkspaceComment) throws(FieldRefusal) {
    try checkEditable(comment)
    change(comment, toText: text)
  }

  /// Moves a comment.
  /// - Throws: `FieldRefusal` when it is locked.
  public func move(_ comment: WorkspaceComment, to position: WorkspacePoint) throws(FieldRefusal) {
    try checkMovable(comment)
    if position != comment.position { move(comment, to: CommentLocation(position)) }
  }

  /// Gives a comment another size, which Blockly allows where the text can be changed.
  /// - Throws: `FieldRefusal` when it is locked.
  public func resize(_ comment: WorkspaceComment, to size: WorkspaceSize) throws(FieldRefusal) {
    try checkEditable(comment)
    if size != comment.size ?? CommentSnapshot.defaultSize { resize(comment, toStated: size) }
  }

  public func setCollapsed(_ isCollapsed: Bool, of comment: WorkspaceComment) {
    guard comment.isCollapsed != isCollapsed else { return }
    comment.isCollapsed = isCollapsed
    layout?.changed(comment)
    add(CommentCollapseEvent(commentID: comment.id, isCollapsed: isCollapsed, workspaceID: workspace.id))
  }

  /// - Throws: `FieldRefusal` when the comment's text and size are locked.
  public func checkEditable(_ comment: WorkspaceComment) throws(FieldRefusal) {
    guard comment.isEditable else { throw FieldRefusal("this comment is locked against editing") }
  }

  /// - Throws: `FieldRefusal` when the comment's place is locked.
  public func checkMovable(_ comment: WorkspaceComment) throws(FieldRefusal) {
    guard comment.isMovable else { throw FieldRefusal("this comment is locked against moving") }
  }

  // MARK: - Changes with their events

  private func add(_ snapshot: CommentSnapshot, at place: Int?) -> WorkspaceComment {
    let comment = WorkspaceComment(snapshot)
    workspace.add(comment, at: place)
    layout?.added(comment)
    add(
      CommentCreateEvent(comment: snapshot, place: workspace.topLevelIndex(of: comment), workspaceID: workspace.id))
    return comment
  }

  private func remove(_ comment: WorkspaceComment) {
    let place = workspace.topLevelIndex(of: comment)
    workspace.remove(comment)
    layout?.removed(comment)
    add(CommentDeleteEvent(comment: comment.snapshot, place: place, workspaceID: workspace.id))
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
    guard let comment = workspace.comment(withID: id) else { throw EventError("there is no comment “\(id)”") }
    return comment
  }

  public func create(_ comment: CommentSnapshot, at place: Int?) throws(EventError) {
    if workspace.comment(withID: comment.id) != nil { throw EventError("there is a comment “\(comment.id)” already") }
    _ = add(comment, at: place)
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

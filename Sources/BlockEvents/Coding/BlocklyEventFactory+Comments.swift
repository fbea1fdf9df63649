extension BlocklyEventFactory {
  /// Registers the events of workspace comments.
  func registerComments() {
    register("comment_create") { (json, id) throws(EventError) in try CommentCreateEvent(json: json, workspaceID: id) }
    register("comment_delete") { (json, id) throws(EventError) in try CommentDeleteEvent(json: json, workspaceID: id) }
    register("comment_change") { (json, id) throws(EventError) in try CommentChangeEvent(json: json, workspaceID: id) }
    register("comment_move") { (json, id) throws(EventError) in try CommentMoveEvent(json: json, workspaceID: id) }
    register("comment_resize") { (json, id) throws(EventError) in try CommentResizeEvent(json: json, workspaceID: id) }
    register("comment_collapse") { (json, id) throws(EventError) in
      try CommentCollapseEvent(json: json, workspaceID: id)
    }
  }
}

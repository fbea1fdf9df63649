import BlockEvents
import BlockModel

extension EditScript {
  /// Changes, creates and deletes workspace comments.
  func settleComments() throws(EventError) {
    let match = CommentMatch(workspace.comments, newWorkspace.comments, isExact: isExact)
    for comment in workspace.comments where match.toNew[comment.id] == nil {
      try coordinator.deleteComment(id: comment.id)
    }
    for comment in newWorkspace.comments {
      guard let own = match.toOld[comment.id] else {
        var snapshot = comment.snapshot
        if workspace.comment(withID: snapshot.id) != nil { snapshot.id = workspace.freshID() }
        try coordinator.create(snapshot, at: newWorkspace.topLevelIndex(of: comment))
        continue
      }
      if own.text != comment.text { try coordinator.changeComment(id: own.id, toText: comment.text) }
      if own.isCollapsed != comment.isCollapsed {
        try coordinator.setCollapsed(comment.isCollapsed, ofCommentID: own.id)
      }
      guard isExact else { continue }
      if own.size != comment.size { try coordinator.resizeComment(id: own.id, to: comment.size) }
      if own.position != comment.position || own.hasImplicitPosition != comment.hasImplicitPosition {
        var location = CommentLocation(comment.position)
        location.isImplicit = comment.hasImplicitPosition
        try coordinator.moveComment(id: own.id, to: location)
      }
    }
  }

  // MARK: - Places

  /// Sets the positions of top-level blocks, and the order of all top-level items.
  func settlePlaces() throws(EventError) {
    for index in new.stacks {
      guard let block = blocks[index] else { continue }
      let other = new.blocks[index]
      if block.position == other.position, block.hasImplicitPosition == other.hasImplicitPosition { continue }
      var location = BlockLocation(coordinate: other.position, fileIndex: workspace.topLevelIndex(of: block))
      location.isImplicit = other.hasImplicitPosition
      try coordinator.move(blockID: block.id, to: location)
    }
    let match = CommentMatch(workspace.comments, newWorkspace.comments, isExact: true)
    var items: [(order: Int, block: Block?, comment: WorkspaceComment?)] = []
    for index in new.stacks {
      items.append((newWorkspace.topLevelIndex(of: new.blocks[index]) ?? 0, blocks[index], nil))
    }
    for comment in newWorkspace.comments {
      items.append((newWorkspace.topLevelIndex(of: comment) ?? 0, nil, match.toOld[comment.id]))
    }
    for item in items.sorted(by: { $0.order < $1.order }) {
      if let block = item.block, workspace.topLevelIndex(of: block) != item.order {
        var location = BlockLocation(of: block)
        location.fileIndex = item.order
        try coordinator.move(blockID: block.id, to: location)
      } else if let comment = item.comment, workspace.topLevelIndex(of: comment) != item.order {
        let snapshot = comment.snapshot
        try coordinator.deleteComment(id: comment.id)
        try coordinator.create(snapshot, at: item.order)
      }
    }
  }
}

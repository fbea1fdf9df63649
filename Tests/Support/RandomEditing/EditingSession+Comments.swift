import BlockModel

extension EditingSession {
  /// A random action on workspace comments; locks may refuse it.
  func actOnComments() {
    let action = number(7)
    guard action > 0, let comment = workspace.comments.randomElement(using: &random) else { return insertComment() }
    switch action {
    case 1: try? coordinator.delete(comment)
    case 2: try? coordinator.setText(commentText(), of: comment)
    case 3, 4: try? coordinator.move(comment, to: commentPlace())
    case 5: try? coordinator.resize(comment, to: commentSize())
    default: coordinator.setCollapsed(isHeads(), of: comment)
    }
  }

  private func insertComment() {
    var comment = CommentSnapshot(id: "", text: commentText(), position: commentPlace())
    if isHeads() { comment.size = commentSize() }
    comment.isMovable = number(5) > 0
    coordinator.insert(comment)
  }

  private func commentText() -> String {
    let texts = [
      "", "note", "a longer remark, with “quotes” & <signs>", "first\nsecond\n\nfourth", "tab\tand \u{1F600}",
    ]
    return (texts.randomElement(using: &random) ?? "") + String(number(3))
  }

  private func commentPlace() -> WorkspacePoint {
    WorkspacePoint(x: Double(number(2000) - 400) / 4, y: Double(number(4400) - 400) / 4)
  }

  private func commentSize() -> WorkspaceSize {
    WorkspaceSize(width: Double(number(800)) / 2, height: Double(number(600)) / 2)
  }
}

import BlockLayout
import BlockModel
import Screen

/// What a workspace comment is called.
enum CommentLabel {
  static func name(of comment: WorkspaceComment) -> String {
    let line = line(comment.text, limit: 28)
    return line.isEmpty ? "the empty comment" : "comment “\(line)”"
  }

  /// A text may be long, and only its beginning is looked at.
  static func line(_ text: String, limit: Int) -> String {
    BlockLabel.line(String(text.prefix(4 * limit)), limit: limit)
  }
}

/// Workspace comments in words.
extension WorkbenchController {
  /// What the cursor is on, when it is a comment.
  func words(of comment: WorkspaceComment) -> String {
    let lines = comment.text.utf8.reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
    let line = CommentLabel.line(comment.text, limit: 30)
    var words = [line.isEmpty ? "comment, empty" : "comment “\(line)”" + (lines > 1 ? ", \(lines) lines" : "")]
    if comment.isCollapsed { words.append("collapsed") }
    let locks = [
      ("editing", !comment.isEditable), ("moving", !comment.isMovable), ("deleting", !comment.isDeletable),
    ].filter(\.1).map(\.0)
    if !locks.isEmpty { words.append("locked against \(locks.joined(separator: ", "))") }
    words.append("at the top level" + countDescription(of: comment))
    return words.joined(separator: " · ")
  }

  private func countDescription(of comment: WorkspaceComment) -> String {
    guard let layout, let index = order?.pieceIndex(of: .comment(id: comment.id)), layout.pieces.count > 1 else {
      return ""
    }
    return ", \(index + 1) of \(layout.pieces.count)"
  }

  /// Where the comment is that is being moved or resized, and how large.
  func words(of session: CommentSession) -> String {
    let cells = CommentLayout.cells(of: session.size)
    guard let layout = layout?.layout(ofCommentID: session.comment.id) else { return "" }
    var words = ["comment at column \(layout.origin.x), row \(layout.origin.y)", "\(cells.width) by \(cells.height)"]
    if layout.rect.height > cells.height { words.append("the text takes \(layout.rect.height) rows") }
    return words.joined(separator: " · ")
  }
}

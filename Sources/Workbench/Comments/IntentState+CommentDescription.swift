import BlockLayout
import BlockModel
import MortiseScreen

/// Short names for workspace comments.
enum CommentLabel {
  static func name(of comment: WorkspaceComment) -> String {
    let line = line(comment.text, limit: 28)
    return line.isEmpty ? "the empty comment" : "comment “\(line)”"
  }

  /// Shortens a text to one line. Reads only the beginning of the text, which may be long.
  static func line(_ text: String, limit: Int) -> String {
    BlockLabel.line(String(text.prefix(4 * limit)), limit: limit)
  }
}

/// Descriptions of workspace comments.
extension IntentState {
  /// Describes the comment at the cursor.
  func description(of comment: WorkspaceComment) -> String {
    let lines = comment.text.utf8.reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
    let line = CommentLabel.line(comment.text, limit: 30)
    var parts = [line.isEmpty ? "comment, empty" : "comment “\(line)”" + (lines > 1 ? ", \(lines) lines" : "")]
    if comment.isCollapsed { parts.append("collapsed") }
    let locks = [
      ("editing", !comment.isEditable), ("moving", !comment.isMovable), ("deleting", !comment.isDeletable),
    ].filter(\.1).map(\.0)
    if !locks.isEmpty { parts.append("locked against \(locks.joined(separator: ", "))") }
    parts.append("at the top level" + countDescription(of: comment))
    return parts.joined(separator: " · ")
  }

  private func countDescription(of comment: WorkspaceComment) -> String {
    guard let layout, let index = order?.pieceIndex(of: .comment(id: comment.id)), layout.pieces.all.count > 1 else {
      return ""
    }
    return ", \(index + 1) of \(layout.pieces.all.count)"
  }

  /// Describes the position and size of the comment that is being moved or resized.
  func description(of session: CommentSession) -> String {
    let cells = CommentLayout.cells(of: session.size)
    guard let layout = layout?.layout(ofCommentID: session.comment.id) else { return "" }
    var parts = ["comment at column \(layout.origin.x), row \(layout.origin.y)", "\(cells.width) by \(cells.height)"]
    if layout.rect.height > cells.height { parts.append("the text needs \(layout.rect.height) rows") }
    return parts.joined(separator: " · ")
  }
}

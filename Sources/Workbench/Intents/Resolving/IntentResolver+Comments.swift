import BlockLayout
import BlockModel
import MortiseScreen

extension Intent {
  /// Creates a workspace comment.
  public static func createComment(_ text: String) -> Intent { Intent("createComment") { $0.createComment(text) } }
  /// Replaces the text of a workspace comment; refused if it is locked.
  public static func setCommentText(_ text: String, commentID id: String) -> Intent {
    Intent(
      "setCommentText",
      repetition: .atCursor { resolver in
        resolver.state.cursorComment.map { resolver.setCommentText(text, commentID: $0.id) }
          ?? .refused(reason: "the last change was to a comment's text; the cursor isn't on a comment")
      }
    ) { $0.setCommentText(text, commentID: id) }
  }
}

/// Workspace comments.
extension IntentResolver {
  func createComment(_ text: String) -> Resolution {
    guard !text.isEmpty else { return .refused(reason: "an empty comment can't be created") }
    let size = sizeForComment(text)
    let snapshot = CommentSnapshot(
      id: "", text: text, position: room(for: CommentLayout.cells(of: size)), size: size)
    return .changes(Plan([.insertComment(snapshot)], focus: .created, statusMessage: "created a comment"))
  }

  func setCommentText(_ text: String, commentID id: String) -> Resolution {
    guard let comment = workspace.comment(withID: id) else {
      return .refused(reason: "this comment no longer exists")
    }
    if comment.text == text { return .alreadyDone(statusMessage: "\(CommentLabel.name(of: comment)) stays as it was") }
    return .changes(Plan([.setCommentText(text, id: id)], focus: .item(.comment(id: id)), statusMessage: nil))
  }

  func delete(_ comment: WorkspaceComment) -> Resolution {
    .changes(
      Plan(
        [.deleteComment(id: comment.id)], focus: .item(state.focusBeside(comment, preferring: .after)),
        statusMessage: "deleted \(CommentLabel.name(of: comment))"))
  }

  func duplicate(_ comment: WorkspaceComment) -> Resolution {
    insert(copyOf: comment.snapshot, verb: "duplicated")
  }

  func insert(copyOf snapshot: CommentSnapshot, verb: String) -> Resolution {
    var copy = snapshot
    copy.id = ""
    copy.position = room(
      for: state.layout?.layout(ofCommentID: snapshot.id)?.rect.size
        ?? CommentLayout.cells(of: snapshot.size ?? CommentSnapshot.defaultSize))
    copy.hasImplicitPosition = false
    return .changes(
      Plan([.insertComment(copy)], focus: .created) { state, _ in
        state.cursorComment.map { "\(verb) \(CommentLabel.name(of: $0))" }
      })
  }

  /// The free position nearest to the cursor, or the place that the user chose.
  private func room(for size: Size) -> WorkspacePoint {
    if let position = state.newStackPosition { return position }
    guard let layout = state.layout, let rect = state.cursor.flatMap({ state.order?.rect(of: $0) }) else {
      return state.freePosition
    }
    // Put a comment beside the stack if there is room.
    let left = state.cursorBlock.flatMap(layout.stackRect)?.minX ?? rect.minX
    let cell = layout.freeCell(forComment: size, near: Point(x: left, y: rect.minY))
    return LayoutStyle.position(of: cell)
  }

  /// Blockly's default size, or larger if the text needs it.
  private func sizeForComment(_ text: String) -> WorkspaceSize {
    let minimum = CommentLayout.cells(of: CommentSnapshot.defaultSize)
    guard let style = state.layout?.style else { return CommentSnapshot.defaultSize }
    let widest = text.split(whereSeparator: \.isNewline).reduce(0) {
      max($0, style.repertoire.columns(of: String($1)))
    }
    let columns = min(max(widest + Self.columnsBesideText, minimum.width), Self.widestNewComment)
    let rows = max(CommentLayout.rowCount(of: text, columns: columns, style: style), minimum.height)
    return WorkspaceSize(
      width: max(Double(columns) * LayoutStyle.unitsPerColumn, CommentSnapshot.defaultSize.width),
      height: max(Double(rows) * LayoutStyle.unitsPerRow, CommentSnapshot.defaultSize.height))
  }

  private static let columnsBesideText = 4
  private static let widestNewComment = 32
}

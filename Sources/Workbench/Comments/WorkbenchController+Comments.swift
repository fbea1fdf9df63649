import BlockLayout
import BlockModel
import Screen

extension WorkbenchController {
  /// Makes a workspace comment as near to the cursor as there is room. The cursor goes to it.
  /// - Returns: what to tell the person.
  public func makeComment(_ text: String) -> String {
    guard !text.isEmpty else { return "an empty comment is not made" }
    let size = sizeForComment(text)
    insert(CommentSnapshot(id: "", text: text, position: room(for: CommentLayout.cells(of: size)), size: size))
    return "made a comment"
  }

  /// The free place that is nearest to the cursor.
  private func room(for size: Size) -> WorkspacePoint {
    guard let layout, let rect = cursor.flatMap({ order?.rect(of: $0) }) else { return freePosition() }
    // A comment belongs beside the stack, if there is room.
    let left = cursorBlock.flatMap(layout.stackRect)?.minX ?? rect.minX
    let cell = layout.room(forComment: size, near: Point(x: left, y: rect.minY))
    return WorkspaceLayoutCoordinator.position(of: cell)
  }

  private func insert(_ snapshot: CommentSnapshot) {
    var made: WorkspaceComment?
    act { made = coordinator.insert(snapshot) }
    if let made { focus(.comment(id: made.id)) }
  }

  /// At least Blockly's size, and room for the text.
  private func sizeForComment(_ text: String) -> WorkspaceSize {
    let least = CommentLayout.cells(of: CommentSnapshot.defaultSize)
    guard let style = layout?.style else { return CommentSnapshot.defaultSize }
    let widest = text.split(whereSeparator: \.isNewline).reduce(0) {
      max($0, TextWidth.columns(of: String($1), repertoire: style.repertoire))
    }
    let columns = min(max(widest + Self.columnsBesideText, least.width), Self.widestNewComment)
    let rows = max(CommentLayout.rowCount(of: text, columns: columns, style: style), least.height)
    return WorkspaceSize(
      width: max(Double(columns) * LayoutStyle.unitsPerColumn, CommentSnapshot.defaultSize.width),
      height: max(Double(rows) * LayoutStyle.unitsPerRow, CommentSnapshot.defaultSize.height))
  }

  private static let columnsBesideText = 4
  private static let widestNewComment = 32

  /// Changes what a comment says.
  /// - Throws: `FieldRefusal` when it is locked.
  public func setText(_ text: String, of comment: WorkspaceComment) throws(FieldRefusal) {
    try attempt { () throws(FieldRefusal) in try coordinator.setText(text, of: comment) }
    focus(.comment(id: comment.id))
  }

  /// Why a comment's text can't be changed; nil when it can.
  public func refusal(toEdit comment: WorkspaceComment) -> String? {
    do throws(FieldRefusal) {
      try coordinator.checkEditable(comment)
      return nil
    } catch {
      return error.reason
    }
  }

  func delete(_ comment: WorkspaceComment) -> String {
    let after = focusBeside(comment, preferring: .behind)
    do throws(FieldRefusal) {
      try attempt { () throws(FieldRefusal) in try coordinator.delete(comment) }
    } catch {
      return error.reason
    }
    cursor = after
    settleCursor()
    return "deleted \(name(of: comment))"
  }

  enum Side { case before, behind }

  /// What stands on one side of a comment in the order of reading, or else on the other.
  func focusBeside(_ comment: WorkspaceComment, preferring side: Side) -> FocusItem? {
    let item = FocusItem.comment(id: comment.id)
    let (before, behind) = (order?.previous(before: item), order?.next(after: item))
    return side == .before ? before ?? behind : behind ?? before
  }

  func duplicate(_ comment: WorkspaceComment) -> String {
    var copy = comment.snapshot
    copy.id = ""
    copy.position = room(
      for: layout?.layout(ofCommentID: comment.id)?.rect.size
        ?? CommentLayout.cells(of: comment.size ?? CommentSnapshot.defaultSize))
    copy.hasImplicitPosition = false
    insert(copy)
    return "duplicated \(name(of: comment))"
  }

  func toggleCollapsed(_ comment: WorkspaceComment) -> String {
    act { coordinator.setCollapsed(!comment.isCollapsed, of: comment) }
    return comment.isCollapsed ? "collapsed" : "expanded"
  }
}

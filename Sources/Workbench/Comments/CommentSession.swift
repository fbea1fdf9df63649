import BlockEditing
import BlockEvents
import BlockLayout
import BlockModel
import Screen

/// A workspace comment that is being moved or resized: what is shown is previewed, and becomes real at the end.
public final class CommentSession: DragSession {
  public let comment: WorkspaceComment
  /// Where the comment was, and what size it had.
  private let origin: Arrangement
  private var arrangement: Arrangement
  /// What it is if it is let go now.
  private var landing: Arrangement

  private let coordinator: WorkspaceLayoutCoordinator
  private unowned let dragger: Dragger
  private var previewed: [BlocklyEvent] = []

  private struct Arrangement: Equatable {
    var position: WorkspacePoint
    var size: WorkspaceSize
  }

  init(_ comment: WorkspaceComment, coordinator: WorkspaceLayoutCoordinator, dragger: Dragger) {
    self.dragger = dragger
    self.comment = comment
    self.coordinator = coordinator
    origin = Arrangement(position: comment.position, size: comment.size ?? CommentSnapshot.defaultSize)
    arrangement = origin
    landing = origin
  }

  /// Where the comment stands now.
  public var position: WorkspacePoint { arrangement.position }
  /// The size that it has now.
  public var size: WorkspaceSize { arrangement.size }

  /// Shows the comment some columns and rows away from where it is, or beyond what stands there.
  /// - Throws: `FieldRefusal` when its place is locked.
  public func nudge(columns: Int, rows: Int) throws(FieldRefusal) {
    try coordinator.checkMovable(comment)
    guard let layout = coordinator.layout, let shown = layout.layout(ofCommentID: comment.id)?.origin,
      let cell = layout.room(forCommentID: comment.id, columns: columns, rows: rows)
    else { return }
    // What of the place is less than a cell stays.
    var place = shownPosition
    place.x += Double(cell.x - shown.x) * LayoutStyle.unitsPerColumn
    place.y += Double(cell.y - shown.y) * LayoutStyle.unitsPerRow
    show(Arrangement(position: place, size: size))
  }

  /// Shows the comment at a place; nil for where it was.
  /// - Throws: `FieldRefusal` when its place is locked.
  public func show(at place: WorkspacePoint?) throws(FieldRefusal) {
    try coordinator.checkMovable(comment)
    show(Arrangement(position: place ?? origin.position, size: size))
  }

  /// Makes the comment wider and taller by so many columns and rows, or smaller.
  /// - Throws: `FieldRefusal` when its size is locked.
  public func grow(columns: Int, rows: Int) throws(FieldRefusal) {
    try coordinator.checkEditable(comment)
    let cells = CommentLayout.cells(of: size)
    var size = size
    if columns != 0 {
      size.width = Double(max(CommentLayout.narrowest, cells.width + columns)) * LayoutStyle.unitsPerColumn
    }
    if rows != 0 { size.height = Double(max(1, cells.height + rows)) * LayoutStyle.unitsPerRow }
    show(Arrangement(position: position, size: size))
  }

  /// Where the comment is to be seen: not at its own place where there is no room.
  private var shownPosition: WorkspacePoint {
    guard let layout = coordinator.layout?.layout(ofCommentID: comment.id), layout.isPushed else { return position }
    return LayoutStyle.position(of: layout.origin)
  }

  private func show(_ arrangement: Arrangement) {
    dragger.change(self) { self.arrangement = arrangement }
  }

  func preview() {
    previewed = coordinator.preview(changes(to: arrangement))
    // It stays where it is to be seen, if it was moved.
    landing = arrangement
    if position != origin.position { landing.position = shownPosition }
  }

  func rollBack() {
    coordinator.rollBack(previewed)
    previewed = []
  }

  /// What brings the comment where it is shown, and to that size; none when it stays.
  var changes: [ProgramChange] { changes(to: landing) }

  /// What is done, in words; nil for nothing.
  var deeds: String? {
    let done = [("moved", landing.position != origin.position), ("resized", landing.size != origin.size)].filter(\.1)
      .map(\.0)
    return done.isEmpty ? nil : done.joined(separator: " and ")
  }

  func event(isStart: Bool) -> UIEvent {
    CommentDragEvent(commentID: comment.id, isStart: isStart, workspaceID: coordinator.workspace.id)
  }

  private func changes(to wanted: Arrangement) -> [ProgramChange] {
    (wanted.position == origin.position ? [] : [.moveComment(id: comment.id, to: wanted.position)])
      + (wanted.size == origin.size ? [] : [.resizeComment(id: comment.id, to: wanted.size)])
  }
}

import BlockEditing
import BlockEvents
import BlockLayout
import BlockModel
import MortiseScreen

/// Moves or resizes a workspace comment. Changes are only previewed until the drag ends.
final class CommentSession: Preview, DragSession {
  let comment: WorkspaceComment
  /// The comment's position and size when the drag began.
  private let origin: Arrangement
  private var arrangement: Arrangement
  /// The position and size that the comment gets if it is dropped now.
  private var target: Arrangement

  private struct Arrangement: Equatable {
    var position: WorkspacePoint
    var size: WorkspaceSize
  }

  init(_ comment: WorkspaceComment, by pointer: Pointer, coordinator: WorkspaceLayoutCoordinator) {
    self.comment = comment
    origin = Arrangement(position: comment.position, size: comment.size ?? CommentSnapshot.defaultSize)
    arrangement = origin
    target = origin
    super.init(.drag(pointer), coordinator: coordinator)
  }

  override var isIntact: Bool { coordinator.workspace.comment(withID: comment.id) === comment }

  /// The previewed position.
  var position: WorkspacePoint { arrangement.position }
  /// The previewed size.
  var size: WorkspaceSize { arrangement.size }

  func drag(_ update: DragUpdate) throws(FieldError) {
    switch update {
    case .destination: break
    case .nudge(let columns, let rows): try nudge(columns: columns, rows: rows)
    case .grow(let columns, let rows): try grow(columns: columns, rows: rows)
    case .pointed(let cell, let dragOffset): try show(at: cell.map { LayoutStyle.position(of: $0 - dragOffset) })
    }
  }

  /// Moves the comment by some columns and rows from where it is drawn, or farther to get past an obstacle.
  /// - Throws: `FieldError` when the comment is locked against moving.
  func nudge(columns: Int, rows: Int) throws(FieldError) {
    try coordinator.checkMovable(comment)
    guard let layout = coordinator.layout, let shown = layout.layout(ofCommentID: comment.id)?.origin,
      let cell = layout.freeCell(forCommentID: comment.id, columns: columns, rows: rows)
    else { return }
    // Keep the fraction of a cell in the position.
    var position = shownPosition
    position.x += Double(cell.x - shown.x) * LayoutStyle.unitsPerColumn
    position.y += Double(cell.y - shown.y) * LayoutStyle.unitsPerRow
    show(Arrangement(position: position, size: size))
  }

  /// Shows the comment at a position; nil returns it to its origin.
  /// - Throws: `FieldError` when the comment is locked against moving.
  func show(at position: WorkspacePoint?) throws(FieldError) {
    try coordinator.checkMovable(comment)
    show(Arrangement(position: position ?? origin.position, size: size))
  }

  /// Makes the comment wider and taller by some columns and rows; negative numbers make it smaller.
  /// - Throws: `FieldError` when the comment is locked against editing.
  func grow(columns: Int, rows: Int) throws(FieldError) {
    try coordinator.checkEditable(comment)
    let cells = CommentLayout.cells(of: size)
    var size = size
    if columns != 0 {
      size.width = Double(max(CommentLayout.narrowest, cells.width + columns)) * LayoutStyle.unitsPerColumn
    }
    if rows != 0 { size.height = Double(max(1, cells.height + rows)) * LayoutStyle.unitsPerRow }
    show(Arrangement(position: position, size: size))
  }

  /// The position at which the comment is drawn. It differs from `position` when the layout pushed the comment aside.
  private var shownPosition: WorkspacePoint {
    guard let layout = coordinator.layout?.layout(ofCommentID: comment.id), layout.isPushed else { return position }
    return LayoutStyle.position(of: layout.origin)
  }

  private func show(_ arrangement: Arrangement) {
    update { self.arrangement = arrangement }
  }

  override var shownChanges: [ProgramChange] { changes(to: arrangement) }

  override func didShow(_ events: [BlocklyEvent]) {
    // A moved comment stays where it is drawn.
    target = arrangement
    if position != origin.position { target.position = shownPosition }
  }

  /// The changes that move and resize the comment as previewed; empty when nothing changes.
  var changes: [ProgramChange] { changes(to: target) }

  /// A summary of the drag for the status message; nil when nothing changes.
  var summary: String? {
    let done = [("moved", target.position != origin.position), ("resized", target.size != origin.size)].filter(\.1)
      .map(\.0)
    return done.isEmpty ? nil : done.joined(separator: " and ")
  }

  override func event(isStart: Bool) -> UIEvent? {
    CommentDragEvent(commentID: comment.id, isStart: isStart, workspaceID: coordinator.workspace.id)
  }

  private func changes(to requested: Arrangement) -> [ProgramChange] {
    (requested.position == origin.position ? [] : [.moveComment(id: comment.id, to: requested.position)])
      + (requested.size == origin.size ? [] : [.resizeComment(id: comment.id, to: requested.size)])
  }
}

import BlockEvents
import BlockLayout
import BlockModel
import Screen

/// A workspace comment that is being moved or resized: what is shown is rehearsed, and becomes real at the end.
public final class CommentSession {
  public let comment: WorkspaceComment
  /// Where the comment was, and what size it had.
  private let origin: Arrangement
  private var arrangement: Arrangement

  private let coordinator: WorkspaceLayoutCoordinator
  private var rehearsed: [BlocklyEvent] = []

  private struct Arrangement: Equatable {
    var position: WorkspacePoint
    var size: WorkspaceSize
  }

  init(_ comment: WorkspaceComment, coordinator: WorkspaceLayoutCoordinator) {
    self.comment = comment
    self.coordinator = coordinator
    origin = Arrangement(position: comment.position, size: comment.size ?? CommentSnapshot.defaultSize)
    arrangement = origin
  }

  /// Where the comment stands now.
  public var position: WorkspacePoint { arrangement.position }
  /// The size that it has now.
  public var size: WorkspaceSize { arrangement.size }

  /// Shows the comment some columns and rows away from where it is.
  /// - Throws: `FieldRefusal` when its place is locked.
  public func nudge(columns: Int, rows: Int) throws(FieldRefusal) {
    try coordinator.checkMovable(comment)
    var place = shownPosition
    place.x += Double(columns) * LayoutStyle.unitsPerColumn
    place.y += Double(rows) * LayoutStyle.unitsPerRow
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
    return WorkspaceLayoutCoordinator.position(of: layout.origin)
  }

  private func show(_ arrangement: Arrangement) {
    coordinator.takeBack(rehearsed)
    rehearsed = []
    self.arrangement = arrangement
    guard arrangement != origin else { return }
    rehearsed = coordinator.rehearse { perform() }
  }

  /// Puts the comment back as it was.
  func cancel() {
    coordinator.takeBack(rehearsed)
    rehearsed = []
  }

  /// Moves and resizes the comment for good: to where it is to be seen, if it was moved.
  /// - Returns: what was done, in words; nil for nothing.
  func finish() -> String? {
    if position != origin.position { arrangement.position = shownPosition }
    cancel()
    perform()
    let done = [("moved", position != origin.position), ("resized", size != origin.size)].filter(\.1).map(\.0)
    return done.isEmpty ? nil : done.joined(separator: " and ")
  }

  private func perform() {
    if position != origin.position { try? coordinator.move(comment, to: position) }
    if size != origin.size { try? coordinator.resize(comment, to: size) }
  }
}

import BlockModel

/// Runs the events of workspace comments.
public protocol CommentEventTarget: AnyObject {
  /// - Parameter fileIndex: the number of top-level blocks and comments before it in the file; nil for the end.
  /// - Throws: `EventError` if there is a comment with its id.
  func create(_ comment: CommentSnapshot, at fileIndex: Int?) throws(EventError)
  /// Removes a comment.
  /// - Throws: `EventError` if there is no such comment.
  func deleteComment(id: String) throws(EventError)
  /// Replaces the text of a comment.
  /// - Throws: `EventError` if there is no such comment.
  func changeComment(id: String, toText text: String) throws(EventError)
  /// Moves a comment.
  /// - Throws: `EventError` if there is no such comment.
  func moveComment(id: String, to location: CommentLocation) throws(EventError)
  /// - Parameter size: nil if the file contains none.
  /// - Throws: `EventError` if there is no such comment.
  func resizeComment(id: String, to size: WorkspaceSize?) throws(EventError)
  /// Collapses or expands a comment.
  /// - Throws: `EventError` if there is no such comment.
  func setCollapsed(_ isCollapsed: Bool, ofCommentID id: String) throws(EventError)
}

/// The position of a workspace comment.
public struct CommentLocation: Hashable, Sendable {
  /// The upper left corner in workspace units.
  public var position: WorkspacePoint
  /// Whether neither the file nor the user gave the comment a position.
  public var isImplicit: Bool

  /// - Parameter isImplicit: whether neither the file nor the user gave the position, so that it isn't written.
  public init(_ position: WorkspacePoint, isImplicit: Bool = false) {
    self.position = position
    self.isImplicit = isImplicit
  }

  /// Returns the current location of a comment.
  public init(of comment: WorkspaceComment) {
    self.init(comment.position, isImplicit: comment.hasImplicitPosition)
  }
}

import BlockModel

/// Runs the events of workspace comments.
public protocol CommentEventTarget: AnyObject {
  /// - Parameter fileIndex: the number of top-level blocks and comments before it in the file; nil for the end.
  func create(_ comment: CommentSnapshot, at fileIndex: Int?) throws(EventError)
  func deleteComment(id: String) throws(EventError)
  func changeComment(id: String, toText text: String) throws(EventError)
  func moveComment(id: String, to location: CommentLocation) throws(EventError)
  /// - Parameter size: nil if the file contains none.
  func resizeComment(id: String, to size: WorkspaceSize?) throws(EventError)
  func setCollapsed(_ isCollapsed: Bool, ofCommentID id: String) throws(EventError)
}

/// The position of a workspace comment.
public struct CommentLocation: Hashable, Sendable {
  public var position: WorkspacePoint
  /// Whether neither the file nor the user gave the comment a position.
  public var isImplicit: Bool

  public init(_ position: WorkspacePoint, isImplicit: Bool = false) {
    self.position = position
    self.isImplicit = isImplicit
  }

  /// Returns the current location of a comment.
  public init(of comment: WorkspaceComment) {
    self.init(comment.position, isImplicit: comment.hasImplicitPosition)
  }
}

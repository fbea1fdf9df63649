import BlockModel

/// What events of workspace comments are run on.
public protocol CommentEventTarget: AnyObject {
  /// - Parameter place: where the comment stood before; nil for the end.
  func create(_ comment: CommentSnapshot, at place: Int?) throws(EventError)
  func deleteComment(id: String) throws(EventError)
  func changeComment(id: String, toText text: String) throws(EventError)
  func moveComment(id: String, to location: CommentLocation) throws(EventError)
  /// - Parameter size: nil for the one of a file that says none.
  func resizeComment(id: String, to size: WorkspaceSize?) throws(EventError)
  func setCollapsed(_ isCollapsed: Bool, ofCommentID id: String) throws(EventError)
}

/// Where a workspace comment stands on the workspace.
public struct CommentLocation: Hashable, Sendable {
  public var position: WorkspacePoint
  /// The file gave no place for the comment, and the program none since.
  public var isImplicit: Bool

  public init(_ position: WorkspacePoint, isImplicit: Bool = false) {
    self.position = position
    self.isImplicit = isImplicit
  }

  /// Where a comment stands now.
  public init(of comment: WorkspaceComment) {
    self.init(comment.position, isImplicit: comment.hasImplicitPosition)
  }
}

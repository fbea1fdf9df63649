/// A comment that stands in the workspace by itself. Everything that it says is in its snapshot, and can be asked for as
/// the comment's own.
@dynamicMemberLookup
public final class WorkspaceComment {
  public let id: String
  public var snapshot: CommentSnapshot
  /// Decides the place among the other comments and the top-level blocks.
  public internal(set) var order: Int64 = 0

  public init(_ snapshot: CommentSnapshot) {
    id = snapshot.id
    self.snapshot = snapshot
  }

  public convenience init(id: String, text: String, position: WorkspacePoint) {
    self.init(CommentSnapshot(id: id, text: text, position: position))
  }

  public subscript<Value>(dynamicMember path: WritableKeyPath<CommentSnapshot, Value>) -> Value {
    get { snapshot[keyPath: path] }
    set { snapshot[keyPath: path] = newValue }
  }
}

/// A comment in the workspace that belongs to no block. Exposes the properties of its snapshot.
@dynamicMemberLookup
public final class WorkspaceComment {
  public let id: String
  public var snapshot: CommentSnapshot
  /// Its order number among the top-level items.
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

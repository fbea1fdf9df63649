/// A comment in the workspace that belongs to no block. Exposes the properties of its snapshot.
@dynamicMemberLookup
public final class WorkspaceComment {
  /// Identifies the comment in its workspace. Never changes.
  public let id: String
  /// The comment as data. Its `id` must stay the same.
  public var snapshot: CommentSnapshot
  /// Its order number among the top-level items.
  public internal(set) var order: Int64 = 0

  /// A comment to be added with `Workspace.add(_:behindBlocks:)`.
  public init(_ snapshot: CommentSnapshot) {
    id = snapshot.id
    self.snapshot = snapshot
  }

  /// A comment of Blockly's default size that users may change.
  public convenience init(id: String, text: String, position: WorkspacePoint) {
    self.init(CommentSnapshot(id: id, text: text, position: position))
  }

  /// A property of the snapshot, such as `comment.text`.
  public subscript<Value>(dynamicMember path: WritableKeyPath<CommentSnapshot, Value>) -> Value {
    get { snapshot[keyPath: path] }
    set { snapshot[keyPath: path] = newValue }
  }
}

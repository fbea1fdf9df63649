/// An item that the cursor can be on.
public enum FocusItem: Hashable, Sendable {
  case block(id: String)
  case field(blockID: String, name: String)
  /// An input that is not connected.
  case emptyInput(blockID: String, name: String)
  /// The icon that opens the dialog of a block's mutator.
  case mutator(blockID: String)
  /// A workspace comment.
  case comment(id: String)

  /// The id of the block or comment that the item is or belongs to.
  public var elementID: String {
    switch self {
    case .block(let id), .field(let id, _), .emptyInput(let id, _), .mutator(let id), .comment(let id): id
    }
  }

  /// The id of the block that the item is or belongs to; nil for a comment.
  public var blockID: String? {
    switch self {
    case .block(let id), .field(let id, _), .emptyInput(let id, _), .mutator(let id): id
    case .comment: nil
    }
  }
}

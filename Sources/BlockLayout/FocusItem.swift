/// An item that can have the cursor.
public enum FocusItem: Hashable, Sendable {
  /// A block as a whole.
  case block(id: String)
  /// A field of a block, by its name.
  case field(blockID: String, name: String)
  /// An input that is not connected.
  case emptyInput(blockID: String, name: String)
  /// The icon that opens the dialog of a block's mutator.
  case mutator(blockID: String)
  /// A workspace comment.
  case comment(id: String)

  /// The id of the item's block or comment.
  public var elementID: String {
    switch self {
    case .block(let id), .field(let id, _), .emptyInput(let id, _), .mutator(let id), .comment(let id): id
    }
  }

  /// The id of the item's block; nil for a comment.
  public var blockID: String? {
    switch self {
    case .block(let id), .field(let id, _), .emptyInput(let id, _), .mutator(let id): id
    case .comment: nil
    }
  }
}

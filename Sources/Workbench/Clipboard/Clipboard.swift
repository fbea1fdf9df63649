import BlockModel

/// What was copied or cut last.
public enum Clipboard {
  /// Blocks without ids, for a paste to give them new ones.
  case blocks(BlockSnapshot)
  case comment(CommentSnapshot)
}

extension BlockSnapshot {
  /// A copy of a block, with all blocks in it, as a stack of its own.
  /// - Parameter followers: whether to include the blocks below it.
  init(copying block: Block, followers: Bool) {
    self = BlockSnapshot(of: block, followers: followers).withoutBookmarks
    for index in records.indices { records[index].id = nil }
    records[0].slot = .top
    // A default value that is copied is a value of its own.
    records[0].isShadow = false
  }
}

import BlockModel

/// What was copied or cut last, or is in a pasted text. Nothing in it has an id, so that a paste makes new ones.
public struct Clipboard {
  /// The copied stacks, in the order in which they are pasted.
  public var stacks: [BlockSnapshot] = []
  /// The copied workspace comments; empty if blocks were copied.
  public var comments: [CommentSnapshot] = []
  /// The definitions of the functions that the blocks call, and of those that these call, for programs without them.
  var functions: [BlockSnapshot] = []

  init(_ stack: BlockSnapshot) { stacks = [stack] }

  init(_ stacks: [BlockSnapshot]) { self.stacks = stacks }

  init(_ comment: WorkspaceComment) { comments = [comment.snapshot] }
}

extension BlockSnapshot {
  /// A copy of a block, with all blocks in it, as a stack of its own.
  /// - Parameter followers: whether to include the blocks below it.
  init(copying block: Block, followers: Bool) {
    self.init(copyOf: BlockSnapshot(of: block, followers: followers))
  }

  /// A copy of statements that follow each other, with all blocks in them.
  init(copying first: Block, through last: Block) {
    self.init(copyOf: BlockSnapshot(of: first, through: last))
  }

  private init(copyOf original: BlockSnapshot) {
    self = original.withoutBookmarks
    for index in records.indices { records[index].id = nil }
    records[0].slot = .top
    // A default value that is copied is a value of its own.
    records[0].isShadow = false
  }
}

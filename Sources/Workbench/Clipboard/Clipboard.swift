import BlockFormats
import BlockModel
import Markup

/// What was copied or cut last, or is in a pasted text. Nothing in it has an id, so that a paste makes new ones.
public struct Clipboard {
  public var stacks: [BlockSnapshot] = []
  public var comments: [CommentSnapshot] = []

  init(_ stack: BlockSnapshot) { stacks = [stack] }

  init(_ stacks: [BlockSnapshot]) { self.stacks = stacks }

  init(_ comment: WorkspaceComment) { comments = [comment.snapshot] }

  /// Reads the text of a program, or of one block.
  /// - Throws: `MarkupError` when it can't be read.
  init(text: String, factory: BlockFactory) throws(MarkupError) {
    var text = text
    if text.hasPrefix("<block") { text = "<xml>\(text)</xml>" }
    let workspace = try ProgramReader.read(Array(text.utf8), factory: factory).workspace
    // The workspace owns the blocks.
    withExtendedLifetime(workspace) {
      stacks = workspace.topBlocks.map { BlockSnapshot(copying: $0, followers: true) }
      comments = workspace.comments.map(\.snapshot)
    }
  }
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

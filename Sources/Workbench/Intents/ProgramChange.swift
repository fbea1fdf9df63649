import BlockEditing
import BlockModel

/// A change of the program, in the terms of the layout. The inverse is taken while it is made, from the state before it: the
/// events that it adds know both.
public enum ProgramChange {
  // MARK: Blocks

  /// New blocks, connected to a place or by themselves.
  case insert(BlockSnapshot, at: ConnectionTarget?)
  /// - Parameter heal: whether the block goes alone and what hung below it closes the gap.
  case delete(blockID: String, heal: Bool)
  case connect(blockID: String, to: ConnectionTarget)
  case disconnect(blockID: String, heal: Bool, to: WorkspacePoint?)
  case move(blockID: String, to: WorkspacePoint)
  case setField(FieldLocation, to: FieldState)
  case setCollapsed(Bool, blockID: String)
  case setDisabled(Bool, blockID: String)
  case setInline(Bool, blockID: String)
  case setDeletable(Bool, blockID: String)
  case setMovable(Bool, blockID: String)
  case setEditable(Bool, blockID: String)
  case setComment(BlockComment?, blockID: String)
  case setData(String?, blockID: String)
  case setBookmark(String?, blockID: String)
  /// How many of the other top-level blocks and comments stand before a block in the file.
  case setPlace(Int, blockID: String)
  case setShadow(BlockSnapshot?, at: ConnectionTarget)
  /// The block takes the shape that a mutator's layout holds as wanted.
  case mutate(MutatorLayout)
  /// A call gets its function, and what it hands over fits.
  case settleCall(blockID: String)

  // MARK: Variables

  case makeVariable(name: String, type: String, for: FieldLocation?)
  case renameVariable(id: String, to: String)
  case mergeVariable(id: String, into: String)
  case deleteVariable(id: String)

  // MARK: Workspace comments

  case insertComment(CommentSnapshot)
  case deleteComment(id: String)
  case setCommentText(String, id: String)
  case moveComment(id: String, to: WorkspacePoint)
  case resizeComment(id: String, to: WorkspaceSize)
  case setCommentCollapsed(Bool, id: String)
}

/// A side that a block can be connected to: an input, or below a block.
public nonisolated struct ConnectionTarget: Hashable, Sendable {
  public var blockID: String
  /// Nil for below the block.
  public var inputName: String?

  public init(blockID: String, inputName: String?) {
    self.blockID = blockID
    self.inputName = inputName
  }

  init(_ connection: Connection) {
    self.init(blockID: connection.sourceBlock.id, inputName: connection.sourceInput?.name)
  }

  /// The connection, if it is there.
  func connection(in workspace: Workspace) -> Connection? {
    guard let block = workspace.blocks[blockID] else { return nil }
    guard let inputName else { return block.nextConnection }
    return block.inputs.first { $0.name == inputName && $0.connection != nil }?.connection
  }
}

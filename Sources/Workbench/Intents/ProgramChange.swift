import BlockEditing
import BlockEvents
import BlockModel

/// A change to the program. Applying it adds events, which record the state before and after, so it can be undone.
public enum ProgramChange {
  // MARK: Blocks

  /// Inserts new blocks, connected to a target or at the top level.
  case insert(BlockSnapshot, at: ConnectionTarget?)
  /// Inserts new blocks at the top level, at a place in the file.
  case insertStack(BlockSnapshot, FilePlace)
  /// Inserts several stacks, which may call each other's functions.
  /// - Parameter isFocused: whether the cursor may go to the first one.
  case insertAll([BlockSnapshot], isFocused: Bool)
  /// Inserts new blocks above a top-level stack.
  case insertAbove(BlockSnapshot, blockID: String)
  /// - Parameter heal: whether to delete only this block and connect the blocks below it in its place.
  case delete(blockID: String, heal: Bool)
  /// Deletes statements that follow each other. The blocks below close the gap.
  case deleteRun(firstID: String, lastID: String)
  case connect(blockID: String, to: ConnectionTarget)
  /// Connects a stack below another one, which takes its place on the screen and in the file.
  case putAbove(blockID: String, stackID: String)
  case disconnect(blockID: String, heal: Bool, to: WorkspacePoint?, place: FilePlace = .end)
  /// Moves statements that follow each other to the top level. The blocks below close the gap.
  case disconnectRun(firstID: String, lastID: String)
  case move(blockID: String, to: WorkspacePoint)
  case setField(FieldLocation, to: FieldState)
  /// Sets a property that Blockly's `change` event covers.
  case set(ChangeEvent.Element, to: ChangeEvent.Value, blockID: String)
  case setBookmark(String?, blockID: String)
  /// Gives the block the shape that the layout's draft describes.
  case mutate(MutatorLayout)
  /// Gives the block the shape of a mutation. Blocks in inputs that go are disconnected.
  case reshape(blockID: String, to: MutationState)
  /// Points a call at a function, and makes its arguments match.
  case resolveCall(blockID: String)

  // MARK: Variables

  case createVariable(name: String, type: String, for: FieldLocation?)
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

/// The place of a stack among the others in the file.
public nonisolated enum FilePlace: Hashable, Sendable {
  case end
  /// Before or behind the stack that a block is in.
  case before(blockID: String)
  case behind(blockID: String)
  /// Behind this many top-level items.
  case index(Int)

  /// The number of top-level items before the place; nil for the end.
  func index(in workspace: Workspace) -> Int? {
    func index(of id: String) -> Int? { workspace.blocks[id].flatMap { workspace.topLevelIndex(of: $0.root) } }
    return switch self {
    case .end: nil
    case .before(let id): index(of: id)
    case .behind(let id): index(of: id).map { $0 + 1 }
    case .index(let index): index
    }
  }
}

/// Where a block can be connected: to an input, or below a block.
public nonisolated struct ConnectionTarget: Hashable, Sendable {
  public var blockID: String
  /// Nil for the connection below the block.
  public var inputName: String?

  public init(blockID: String, inputName: String?) {
    self.blockID = blockID
    self.inputName = inputName
  }

  init(_ connection: Connection) {
    self.init(blockID: connection.sourceBlock.id, inputName: connection.sourceInput?.name)
  }

  /// The connection; nil if it does not exist.
  func connection(in workspace: Workspace) -> Connection? {
    guard let block = workspace.blocks[blockID] else { return nil }
    guard let inputName else { return block.nextConnection }
    return block.inputs.first { $0.name == inputName && $0.connection != nil }?.connection
  }
}

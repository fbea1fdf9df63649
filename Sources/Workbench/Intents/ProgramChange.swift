import BlockEditing
import BlockEvents
import BlockLayout
import BlockLibrary
import BlockModel
import ProgramDiff

/// A change to the program. Applying it adds events, which record the state before and after, so it can be undone.
enum ProgramChange {
  // MARK: Blocks

  /// Inserts new blocks, connected to a target or at the top level.
  case insert(BlockSnapshot, at: ConnectionTarget?)
  /// Inserts new blocks at the top level, at a location in the file.
  case insertStack(BlockSnapshot, FilePosition)
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
  /// Connects a stack below another one, which moves to its location on the screen and in the file.
  case putAbove(blockID: String, stackID: String)
  case disconnect(blockID: String, heal: Bool, to: WorkspacePoint?, fileLocation: FilePosition = .end)
  /// Moves statements that follow each other to the top level. The blocks below close the gap.
  case disconnectRun(firstID: String, lastID: String)
  case move(blockID: String, to: WorkspacePoint)
  case setField(FieldLocation, to: FieldState)
  /// Sets a property that Blockly's `change` event covers.
  case set(ChangeEvent.Element, to: ChangeEvent.Value, blockID: String)
  case setBookmark(String?, blockID: String)
  /// Gives the block the shape that the layout's draft describes.
  case mutate(MutatorLayout)
  /// Gives the block the shape of a mutation. Blocks in inputs that are removed are disconnected.
  case reshape(blockID: String, to: MutationState)
  /// Points a call at a function, and makes its arguments match.
  case resolveCall(blockID: String)

  /// Makes a change that leaves what the program does as it is.
  case refactor(any Refactoring)

  // MARK: Conflicts of a merge

  /// Replaces our side of a conflict with the content of its copy.
  case takeTheirs(ConflictTarget)
  /// Restores a line from an earlier version.
  case takeBack(LineChanges.Change, LineChanges)
  /// Makes a conflict's copy a part of the program.
  case keepCopy(blockID: String)

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

  /// Applies the change through the coordinator, which adds its events. Changes to something that no longer exists are
  /// ignored.
  /// - Returns: the created item, for the cursor to move to.
  /// - Throws: `FieldError` when the change is not allowed; nothing has changed then.
  @discardableResult
  func apply(with coordinator: WorkspaceLayoutCoordinator) throws(FieldError) -> FocusItem? {
    let workspace = coordinator.workspace
    func block(_ id: String, _ change: (Block) -> Void) { if let block = workspace.blocks[id] { change(block) } }
    switch self {
    case .insert(let snapshot, let target): return insert(snapshot, at: target, with: coordinator)
    case .insertStack(let snapshot, let location):
      return coordinator.insert(snapshot, at: location.index(in: workspace)).map { .block(id: $0.id) }
    case .insertAll(let snapshots, let isFocused):
      let blocks = coordinator.insert(snapshots)
      return isFocused ? blocks.first.map { .block(id: $0.id) } : nil
    case .insertAbove(let snapshot, let id): return insert(snapshot, aboveBlockID: id, with: coordinator)
    case .delete(let id, let heal): block(id) { coordinator.delete($0, heal: heal) }
    case .deleteRun(let id, let lastID):
      if let last = workspace.blocks[lastID] { block(id) { coordinator.delete($0, through: last) } }
    case .disconnectRun(let id, let lastID):
      if let last = workspace.blocks[lastID] { block(id) { coordinator.disconnect($0, through: last) } }
    case .connect(let id, let target):
      if let superior = target.connection(in: workspace) { block(id) { coordinator.connect($0, to: superior) } }
    case .disconnect(let id, let heal, let position, let location):
      block(id) {
        coordinator.disconnect($0, heal: heal, to: position, fileIndex: location.index(in: workspace))
      }
    case .putAbove(let id, let stackID):
      if let stack = workspace.blocks[stackID] { block(id) { coordinator.put($0, above: stack) } }
    case .move(let id, let position): block(id) { coordinator.move($0, to: position) }
    case .setField(let location, let state):
      // The field would create it, too, but without an event.
      if case .variable(let reference) = state, let id = reference.id, let name = reference.name {
        try? coordinator.createVariable(VariableState(id: id, name: name, type: reference.type ?? ""))
      }
      block(location.blockID) { coordinator.setField(location.name, of: $0, to: state) }
    case .set(let element, let value, let id): block(id) { coordinator.set(element, to: value, of: $0) }
    case .setBookmark(let name, let id): block(id) { coordinator.setBookmark(name, of: $0) }
    case .mutate(let layout): layout.performDraft()
    case .reshape(let id, let state):
      block(id) { block in
        BlockMutation(of: block, through: coordinator).perform {
          block.mutator?.update(from: state)
          return true
        }
      }
    case .resolveCall(let id):
      return workspace.blocks[id].flatMap { coordinator.procedures.update($0) }.map { .block(id: $0.id) }
    case .refactor(let refactoring): return try refactoring.perform(with: coordinator)
    case .takeTheirs, .takeBack, .keepCopy: try settle(with: coordinator)
    case .createVariable, .renameVariable, .mergeVariable, .deleteVariable: try changeVariable(with: coordinator)
    default: return try changeComment(with: coordinator)
    }
    return nil
  }

  private func insert(
    _ snapshot: BlockSnapshot, at target: ConnectionTarget?, with coordinator: WorkspaceLayoutCoordinator
  ) -> FocusItem? {
    guard let inserted = coordinator.insert(snapshot) else { return nil }
    if let superior = target?.connection(in: coordinator.workspace) { coordinator.connect(inserted, to: superior) }
    return .block(id: inserted.id)
  }

  private func insert(
    _ snapshot: BlockSnapshot, aboveBlockID id: String, with coordinator: WorkspaceLayoutCoordinator
  ) -> FocusItem? {
    guard let top = coordinator.workspace.blocks[id] else { return nil }
    var placed = snapshot
    placed.records[0].position = top.position
    let index = coordinator.workspace.topLevelIndex(of: top)
    guard let inserted = coordinator.insert(placed, at: index) else { return nil }
    if let end = inserted.lastInStack.nextConnection { coordinator.connect(top, to: end) }
    return .block(id: inserted.id)
  }

  /// Settles a conflict, or restores a line from an earlier version.
  private func settle(with coordinator: WorkspaceLayoutCoordinator) throws(FieldError) {
    switch self {
    case .takeTheirs(let target):
      do throws(EventError) {
        try coordinator.makeAllOrNone { () throws(EventError) in
          try ConflictCopy.settling(through: coordinator) { () throws(EventError) in
            try target.takeTheirs(through: coordinator)
          }
        }
      } catch {
        throw FieldError("theirs can't be taken: \(error)")
      }
    case .takeBack(let change, let changes):
      do throws(EventError) {
        try coordinator.makeAllOrNone { () throws(EventError) in try changes.takeBack(change, through: coordinator) }
      } catch {
        throw FieldError("this change can't be reverted: \(error)")
      }
    case .keepCopy(let id):
      guard let copy = coordinator.workspace.blocks[id] else { return }
      ConflictCopy.settling(through: coordinator) { ConflictTarget.keep(copy, through: coordinator) }
    default: break
    }
  }

  private func changeVariable(with coordinator: WorkspaceLayoutCoordinator) throws(FieldError) {
    let workspace = coordinator.workspace
    switch self {
    case .createVariable(let name, let type, let location):
      let variable = try coordinator.createVariable(named: name, type: type)
      guard let location, let block = workspace.blocks[location.blockID] else { return }
      coordinator.setField(location.name, of: block, to: .variable(VariableReference(id: variable.id)))
    case .renameVariable(let id, let name):
      if let variable = workspace.variables[id] { try coordinator.rename(variable, to: name) }
    case .mergeVariable(let id, let other):
      if let variable = workspace.variables[id], let other = workspace.variables[other] {
        coordinator.merge(variable, into: other)
      }
    case .deleteVariable(let id):
      if let variable = workspace.variables[id] { try coordinator.delete(variable) }
    default: break
    }
  }

  private func changeComment(with coordinator: WorkspaceLayoutCoordinator) throws(FieldError) -> FocusItem? {
    if case .insertComment(let snapshot) = self { return .comment(id: coordinator.insert(snapshot).id) }
    func comment(_ id: String) throws(FieldError) -> WorkspaceComment {
      guard let comment = coordinator.workspace.comment(withID: id) else {
        throw FieldError("this comment no longer exists")
      }
      return comment
    }
    switch self {
    case .deleteComment(let id): try coordinator.delete(try comment(id))
    case .setCommentText(let text, let id): try coordinator.setText(text, of: try comment(id))
    case .moveComment(let id, let position): try coordinator.move(try comment(id), to: position)
    case .resizeComment(let id, let size): try coordinator.resize(try comment(id), to: size)
    case .setCommentCollapsed(let flag, let id): coordinator.setCollapsed(flag, of: try comment(id))
    default: break
    }
    return nil
  }
}

/// The location of a stack among the others in the file.
nonisolated enum FilePosition: Hashable, Sendable {
  case end
  /// Before or after the stack that a block is in.
  case before(blockID: String)
  case behind(blockID: String)
  /// After this many top-level items.
  case index(Int)

  /// The number of top-level items before it; nil for the end.
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
  /// The id of the block with the connection.
  public var blockID: String
  /// Nil for the connection below the block.
  public var inputName: String?

  /// - Parameter inputName: nil for the connection below the block.
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

import BlockLayout
import BlockLibrary
import BlockModel

extension Intent {
  /// Inserts blocks into the empty input at the cursor, else where they fit, else at the top level.
  public static func insert(_ blocks: BlockSnapshot) -> Intent { Intent("insert") { $0.insert(blocks) } }
  /// Deletes the selected blocks, or else the block or comment at the cursor.
  public static let delete = Intent("delete", takesSelection: true) { $0.delete() }
  /// Duplicates the selected blocks, or else the block or comment at the cursor.
  public static let duplicate = Intent("duplicate") { $0.duplicate() }
  /// Moves the block to the top level. The blocks below it close the gap; if it is the first block of a stack, they
  /// stay where they are.
  public static let detach = Intent("detach", isSurprising: true) { $0.detach() }
  /// Moves the block and those below it to the top level; nothing closes the gap.
  public static let detachStack = Intent("detachStack", isSurprising: true) { $0.detachStack() }
  /// Moves the cursor from a call to its function.
  public static let followCall = Intent("followCall", isJump: true) { $0.followCall() }

  /// Inserts deleted blocks again: where they fit at the cursor, else beside it.
  public static func bringBack(_ stack: DeletedStack) -> Intent {
    Intent("bringBack") { $0.bringBack(stack) }
  }
}

/// Inserts, deletes, duplicates and detaches blocks.
extension IntentResolver {
  // MARK: - Inserting

  func insert(_ snapshot: BlockSnapshot) -> Resolution {
    guard !snapshot.isEmpty else { return .refused(reason: "there is nothing to insert") }
    return insert(snapshot, verb: "inserted", at: target(for: snapshot), orAt: state.freePosition)
  }

  /// - Parameters:
  ///   - verb: the past participle of the action for the status line: `inserted`.
  ///   - position: the position of the blocks if there is no target.
  func insert(
    _ snapshot: BlockSnapshot, verb: String, at target: Connection?, orAt position: WorkspacePoint
  ) -> Resolution {
    var placed = snapshot
    if target == nil { placed.records[0].position = position }
    let (count, location) = (statementCountWords(of: snapshot), location(of: snapshot, at: target))
    let isLoose = target == nil && state.newStackPosition == nil && !workspace.topBlocks.isEmpty
    let reason =
      isLoose && ToolboxContents(workspace: workspace).hasOutput(snapshot) ? ", as nothing here takes it" : ""
    return .changes(
      Plan([.insert(placed, at: target.map(ConnectionTarget.init))], focus: .created) { state, _ in
        state.cursorBlock.map { "\(verb) \(quoted: $0)\(count), \(location)\(reason)" }
      })
  }

  /// The location of new blocks, worded as in the messages of moves.
  private func location(of snapshot: BlockSnapshot, at target: Connection?) -> String {
    if let target {
      return state.description(of: .connection(blockID: target.sourceBlock.id, inputName: target.sourceInput?.name))
    }
    return ToolboxContents(workspace: workspace).hasOutput(snapshot) ? "unconnected" : "as a new stack"
  }

  /// The connection at or near the cursor that accepts new blocks: the empty input at the cursor, else the first free
  /// one; nil if none does, or for a new stack.
  func target(for snapshot: BlockSnapshot) -> Connection? {
    if state.newStackPosition != nil { return nil }
    let contents = ToolboxContents(workspace: workspace)
    return state.emptyInputAtCursor.flatMap { contents.canConnect(snapshot, $0) ? $0 : nil }
      ?? connectionAtCursor(for: snapshot)
  }

  /// The connection for a new block when the cursor is on a block: the first free input that accepts it, else the
  /// connection below the block, else the next connection of an enclosing statement. A default value is free only in
  /// the block at the cursor.
  private func connectionAtCursor(for snapshot: BlockSnapshot) -> Connection? {
    let contents = ToolboxContents(workspace: workspace)
    guard let start = state.cursorBlock else { return nil }
    // Over the default value at the cursor.
    if start.isShadow, let superior = start.superiorConnection, contents.canConnect(snapshot, superior) {
      return superior
    }
    var block: Block? = start
    while let current = block {
      for input in current.inputs where !current.isShadow && !current.isCollapsed {
        guard let connection = input.connection, input.kind == .value, contents.canConnect(snapshot, connection) else {
          continue
        }
        let isOwn = current === start && state.emptyInputAtCursor == nil
        if connection.targetBlock.map({ $0.isShadow && isOwn }) ?? true { return connection }
      }
      if let next = current.nextConnection, contents.canConnect(snapshot, next) {
        // Fill an empty loop or branch first.
        let empty = current.inputs.first { $0.kind == .statement && $0.connectedBlock == nil }?.connection
        return current === start ? empty ?? next : next
      }
      if let statement = current.inputs.first(where: { $0.kind == .statement })?.connection,
        contents.canConnect(snapshot, statement)
      {
        return statement.targetBlock?.lastInStack.nextConnection ?? statement
      }
      block = current.outputConnection?.targetBlock ?? current.surroundingBlock
    }
    return nil
  }

  // MARK: - Deleting, duplicating, detaching

  func delete() -> Resolution {
    if !state.selection.isEmpty { return deleteSelection() }
    if let comment = state.cursorComment { return delete(comment) }
    guard let block = state.nearestNonShadowBlock else { return .refused(reason: "there is nothing to delete here") }
    guard block.isDeletable else { return .refused(reason: "this block is locked against deleting") }
    if let reason = refusal(toTake: block) { return .refused(reason: reason) }
    return delete(block, heal: true)
  }

  /// Why a block isn't deleted or cut along with the default value at the cursor: it holds other blocks, while the
  /// user may only want another value. Nil if it is deleted.
  func refusal(toTake block: Block) -> String? {
    let count = block.descendants(followers: false).count { !$0.isShadow }
    guard state.cursorBlock?.isShadow == true, count > 1 else { return nil }
    let holds = "which has \(count - 1 == 1 ? "a block" : "\(count - 1) blocks") in it"
    return "a default value is replaced by typing\(state.hint("left", "goes to \(named: block), \(holds)"))"
  }

  /// - Parameter heal: whether the blocks below it stay.
  func delete(_ block: Block, heal: Bool) -> Resolution {
    let count = block.descendants(followers: !heal).reduce(0) { $0 + ($1.isShadow ? 0 : 1) }
    let calls = calls(deletedWith: block).count
    let message =
      "deleted \(description(of: block, followers: !heal))"
      + (calls > 0 ? ", and \(calls == 1 ? "1 call" : "\(calls) calls")" : "")
    return .changes(
      Plan(
        [.delete(blockID: block.id, heal: heal)], focus: .item(state.focusAfterDeleting(block, heal: heal)),
        statusMessage: message + state.wayBack(of: count + calls, isOne: calls == 0)))
  }

  /// The calls that are deleted along with a function definition. They stay if another definition has the same name.
  func calls(deletedWith block: Block) -> [Block] {
    guard let name = ProcedureBlocks.name(definedBy: block), !ConflictCopy.isCopy(block) else { return [] }
    let isOnly = ProcedureBlocks.definitions(in: workspace).allSatisfy {
      $0 === block || ProcedureBlocks.name(definedBy: $0)?.lowercased() != name.lowercased()
    }
    return isOnly ? ProcedureBlocks.callers(of: name, in: workspace).filter { !$0.isShadow && !block.contains($0) } : []
  }

  func duplicate() -> Resolution {
    if !state.selection.isEmpty { return duplicateSelection() }
    if let comment = state.cursorComment { return duplicate(comment) }
    guard let block = state.nearestNonShadowBlock else { return .refused(reason: "there is nothing to duplicate here") }
    // As in Blockly, because the user could not delete the copy.
    guard block.isDeletable else {
      return .refused(reason: "this block is locked against deleting, and so would its copy be")
    }
    guard block.isMovable else {
      return .refused(reason: "this block is locked against moving, and so would its copy be")
    }
    let copy = BlockSnapshot(copying: block, followers: false)
    let run = BlockRun(blocks: [block])
    return .changes(
      Plan(
        [insertion(of: copy, of: run)], focus: .created,
        statusMessage: "duplicated \(named: block), \(location(of: copy, copiedFrom: run))"))
  }

  /// The location of a copy of some blocks, as text.
  func location(of copy: BlockSnapshot, copiedFrom run: BlockRun) -> String {
    location(of: copy, at: target(forCopyOf: run))
  }

  /// The connection for a copy of some blocks: a statement's copy follows it; a copy of a whole stack, or of a value,
  /// is a stack itself.
  private func target(forCopyOf run: BlockRun) -> Connection? {
    let isStack = run.first.parent == nil && run.last.nextBlock == nil && run.blocks.count > 1
    return isStack || run.first.previousConnection == nil ? nil : run.last.nextConnection
  }

  /// The change that inserts a copy of some blocks.
  func insertion(of copy: BlockSnapshot, of run: BlockRun) -> ProgramChange {
    var copy = copy
    let target = target(forCopyOf: run)
    if target == nil, run.first.parent == nil {
      copy.records[0].position = state.positionBeside(run.blocks)
      return .insertStack(copy, .behind(blockID: run.first.id))
    }
    copy.records[0].position = state.positionBeside(run.first)
    return .insert(copy, at: target.map(ConnectionTarget.init))
  }

  func detach() -> Resolution {
    if state.cursorComment != nil { return .refused(reason: "comments can't be detached") }
    guard let block = state.nearestNonShadowBlock else { return .refused(reason: "there is nothing to detach here") }
    guard block.parent != nil || block.nextInStack != nil else {
      return .refused(reason: "\(nameForDetaching(block)) isn't connected to anything")
    }
    guard block.isMovable else { return .refused(reason: "this block is locked against moving") }
    if block.parent == nil, let next = block.nextInStack {
      return .changes(
        Plan(
          [
            .disconnect(blockID: next.id, heal: false, to: nil, fileLocation: .behind(blockID: block.id)),
            .move(blockID: block.id, to: state.positionBeside(block)),
          ], focus: .item(.block(id: block.id)),
          statusMessage: "detached \(named: block) from \(named: next) below it"))
    }
    return .changes(
      Plan(
        [.disconnect(blockID: block.id, heal: true, to: state.positionBeside(block))],
        focus: .item(.block(id: block.id)), statusMessage: "detached \(named: block)"))
  }

  /// The name of a block that can't be detached. The cursor may be on its default value, which isn't meant.
  private func nameForDetaching(_ block: Block) -> String {
    state.cursorBlock?.isShadow == true ? "a default value stays in its block, and \(named: block)" : "\(named: block)"
  }

  func detachStack() -> Resolution {
    guard let block = state.nearestNonShadowBlock else { return .refused(reason: "there is nothing to detach here") }
    guard block.parent != nil else {
      return .refused(reason: "\(nameForDetaching(block)) isn't connected to anything above it")
    }
    guard block.isMovable else { return .refused(reason: "this block is locked against moving") }
    let below = block.nextInStack.map { " with \(named: $0) below it" } ?? ""
    return .changes(
      Plan(
        [.disconnect(blockID: block.id, heal: false, to: state.positionBeside(block))],
        focus: .item(.block(id: block.id)), statusMessage: "detached \(named: block)\(below)"))
  }

  // MARK: - Calls

  /// Goes to the definition of the called function. Also makes the call's arguments match the definition, as one undo
  /// step.
  func followCall() -> Resolution {
    guard let caller = state.callAtCursor else { return .refused(reason: "this isn't a function call") }
    guard let mutator = caller.mutator as? MutatorProcedureCaller, !mutator.name.isEmpty else {
      return .refused(reason: "this call has no function name")
    }
    return .changes(
      Plan([.resolveCall(blockID: caller.id)], focus: .created) { state, isChanged in
        isChanged ? "updated the call to match its function: \(state.description())" : state.description()
      })
  }

  // MARK: - Bringing back

  func bringBack(_ stack: DeletedStack) -> Resolution {
    guard let id = stack.blocks.records.first?.id, workspace.blocks[id] == nil else {
      return .refused(reason: "these blocks are already back")
    }
    return insert(
      stack.blocks, verb: "brought back", at: target(for: stack.blocks),
      orAt: state.newStackPosition ?? state.cursorBlock.map(state.positionBeside) ?? state.freePosition)
  }
}

extension IntentState {
  /// The empty input at the cursor.
  var emptyInputAtCursor: Connection? {
    guard case .emptyInput(let id, let name) = cursor else { return nil }
    return workspace.blocks[id]?.inputs.first { $0.name == name && $0.connection != nil }?.connection
  }

  /// The function call at the cursor.
  public var callAtCursor: Block? {
    guard case .block? = cursor, let caller = cursorBlock, caller.mutator is MutatorProcedureCaller, !caller.isCollapsed
    else { return nil }
    return caller
  }
}

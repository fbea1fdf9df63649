import BlockEditing
import BlockEvents
import BlockModel

/// Turns one program into another, step by step, with the events of each change.
///
/// The steps are those of an editor: deleted blocks are removed, then each block of the new program, in reading
/// order, gets its content and its place. A block's parent is in place before the block itself moves.
struct EditScript {
  let coordinator: WorkspaceLayoutCoordinator
  private let old: ProgramTree
  let new: ProgramTree
  private let toNew: [Int]
  private let toOld: [Int]
  let isExact: Bool
  private var variables: VariableMatch
  let newWorkspace: Workspace
  private let transfer: BlockTransfer
  /// The block of the changed program for each block of the new one.
  private(set) var blocks: [Block?]
  var workspace: Workspace { coordinator.workspace }

  init(_ match: ProgramMatch, coordinator: WorkspaceLayoutCoordinator) {
    self.coordinator = coordinator
    (old, new) = (match.old, match.new)
    (toNew, toOld) = (match.toNew, match.toOld)
    isExact = match.isExact
    variables = match.variables
    newWorkspace = match.newWorkspace
    transfer = BlockTransfer(to: coordinator, from: newWorkspace, isExact: isExact)
    blocks = toOld.map { $0 < 0 ? nil : match.old.blocks[$0] }
  }

  /// - Throws: `EventError` if a change can't be made, which a correct match rules out.
  mutating func run() throws(EventError) {
    try prepareVariables()
    transfer.variables = variables.toOld
    try deleteBlocks()
    for index in new.blocks.indices { try settle(index) }
    for index in new.blocks.indices where toOld[index] >= 0 {
      if let block = blocks[index] { try transfer.setShadows(of: block, to: new.blocks[index]) }
    }
    try deleteVariables()
    try settleComments()
    if isExact { try settlePlaces() }
  }

  // MARK: - Variables

  private mutating func prepareVariables() throws(EventError) {
    for variable in newWorkspace.variables.all {
      guard let own = variables.toOld[variable.id] else { continue }
      if own.type != variable.type { try coordinator.setVariableType(id: own.id, to: variable.type) }
      guard own.name != variable.name else { continue }
      try freeName(of: variable, for: own)
      try coordinator.renameVariable(id: own.id, to: variable.name)
    }
    for variable in newWorkspace.variables.all where variables.toOld[variable.id] == nil {
      try freeName(of: variable, for: nil)
      var state = newWorkspace.variables.state(of: variable)
      if workspace.variables[state.id] != nil { state.id = workspace.freshID() }
      try coordinator.createVariable(state)
      if let own = workspace.variables[state.id] { variables.match(own, variable) }
    }
  }

  /// Temporarily renames a variable that has another's new name, in any case, until it is renamed or deleted itself:
  /// other clients would merge the two. In the new program, variables may have names that differ only in case.
  private func freeName(of variable: Variable, for own: Variable?) throws(EventError) {
    guard let present = workspace.variables.variable(named: variable.name, type: variable.type), present !== own,
      variables.toNew[present.id]?.name.lowercased() != variable.name.lowercased()
    else { return }
    try coordinator.renameVariable(id: present.id, to: workspace.variables.uniqueName())
  }

  private func deleteVariables() throws(EventError) {
    for variable in workspace.variables.all where variables.toNew[variable.id] == nil && variable.isDeclared {
      try coordinator.deleteVariable(id: variable.id)
    }
  }

  // MARK: - Deleting

  /// Deletes the blocks that the new program doesn't have. The kept blocks in them move to their new places, or to
  /// the top level until their places exist.
  private func deleteBlocks() throws(EventError) {
    for index in old.blocks.indices where toNew[index] < 0 {
      let parent = old.parent(of: index)
      if parent >= 0, toNew[parent] < 0 { continue }
      let block = old.blocks[index]
      let kept = keptParts(under: index)
      if kept.isEmpty {
        try coordinator.delete(blockID: block.id)
        continue
      }
      if block.parent != nil { try coordinator.move(blockID: block.id, to: .aside) }
      for part in kept { try release(part) }
      try coordinator.delete(blockID: block.id)
    }
  }

  /// The uppermost kept blocks in and below a deleted one.
  private func keptParts(under index: Int) -> [Int] {
    var parts: [Int] = []
    var pending = [index]
    while let next = pending.popLast() {
      var children = old.slots[next].map(\.head)
      if old.below[next] >= 0 { children.append(old.below[next]) }
      for child in children {
        if toNew[child] >= 0 { parts.append(child) } else { pending.append(child) }
      }
    }
    return parts.sorted()
  }

  /// Moves a block out of one that is about to be deleted.
  private func release(_ part: Int) throws(EventError) {
    let block = old.blocks[part]
    let index = toNew[part]
    let parent = new.parent(of: index)
    if parent >= 0, let holder = blocks[parent], !block.contains(holder),
      let connection = coordinator.connection(at: location(of: index)), isFree(connection)
    {
      try move(block, of: index, to: connection)
    } else {
      try coordinator.move(blockID: block.id, to: parent < 0 ? location(of: index) : .aside)
    }
  }

  private func isFree(_ connection: Connection) -> Bool { connection.targetBlock?.isShadow ?? true }

  // MARK: - Blocks

  /// The place of a block in the new program. Its parent must have been settled.
  private func location(of index: Int) -> BlockLocation {
    let parent = new.parent(of: index)
    guard parent >= 0 else {
      let block = new.blocks[index]
      var location = BlockLocation(
        coordinate: block.position, fileIndex: newWorkspace.topLevelIndex(of: block))
      location.isImplicit = block.hasImplicitPosition
      return location
    }
    let isBelow = new.above[index] >= 0
    return BlockLocation(parentID: blocks[parent]?.id, inputName: isBelow ? nil : new.input[index])
  }

  /// Gives a block its content and its place.
  private mutating func settle(_ index: Int) throws(EventError) {
    if let block = blocks[index], toOld[index] >= 0 { try transfer.setContent(of: block, to: new.blocks[index]) }
    if blocks[index] == nil {
      let created = try transfer.create(index, of: new) { toOld[$0] >= 0 }
      for (node, block) in created { blocks[node] = block }
    }
    guard let block = blocks[index] else { throw EventError("a new block can't be created") }
    let parent = new.parent(of: index)
    guard parent >= 0 else {
      if block.parent != nil { try coordinator.move(blockID: block.id, to: location(of: index)) }
      return
    }
    let connection = coordinator.connection(at: location(of: index))
    if let present = connection?.targetBlock {
      if present === block { return }
      if !present.isShadow { try coordinator.move(blockID: present.id, to: .aside) }
    }
    try move(block, of: index, to: connection)
  }

  /// Moves a block into its place. The shadow that it covers is changed before: Blockly has no event to change it
  /// afterwards.
  private func move(_ block: Block, of index: Int, to connection: Connection?) throws(EventError) {
    if let connection { try transfer.setShownShadow(in: connection, to: new.blocks[new.parent(of: index)]) }
    try coordinator.move(blockID: block.id, to: location(of: index))
  }
}

extension BlockLocation {
  /// The place of a block that waits at the top level for its final place. Where it is shown until then doesn't
  /// matter, and computing that takes long in a long stack.
  static let aside = BlockLocation(coordinate: .zero)
}

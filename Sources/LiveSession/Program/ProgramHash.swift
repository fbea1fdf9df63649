import BlockEvents
import BlockModel
import Markup

/// A hash of a program: of everything that a file states about its blocks, variables and comments, except whether it
/// states their ids. It is updated by the events, so that a change costs as much as the blocks that it changes.
///
/// It is the sum of one hash for each block, variable and comment, and one for their order.
final class ProgramHash: EventManagerListener {
  private let workspace: Workspace
  /// The hash of each block; nil until the hash is first read, as a client that has just joined needs none yet.
  private var blocks: [String: UInt64]?
  private var sum: UInt64 = 0
  private var changedBlocks: Set<String> = []
  /// Whether the order of stacks, a variable or a comment may have changed. Their part is then computed again.
  private var hasOtherChanges = true
  private var rest: UInt64 = 0

  /// Starts listening to events.
  init(of workspace: Workspace, eventManager: EventManager) {
    self.workspace = workspace
    eventManager.addListener(self)
  }

  var wantsLoadingEvents: Bool { false }

  func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) {
    guard event.workspaceID == workspace.id, !event.isUIEvent, blocks != nil else { return }
    switch event {
    case let event as BlockExistenceEvent:
      for record in event.snapshot.records { if let id = record.id { changedBlocks.insert(id) } }
      hasOtherChanges = true
    case let event as MoveEvent:
      changedBlocks.formUnion(event.changedBlockIDs ?? [])
      if event.old.parentID == nil || event.new.parentID == nil { hasOtherChanges = true }
    case let event as ChangeEvent:
      if let id = event.blockID { changedBlocks.insert(id) }
      if event.element == .order { hasOtherChanges = true }
    case is VariableRenameEvent, is VariableTypeChangeEvent:
      hasOtherChanges = true
      // Mutations may name their variables.
      for block in workspace.blocks.values where block.mutator != nil { changedBlocks.insert(block.id) }
    default:
      if let id = event.blockID { changedBlocks.insert(id) }
      hasOtherChanges = true
    }
  }

  /// Notes that the order of variables has changed, which no event reports.
  func noteOrder() { hasOtherChanges = true }

  /// The hash of the program as it is now.
  var value: UInt64 {
    if blocks == nil {
      let all = workspace.blocks.mapValues { Self.hash(of: $0) }
      sum = all.values.reduce(0, &+)
      blocks = all
    }
    for id in changedBlocks { update(id) }
    changedBlocks.removeAll(keepingCapacity: true)
    if blocks?.count != workspace.blocks.count { followSilentChanges() }
    if hasOtherChanges {
      rest = hashOfRest()
      hasOtherChanges = false
    }
    return sum &+ rest
  }

  private func update(_ id: String) {
    let new = workspace.blocks[id].map { Self.hash(of: $0) }
    sum &+= (new ?? 0) &- (blocks?[id] ?? 0)
    blocks?[id] = new
  }

  /// Follows changes without events: when a block loses a shape, the shadows in it are deleted, too.
  private func followSilentChanges() {
    let known = blocks ?? [:]
    for id in known.keys where workspace.blocks[id] == nil { update(id) }
    for id in workspace.blocks.keys where known[id] == nil { update(id) }
  }

  // MARK: - Parts

  private static func hash(of block: Block) -> UInt64 {
    var hash = StableHash()
    hash.combine(block.id)
    hash.combine(block.type)
    hash.combine(block.isShadow)
    if let superior = block.superiorConnection {
      hash.combine(superior.sourceBlock.id)
      hash.combine(optional: superior.sourceInput?.name)
    } else {
      // If a file states no position, each client shows the stack where there is space.
      hash.combine(block.hasImplicitPosition)
      if !block.hasImplicitPosition {
        hash.combine(block.position.x)
        hash.combine(block.position.y)
      }
    }
    hash.combine(block.inlineOverride.map { $0 ? 2 : 1 as UInt64 } ?? 0)
    for flag in [block.isCollapsed, block.isDeletable, block.isMovable, block.isEditable] { hash.combine(flag) }
    for input in block.inputs {
      for field in input.fields { if let name = field.name, let state = field.state { combine(name, state, &hash) } }
      combine(covered: input.connection?.coveredShadow, &hash)
    }
    combine(covered: block.nextConnection?.coveredShadow, &hash)
    combine(block.mutationState, &hash)
    for reason in block.disabledReasons { hash.combine(reason) }
    if let comment = block.comment {
      hash.combine(comment.text)
      hash.combine(comment.isPinned.map { $0 ? 2 : 1 as UInt64 } ?? 0)
    }
    hash.combine(optional: block.data)
    return hash.value
  }

  private static func combine(_ name: String, _ state: FieldState, _ hash: inout StableHash) {
    hash.combine(name)
    if case .variable(let reference) = state, let id = reference.id {
      hash.combine(id)
    } else {
      hash.combine(state.text)
    }
  }

  private static func combine(_ mutation: MutationState?, _ hash: inout StableHash) {
    guard let mutation else { return }
    if let xml = mutation.xml { hash.combine(xml.xmlText()) }
    if let json = mutation.json { hash.combine(json.text()) }
  }

  private static func combine(covered shadow: BlockSnapshot?, _ hash: inout StableHash) {
    guard let shadow else { return }
    for record in shadow.records {
      hash.combine(record.type)
      hash.combine(optional: record.id)
      for field in record.fields { combine(field.name, field.state, &hash) }
      combine(record.mutation, &hash)
    }
  }

  private func hashOfRest() -> UInt64 {
    var hash = StableHash()
    for block in workspace.topBlocks { hash.combine(block.id) }
    for variable in workspace.variables.all {
      hash.combine(variable.id)
      hash.combine(variable.name)
      hash.combine(variable.type)
    }
    for comment in workspace.comments {
      hash.combine(comment.id)
      hash.combine(UInt64(workspace.blockCount(before: comment)))
      hash.combine(comment.text)
      hash.combine(comment.position.x)
      hash.combine(comment.position.y)
      hash.combine(comment.size.map { $0.width } ?? -1)
      hash.combine(comment.size.map { $0.height } ?? -1)
      hash.combine(comment.isCollapsed)
    }
    return hash.value
  }
}

import BlockEvents
import BlockLayout
import BlockModel

/// Keeps the blocks that are deleted, so that each can be brought back without undoing what came after.
final class DeletedBlocks: EventManagerListener {
  private let workspace: Workspace
  /// The deleted stacks, the oldest first.
  private var snapshots: [BlockSnapshot] = []

  /// The oldest stacks beyond this number are forgotten.
  private static let limit = 100

  init(of workspace: Workspace, eventManager: EventManager) {
    self.workspace = workspace
    eventManager.addListener(self)
  }

  /// Loading deletes nothing.
  var wantsLoadingEvents: Bool { false }

  func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) {
    guard let event = event as? DeleteEvent, event.workspaceID == workspace.id, event.recordsUndo, !event.wasShadow,
      !event.isReplayed
    else { return }
    add(event.snapshot)
  }

  func add(_ snapshot: BlockSnapshot) {
    snapshots.removeAll { $0.records.first?.id == snapshot.records.first?.id }
    snapshots.append(snapshot)
    if snapshots.count > Self.limit { snapshots.removeFirst() }
  }

  /// The deleted stacks, newest first, without those that are back in the program.
  var stacks: [DeletedStack] {
    snapshots.reversed().filter { !isBack($0) }.map(describe)
  }

  private func isBack(_ snapshot: BlockSnapshot) -> Bool {
    snapshot.records.first?.id.map { workspace.blocks[$0] != nil } ?? true
  }

  private func describe(_ snapshot: BlockSnapshot) -> DeletedStack {
    // Build only the blocks whose text is shown.
    var beginning = BlockSnapshot(records: Array(snapshot.records.prefix(Self.shownRecords)))
    beginning.countRecords()
    let scratch = Workspace(factory: workspace.factory)
    return withExtendedLifetime(scratch) {
      let first = workspace.factory.build(beginning, in: scratch).first
      let count = snapshot.records.count { !$0.isShadow }
      let words = first.map { BlockLabel.entry(of: $0, limit: BlockLabel.wholeLimit) } ?? ""
      return DeletedStack(
        blocks: snapshot, description: count == 1 ? words : "\(words), \(count) blocks",
        colour: first?.definition.colour ?? .none)
    }
  }

  private static let shownRecords = 64
}

extension WorkbenchController {
  /// The stacks deleted since the program was opened, newest first, without those that are back in the program.
  public var deletedStacks: [DeletedStack] { deletedBlocks.stacks }

  /// Puts a stack that can't stay in the program among the deleted ones.
  package func layAside(_ stack: BlockSnapshot) { deletedBlocks.add(stack) }
}

/// Blocks that were deleted together since the program was opened.
public struct DeletedStack {
  let blocks: BlockSnapshot
  /// The text of the first block, and the number of blocks.
  public let description: String
  /// The colour of the first block, for lists.
  public let colour: BlockBuilder.Colour
}

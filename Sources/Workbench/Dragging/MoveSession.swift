import BlockEditing
import BlockEvents
import BlockLayout
import BlockModel

/// Moves a block to another place. The move is only previewed until the block is dropped.
public final class MoveSession: DragSession {
  public let blockID: String
  /// Whether the blocks below move too.
  public let takesStack: Bool
  public let destinations: [MoveDestination]
  /// The previewed destination.
  public private(set) var destination: MoveDestination
  /// Where the block was when the drag began.
  public let origin: MoveDestination

  private let coordinator: WorkspaceLayoutCoordinator
  private unowned let dragger: Dragger
  private var previewed: [BlocklyEvent] = []

  /// Starts moving a block.
  init(block: Block, takesStack: Bool, coordinator: WorkspaceLayoutCoordinator, dragger: Dragger) {
    self.coordinator = coordinator
    self.dragger = dragger
    self.takesStack = takesStack
    blockID = block.id
    if let superior = block.superiorConnection {
      origin = .connection(blockID: superior.sourceBlock.id, inputName: superior.sourceInput?.name)
    } else {
      origin = .free(block.position)
    }
    destination = origin
    var candidates: [MoveDestination] = []
    let detachEvents = coordinator.preview(Self.detachChanges(block, takesStack: takesStack))
    let tops = coordinator.layout.map { $0.stacks.compactMap { $0.first?.block } } ?? coordinator.workspace.topBlocks
    candidates = DestinationFinder(workspace: coordinator.workspace, tops: tops).destinations(for: block)
    coordinator.rollBack(detachEvents)
    if case .free = origin { candidates.insert(origin, at: 0) }
    destinations = candidates
  }

  private var block: Block? { coordinator.workspace.blocks[blockID] }

  /// Shows the block at the next destination in reading order, or at the previous one for -1.
  public func moveToDestination(offset distance: Int) {
    guard !destinations.isEmpty else { return }
    let index = destinations.firstIndex(of: destination) ?? (distance > 0 ? -1 : destinations.count)
    show(at: destinations[min(max(index + distance, 0), destinations.count - 1)])
  }

  /// Shows the block unconnected, some columns and rows away from where it is.
  public func nudge(columns: Int, rows: Int) {
    guard let block else { return }
    var target: WorkspacePoint
    if case .free(let position) = destination {
      target = position
    } else {
      target = coordinator.positionShown(of: block)
    }
    target.x += Double(columns) * LayoutStyle.unitsPerColumn
    target.y += Double(rows) * LayoutStyle.unitsPerRow
    show(at: .free(target))
  }

  /// Shows the block at a destination.
  public func show(at target: MoveDestination) {
    dragger.change(self) { destination = target }
  }

  func preview() {
    previewed = coordinator.preview(changes)
  }

  func rollBack() {
    coordinator.rollBack(previewed)
    previewed = []
  }

  func event(isStart: Bool) -> UIEvent {
    DragEvent(blockID: blockID, isStart: isStart, workspaceID: coordinator.workspace.id)
  }

  /// The changes that move the block to the previewed destination; empty when it stays. Only valid while nothing is
  /// previewed.
  var changes: [ProgramChange] {
    guard destination != origin, let block else { return [] }
    let detachChanges = Self.detachChanges(block, takesStack: takesStack)
    switch destination {
    case .free(let position):
      let isDetached = block.parent == nil && (takesStack || block.follower == nil)
      return (isDetached ? [] : detachChanges) + [.move(blockID: blockID, to: position)]
    case .connection(let id, let input):
      return detachChanges + [.connect(blockID: blockID, to: ConnectionTarget(blockID: id, inputName: input))]
    case .above(let id):
      guard let top = coordinator.workspace.blocks[id] else { return [] }
      let end = takesStack ? block.lastInStack : block
      return detachChanges + [
        .connect(blockID: id, to: ConnectionTarget(blockID: end.id, inputName: nil)),
        .move(blockID: blockID, to: top.position),
      ]
    }
  }

  /// The changes that disconnect a block from its parent. Without its stack, the blocks below close the gap.
  private static func detachChanges(_ block: Block, takesStack: Bool) -> [ProgramChange] {
    if block.parent != nil { return [.disconnect(blockID: block.id, heal: !takesStack, to: nil)] }
    guard !takesStack, let follower = block.follower else { return [] }
    return [.disconnect(blockID: follower.id, heal: false, to: block.position)]
  }
}

import BlockEditing
import BlockEvents
import BlockLayout
import BlockModel

/// A block on its way to another place: what is shown is previewed, and becomes real when the block is dropped.
public final class MoveSession: DragSession {
  public let blockID: String
  /// Whether the blocks below come along.
  public let takesStack: Bool
  public let destinations: [MoveDestination]
  /// Where the block is shown now.
  public private(set) var destination: MoveDestination
  /// The place it came from.
  public let origin: MoveDestination

  private let coordinator: WorkspaceLayoutCoordinator
  private unowned let dragger: Dragger
  private var previewed: [BlocklyEvent] = []

  /// Lifts a block.
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
    var places: [MoveDestination] = []
    let lifted = coordinator.preview(Self.lifting(block, takesStack: takesStack))
    let tops = coordinator.layout.map { $0.stacks.compactMap { $0.first?.block } } ?? coordinator.workspace.topBlocks
    places = DestinationFinder(workspace: coordinator.workspace, tops: tops).destinations(for: block)
    coordinator.rollBack(lifted)
    if case .free = origin { places.insert(origin, at: 0) }
    destinations = places
  }

  private var block: Block? { coordinator.workspace.blocks[blockID] }

  /// Shows the block at the next (or, with -1, the previous) place in reading order.
  public func step(_ distance: Int) {
    guard !destinations.isEmpty else { return }
    let index = destinations.firstIndex(of: destination) ?? (distance > 0 ? -1 : destinations.count)
    show(at: destinations[min(max(index + distance, 0), destinations.count - 1)])
  }

  /// Shows the block by itself, some columns and rows away from where it is.
  public func nudge(columns: Int, rows: Int) {
    guard let block else { return }
    var place: WorkspacePoint
    if case .free(let position) = destination {
      place = position
    } else {
      place = coordinator.positionShown(of: block)
    }
    place.x += Double(columns) * LayoutStyle.unitsPerColumn
    place.y += Double(rows) * LayoutStyle.unitsPerRow
    show(at: .free(place))
  }

  /// Shows the block at a place.
  public func show(at place: MoveDestination) {
    dragger.change(self) { destination = place }
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

  /// What brings the block where it is shown; none when it stays. To be asked while nothing is previewed.
  var changes: [ProgramChange] {
    guard destination != origin, let block else { return [] }
    let lifting = Self.lifting(block, takesStack: takesStack)
    switch destination {
    case .free(let position):
      let stands = block.parent == nil && (takesStack || block.follower == nil)
      return (stands ? [] : lifting) + [.move(blockID: blockID, to: position)]
    case .connection(let id, let input):
      return lifting + [.connect(blockID: blockID, to: ConnectionTarget(blockID: id, inputName: input))]
    case .above(let id):
      guard let top = coordinator.workspace.blocks[id] else { return [] }
      let end = takesStack ? block.lastInStack : block
      return lifting + [
        .connect(blockID: id, to: ConnectionTarget(blockID: end.id, inputName: nil)),
        .move(blockID: blockID, to: top.position),
      ]
    }
  }

  /// Parts a block from what holds it; alone, what hung below it closes the gap.
  private static func lifting(_ block: Block, takesStack: Bool) -> [ProgramChange] {
    if block.parent != nil { return [.disconnect(blockID: block.id, heal: !takesStack, to: nil)] }
    guard !takesStack, let follower = block.follower else { return [] }
    return [.disconnect(blockID: follower.id, heal: false, to: block.position)]
  }
}

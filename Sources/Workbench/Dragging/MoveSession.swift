import BlockEditing
import BlockEvents
import BlockLayout
import BlockModel

/// Moves a block to another place, or inserts a new one. The change is only previewed until the block is dropped.
public final class MoveSession: DragSession {
  public let blockID: String
  /// The block's short name.
  let name: String
  /// The blocks that a drop inserts; nil when the block is in the program.
  let inserted: BlockSnapshot?
  /// Whether the blocks below move too.
  public let takesStack: Bool
  /// The blocks that move together, joined to one stack, in document order; empty when only `blockID` moves.
  let bundleIDs: [String]
  /// What the status line adds when the blocks were dropped.
  let note: String
  /// All destinations when the drag began, starting with the origin; nil in programs with too many to count them.
  public let destinations: [MoveDestination]?
  /// The previewed destination.
  public private(set) var destination: MoveDestination
  /// Where the block was when the drag began.
  public let origin: MoveDestination
  /// The name of the block that the previewed move pushes out of its input; nil if it pushes none.
  private(set) var displacedName: String?

  private let coordinator: WorkspaceLayoutCoordinator
  private unowned let dragger: Dragger
  private var previewed: [BlocklyEvent] = []

  /// Starts moving a block.
  /// - Parameters:
  ///   - bundle: the blocks that move together, joined to one stack, beginning with `block`; empty to move only it.
  ///   - note: what the status line adds when the blocks were dropped.
  init(
    block: Block, takesStack: Bool, bundle: [Block] = [], note: String = "", coordinator: WorkspaceLayoutCoordinator,
    dragger: Dragger
  ) {
    self.coordinator = coordinator
    self.dragger = dragger
    self.takesStack = takesStack
    self.note = note
    bundleIDs = bundle.map(\.id)
    blockID = block.id
    name = bundle.count < 2 ? BlockLabel.name(of: block) : SelectionText.count(bundle.count)
    inserted = nil
    origin = Self.location(of: block)
    destination = origin
    let detachEvents = coordinator.preview(Self.detachChanges(bundle, block, takesStack: takesStack))
    destinations = Self.order(for: block, origin: origin, in: coordinator).all(limit: Self.countedPositions)
    coordinator.rollBack(detachEvents)
  }

  /// Starts inserting new blocks.
  /// - Parameters:
  ///   - inserted: the blocks, the first one with a fresh id.
  ///   - position: where they are until the drag moves them.
  init?(
    inserting inserted: BlockSnapshot, at position: WorkspacePoint, coordinator: WorkspaceLayoutCoordinator,
    dragger: Dragger
  ) {
    guard let id = inserted.records.first?.id else { return nil }
    self.coordinator = coordinator
    self.dragger = dragger
    self.inserted = inserted
    takesStack = true
    bundleIDs = []
    note = ""
    blockID = id
    origin = .free(position)
    destination = origin
    let insertion = coordinator.preview([Self.insertion(of: inserted, at: position)])
    defer { coordinator.rollBack(insertion) }
    guard let block = coordinator.workspace.blocks[id] else { return nil }
    name = BlockLabel.name(of: block)
    destinations = Self.order(for: block, origin: origin, in: coordinator).all(limit: Self.countedPositions)
  }

  private static func location(of block: Block) -> MoveDestination {
    guard let superior = block.superiorConnection else { return .free(block.position) }
    return .connection(blockID: superior.sourceBlock.id, inputName: superior.sourceInput?.name)
  }

  /// In larger programs destinations have no numbers, because counting them would delay the start of a drag.
  private static let countedPositions = 2000

  private static func order(
    for block: Block, origin: MoveDestination, in coordinator: WorkspaceLayoutCoordinator
  ) -> DestinationOrder {
    DestinationOrder(for: block, origin: origin, in: coordinator.workspace, layout: coordinator.layout)
  }

  private static func insertion(of snapshot: BlockSnapshot, at position: WorkspacePoint) -> ProgramChange {
    var placed = snapshot
    placed.records[0].position = position
    return .insert(placed, at: nil)
  }

  private var block: Block? { coordinator.workspace.blocks[blockID] }

  /// Shows the block at another destination.
  public func move(_ motion: DestinationMotion) {
    dragger.change(self) {
      destination = whileDetached { $0.destination(motion, from: destination) } ?? destination
    }
  }

  /// The first of some destinations that the block can be moved to.
  func firstPossible(of candidates: [MoveDestination]) -> MoveDestination? {
    // The mouse mostly moves over nothing.
    if candidates.isEmpty { return nil }
    var first: MoveDestination?
    dragger.change(self) { first = whileDetached { candidates.first(where: $0.canMove) } ?? nil }
    return first
  }

  /// Reads the order of destinations while the block is disconnected. Only valid while nothing is previewed.
  private func whileDetached<Result>(_ read: (DestinationOrder) -> Result) -> Result? {
    let events = coordinator.preview(
      inserted.map { [Self.insertion(of: $0, at: insertionPoint)] }
        ?? block.map { Self.detachChanges(bundle, $0, takesStack: takesStack) } ?? [])
    defer { coordinator.rollBack(events) }
    return block.map { read(Self.order(for: $0, origin: origin, in: coordinator)) }
  }

  private var insertionPoint: WorkspacePoint {
    if case .free(let position) = origin { position } else { WorkspacePoint(x: 0, y: 0) }
  }

  /// Shows the block unconnected, some columns and rows away from its present place.
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
    let bump = previewed.last { ($0 as? MoveEvent)?.reasons == [.bump] && $0.blockID != blockID }
    displacedName = bump?.blockID.flatMap { coordinator.workspace.blocks[$0] }.map { BlockLabel.name(of: $0) }
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
    if let inserted { return insertion(of: inserted) }
    // The origin isn't the block's location if another pointer's preview had moved it when this drag began.
    guard destination != origin, let block, destination != Self.location(of: block) else { return [] }
    let bundle = bundle
    let detachChanges = Self.detachChanges(bundle, block, takesStack: takesStack)
    switch destination {
    case .free(let position):
      let isDetached = bundle.isEmpty && block.parent == nil && (takesStack || block.nextInStack == nil)
      return (isDetached ? [] : detachChanges) + [.move(blockID: blockID, to: position)]
    case .connection(let id, let input):
      return detachChanges + [.connect(blockID: blockID, to: ConnectionTarget(blockID: id, inputName: input))]
    case .above(let id):
      return detachChanges + [.putAbove(blockID: blockID, stackID: id)]
    }
  }

  /// Whether the changes leave everything where it is, as when a block goes above the one that follows it already. Only
  /// valid while nothing is previewed.
  var movesNothing: Bool {
    guard inserted == nil else { return false }
    let events = coordinator.preview(changes)
    defer { coordinator.rollBack(events) }
    var locations: [String: (old: BlockLocation, new: BlockLocation)] = [:]
    // Default values that appear while a block is on its way.
    var appeared: Set<String> = []
    for event in events {
      switch event {
      case let event as MoveEvent:
        let id = event.blockID ?? ""
        locations[id] = (locations[id]?.old ?? event.old, event.new)
      case is CreateEvent: appeared.insert(event.blockID ?? "")
      case is DeleteEvent: if appeared.remove(event.blockID ?? "") == nil { return false }
      default: return false
      }
    }
    return appeared.isEmpty && locations.values.allSatisfy { $0.old == $0.new }
  }

  private func insertion(of inserted: BlockSnapshot) -> [ProgramChange] {
    switch destination {
    case .free(let position): return [Self.insertion(of: inserted, at: position)]
    case .connection(let id, let input):
      return [.insert(inserted, at: ConnectionTarget(blockID: id, inputName: input))]
    case .above(let id):
      guard let top = coordinator.workspace.blocks[id] else { return [] }
      var placed = inserted
      placed.records[0].position = top.position
      return [
        .insertStack(placed, .before(blockID: id)),
        .connect(blockID: id, to: ConnectionTarget(blockID: blockID, inputName: nil)),
      ]
    }
  }

  /// Runs an action while the block is out of the way, so that the action can find what the block covers.
  func withBlockAside(_ action: () -> Void) {
    dragger.change(self) {
      guard inserted == nil, let block else { return action() }
      let aside = WorkspacePoint(x: 1e7, y: 1e7)
      let hiding = coordinator.preview(
        Self.detachChanges(bundle, block, takesStack: takesStack) + [.move(blockID: blockID, to: aside)])
      action()
      coordinator.rollBack(hiding)
    }
  }

  /// The blocks that move together, as far as they still exist.
  private var bundle: [Block] { bundleIDs.compactMap { coordinator.workspace.blocks[$0] } }

  /// The changes that disconnect a block, or join the blocks of a bundle at the top level. Without the stack, the
  /// blocks below close the gap.
  private static func detachChanges(_ bundle: [Block], _ block: Block, takesStack: Bool) -> [ProgramChange] {
    guard bundle.isEmpty else {
      var changes: [ProgramChange] = []
      var end: Block?
      for run in BlockRun.runs(of: bundle) {
        changes.append(run.detachment)
        if let end {
          changes.append(.connect(blockID: run.first.id, to: ConnectionTarget(blockID: end.id, inputName: nil)))
        }
        end = run.last
      }
      return changes
    }
    if block.parent != nil { return [.disconnect(blockID: block.id, heal: !takesStack, to: nil)] }
    guard !takesStack, let nextInStack = block.nextInStack else { return [] }
    return [
      .disconnect(blockID: nextInStack.id, heal: false, to: block.position, place: .behind(blockID: block.id))
    ]
  }
}

import BlockEditing
import BlockEvents
import BlockLayout
import BlockModel
import MortiseScreen

/// Moves a block to another place, or inserts a new one. The change is only previewed until the block is dropped.
final class MoveSession: Preview, DragSession {
  let blockID: String
  /// The block's short name.
  let name: String
  /// The blocks that a drop inserts; nil when the block is in the program.
  let inserted: BlockSnapshot?
  /// Whether the blocks below move too.
  let takesStack: Bool
  /// The blocks that move together, joined to one stack, in document order; empty when only `blockID` moves.
  let bundleIDs: [String]
  /// The number of statements that move with it, to append to the name; empty for none.
  let count: String
  /// The text that the status line adds when the blocks are dropped.
  let note: String
  /// All destinations when the drag began, starting with the origin; nil in programs with too many to count them.
  let destinations: [MoveDestination]?
  /// The previewed destination.
  private(set) var destination: MoveDestination
  /// Where the block was when the drag began.
  let origin: MoveDestination
  /// The name of the block that the previewed move pushes out of its input; nil if it pushes none.
  private(set) var displacedName: String?

  /// Starts moving a block.
  /// - Parameters:
  ///   - bundle: the blocks that move together, joined to one stack, beginning with `block`; empty to move only it.
  ///   - note: the text that the status line adds when the blocks are dropped.
  init(
    block: Block, takesStack: Bool, bundle: [Block], note: String, by pointer: Pointer,
    coordinator: WorkspaceLayoutCoordinator
  ) {
    self.takesStack = takesStack
    self.note = note
    bundleIDs = bundle.map(\.id)
    blockID = block.id
    name = bundle.count < 2 ? BlockLabel.name(of: block) : SelectionText.count(bundle.count)
    let count = takesStack ? block.descendants().count { $0.previousConnection != nil && !$0.isShadow } : 1
    self.count = count > 1 ? ", \(count) statements" : ""
    inserted = nil
    origin = Self.location(of: block)
    destination = origin
    let origin = origin
    destinations = coordinator.reading(after: Self.detachChanges(bundle, block, takesStack: takesStack)) { _ in
      Self.order(for: block, origin: origin, in: coordinator).all(limit: Self.countedPositions)
    }
    super.init(.drag(pointer), coordinator: coordinator)
  }

  /// Starts inserting new blocks.
  /// - Parameters:
  ///   - inserted: the blocks, the first one with a fresh id.
  ///   - position: the position of the blocks until the drag moves them.
  init?(
    inserting inserted: BlockSnapshot, at position: WorkspacePoint, by pointer: Pointer,
    coordinator: WorkspaceLayoutCoordinator
  ) {
    guard let id = inserted.records.first?.id else { return nil }
    self.inserted = inserted
    takesStack = true
    count = ""
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
    super.init(.drag(pointer), coordinator: coordinator)
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

  override var isIntact: Bool {
    let moved = inserted == nil ? [blockID] + bundleIDs : []
    let targets = [origin, destination].compactMap { target -> String? in
      if case .connection(let id, _) = target { id } else { nil }
    }
    return (moved + targets).allSatisfy { coordinator.workspace.blocks[$0] != nil }
  }

  private var block: Block? { coordinator.workspace.blocks[blockID] }

  func drag(_ update: DragUpdate) throws(FieldError) {
    switch update {
    case .destination(let motion): move(motion)
    case .nudge(let columns, let rows): nudge(columns: columns, rows: rows)
    case .grow: throw FieldError("a block can't be resized")
    case .pointed(let cell, let dragOffset):
      show(at: cell.map { destination(at: $0, dragOffset: dragOffset) } ?? origin)
    }
  }

  /// Shows the block at another destination.
  func move(_ motion: DestinationMotion) {
    update { destination = whileDetached { $0.destination(motion, from: destination) } ?? destination }
  }

  // MARK: - The mouse

  /// The destination of the block if it is dropped on a cell of the canvas.
  /// - Parameter dragOffset: the grabbed cell's offset from the block's first cell.
  private func destination(at cell: Point, dragOffset: Point) -> MoveDestination {
    let free = MoveDestination.free(LayoutStyle.position(of: cell - dragOffset))
    var candidates: [MoveDestination] = []
    if covers(cell) {
      // A connected block stays until the pointer leaves it; a loose one follows the pointer.
      guard case .free = destination else { return destination }
      withBlockAside { candidates = nearestDestinations(to: cell) }
    } else {
      candidates = nearestDestinations(to: cell)
    }
    return firstPossible(of: candidates) ?? free
  }

  private func covers(_ cell: Point) -> Bool {
    let item = coordinator.layout.flatMap { ReadingOrder($0).item(at: cell) }
    guard let block, let pointed = item?.blockID.flatMap({ coordinator.workspace.blocks[$0] }) else { return false }
    return block.contains(pointed)
  }

  private func nearestDestinations(to cell: Point) -> [MoveDestination] {
    (coordinator.layout?.connections(near: cell) ?? []).map { connection in
      // A cell beside the block itself, where it is shown connected, keeps the destination.
      if block?.contains(connection.sourceBlock) == true { return destination }
      return .connection(blockID: connection.sourceBlock.id, inputName: connection.sourceInput?.name)
    }
  }

  /// The first of some destinations that the block can be moved to.
  private func firstPossible(of candidates: [MoveDestination]) -> MoveDestination? {
    // The mouse mostly moves over nothing.
    if candidates.isEmpty { return nil }
    var first: MoveDestination?
    update { first = whileDetached { candidates.first(where: $0.canMove) } ?? nil }
    return first
  }

  /// Reads the order of destinations while the block is disconnected. Only valid while nothing is previewed.
  private func whileDetached<Result>(_ read: (DestinationOrder) -> Result) -> Result? {
    let changes =
      inserted.map { [Self.insertion(of: $0, at: insertionPoint)] }
      ?? block.map { Self.detachChanges(bundle, $0, takesStack: takesStack) } ?? []
    return coordinator.reading(after: changes) { _ in
      block.map { read(Self.order(for: $0, origin: origin, in: coordinator)) }
    }
  }

  private var insertionPoint: WorkspacePoint {
    if case .free(let position) = origin { position } else { WorkspacePoint(x: 0, y: 0) }
  }

  /// Shows the block unconnected, some columns and rows away from its present place.
  func nudge(columns: Int, rows: Int) {
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
  func show(at target: MoveDestination) {
    update { destination = target }
  }

  override var shownChanges: [ProgramChange] { changes }

  override func didShow(_ events: [BlocklyEvent]) {
    let bump = events.last { ($0 as? MoveEvent)?.reasons == [.bump] && $0.blockID != blockID }
    displacedName = bump?.blockID.flatMap { coordinator.workspace.blocks[$0] }.map { BlockLabel.name(of: $0) }
  }

  override func event(isStart: Bool) -> UIEvent? {
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
    return coordinator.reading(after: changes) { events in
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
  private func withBlockAside(_ action: () -> Void) {
    update {
      guard inserted == nil, let block else { return action() }
      let aside = WorkspacePoint(x: 1e7, y: 1e7)
      coordinator.reading(
        after: Self.detachChanges(bundle, block, takesStack: takesStack) + [.move(blockID: blockID, to: aside)]
      ) { _ in action() }
    }
  }

  /// The blocks that move together, without those that no longer exist.
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
      .disconnect(blockID: nextInStack.id, heal: false, to: block.position, fileLocation: .behind(blockID: block.id))
    ]
  }
}

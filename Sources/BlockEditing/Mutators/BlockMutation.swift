import BlockEvents
import BlockLibrary
import BlockModel

/// One mutation of a block. It moves connected blocks, adds the events, and updates the layout.
public struct BlockMutation {
  private let block: Block
  private let element: ChangeEvent.Element
  private let coordinator: WorkspaceLayoutCoordinator

  /// - Parameter element: `.shape` for a state that other clients derive themselves.
  public init(
    of block: Block, as element: ChangeEvent.Element = .mutation, through coordinator: WorkspaceLayoutCoordinator
  ) {
    self.block = block
    self.element = element
    self.coordinator = coordinator
  }

  /// Changes the mutator's state, and the block's shape with it. Connected blocks stay with their part. Other Blockly
  /// clients expect the events in this order: blocks move out, mutation, blocks move in.
  /// - Parameters:
  ///   - destinations: the destinations of inputs' contents: the name of another input, or nil to disconnect them.
  ///     Inputs that aren't listed keep their contents as long as they exist.
  ///   - update: changes the mutator's state and nothing else; returns false if there is nothing to change.
  public func perform(moving destinations: [String: String?] = [:], update: () -> Bool) {
    let destinations = destinations.merging(keptDestinations) { destination, _ in destination }
    // Update the state first: if it doesn't change, no block may be disconnected.
    let oldState = state
    let oldMutation = block.mutationState
    guard block.mutator != nil, update() else { return }
    // As a batch, so that the row isn't measured once per block.
    coordinator.performBatch {
      if element == .mutation, !coordinator.isPreviewing, changesShadows(moving: destinations, from: oldState) {
        replaceBlock(moving: destinations, from: oldState, oldMutation)
      } else {
        move(destinations, from: oldState)
      }
    }
    block.notePerformedMutation()
  }

  /// Moves the contents of inputs out, mutates the block, and moves them back in.
  private func move(_ destinations: [String: String?], from oldState: MutationState?) {
    var carried: [(block: Block, input: String)] = []
    var (old, new) = ([String: BlockSnapshot](), [String: BlockSnapshot]())
    // An input that receives other contents must give up its own.
    let taking = Set(destinations.values.compactMap { $0 })
    let moving = block.inputs.filter { destinations.keys.contains($0.name) || taking.contains($0.name) }
    // Read the positions before any block moves, because disconnected blocks stay where they were shown.
    let positions = moving.map { $0.connectedBlock.map(coordinator.positionShown) }
    for (input, position) in zip(moving, positions) {
      let destination = destinations[input.name].flatMap { $0 }
      if let child = input.connectedBlock, !child.isShadow {
        coordinator.detach(child, to: position)
        if let destination { carried.append((child, destination)) }
      }
      let shadow = input.connectedBlock.map { BlockSnapshot(of: $0) } ?? BlockSnapshot()
      old[input.name] = shadow
      if let destination { new[destination] = shadow }
      if let connection = input.connection { coordinator.removeShadow(of: connection) }
    }
    for name in old.keys where new[name] == nil { new[name] = BlockSnapshot() }
    reshape(from: oldState, old: old, new: new)
    let waiting = Set(carried.map(\.input))
    installShadows(new, except: waiting)
    let inputs = Dictionary(block.inputs.map { ($0.name, $0) }) { first, _ in first }
    for (child, name) in carried {
      // The input is gone, and its block is disconnected already.
      if destinations[name] == name, inputs[name]?.connection == nil { continue }
      guard let connection = inputs[name]?.connection, connection.target == nil,
        let inferior = child.inferiorConnection, connection.canConnect(inferior)
      else {
        coordinator.bump(child)
        continue
      }
      coordinator.attach(child, to: connection, reason: .connect)
    }
    coordinator.layout?.changed(block)
  }

  // MARK: - Shadows

  /// The shadows of inputs by the inputs' names, also covered ones.
  private var shadows: [String: BlockSnapshot] {
    let named = block.inputs.compactMap { input in input.connection?.shadow.map { (input.name, $0) } }
    return Dictionary(named) { first, _ in first }
  }

  /// Whether other clients would lose shadows in the mutation, or when it is undone. Nothing has changed afterwards.
  private func changesShadows(moving destinations: [String: String?], from oldState: MutationState?) -> Bool {
    let old = shadows
    if old.isEmpty { return false }
    var new: [String: BlockSnapshot] = [:]
    let newState = block.mutationState
    let events = coordinator.preview {
      move(destinations, from: oldState)
      new = shadows
    }
    coordinator.rollBack(events)
    block.mutator?.update(from: newState ?? MutationState())
    return new != old
      || old.keys.contains { block.mutator?.isRecreated($0) ?? false } && events.contains(where: \.recordsUndo)
  }

  /// Mutates the block, and reports that it alone was deleted and created again. Blockly has no event for a shadow
  /// that moves to another input, leaves an input, or comes back with one; only a new block can express this.
  /// - Parameter oldMutation: the old state, as files have it.
  private func replaceBlock(
    moving destinations: [String: String?], from oldState: MutationState?, _ oldMutation: MutationState?
  ) {
    let workspace = coordinator.workspace
    let superior = block.superiorConnection
    var children: [(child: Block, input: String?, position: WorkspacePoint)] = []
    for input in block.inputs {
      guard let child = input.connectedBlock, !child.isShadow else { continue }
      children.append((child, input.name, coordinator.positionShown(of: child)))
    }
    if let next = block.nextInStack { children.append((next, nil, coordinator.positionShown(of: next))) }
    for (child, _, position) in children { coordinator.detach(child, to: position) }
    coordinator.detach(block)
    let index = workspace.topLevelIndex(of: block)
    var old = BlockSnapshot(of: block)
    old.records[0].mutation = oldMutation
    let events = coordinator.preview { move(destinations, from: oldState) }
    for case let event as VariableCreateEvent in events { coordinator.add(event) }
    coordinator.add(DeleteEvent(snapshot: old, fileIndex: index, workspaceID: workspace.id))
    coordinator.addCreation(of: block)
    if let superior, let inferior = block.inferiorConnection, superior.canConnect(inferior) {
      coordinator.attach(block, to: superior, reason: .connect)
    }
    for (child, input, _) in children {
      let destination = input.flatMap { destinations[$0] ?? $0 }
      let connection =
        input == nil ? block.nextConnection : destination.flatMap { block.firstInput(withName: $0)?.connection }
      if let connection, let inferior = child.inferiorConnection, connection.canConnect(inferior) {
        coordinator.attach(child, to: connection, reason: .connect)
      } else if let destination, destination != input {
        coordinator.bump(child)
      }
    }
  }

  /// The inputs whose blocks stay connected here, while other clients recreate the inputs.
  private var keptDestinations: [String: String?] {
    var destinations: [String: String?] = [:]
    for input in block.inputs where block.mutator?.isRecreated(input.name) ?? false {
      if let child = input.connectedBlock, !child.isShadow { destinations[input.name] = input.name }
    }
    return destinations
  }

  /// Applies the state of an event to the block, and the shadows to its inputs.
  func replay(to state: MutationState?, shadows: [String: BlockSnapshot]) {
    guard let mutator = block.mutator else { return setUnknownMutation(state) }
    var old: [String: BlockSnapshot] = [:]
    for input in block.inputs where shadows[input.name] != nil {
      guard let connection = input.connection else { continue }
      old[input.name] = connection.targetBlock.flatMap { $0.isShadow ? BlockSnapshot(of: $0) : nil } ?? BlockSnapshot()
      coordinator.removeShadow(of: connection)
    }
    let oldState = self.state
    mutator.update(from: state ?? MutationState())
    reshape(from: oldState, old: old, new: shadows)
    installShadows(shadows)
    coordinator.layout?.changed(block)
    block.notePerformedMutation()
  }

  /// Sets the state of a block of an unknown type, unchanged.
  private func setUnknownMutation(_ state: MutationState?) {
    let old = block.mutationState
    guard old != state else { return }
    block.unknownMutation = state
    coordinator.add(
      ChangeEvent(
        blockID: block.id, workspaceID: coordinator.workspace.id, element: .mutation, old: .mutation(old, shadows: [:]),
        new: .mutation(state, shadows: [:])))
  }

  /// The contents of an input before a mutation.
  private struct PreviousInput {
    var input: Input
    var location: BlockLocation?
    var child: Block?
    var position: WorkspacePoint?
    var shadow: BlockSnapshot?
  }

  /// Mutates the block to its mutator's new state. The move events of blocks that it disconnects precede the mutation's
  /// event.
  ///
  /// Like Blockly's, a mutator may replace an input with a new one of the same name. The new input gets the contents,
  /// the shadow and the field values of the old one.
  /// - Parameters:
  ///   - oldState: the state before the mutation.
  ///   - old: the shadows that were already removed.
  ///   - new: the shadows that the caller will install.
  private func reshape(from oldState: MutationState?, old: [String: BlockSnapshot], new: [String: BlockSnapshot]) {
    let previousInputs = block.inputs.map(previousInput)
    let ownLocation = BlockLocation(of: block)
    let superior = block.superiorConnection
    let ownPosition = superior == nil ? nil : coordinator.positionShown(of: block)
    let nextInStack = block.nextBlock
    let nextPlacement = nextInStack.map { (BlockLocation(of: $0), coordinator.positionShown(of: $0)) }
    let variableCount = coordinator.workspace.variables.all.count
    block.mutator?.mutateBlock()
    coordinator.adoptVariables(since: variableCount)
    var (lost, brought, kept) = (old, new, [String: BlockSnapshot]())
    var returning: [(child: Block, connection: Connection)] = []
    let present = Set(block.inputs.map(ObjectIdentifier.init))
    for part in previousInputs where !present.contains(ObjectIdentifier(part.input)) {
      let successor = successor(of: part.input)
      if let successor { copyFields(of: part.input, to: successor) }
      if let shadow = part.shadow {
        lost[part.input.name] = shadow
        // A new shadow takes precedence.
        if successor?.connection != nil, new[part.input.name] == nil { kept[part.input.name] = shadow }
      }
      if let child = part.child, let location = part.location {
        placeDisconnected(child, from: location, at: part.position)
        if let connection = successor?.connection { returning.append((child, connection)) }
      }
    }
    brought.merge(kept) { given, _ in given }
    if let superior, block.superiorConnection == nil {
      placeDisconnected(block, from: ownLocation, at: ownPosition)
      coordinator.layout?.changed(superior.sourceBlock)
      coordinator.uncover(superior)
    }
    if let nextInStack, nextInStack.parent == nil, let (location, position) = nextPlacement {
      placeDisconnected(nextInStack, from: location, at: position)
    }
    coordinator.add(
      ChangeEvent(
        blockID: block.id, workspaceID: coordinator.workspace.id, element: element,
        old: .mutation(oldState, shadows: lost),
        new: .mutation(state, shadows: brought)))
    coordinator.layout?.changed(block)
    installShadows(kept, except: Set(returning.compactMap { $0.connection.sourceInput?.name }))
    for (child, connection) in returning where connection.target == nil {
      guard let inferior = child.inferiorConnection, connection.canConnect(inferior) else { continue }
      coordinator.attach(child, to: connection, reason: .connect)
    }
  }

  /// Returns the input with which a mutator replaced a removed one: it has the same name and kind.
  private func successor(of input: Input) -> Input? {
    block.inputs.first { $0.name == input.name && $0.kind == input.kind }
  }

  /// Copies field values from a removed input to the one that replaces it.
  private func copyFields(of input: Input, to successor: Input) {
    guard !successor.name.isEmpty else { return }
    for field in successor.fields {
      guard let name = field.name, let state = input.fields.first(where: { $0.name == name })?.state else { continue }
      field.load(state, variables: coordinator.workspace.variables)
    }
  }

  /// The state of the mutator for an event. A shape event is Mortise's own and contains the whole state; the JSON of a
  /// mutation omits what fields contain.
  private var state: MutationState? {
    element == .shape ? block.mutationState.map { MutationState(xml: $0.xml) } : block.mutationStateForEvents
  }

  /// Installs the shadows of inputs.
  /// - Parameter waiting: the inputs that get a real block next; their shadows stay covered.
  private func installShadows(_ shadows: [String: BlockSnapshot], except waiting: Set<String> = []) {
    for input in block.inputs {
      guard let connection = input.connection, let shadow = shadows[input.name], !shadow.isEmpty else { continue }
      connection.coveredShadow = shadow
      if !waiting.contains(input.name) { coordinator.uncover(connection) }
    }
  }

  private func previousInput(_ input: Input) -> PreviousInput {
    let child = input.connectedBlock
    var previous = PreviousInput(input: input, shadow: input.connection?.coveredShadow)
    if let child, child.isShadow {
      previous.shadow = BlockSnapshot(of: child)
    } else if let child {
      previous.child = child
      previous.location = BlockLocation(of: child)
      previous.position = coordinator.positionShown(of: child)
    }
    return previous
  }

  /// Places a block that the mutator has disconnected, and adds its move event.
  private func placeDisconnected(_ block: Block, from location: BlockLocation, at position: WorkspacePoint?) {
    block.position = position ?? block.position
    block.hasImplicitPosition = false
    if block.layout == nil { coordinator.layout?.added(block) } else { coordinator.layout?.released(block) }
    coordinator.addMove(of: block, from: location, reason: .disconnect)
  }
}

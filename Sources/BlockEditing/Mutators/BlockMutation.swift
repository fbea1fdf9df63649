import BlockEvents
import BlockLibrary
import BlockModel

/// One mutation of a block. It moves what is connected, adds the events, and keeps the layout in step.
public struct BlockMutation {
  private let block: Block
  private let element: ChangeEvent.Element
  private let coordinator: WorkspaceLayoutCoordinator

  /// - Parameter element: `.shape` for a state that follows from what other clients know.
  public init(
    of block: Block, as element: ChangeEvent.Element = .mutation, through coordinator: WorkspaceLayoutCoordinator
  ) {
    self.block = block
    self.element = element
    self.coordinator = coordinator
  }

  /// Changes the state of the mutator, and the block's shape with it. What is connected stays with the thing it was
  /// connected to. The events are those that other Blockly clients expect: blocks move out, the mutation, blocks move in.
  /// - Parameters:
  ///   - places: where the contents of inputs go: the name of another input, or nil for setting them aside. Inputs that
  ///     are not named keep their contents as long as they are there.
  ///   - update: changes the mutator's state, and nothing else; false when there is nothing to change.
  public func perform(moving places: [String: String?] = [:], update: () -> Bool) {
    let places = places.merging(keptPlaces) { place, _ in place }
    // The state comes first: where it stays the same, nothing may be parted.
    let oldState = state
    guard block.mutator != nil, update() else { return }
    // Each block that moves would have the whole row measured.
    coordinator.performBatch { move(places, from: oldState) }
  }

  /// Moves the contents of inputs out, mutates the block, and moves them in.
  private func move(_ places: [String: String?], from oldState: MutationState?) {
    var carried: [(block: Block, input: String)] = []
    var (old, new) = ([String: BlockSnapshot](), [String: BlockSnapshot]())
    // An input that takes other contents gives its own away.
    let taking = Set(places.values.compactMap { $0 })
    let moving = block.inputs.filter { places.keys.contains($0.name) || taking.contains($0.name) }
    // They stand aside where they were shown before anything moved.
    let positions = moving.map { $0.connectedBlock.map(coordinator.positionShown) }
    for (input, position) in zip(moving, positions) {
      let place = places[input.name].flatMap { $0 }
      if let child = input.connectedBlock, !child.isShadow {
        coordinator.detach(child, to: position)
        if let place { carried.append((child, place)) }
      }
      let shadow = input.connectedBlock.map { BlockSnapshot(of: $0) } ?? BlockSnapshot()
      old[input.name] = shadow
      if let place { new[place] = shadow }
      if let connection = input.connection { coordinator.removeShadow(of: connection) }
    }
    for name in old.keys where new[name] == nil { new[name] = BlockSnapshot() }
    reshape(from: oldState, old: old, new: new)
    let waiting = Set(carried.map(\.input))
    install(new, except: waiting)
    for (child, name) in carried {
      // Set aside already, with an input that went.
      if places[name] == name, block.firstInput(withName: name)?.connection == nil { continue }
      guard let connection = block.firstInput(withName: name)?.connection, connection.target == nil,
        let inferior = child.inferiorConnection, connection.canConnect(inferior)
      else {
        coordinator.bump(child)
        continue
      }
      coordinator.attach(child, to: connection, reason: .connect)
    }
    coordinator.layout?.changed(block)
  }

  /// The inputs with blocks that stay where they are here, but not in other clients.
  private var keptPlaces: [String: String?] {
    var places: [String: String?] = [:]
    for input in block.inputs where block.mutator?.isMadeAnew(input.name) ?? false {
      if let child = input.connectedBlock, !child.isShadow { places[input.name] = input.name }
    }
    return places
  }

  /// Gives the block the state of an event, and its inputs their shadows.
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
    install(shadows)
    coordinator.layout?.changed(block)
  }

  /// A block of a type that nobody here knows keeps the state as it is.
  private func setUnknownMutation(_ state: MutationState?) {
    let old = block.mutationState
    guard old != state else { return }
    block.unknownMutation = state
    coordinator.add(
      ChangeEvent(
        blockID: block.id, workspaceID: coordinator.workspace.id, element: .mutation, old: .mutation(old, shadows: [:]),
        new: .mutation(state, shadows: [:])))
  }

  /// What an input held before a mutation.
  private struct Held {
    var input: Input
    var location: BlockLocation?
    var child: Block?
    var position: WorkspacePoint?
    var shadow: BlockSnapshot?
  }

  /// Gives a block the shape of its mutator's new state, and adds the mutation's event, after those of the blocks that lost
  /// their place.
  ///
  /// A mutator may remove inputs and add new ones of the same name, as Blockly's do. Such an input gets the contents, the
  /// shadow and the field values of the one that it replaces.
  /// - Parameters:
  ///   - oldState: the state before.
  ///   - old: the shadows that were taken away before.
  ///   - new: those that will be brought.
  private func reshape(from oldState: MutationState?, old: [String: BlockSnapshot], new: [String: BlockSnapshot]) {
    let held = block.inputs.map(held)
    let ownPlace = BlockLocation(of: block)
    let superior = block.superiorConnection
    let ownPosition = superior == nil ? nil : coordinator.positionShown(of: block)
    let follower = block.nextBlock
    let followerPlace = follower.map { (BlockLocation(of: $0), coordinator.positionShown(of: $0)) }
    let variableCount = coordinator.workspace.variables.all.count
    block.mutator?.mutateBlock()
    coordinator.adoptVariables(since: variableCount)
    var (lost, brought, kept) = (old, new, [String: BlockSnapshot]())
    var returning: [(child: Block, connection: Connection)] = []
    for part in held where !block.inputs.contains(where: { $0 === part.input }) {
      let successor = successor(of: part.input)
      if let successor { copyFields(of: part.input, to: successor) }
      if let shadow = part.shadow {
        lost[part.input.name] = shadow
        // One that is brought anyway may be another.
        if successor?.connection != nil, new[part.input.name] == nil { kept[part.input.name] = shadow }
      }
      if let child = part.child, let location = part.location {
        settle(child, from: location, at: part.position)
        if let connection = successor?.connection { returning.append((child, connection)) }
      }
    }
    brought.merge(kept) { given, _ in given }
    if let superior, block.superiorConnection == nil {
      settle(block, from: ownPlace, at: ownPosition)
      coordinator.layout?.changed(superior.sourceBlock)
      coordinator.uncover(superior)
    }
    if let follower, follower.parent == nil, let (location, position) = followerPlace {
      settle(follower, from: location, at: position)
    }
    coordinator.add(
      ChangeEvent(
        blockID: block.id, workspaceID: coordinator.workspace.id, element: element,
        old: .mutation(oldState, shadows: lost),
        new: .mutation(state, shadows: brought)))
    coordinator.layout?.changed(block)
    install(kept, except: Set(returning.compactMap { $0.connection.sourceInput?.name }))
    for (child, connection) in returning where connection.target == nil {
      guard let inferior = child.inferiorConnection, connection.canConnect(inferior) else { continue }
      coordinator.attach(child, to: connection, reason: .connect)
    }
  }

  /// The input that a mutator has added in place of one that it has removed: of the same name and kind.
  private func successor(of input: Input) -> Input? {
    block.inputs.first { $0.name == input.name && $0.kind == input.kind }
  }

  /// Gives the fields of a new input the values of those that it replaces.
  private func copyFields(of input: Input, to successor: Input) {
    guard !successor.name.isEmpty else { return }
    for field in successor.fields {
      guard let name = field.name, let state = input.fields.first(where: { $0.name == name })?.state else { continue }
      field.load(state, variables: coordinator.workspace.variables)
    }
  }

  /// The state of the mutator for an event. A shape is of our own, so it says everything, while JSON leaves out what
  /// fields say.
  private var state: MutationState? {
    element == .shape ? block.mutationState.map { MutationState(xml: $0.xml) } : block.mutationStateForEvents
  }

  /// Brings the shadows of inputs.
  /// - Parameter waiting: the inputs that get a real block next; their shadow stays covered.
  private func install(_ shadows: [String: BlockSnapshot], except waiting: Set<String> = []) {
    for input in block.inputs {
      guard let connection = input.connection, let shadow = shadows[input.name], !shadow.isEmpty else { continue }
      connection.coveredShadow = shadow
      if !waiting.contains(input.name) { coordinator.uncover(connection) }
    }
  }

  private func held(in input: Input) -> Held {
    let child = input.connectedBlock
    var held = Held(input: input, shadow: input.connection?.coveredShadow)
    if let child, child.isShadow {
      held.shadow = BlockSnapshot(of: child)
    } else if let child {
      held.child = child
      held.location = BlockLocation(of: child)
      held.position = coordinator.positionShown(of: child)
    }
    return held
  }

  /// Notes that the mutator has let a block go.
  private func settle(_ block: Block, from location: BlockLocation, at position: WorkspacePoint?) {
    block.position = position ?? block.position
    block.hasImplicitPosition = false
    if block.layout == nil { coordinator.layout?.added(block) } else { coordinator.layout?.released(block) }
    coordinator.addMove(of: block, from: location, reason: .disconnect)
  }
}

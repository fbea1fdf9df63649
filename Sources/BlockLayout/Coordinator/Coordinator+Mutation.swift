import BlockEvents
import BlockModel

extension WorkspaceLayoutCoordinator {
  /// What an input held before a mutation.
  private struct Held {
    var input: Input
    var location: BlockLocation?
    var child: Block?
    var position: WorkspacePoint?
    var shadow: BlockSnapshot?
  }

  /// Changes the state of a block's mutator, and the block's shape with it. Blocks in inputs that go are set aside, in
  /// events before the mutation, as other Blockly clients expect them; shadows go and come with their input.
  /// - Parameters:
  ///   - shadows: those of inputs that this state has and the present one has not.
  ///   - update: changes the mutator's state; false when there is nothing to change.
  func mutate(_ block: Block, shadows: [String: BlockSnapshot] = [:], update: () -> Bool) {
    guard let mutator = block.mutator else { return }
    let oldState = block.mutationState
    let held = block.inputs.map(held)
    let ownPlace = BlockLocation(of: block)
    let superior = block.superiorConnection
    let ownPosition = superior == nil ? nil : positionShown(of: block)
    let follower = block.nextBlock
    let followerPlace = follower.map { (BlockLocation(of: $0), positionShown(of: $0)) }
    guard update() else { return }
    mutator.mutateBlock()
    var lost: [String: BlockSnapshot] = [:]
    for part in held where !block.inputs.contains(where: { $0 === part.input }) {
      if let shadow = part.shadow { lost[part.input.name] = shadow }
      if let child = part.child, let location = part.location { settle(child, from: location, at: part.position) }
    }
    if let superior, block.superiorConnection == nil {
      settle(block, from: ownPlace, at: ownPosition)
      layout?.changed(superior.sourceBlock)
      uncover(superior)
    }
    if let follower, follower.parent == nil, let (location, position) = followerPlace {
      settle(follower, from: location, at: position)
    }
    add(
      ChangeEvent(
        blockID: block.id, workspaceID: workspace.id, element: .mutation, old: .mutation(oldState, shadows: lost),
        new: .mutation(block.mutationState, shadows: [:])))
    for input in block.inputs {
      guard let connection = input.connection, connection.target == nil, let shadow = shadows[input.name] else {
        continue
      }
      connection.coveredShadow = shadow
      uncover(connection)
    }
    layout?.changed(block)
  }

  private func held(in input: Input) -> Held {
    let child = input.connectedBlock
    var held = Held(input: input, shadow: input.connection?.coveredShadow)
    if let child, child.isShadow {
      held.shadow = BlockSnapshot(of: child)
    } else if let child {
      held.child = child
      held.location = BlockLocation(of: child)
      held.position = positionShown(of: child)
    }
    return held
  }

  /// Notes that the mutator has let a block go.
  private func settle(_ block: Block, from location: BlockLocation, at position: WorkspacePoint?) {
    block.position = position ?? block.position
    block.hasImplicitPosition = false
    if block.layout == nil { layout?.added(block) } else { layout?.released(block) }
    addMove(of: block, from: location, reason: .disconnect)
  }
}

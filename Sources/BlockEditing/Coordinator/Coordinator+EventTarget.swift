import BlockEvents
import BlockModel

extension WorkspaceLayoutCoordinator: @MainActor EventTarget {
  private func block(_ id: String) throws(EventError) -> Block {
    guard let block = workspace.blocks[id] else { throw EventError("there is no block “\(id)”") }
    return block
  }

  private func variable(_ id: String) throws(EventError) -> Variable {
    guard let variable = workspace.variables[id] else { throw EventError("there is no variable “\(id)”") }
    return variable
  }

  public func create(_ snapshot: BlockSnapshot, at place: Int?) throws(EventError) {
    for id in snapshot.ids where workspace.blocks[id] != nil {
      throw EventError("there is a block “\(id)” already")
    }
    let variableCount = workspace.variables.all.count
    let blocks = workspace.factory.build(snapshot, in: workspace, at: place)
    adoptVariables(since: variableCount)
    for block in blocks {
      layout?.added(block)
      addCreation(of: block)
    }
  }

  public func delete(blockID: String) throws(EventError) {
    let block = try block(blockID)
    if block.parent != nil { detach(block) }
    remove(block)
  }

  public func move(blockID: String, to location: BlockLocation) throws(EventError) {
    let block = try block(blockID)
    // Where a shadow comes back, Blockly says that a disconnected value hangs below its former holder; no value can, so it
    // stands by itself, as in Blockly's own replay.
    let isMisplacedValue = location.inputName == nil && block.outputConnection != nil
    guard let parentID = location.parentID, !isMisplacedValue else {
      let position = location.coordinate ?? (block.parent == nil ? block.position : positionShown(of: block))
      if block.parent != nil {
        detach(block, to: position, place: location.place)
        block.hasImplicitPosition = location.isImplicit
      } else {
        let old = BlockLocation(of: block)
        block.position = position
        block.hasImplicitPosition = location.isImplicit
        if let place = location.place, place != old.place { workspace.reorder(block, to: place) }
        layout?.moved(block)
        addMove(of: block, from: old, reason: .drag)
      }
      return
    }
    let parent = try self.block(parentID)
    inferJoint(of: block, in: parent, inputName: location.inputName)
    guard let superior = superior(of: parent, inputName: location.inputName) else {
      throw EventError("block “\(parentID)” has no \(location.inputName.map { "input “\($0)”" } ?? "next connection")")
    }
    if superior.target === block.inferiorConnection, superior.target != nil { return }
    if let present = superior.targetBlock, !present.isShadow {
      throw EventError("another block stands where “\(blockID)” belongs")
    }
    if block.holds(parent) { throw EventError("block “\(blockID)” can't be put into itself") }
    if block.parent != nil { detach(block) }
    attach(block, to: superior, reason: .connect)
  }

  /// What unknown blocks connect is known by what the event says of them.
  private func inferJoint(of block: Block, in parent: Block, inputName: String?) {
    guard block.isUnknown || parent.isUnknown else { return }
    if parent.isUnknown, superior(of: parent, inputName: inputName) == nil {
      if let inputName {
        // As a file's is guessed.
        let isStatement =
          block.isUnknown ? UnknownShape.isStatementName(inputName) : block.outputConnection == nil
        parent.inferInput(named: inputName, kind: isStatement ? .statement : .value)
      } else {
        parent.inferNext()
      }
      layout?.changed(parent)
    }
    if block.isUnknown, block.parent == nil, let superior = superior(of: parent, inputName: inputName) {
      block.inferInferior(for: superior.kind)
    }
  }

  private func superior(of parent: Block, inputName: String?) -> Connection? {
    guard let inputName else { return parent.nextConnection }
    return parent.inputs.first { $0.name == inputName && $0.connection != nil }?.connection
  }

  public func change(blockID: String, _ element: ChangeEvent.Element, to value: ChangeEvent.Value) throws(EventError) {
    let block = try block(blockID)
    switch (element, value) {
    case (.field(let name), .field(let state)): replayField(name, of: block, to: state)
    case (.shadow, .shadow(let shadow)): set(element, to: .shadow(shadow.map(complete)), of: block)
    case (.mutation, .mutation(let state, let shadows)), (.shape, .mutation(let state, let shadows)):
      BlockMutation(of: block, as: element, through: self).replay(to: state, shadows: shadows.mapValues(complete))
    default:
      guard set(element, to: value, of: block) else {
        throw EventError("the value does not belong to what is to be changed")
      }
    }
  }

  /// A shadow in an event's JSON lacks what follows from its place in the program.
  private func complete(_ shadow: BlockSnapshot) -> BlockSnapshot {
    workspace.factory.settled(coveredShadow: shadow, in: workspace)
  }

  /// The value, and the shape that follows it; what else came of it has events of its own.
  private func replayField(_ name: String, of block: Block, to state: FieldState) {
    if let field = block.firstField(withName: name), !field.isSaved {
      BlockMutation(of: block, through: self).perform {
        block.mutator?.update(fromLabel: name, saying: state.text) ?? false
      }
      return
    }
    // An event says a variable by its id alone.
    if block.firstField(withName: name) is FieldVariable, case .text(let id) = state, workspace.variables[id] != nil {
      setField(name, of: block, to: .variable(VariableReference(id: id)), setsMisfitsAside: false)
    } else {
      setField(name, of: block, to: state, setsMisfitsAside: false)
    }
  }

  public func createVariable(_ state: VariableState) throws(EventError) {
    guard workspace.variables[state.id] == nil else { return }
    addCreation(of: workspace.variables.add(state))
  }

  public func deleteVariable(id: String) throws(EventError) {
    guard let variable = workspace.variables[id] else { return }
    // A shadow keeps naming a variable that is gone, as it does when a user deletes the variable.
    guard workspace.uses(of: variable).allSatisfy(\.block.isShadow) else {
      throw EventError("variable “\(variable.name)” is in use")
    }
    remove(variable)
  }

  public func renameVariable(id: String, to name: String) throws(EventError) {
    setName(of: try variable(id), to: name)
  }

  public func setVariableType(id: String, to type: String) throws(EventError) {
    setType(of: try variable(id), to: type)
  }
}

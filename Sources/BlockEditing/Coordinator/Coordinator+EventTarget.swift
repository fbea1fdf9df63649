import BlockEvents
import BlockModel

extension WorkspaceLayoutCoordinator: @MainActor EventTarget {
  private func block(_ id: String) throws(EventError) -> Block {
    guard let block = workspace.blocks[id] else {
      throw EventError("there is no block “\(id)”", conflict: "deleted by another user")
    }
    return block
  }

  private func variable(_ id: String) throws(EventError) -> Variable {
    guard let variable = workspace.variables[id] else {
      throw EventError("there is no variable “\(id)”", conflict: "the variable was deleted by another user")
    }
    return variable
  }

  public func create(_ snapshot: BlockSnapshot, at fileIndex: Int?) throws(EventError) {
    for id in snapshot.ids where workspace.blocks[id] != nil {
      throw EventError("there is already a block “\(id)”", conflict: "the block exists already")
    }
    let variableCount = workspace.variables.all.count
    let blocks = workspace.factory.build(snapshot, in: workspace, at: fileIndex)
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
    // When a shadow reappears, Blockly's event puts the disconnected value below its former parent. A value can't be
    // connected there, so it moves to the top level, as it does when Blockly replays the event.
    let isMisplacedValue = location.inputName == nil && block.outputConnection != nil
    guard let parentID = location.parentID, !isMisplacedValue else {
      let position = location.coordinate ?? (block.parent == nil ? block.position : positionShown(of: block))
      if block.parent != nil {
        detach(block, to: position, isImplicit: location.isImplicit, fileIndex: location.fileIndex)
      } else {
        let old = BlockLocation(of: block)
        block.position = position
        block.hasImplicitPosition = location.isImplicit
        if let index = location.fileIndex, index != old.fileIndex {
          workspace.reorder(block, to: index)
          layout?.reordered()
        }
        layout?.moved(block)
        addMove(of: block, from: old, reason: .drag)
      }
      return
    }
    let parent = try self.block(parentID)
    inferJoint(of: block, in: parent, inputName: location.inputName)
    guard let superior = connection(at: location) else {
      let place = location.inputName.map { "input “\($0)”" } ?? "next connection"
      throw EventError("block “\(parentID)” has no \(place)", conflict: "the block above it has no \(place) anymore")
    }
    if superior.target === block.inferiorConnection, superior.target != nil { return }
    if let present = superior.targetBlock, !present.isShadow {
      throw EventError(
        "another block is connected where “\(blockID)” belongs", conflict: "another block is in its place")
    }
    if block.contains(parent) {
      throw EventError("block “\(blockID)” can't be put into itself", conflict: "the block would contain itself")
    }
    if block.parent != nil { detach(block) }
    attach(block, to: superior, reason: .connect)
  }

  /// Infers the connections of unknown blocks from events.
  private func inferJoint(of block: Block, in parent: Block, inputName: String?) {
    guard block.isUnknown || parent.isUnknown else { return }
    let location = BlockLocation(parentID: parent.id, inputName: inputName)
    if parent.isUnknown, connection(at: location) == nil {
      if let inputName {
        // Guessed as when reading a file.
        let isStatement =
          block.isUnknown ? UnknownShape.isStatementName(inputName) : block.outputConnection == nil
        parent.inferInput(named: inputName, kind: isStatement ? .statement : .value)
      } else {
        parent.inferNext()
      }
      layout?.changed(parent)
    }
    if block.isUnknown, block.parent == nil, let superior = connection(at: location) {
      block.inferInferior(for: superior.kind)
    }
  }

  /// Returns the connection of a parent; nil for the top level, or if there is none.
  public func connection(at location: BlockLocation) -> Connection? {
    guard let parent = location.parentID.flatMap({ workspace.blocks[$0] }) else { return nil }
    guard let inputName = location.inputName else { return parent.nextConnection }
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
        throw EventError("the value has the wrong type for this change")
      }
    }
  }

  /// Completes a shadow from an event's JSON, which omits what its place in the program implies.
  private func complete(_ shadow: BlockSnapshot) -> BlockSnapshot {
    workspace.factory.completed(coveredShadow: shadow, in: workspace)
  }

  /// Sets the value and the shape that the value implies. Other consequences have events of their own.
  private func replayField(_ name: String, of block: Block, to state: FieldState) {
    if let field = block.firstField(withName: name), !field.isSaved {
      BlockMutation(of: block, through: self).perform {
        block.mutator?.update(fromLabel: name, saying: state.text) ?? false
      }
      return
    }
    // Events identify a variable by its ID alone.
    if block.firstField(withName: name)?.shape == .variable, case .text(let id) = state, workspace.variables[id] != nil
    {
      setField(name, of: block, to: .variable(VariableReference(id: id)), disconnectsMisfits: false)
    } else {
      setField(name, of: block, to: state, disconnectsMisfits: false)
    }
  }

  public func createVariable(_ state: VariableState) throws(EventError) {
    guard workspace.variables[state.id] == nil else { return }
    addCreation(of: workspace.variables.add(state))
  }

  public func deleteVariable(id: String) throws(EventError) {
    guard let variable = workspace.variables[id] else { return }
    // Shadows keep the name of a deleted variable, as when a user deletes it.
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

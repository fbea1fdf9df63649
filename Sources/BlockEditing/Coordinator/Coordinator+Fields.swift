import BlockEvents
import BlockLibrary
import BlockModel

extension WorkspaceLayoutCoordinator {
  /// Sets the value of a field. If a mutator derives the block's shape from the field, the shape changes too. Blocks
  /// that no longer fit are disconnected before the field's event, so that undo reconnects them after reverting the
  /// field.
  /// - Parameter disconnectsMisfits: whether blocks that no longer fit are disconnected.
  public func setField(_ name: String, of block: Block, to state: FieldState, disconnectsMisfits: Bool = true) {
    guard let field = block.firstField(withName: name), let old = field.state,
      !state.isNull || field is FieldUnknown
    else { return }
    // Find the callers now, because they refer to the procedure by its old name.
    let callers = isReplaying || name != "NAME" ? [] : ProcedureBlocks.callers(of: block)
    field.load(procedures.uniqueState(state, ofField: name, of: block), variables: workspace.variables)
    guard let new = field.state, new != old else { return }
    let event = ChangeEvent(
      blockID: block.id, workspaceID: workspace.id, element: .field(name: name), old: .field(old), new: .field(new))
    if let mutator = block.mutator?.fieldDriven {
      // Change the shape before the field's event, on which other clients change it themselves.
      BlockMutation(of: block, as: .shape, through: self).perform { mutator.takeState(fromField: name) }
    }
    if disconnectsMisfits, block.mutator?.fieldDriven != nil || field.shape == .variable {
      disconnectMisfits(of: block)
    }
    add(event)
    if !callers.isEmpty { procedures.rename(callers, to: new.text) }
    layout?.changed(block)
  }

  /// Disconnects blocks that no longer fit because the block's types have changed.
  private func disconnectMisfits(of block: Block) {
    if let output = block.outputConnection, let superior = output.target, !superior.canConnect(output) {
      detach(block)
      bump(block)
    }
    for input in block.inputs {
      guard let connection = input.connection, let inferior = connection.target, !connection.canConnect(inferior),
        !inferior.sourceBlock.isShadow
      else { continue }
      let misfit = inferior.sourceBlock
      detach(misfit)
      bump(misfit)
    }
  }
}

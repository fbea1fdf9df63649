import BlockEvents
import BlockLibrary
import BlockModel

extension WorkspaceLayoutCoordinator {
  /// Gives a field another value. The shape follows where a mutator follows the field; blocks move out before the field's
  /// event, and undone, they find their place again after it.
  /// - Parameter setsMisfitsAside: whether what does not fit any more is parted.
  public func setField(_ name: String, of block: Block, to state: FieldState, setsMisfitsAside: Bool = true) {
    guard let field = block.firstField(withName: name), let old = field.state else { return }
    // Those that call the procedure by the name that it has now.
    let callers = isReplaying || name != "NAME" ? [] : ProcedureBlocks.callers(of: block)
    field.load(procedures.legalState(state, ofField: name, of: block), variables: workspace.variables)
    guard let new = field.state, new != old else { return }
    let event = ChangeEvent(
      blockID: block.id, workspaceID: workspace.id, element: .field(name: name), old: .field(old), new: .field(new))
    if let mutator = block.mutator as? any FieldDrivenMutator {
      // Before the field's event, in which other clients let the shape follow.
      BlockMutation(of: block, as: .shape, through: self).perform { mutator.takeState(fromField: name) }
    }
    if setsMisfitsAside, block.mutator is any FieldDrivenMutator || field is FieldVariable {
      setMisfitsAside(of: block)
    }
    add(event)
    if !callers.isEmpty { procedures.rename(callers, to: new.text) }
    layout?.changed(block)
  }

  /// Parts what does not fit any more since the block gives or takes other types.
  private func setMisfitsAside(of block: Block) {
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

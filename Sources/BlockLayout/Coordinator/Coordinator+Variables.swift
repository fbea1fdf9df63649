import BlockEvents
import BlockModel

extension WorkspaceLayoutCoordinator {
  /// Makes a variable.
  /// - Throws: `FieldRefusal` when the name is empty or another variable of the type has it.
  @discardableResult
  public func makeVariable(named name: String, type: String = "") throws(FieldRefusal) -> Variable {
    try checkName(name, type: type, except: nil)
    let variable = workspace.variables.add(id: workspace.freshID(), name: name, type: type)
    addCreation(of: variable)
    return variable
  }

  /// Renames a variable everywhere.
  /// - Throws: `FieldRefusal` when the name is empty or another variable of the type has it.
  public func rename(_ variable: Variable, to name: String) throws(FieldRefusal) {
    try checkName(name, type: variable.type, except: variable)
    setName(of: variable, to: name)
  }

  /// Deletes a variable with the blocks that use it; what hung below them closes the gaps.
  public func delete(_ variable: Variable) {
    // In the order of reading, so that the events are the same each time.
    let users = Set(workspace.uses(of: variable).map(\.block.id))
    for top in workspace.topBlocks {
      for block in Array(top.descendants()) where users.contains(block.id) && workspace.blocks[block.id] === block {
        if block.isShadow { continue }
        delete(block, heal: true)
      }
    }
    remove(variable)
  }

  private func checkName(_ name: String, type: String, except variable: Variable?) throws(FieldRefusal) {
    guard name.contains(where: { !$0.isWhitespace }) else { throw FieldRefusal("a variable needs a name") }
    if let other = workspace.variables.variable(named: name, type: type), other !== variable {
      throw FieldRefusal("a variable “\(other.name)” exists already")
    }
  }

  func addCreation(of variable: Variable) {
    add(
      VariableCreateEvent(
        variableID: variable.id, name: variable.name, variableType: variable.type,
        order: workspace.variables.order(of: variable), workspaceID: workspace.id))
  }

  func remove(_ variable: Variable) {
    let order = workspace.variables.order(of: variable)
    workspace.variables.remove(variable)
    add(
      VariableDeleteEvent(
        variableID: variable.id, name: variable.name, variableType: variable.type, order: order,
        workspaceID: workspace.id))
  }

  func setName(of variable: Variable, to name: String) {
    let old = variable.name
    workspace.variables.rename(variable, to: name)
    // A parameter is named by its variable, so there is no event of its own.
    for block in workspace.blocks.values {
      guard let mutator = block.mutator, mutator.update(fromRenamed: variable) else { continue }
      mutator.mutateBlock()
      layout?.changed(block)
    }
    if let layout {
      for use in workspace.uses(of: variable) { layout.changed(use.block) }
    }
    add(
      VariableRenameEvent(variableID: variable.id, oldName: old, newName: name, workspaceID: workspace.id))
  }
}

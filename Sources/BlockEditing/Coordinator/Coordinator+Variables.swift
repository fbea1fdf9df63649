import BlockEvents
import BlockModel

extension WorkspaceLayoutCoordinator {
  /// Creates a variable.
  /// - Throws: `FieldError` if the name is empty, or taken by another variable of the type.
  @discardableResult
  public func createVariable(named name: String, type: String = "") throws(FieldError) -> Variable {
    try checkName(name, type: type, except: nil)
    let variable = workspace.variables.add(id: workspace.freshID(), name: name, type: type)
    addCreation(of: variable)
    return variable
  }

  /// Renames a variable everywhere, including procedure parameters and the arguments of callers.
  /// - Throws: `FieldError` if the name is empty, or taken by another variable of the type.
  public func rename(_ variable: Variable, to name: String) throws(FieldError) {
    try checkName(name, type: variable.type, except: variable)
    setName(of: variable, to: name)
    procedures.renameArguments(of: variable)
  }

  /// Replaces a variable with another one everywhere, and deletes it. A procedure with both as parameters keeps only
  /// the other.
  public func merge(_ variable: Variable, into other: Variable) {
    let users = Set(workspace.uses(of: variable).map(\.block.id))
    for block in workspace.topBlocks.flatMap({ Array($0.descendants()) }) where users.contains(block.id) {
      for field in block.inputs.flatMap(\.fields) {
        guard field.variable === variable, let name = field.name else { continue }
        setField(name, of: block, to: .variable(VariableReference(id: other.id)))
      }
    }
    procedures.replaceParameters(variable, by: other)
    remove(variable)
  }

  /// Deletes a variable and the blocks that use it. The blocks below them close the gaps.
  /// - Throws: `FieldError` if it is a parameter of a procedure.
  public func delete(_ variable: Variable) throws(FieldError) {
    if let procedure = procedures.names(withParameter: variable).first {
      throw FieldError("“\(variable.name)” is an input of the function “\(procedure)”; remove it there first")
    }
    // In reading order, so that the order of the events is deterministic.
    let users = Set(workspace.uses(of: variable).map(\.block.id))
    for top in workspace.topBlocks {
      for block in Array(top.descendants()) where users.contains(block.id) && workspace.blocks[block.id] === block {
        if block.isShadow { continue }
        delete(block, heal: true)
      }
    }
    remove(variable)
  }

  private func checkName(_ name: String, type: String, except variable: Variable?) throws(FieldError) {
    guard name.contains(where: { !$0.isWhitespace }) else { throw FieldError("a variable needs a name") }
    try NameLimit.check(name)
    if let other = workspace.variables.variable(named: name, type: type), other !== variable {
      throw FieldError("there is already a variable “\(other.name)”")
    }
  }

  /// Declares the variables that were created along with blocks, and adds their create events.
  /// - Parameter count: the number of variables before the change.
  func adoptVariables(since count: Int) {
    for variable in workspace.variables.all[count...] {
      workspace.variables.adopt(variable)
      addCreation(of: variable)
    }
  }

  func addCreation(of variable: Variable) {
    add(VariableCreateEvent(variable: workspace.variables.state(of: variable), workspaceID: workspace.id))
  }

  func remove(_ variable: Variable) {
    let state = workspace.variables.state(of: variable)
    workspace.variables.remove(variable)
    add(VariableDeleteEvent(variable: state, workspaceID: workspace.id))
  }

  func setName(of variable: Variable, to name: String) {
    let old = variable.name
    workspace.variables.rename(variable, to: name)
    // A parameter takes its variable's name, so the mutation needs no event.
    for block in workspace.blocks.values {
      guard let mutator = block.mutator, mutator.update(fromRenamed: variable) else { continue }
      mutator.mutateBlock()
      block.notePerformedMutation()
      layout?.changed(block)
    }
    if let layout {
      for use in workspace.uses(of: variable) { layout.changed(use.block) }
    }
    add(
      VariableRenameEvent(variableID: variable.id, oldName: old, newName: name, workspaceID: workspace.id))
  }

  func setType(of variable: Variable, to type: String) {
    let old = variable.type
    workspace.variables.setType(of: variable, to: type)
    add(VariableTypeChangeEvent(variableID: variable.id, oldType: old, newType: type, workspaceID: workspace.id))
  }
}

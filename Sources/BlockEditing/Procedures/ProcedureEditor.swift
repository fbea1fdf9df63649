import BlockEvents
import BlockLibrary
import BlockModel

/// Changes procedures and updates their callers. During replay it updates nothing, because the consequences have events
/// of their own.
public struct ProcedureEditor {
  let coordinator: WorkspaceLayoutCoordinator

  private var workspace: Workspace { coordinator.workspace }

  /// Changes the name and the parameters of a procedure, and updates its callers.
  public func change(_ definition: Block, to signature: ProcedureSignature) {
    guard definition.mutator is MutatorProcedureDefinition else { return }
    for parameter in signature.parameters.map(\.parameter) {
      guard let id = parameter.variableID, let variable = workspace.variables[id], variable.name != parameter.name
      else { continue }
      try? coordinator.rename(variable, to: parameter.name)
    }
    if let name = signature.name { coordinator.setField("NAME", of: definition, to: .text(name)) }
    apply(signature.parameters, hasStatements: signature.hasStatements, to: definition)
  }

  private func apply(_ parameters: [ProcedureSignature.Parameter], hasStatements: Bool, to definition: Block) {
    guard let mutator = definition.mutator as? MutatorProcedureDefinition else { return }
    let old = mutator.parameters
    let new = parameters.map { resolved($0.parameter) }
    let newIndices = old.indices.map { index in parameters.firstIndex { $0.oldIndex == index } }
    let isSame = new == old && newIndices.elementsEqual(old.indices.map(Int?.some))
    guard !isSame || hasStatements != mutator.hasStatements else { return }
    BlockMutation(of: definition, through: coordinator).perform {
      mutator.parameters = new
      mutator.hasStatements = hasStatements
      return true
    }
    let previous = OldParameters(names: old.map(\.name), newIndices: newIndices)
    for caller in ProcedureBlocks.callers(of: definition) {
      updateParameters(of: caller, to: mutator.parameters, since: previous)
    }
  }

  /// Returns a parameter with its variable, and creates the variable if there is none.
  private func resolved(_ parameter: ProcedureParameter) -> ProcedureParameter {
    if let id = parameter.variableID, let variable = workspace.variables[id] {
      var resolved = parameter
      resolved.name = variable.name
      return resolved
    }
    let variable: Variable
    if let known = workspace.variables.variable(named: parameter.name) {
      variable = known
    } else {
      variable = workspace.variables.add(id: parameter.variableID ?? workspace.freshID(), name: parameter.name)
      coordinator.addCreation(of: variable)
    }
    return ProcedureParameter(name: variable.name, variableID: variable.id)
  }

  /// The parameters of a procedure before a change.
  private struct OldParameters {
    var names: [String]
    /// The new index of each parameter; nil for a removed one.
    var newIndices: [Int?]
  }

  /// Updates the parameters of a caller.
  /// - Parameter previous: the parameters before the change; nil if only the caller's own names are known.
  private func updateParameters(of caller: Block, to parameters: [ProcedureParameter], since previous: OldParameters?) {
    guard let mutator = caller.mutator as? MutatorProcedureCaller else { return }
    let names = parameters.map(\.name)
    var targets: [String: String?] = [:]
    for (index, name) in mutator.parameters.enumerated() {
      let newIndex: Int?
      if let previous, previous.names.indices.contains(index), previous.names[index] == name {
        newIndex = previous.newIndices[index]
      } else {
        newIndex = names.firstIndex { $0.lowercased() == name.lowercased() }
      }
      if newIndex != index { targets["ARG\(index)"] = .some(newIndex.map { "ARG\($0)" }) }
    }
    guard names != mutator.parameters || !targets.isEmpty else { return }
    BlockMutation(of: caller, through: coordinator).perform(moving: targets) {
      mutator.parameters = names
      return true
    }
  }

  // MARK: - Names

  /// Updates the callers of a renamed procedure.
  func rename(_ callers: [Block], to newName: String) {
    for caller in callers {
      guard let mutator = caller.mutator as? MutatorProcedureCaller else { continue }
      BlockMutation(of: caller, through: coordinator).perform {
        mutator.name = newName
        return true
      }
    }
  }

  /// Returns the value to set in a field for a requested one: makes the names of procedures unique.
  func uniqueState(_ state: FieldState, ofField name: String, of block: Block) -> FieldState {
    guard !coordinator.isReplaying, name == "NAME", block.mutator is MutatorProcedureDefinition,
      case .text(let wanted) = state
    else { return state }
    return .text(ProcedureBlocks.uniqueName(wanted, for: block, in: workspace))
  }

  // MARK: - Coming and going

  /// Gives new definitions a unique name.
  func withUniqueNames(_ snapshot: BlockSnapshot) -> BlockSnapshot {
    var snapshot = snapshot
    for index in snapshot.records.indices
    where ProcedureBlocks.callerType(ofDefinition: snapshot.records[index].type) != nil {
      guard let field = snapshot.records[index].fields.firstIndex(where: { $0.name == "NAME" }) else {
        let name = workspace.factory.blockBuilders[snapshot.records[index].type]?.defaultName ?? ""
        let unique = ProcedureBlocks.uniqueName(name, for: nil, in: workspace)
        if unique != name { snapshot.records[index].fields.append(FieldRecord(name: "NAME", state: .text(unique))) }
        continue
      }
      let wanted = snapshot.records[index].fields[field].state.text
      snapshot.records[index].fields[field].state =
        .text(ProcedureBlocks.uniqueName(wanted, for: nil, in: workspace))
    }
    return snapshot
  }

  /// Defines the procedures that a loaded program calls but doesn't define, as Blockly does.
  /// - Returns: their names.
  public func defineMissing() -> [String] {
    var known = Set(
      ProcedureBlocks.definitions(in: workspace).compactMap { ProcedureBlocks.name(definedBy: $0)?.lowercased() })
    var missing: [(caller: Block, name: String)] = []
    for top in workspace.topBlocks {
      for block in top.descendants() where !block.isShadow {
        guard let mutator = block.mutator as? MutatorProcedureCaller else { continue }
        if known.insert(mutator.name.lowercased()).inserted { missing.append((block, mutator.name)) }
      }
    }
    return missing.filter { update($0.caller) != nil }.map(\.name)
  }

  /// Defines the missing procedures that new blocks call.
  func defineMissing(calledWithin block: Block) {
    guard !coordinator.isReplaying else { return }
    for caller in Array(block.descendants()) where definition(of: caller) == nil { define(calledBy: caller) }
  }

  /// Updates new callers from their procedures.
  func updateCallers(within block: Block) {
    guard !coordinator.isReplaying else { return }
    for caller in Array(block.descendants()) { update(caller) }
  }

  /// Updates a caller from its procedure, and defines the procedure if it is missing.
  /// - Returns: the procedure's definition; nil if the block isn't a caller.
  @discardableResult
  public func update(_ caller: Block) -> Block? {
    guard let definition = definition(of: caller) else { return define(calledBy: caller) }
    if let mutator = definition.mutator as? MutatorProcedureDefinition {
      updateParameters(of: caller, to: mutator.parameters, since: nil)
    }
    return definition
  }

  /// Returns the definition of the procedure that a block calls.
  private func definition(of caller: Block) -> Block? {
    (caller.mutator as? MutatorProcedureCaller).flatMap { ProcedureBlocks.definition(of: $0.name, in: workspace) }
  }

  /// Defines the procedure that a block calls.
  /// - Returns: the definition; nil if the block isn't a caller.
  @discardableResult
  private func define(calledBy caller: Block) -> Block? {
    guard let mutator = caller.mutator as? MutatorProcedureCaller, !mutator.name.isEmpty,
      ProcedureBlocks.definitionType(ofCaller: caller.type) != nil
    else { return nil }
    let parameters = mutator.parameters.map { resolved(ProcedureParameter(name: $0)) }
    guard var definition = ProcedureBlocks.definition(for: caller, parameters: parameters) else { return nil }
    let position = coordinator.positionShown(of: caller.root)
    definition.records[0].position = WorkspacePoint(
      x: position.x + 2 * WorkspaceLayoutCoordinator.bump.x, y: position.y + 2 * WorkspaceLayoutCoordinator.bump.y)
    return coordinator.insert(definition)
  }

  /// Deletes the callers of a procedure whose definition was deleted.
  func deleteCallers(of name: String) {
    guard !coordinator.isReplaying, ProcedureBlocks.definition(of: name, in: workspace) == nil else { return }
    for caller in ProcedureBlocks.callers(of: name, in: workspace)
    where workspace.blocks[caller.id] === caller && !caller.isShadow {
      coordinator.delete(caller, heal: true)
    }
  }

  // MARK: - Variables

  /// Returns the names of the procedures that have a variable as a parameter.
  package func names(withParameter variable: Variable) -> [String] {
    ProcedureBlocks.definitions(in: workspace).compactMap { definition in
      let parameters = (definition.mutator as? MutatorProcedureDefinition)?.parameters ?? []
      return parameters.contains { $0.variableID == variable.id } ? ProcedureBlocks.name(definedBy: definition) : nil
    }
  }

  /// Updates the callers after a parameter was renamed. Other clients update them on their own.
  func renameArguments(of variable: Variable) {
    for definition in ProcedureBlocks.definitions(in: workspace) {
      guard let mutator = definition.mutator as? MutatorProcedureDefinition,
        let name = ProcedureBlocks.name(definedBy: definition)
      else { continue }
      let indices = mutator.parameters.indices.filter { mutator.parameters[$0].variableID == variable.id }
      if indices.isEmpty { continue }
      for caller in ProcedureBlocks.callers(of: name, in: workspace) {
        guard let call = caller.mutator as? MutatorProcedureCaller else { continue }
        BlockMutation(of: caller, as: .shape, through: coordinator).perform {
          for index in indices where index < call.parameters.count { call.parameters[index] = variable.name }
          return true
        }
      }
    }
  }

  /// Replaces a variable with another one in the parameters of procedures. A procedure with both keeps only the other.
  func replaceParameters(_ variable: Variable, by other: Variable) {
    for definition in ProcedureBlocks.definitions(in: workspace) {
      guard let mutator = definition.mutator as? MutatorProcedureDefinition,
        mutator.parameters.contains(where: { $0.variableID == variable.id })
      else { continue }
      let takesBoth = mutator.parameters.contains { $0.variableID == other.id }
      let replacement = ProcedureParameter(name: other.name, variableID: other.id)
      let kept = mutator.parameters.enumerated().filter { !takesBoth || $0.element.variableID != variable.id }
      // Callers see the same parameter with a new name.
      let parameters = kept.map { index, parameter in
        ProcedureSignature.Parameter(parameter.variableID == variable.id ? replacement : parameter, oldIndex: index)
      }
      apply(parameters, hasStatements: mutator.hasStatements, to: definition)
    }
  }
}

extension WorkspaceLayoutCoordinator {
  /// The editor of the program's procedures.
  public var procedures: ProcedureEditor { ProcedureEditor(coordinator: self) }
}

extension BlockBuilder {
  /// The name of a new procedure, from its block definition.
  fileprivate var defaultName: String? {
    inputBuilders.lazy.flatMap(\.fields).first { $0.name == "NAME" }?.text
  }
}

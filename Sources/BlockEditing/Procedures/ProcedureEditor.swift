import BlockEvents
import BlockLibrary
import BlockModel

/// Changes procedures; their callers follow. While events are run nothing follows: what came of a change has events of its
/// own.
public struct ProcedureEditor {
  let coordinator: WorkspaceLayoutCoordinator

  private var workspace: Workspace { coordinator.workspace }

  /// Gives a procedure another name, other parameters and other names for them, all of which its callers follow.
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
    let new = parameters.map { settled($0.parameter) }
    let places = old.indices.map { index in parameters.firstIndex { $0.former == index } }
    let isSame = new == old && places.elementsEqual(old.indices.map(Int?.some))
    guard !isSame || hasStatements != mutator.hasStatements else { return }
    BlockMutation(of: definition, through: coordinator).perform {
      mutator.parameters = new
      mutator.hasStatements = hasStatements
      return true
    }
    let former = FormerParameters(names: old.map(\.name), places: places)
    for caller in ProcedureBlocks.callers(of: definition) { follow(caller, mutator.parameters, since: former) }
  }

  /// A parameter with its variable.
  private func settled(_ parameter: ProcedureParameter) -> ProcedureParameter {
    if let id = parameter.variableID, let variable = workspace.variables[id] {
      var settled = parameter
      settled.name = variable.name
      return settled
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

  /// The parameters that a procedure had.
  private struct FormerParameters {
    var names: [String]
    /// Where each of them is now; nil for those that are gone.
    var places: [Int?]
  }

  /// Gives a caller the parameters of its procedure.
  /// - Parameter former: those that it had; nil when the caller's own names are all that is known.
  private func follow(_ caller: Block, _ parameters: [ProcedureParameter], since former: FormerParameters?) {
    guard let mutator = caller.mutator as? MutatorProcedureCaller else { return }
    let names = parameters.map(\.name)
    var places: [String: String?] = [:]
    for (index, name) in mutator.parameters.enumerated() {
      let place: Int?
      if let former, former.names.indices.contains(index), former.names[index] == name {
        place = former.places[index]
      } else {
        place = names.firstIndex { $0.lowercased() == name.lowercased() }
      }
      if place != index { places["ARG\(index)"] = .some(place.map { "ARG\($0)" }) }
    }
    guard names != mutator.parameters || !places.isEmpty else { return }
    BlockMutation(of: caller, through: coordinator).perform(moving: places) {
      mutator.parameters = names
      return true
    }
  }

  // MARK: - Names

  /// Has the callers of a procedure call it by its new name.
  func rename(_ callers: [Block], to newName: String) {
    for caller in callers {
      guard let mutator = caller.mutator as? MutatorProcedureCaller else { continue }
      BlockMutation(of: caller, through: coordinator).perform {
        mutator.name = newName
        return true
      }
    }
  }

  /// The value that a field takes in place of the wanted one: names of procedures are unique.
  func legalState(_ state: FieldState, ofField name: String, of block: Block) -> FieldState {
    guard !coordinator.isReplaying, name == "NAME", block.mutator is MutatorProcedureDefinition,
      case .text(let wanted) = state
    else { return state }
    return .text(ProcedureBlocks.legalName(wanted, for: block, in: workspace))
  }

  // MARK: - Coming and going

  /// New definitions get a name that is free.
  func withLegalNames(_ snapshot: BlockSnapshot) -> BlockSnapshot {
    var snapshot = snapshot
    for index in snapshot.records.indices
    where ProcedureBlocks.callerType(ofDefinition: snapshot.records[index].type) != nil {
      guard let place = snapshot.records[index].fields.firstIndex(where: { $0.name == "NAME" }) else {
        let name = workspace.factory.blockBuilders[snapshot.records[index].type]?.defaultName ?? ""
        let legal = ProcedureBlocks.legalName(name, for: nil, in: workspace)
        if legal != name { snapshot.records[index].fields.append(FieldRecord(name: "NAME", state: .text(legal))) }
        continue
      }
      let wanted = snapshot.records[index].fields[place].state.text
      snapshot.records[index].fields[place].state =
        .text(ProcedureBlocks.legalName(wanted, for: nil, in: workspace))
    }
    return snapshot
  }

  /// Makes the procedures that a loaded program calls and does not define, as Blockly does.
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
    return missing.filter { settle($0.caller) != nil }.map(\.name)
  }

  /// New callers follow the procedure that is there; where there is none, one is made.
  func settleCallers(within block: Block) {
    guard !coordinator.isReplaying else { return }
    for caller in Array(block.descendants()) { settle(caller) }
  }

  /// Has a caller follow its procedure, which is made where there is none.
  /// - Returns: the procedure's definition; nil for a block that calls nothing.
  @discardableResult
  public func settle(_ caller: Block) -> Block? {
    guard let mutator = caller.mutator as? MutatorProcedureCaller, !mutator.name.isEmpty else { return nil }
    if let definition = ProcedureBlocks.definition(of: mutator.name, in: workspace) {
      if let mutator = definition.mutator as? MutatorProcedureDefinition {
        follow(caller, mutator.parameters, since: nil)
      }
      return definition
    }
    if ProcedureBlocks.definitionType(ofCaller: caller.type) != nil {
      let parameters = mutator.parameters.map { settled(ProcedureParameter(name: $0)) }
      guard var definition = ProcedureBlocks.definition(for: caller, parameters: parameters) else { return nil }
      let place = coordinator.positionShown(of: caller.root)
      definition.records[0].position = WorkspacePoint(
        x: place.x + 2 * WorkspaceLayoutCoordinator.bump.x, y: place.y + 2 * WorkspaceLayoutCoordinator.bump.y)
      return coordinator.insert(definition)
    }
    return nil
  }

  /// With its definition go the callers of a procedure.
  func deleteCallers(of name: String) {
    guard !coordinator.isReplaying, ProcedureBlocks.definition(of: name, in: workspace) == nil else { return }
    for caller in ProcedureBlocks.callers(of: name, in: workspace)
    where workspace.blocks[caller.id] === caller && !caller.isShadow {
      coordinator.delete(caller, heal: true)
    }
  }

  // MARK: - Variables

  /// The names of the procedures that a variable is a parameter of.
  func names(withParameter variable: Variable) -> [String] {
    ProcedureBlocks.definitions(in: workspace).compactMap { definition in
      let parameters = (definition.mutator as? MutatorProcedureDefinition)?.parameters ?? []
      return parameters.contains { $0.variableID == variable.id } ? ProcedureBlocks.name(definedBy: definition) : nil
    }
  }

  /// Has the callers call a renamed parameter by its new name. Other clients do so by themselves.
  func renameArguments(of variable: Variable) {
    for definition in ProcedureBlocks.definitions(in: workspace) {
      guard let mutator = definition.mutator as? MutatorProcedureDefinition,
        let name = ProcedureBlocks.name(definedBy: definition)
      else { continue }
      let places = mutator.parameters.indices.filter { mutator.parameters[$0].variableID == variable.id }
      if places.isEmpty { continue }
      for caller in ProcedureBlocks.callers(of: name, in: workspace) {
        guard let call = caller.mutator as? MutatorProcedureCaller else { continue }
        BlockMutation(of: caller, as: .shape, through: coordinator).perform {
          for place in places where place < call.parameters.count { call.parameters[place] = variable.name }
          return true
        }
      }
    }
  }

  /// Has procedures take one variable in place of another as their parameter; one that takes both keeps the other.
  func replaceParameters(_ variable: Variable, by other: Variable) {
    for definition in ProcedureBlocks.definitions(in: workspace) {
      guard let mutator = definition.mutator as? MutatorProcedureDefinition,
        mutator.parameters.contains(where: { $0.variableID == variable.id })
      else { continue }
      let takesBoth = mutator.parameters.contains { $0.variableID == other.id }
      let replacement = ProcedureParameter(name: other.name, variableID: other.id)
      let kept = mutator.parameters.enumerated().filter { !takesBoth || $0.element.variableID != variable.id }
      // To the callers it is the same parameter, under another name.
      let parameters = kept.map { index, parameter in
        ProcedureSignature.Parameter(parameter.variableID == variable.id ? replacement : parameter, former: index)
      }
      apply(parameters, hasStatements: mutator.hasStatements, to: definition)
    }
  }
}

extension WorkspaceLayoutCoordinator {
  /// Changes the program's procedures.
  public var procedures: ProcedureEditor { ProcedureEditor(coordinator: self) }
}

extension BlockBuilder {
  /// The name that a new procedure has by its definition.
  fileprivate var defaultName: String? {
    inputBuilders.lazy.flatMap(\.fields).first { $0.name == "NAME" }?.text
  }
}

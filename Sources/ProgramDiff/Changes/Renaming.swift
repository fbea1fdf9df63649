import BlockLibrary
import BlockModel

/// Gives the variables and called functions of the old program their new names, so that their uses are the same in
/// both programs.
enum Renaming {
  /// - Returns: the variables that have another name or type.
  static func apply(_ match: ProgramMatch) -> [ProgramChanges.VariableChange] {
    let callers = match.old.blocks.filter { $0.mutator is MutatorProcedureCaller }
    let functions = callers.isEmpty ? [:] : renamedFunctions(match)
    var changes: [ProgramChanges.VariableChange] = []
    var renamed: [Variable] = []
    let variables = match.oldWorkspace.variables
    for variable in variables.all {
      guard let new = match.variables.toNew[variable.id] else { continue }
      let isRenamed = variable.name != new.name
      guard isRenamed || variable.type != new.type else { continue }
      changes.append(ProgramChanges.VariableChange(old: variable.words, new: new.words))
      if isRenamed { renamed.append(variable) }
    }
    /// The new names of parameters by their old ones, for each function.
    var parameters: [String: [String: String]] = [:]
    if !renamed.isEmpty {
      let mutated = match.old.blocks.filter { $0.mutator != nil && !($0.mutator is MutatorProcedureCaller) }
      let old = ProcedureBlocks.definitions(in: match.oldWorkspace).map { ($0, parameterNames(of: $0)) }
      for variable in renamed {
        guard let new = match.variables.toNew[variable.id] else { continue }
        variables.rename(variable, to: new.name)
        for block in mutated {
          guard let mutator = block.mutator, mutator.update(fromRenamed: variable) else { continue }
          mutator.mutateBlock()
        }
      }
      for (definition, before) in old where parameterNames(of: definition) != before {
        if let name = ProcedureBlocks.name(definedBy: definition)?.lowercased(), parameters[name] == nil {
          parameters[name] = Dictionary(
            zip(before, parameterNames(of: definition)), uniquingKeysWith: { first, _ in first })
        }
      }
    }
    if functions.isEmpty, parameters.isEmpty { return changes }
    for caller in callers {
      guard let mutator = caller.mutator as? MutatorProcedureCaller else { continue }
      let name = mutator.name.lowercased()
      if let names = parameters[name] { mutator.parameters = mutator.parameters.map { names[$0] ?? $0 } }
      if let new = functions[name] { mutator.name = new }
      mutator.mutateBlock()
    }
    return changes
  }

  private static func parameterNames(of definition: Block) -> [String] {
    (definition.mutator as? MutatorProcedureDefinition)?.parameters.map(\.name) ?? []
  }

  /// The new names of functions by their old ones.
  private static func renamedFunctions(_ match: ProgramMatch) -> [String: String] {
    var names: [String: String] = [:]
    for index in match.old.stacks where match.toNew[index] >= 0 {
      guard let name = ProcedureBlocks.name(definedBy: match.old.blocks[index])?.lowercased(), names[name] == nil,
        let new = ProcedureBlocks.name(definedBy: match.new.blocks[match.toNew[index]])
      else { continue }
      names[name] = new
    }
    return names.filter { $0.key != $0.value }
  }
}

extension Variable {
  /// The variable with its type.
  package var words: String { type.isEmpty ? name : "\(name): \(type)" }
}

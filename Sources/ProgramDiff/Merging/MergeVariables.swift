import BlockEditing
import BlockEvents
import BlockLibrary
import BlockModel

/// The variables of three versions, numbered so that the same variable has the same number.
struct MergeVariables {
  private(set) var base: [String: Int] = [:]
  private(set) var ours: [String: Int] = [:]
  private(set) var theirs: [String: Int] = [:]
  private let matches: (ours: VariableMatch, theirs: VariableMatch)

  private struct Key: Hashable {
    var name: String
    var type: String
  }

  init(_ ours: ProgramMatch, _ theirs: ProgramMatch) {
    matches = (ours.variables, theirs.variables)
    for variable in ours.oldWorkspace.variables.all { base[variable.id] = base.count }
    var count = base.count
    for variable in ours.newWorkspace.variables.all {
      self.ours[variable.id] = matches.ours.toOld[variable.id].flatMap { base[$0.id] } ?? count
      count += 1
    }
    // Variables with the same name and type that both sides add are the same.
    var added: [Key: Int] = [:]
    for variable in ours.newWorkspace.variables.all where matches.ours.toOld[variable.id] == nil {
      added[Key(name: variable.name, type: variable.type)] = self.ours[variable.id]
    }
    for variable in theirs.newWorkspace.variables.all {
      if let old = matches.theirs.toOld[variable.id] {
        self.theirs[variable.id] = base[old.id]
      } else {
        self.theirs[variable.id] = added[Key(name: variable.name, type: variable.type)] ?? count
        count += 1
      }
    }
  }

  /// Applies the changes of their variables to our program.
  /// - Parameter conflict: called for a change that ours contradicts.
  /// - Returns: our variable for each of theirs, by id.
  func merge(
    _ theirs: Workspace, base: Workspace, with coordinator: WorkspaceLayoutCoordinator,
    conflict: (_ before: Variable, _ ours: Variable?, _ theirs: Variable?) -> Void
  ) throws(EventError) -> [String: Variable] {
    let variables = coordinator.workspace.variables
    var ourByNumber: [Int: Variable] = [:]
    for variable in variables.all { ourByNumber[ours[variable.id] ?? -1] = variable }
    var merged: [String: Variable] = [:]
    for variable in theirs.variables.all {
      guard let number = self.theirs[variable.id] else { continue }
      let own = ourByNumber[number]
      guard let old = matches.theirs.toOld[variable.id] else {
        if let own {
          merged[variable.id] = own
        } else {
          merged[variable.id] = try add(variable, of: theirs, coordinator, conflict: conflict)
        }
        continue
      }
      guard let own else {
        // Ours deleted it. If theirs still uses it, it comes back.
        if !theirs.uses(of: variable).isEmpty {
          merged[variable.id] = try add(variable, of: theirs, coordinator, conflict: conflict)
        }
        continue
      }
      merged[variable.id] = own
      let isOtherType = variable.type != old.type && own.type != variable.type
      if isOtherType, own.type == old.type { try coordinator.setVariableType(id: own.id, to: variable.type) }
      guard variable.name != old.name, own.name != variable.name else { continue }
      let isTaken = variables.variable(named: variable.name, type: own.type).map { $0 !== own } ?? false
      if own.name == old.name, !isTaken {
        try coordinator.renameVariable(id: own.id, to: variable.name)
      } else {
        conflict(old, own, variable)
      }
    }
    return merged
  }

  private func add(
    _ variable: Variable, of theirs: Workspace, _ coordinator: WorkspaceLayoutCoordinator,
    conflict: (_ before: Variable, _ ours: Variable?, _ theirs: Variable?) -> Void
  ) throws(EventError) -> Variable? {
    let workspace = coordinator.workspace
    // Two variables of one name would become one in the file.
    if let present = workspace.variables.variable(named: variable.name, type: variable.type) {
      // A variable that theirs deleted and ours doesn't use is reused for the new one.
      let isGone = matches.ours.toOld[present.id].map { matches.theirs.toNew[$0.id] == nil } ?? false
      if !isGone || !workspace.uses(of: present).isEmpty { conflict(variable, present, variable) }
      return present
    }
    var state = theirs.variables.state(of: variable)
    if workspace.variables[state.id] != nil { state.id = workspace.freshID() }
    state.index = nil
    try coordinator.createVariable(state)
    return workspace.variables[state.id]
  }

  /// Deletes unused variables: those that a side deleted, and those that no file would state.
  /// - Parameter merged: our variable for each of theirs, by id.
  func deleteUnused(
    _ merged: [String: Variable], in coordinator: WorkspaceLayoutCoordinator, _ deadline: MergeDeadline
  ) throws(EventError) {
    // The variables restored for blocks of theirs that were not added after all.
    let revived = Set(merged.filter { matches.theirs.toOld[$0.key] != nil && ours[$0.value.id] == nil }.map(\.value.id))
    let candidates = coordinator.workspace.variables.all.filter { variable in
      !variable.isDeclared
        || matches.ours.toOld[variable.id].map { matches.theirs.toNew[$0.id] == nil } ?? revived.contains(variable.id)
    }
    if candidates.isEmpty { return }
    let used = Self.usedVariables(in: coordinator.workspace)
    for variable in candidates where !used.ids.contains(variable.id) {
      try deadline.check()
      // A function's parameter is a variable without a type.
      if !variable.type.isEmpty || !used.parameters.contains(variable.name) {
        try coordinator.deleteVariable(id: variable.id)
      }
    }
  }

  /// The variables in fields, including those of covered shadows, and the names of parameters.
  private static func usedVariables(in workspace: Workspace) -> (ids: Set<String>, parameters: Set<String>) {
    var (ids, parameters) = (Set<String>(), Set<String>())
    for block in workspace.blocks.values {
      if let definition = block.mutator as? MutatorProcedureDefinition {
        parameters.formUnion(definition.parameters.map(\.name))
      }
      if let call = block.mutator as? MutatorProcedureCaller { parameters.formUnion(call.parameters) }
      for field in block.inputs.lazy.flatMap(\.fields) {
        if let variable = field.variable { ids.insert(variable.id) }
      }
      for connection in block.superiorConnections {
        for field in connection.coveredShadow?.records.flatMap(\.fields) ?? [] {
          if case .variable(let reference) = field.state, let id = reference.id { ids.insert(id) }
        }
      }
    }
    return (ids, parameters)
  }
}

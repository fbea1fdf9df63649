import BlockEditing
import BlockLibrary
import BlockModel

extension MergeScript {
  /// Renames each function of theirs whose name a function of ours has: names of functions are unique.
  func separateFunctions() {
    var ourNames: Set<String> = []
    for block in ProcedureBlocks.definitions(in: workspace) where !isNamedByTheirs(block) {
      if let name = ProcedureBlocks.name(definedBy: block) { ourNames.insert(name.lowercased()) }
    }
    for case let block? in blocks where isNamedByTheirs(block) {
      guard let name = ProcedureBlocks.name(definedBy: block), ourNames.contains(name.lowercased()) else { continue }
      let unique = ProcedureBlocks.uniqueName(name, for: block, in: workspace)
      coordinator.setField("NAME", of: block, to: .text(unique))
      report(
        .name, "both sides have a function “\(name)”; theirs is called “\(unique)” here", block, nil)
    }
  }

  private func isNamedByTheirs(_ definition: Block) -> Bool {
    guard let name = ProcedureBlocks.name(definedBy: definition) else { return false }
    return ourFunctions[ObjectIdentifier(definition)] != name
  }

  /// Whether only theirs changed the name in a call.
  private func isRenamedByTheirs(_ call: Block) -> Bool {
    guard let own = baseIndex(of: call), own >= 0 else { return false }
    let name = ContentPart.mutation("name")
    return theirs.changedParts[own]?[name] != nil && ours.changedParts[own]?[name] == nil
  }

  /// Gives calls by an old name the new one, and reports calls that don't fit the parameters.
  func followFunctions() {
    var (ourNames, theirNames) = ([String: String](), [String: String]())
    var definitions: [String: Block] = [:]
    for block in ProcedureBlocks.definitions(in: workspace) {
      guard let name = ProcedureBlocks.name(definedBy: block) else { continue }
      definitions[name.lowercased()] = block
      if let former = ourFunctions[ObjectIdentifier(block)], former != name { ourNames[former.lowercased()] = name }
    }
    for (index, block) in theirs.tree.blocks.enumerated() {
      guard let name = ProcedureBlocks.name(definedBy: block), let own = blocks[index],
        let present = ProcedureBlocks.name(definedBy: own), present != name
      else { continue }
      theirNames[name.lowercased()] = present
    }
    for top in workspace.topBlocks {
      for block in top.descendants() {
        guard let mutator = block.mutator as? MutatorProcedureCaller else { continue }
        let name = mutator.name.lowercased()
        let isTheirs = created.contains(ObjectIdentifier(block)) || isRenamedByTheirs(block)
        let isNew = isTheirs || oursAlone.contains(ObjectIdentifier(block))
        // The definition that a new call's name refers to may be another one now.
        if isNew || definitions[name] == nil, let present = isTheirs ? theirNames[name] : ourNames[name] {
          BlockMutation(of: block, through: coordinator).perform {
            mutator.name = present
            return true
          }
        }
        guard let definition = definitions[mutator.name.lowercased()]?.mutator as? MutatorProcedureDefinition else {
          reportMissing(mutator, block)
          continue
        }
        let parameters = definition.parameters.map(\.name)
        if parameters == mutator.parameters { continue }
        if parameters == mutator.parameters.map({ variableNames[$0] ?? $0 }) {
          rename(parameters, of: block)
          continue
        }
        rename(presentNames(of: mutator.parameters), of: block)
        report(
          .parameters, "the call doesn't fit the parameters of “\(mutator.name)”: \(line(block, in: workspace))",
          block, nil)
      }
    }
  }

  /// The names of a call's inputs, with the new names of renamed variables: Blockly would create variables for the
  /// old names.
  private func presentNames(of parameters: [String]) -> [String] {
    parameters.map { workspace.variables.variable(named: $0, type: "") == nil ? variableNames[$0] ?? $0 : $0 }
  }

  private func rename(_ parameters: [String], of call: Block) {
    guard let mutator = call.mutator as? MutatorProcedureCaller, mutator.parameters != parameters else { return }
    BlockMutation(of: call, through: coordinator).perform {
      mutator.parameters = parameters
      return true
    }
  }

  /// Reports a side's new call of a function that the other one deleted.
  private func reportMissing(_ mutator: MutatorProcedureCaller, _ call: Block) {
    let name = mutator.name
    let isTheirs = created.contains(ObjectIdentifier(call))
    guard isTheirs || baseIndex(of: call).map({ $0 < 0 }) ?? false else { return }
    let caller = isTheirs ? theirWorkspace : nil
    let isDefined =
      caller.map { ProcedureBlocks.definition(of: name, in: $0) != nil }
      ?? ourFunctions.values.contains { $0.lowercased() == name.lowercased() }
    guard isDefined else { return }
    rename(presentNames(of: mutator.parameters), of: call)
    report(
      .parameters,
      "\(isTheirs ? "theirs" : "ours") calls what \(isTheirs ? "ours" : "theirs") deletes: \(line(call, in: workspace))",
      call, nil)
  }
}

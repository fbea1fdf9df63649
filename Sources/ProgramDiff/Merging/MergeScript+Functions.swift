import BlockEditing
import BlockLibrary
import BlockModel

extension MergeScript {
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
        let names = created.contains(ObjectIdentifier(block)) ? theirNames : ourNames
        if definitions[name] == nil, let present = names[name] {
          BlockMutation(of: block, through: coordinator).perform {
            mutator.name = present
            return true
          }
        }
        guard let definition = definitions[mutator.name.lowercased()]?.mutator as? MutatorProcedureDefinition else {
          reportMissing(mutator.name, block)
          continue
        }
        let parameters = definition.parameters.map(\.name)
        if parameters == mutator.parameters { continue }
        if parameters == mutator.parameters.map({ variableNames[$0] ?? $0 }) {
          BlockMutation(of: block, through: coordinator).perform {
            mutator.parameters = parameters
            return true
          }
          continue
        }
        report(
          .parameters, "the call doesn't fit the parameters of “\(mutator.name)”: \(line(block, in: workspace))",
          block, nil)
      }
    }
  }

  /// Reports a new call of a function that the other side deleted.
  private func reportMissing(_ name: String, _ call: Block) {
    let isTheirs = created.contains(ObjectIdentifier(call))
    guard isTheirs || ourIndices[ObjectIdentifier(call)].map({ $0 < 0 }) ?? false else { return }
    let caller = isTheirs ? theirWorkspace : nil
    let isDefined =
      caller.map { ProcedureBlocks.definition(of: name, in: $0) != nil }
      ?? ourFunctions.values.contains { $0.lowercased() == name.lowercased() }
    guard isDefined else { return }
    report(
      .parameters,
      "\(isTheirs ? "theirs" : "ours") calls what \(isTheirs ? "ours" : "theirs") deletes: \(line(call, in: workspace))",
      call, nil)
  }
}

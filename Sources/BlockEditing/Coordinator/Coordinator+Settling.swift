import BlockEvents
import BlockLibrary
import BlockModel

extension WorkspaceLayoutCoordinator {
  /// Derives the shapes of blocks from their fields and variables again, after applying changes that other clients
  /// made to an older state of the program: if two clients change two fields of a block, each knows only the shape for
  /// its own change.
  package func settleShapes(ofBlocks ids: some Sequence<String>) {
    for id in ids {
      guard let block = workspace.blocks[id] else { continue }
      if let mutator = block.mutator?.fieldDriven {
        let names = block.inputs.flatMap(\.fields).compactMap(\.name)
        BlockMutation(of: block, as: .shape, through: self).perform {
          names.reduce(false) { mutator.takeState(fromField: $1) || $0 }
        }
      } else if let mutator = block.mutator as? MutatorProcedureDefinition {
        settleParameters(of: block, mutator)
      }
    }
  }

  /// Renames parameters to the current names of their variables, which another client may have renamed.
  private func settleParameters(of definition: Block, _ mutator: MutatorProcedureDefinition) {
    let renamed = mutator.parameters.compactMap { parameter in
      workspace.variables[parameter.variableID ?? ""].flatMap { $0.name == parameter.name ? nil : $0 }
    }
    if renamed.isEmpty { return }
    BlockMutation(of: definition, as: .shape, through: self).perform {
      renamed.reduce(false) { mutator.update(fromRenamed: $1) || $0 }
    }
    for variable in renamed { procedures.renameArguments(of: variable) }
  }
}

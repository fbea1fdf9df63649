import BlockEvents
import BlockLibrary
import BlockModel

extension WorkspaceLayoutCoordinator {
  /// Makes the shapes of blocks follow from their fields and variables again, after changes that somebody made while the
  /// program was another one: of two who change two fields of a block, each knows only the shape for their own.
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

  /// A parameter has the name of its variable, which somebody else may have renamed.
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

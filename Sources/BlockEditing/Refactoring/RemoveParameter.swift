import BlockLayout
import BlockLibrary
import BlockModel

/// Removes an input of a function that the function doesn't read, and what its calls pass to it.
package struct RemoveParameter: Refactoring {
  let index: Int
  let definitionID: String

  package var title: String { "Remove input" }
  package var message: String { "removed the input" }

  /// - Parameters:
  ///   - index: the index of the input among those of the function.
  ///   - definitionID: the id of the function's definition.
  package init(index: Int, definitionID: String) { (self.index, self.definitionID) = (index, definitionID) }

  private func parts(in workspace: Workspace) throws(FieldError) -> (Block, MutatorProcedureDefinition, [Block]) {
    guard let definition = workspace.blocks[definitionID],
      let mutator = definition.mutator as? MutatorProcedureDefinition, mutator.parameters.indices.contains(index)
    else { throw FieldError("this function doesn't have the input") }
    guard definition.isEditable else { throw FieldError("\(named: definition) is locked against editing") }
    let passed = ProcedureBlocks.callers(of: definition).compactMap {
      $0.firstInput(withName: "ARG\(index)")?.connectedBlock
    }
    for value in passed {
      guard value.descendants().allSatisfy({ BlockEffects.isPure($0) }) else {
        throw FieldError("a call passes \(named: value), which may do something else, too")
      }
      if !value.isShadow { try value.checkAllDeletable(except: nil) }
    }
    return (definition, mutator, passed.filter { !$0.isShadow })
  }

  package func check(in workspace: Workspace) throws(FieldError) { _ = try parts(in: workspace) }

  package func change(with coordinator: WorkspaceLayoutCoordinator) throws(FieldError) -> FocusItem? {
    let (definition, mutator, passed) = try parts(in: coordinator.workspace)
    for value in passed { coordinator.delete(value, heal: false) }
    let kept = mutator.parameters.enumerated().filter { $0.offset != index }
    coordinator.procedures.change(
      definition,
      to: ProcedureSignature(
        name: nil, parameters: kept.map { ProcedureSignature.Parameter($1, oldIndex: $0) },
        hasStatements: mutator.hasStatements))
    return .block(id: definition.id)
  }
}

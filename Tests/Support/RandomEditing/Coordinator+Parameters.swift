import BlockEditing
import BlockLibrary
import BlockModel

extension WorkspaceLayoutCoordinator {
  /// Changes the parameters of a procedure. Each argument of a caller stays with its parameter; those of removed
  /// parameters are detached.
  /// - Parameters:
  ///   - parameters: the new parameters. One with the variable of a current parameter is that parameter. One without a
  ///     variable gets the variable of its name, which is created if needed.
  ///   - hasStatements: whether the procedure has statements before its return value.
  public func setParameters(_ parameters: [ProcedureParameter], hasStatements: Bool, of definition: Block) {
    guard let old = (definition.mutator as? MutatorProcedureDefinition)?.parameters else { return }
    let parameters = parameters.map { parameter in
      let id = parameter.variableID ?? workspace.variables.variable(named: parameter.name)?.id
      return ProcedureSignature.Parameter(
        parameter, oldIndex: id == nil ? nil : old.firstIndex { $0.variableID == id })
    }
    procedures.change(
      definition, to: ProcedureSignature(name: nil, parameters: parameters, hasStatements: hasStatements))
  }
}

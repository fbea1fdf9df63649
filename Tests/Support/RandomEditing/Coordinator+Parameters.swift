import BlockEditing
import BlockLibrary
import BlockModel

extension WorkspaceLayoutCoordinator {
  /// Gives a procedure other parameters. Each argument of a caller stays with its parameter; those of removed parameters
  /// are set aside.
  /// - Parameters:
  ///   - parameters: the new ones; those whose variable is one of the present parameters' are the same parameter. One
  ///     without a variable gets the one of its name, which is made if there is none.
  ///   - hasStatements: whether the procedure has statements before what it returns.
  public func setParameters(_ parameters: [ProcedureParameter], hasStatements: Bool, of definition: Block) {
    guard let old = (definition.mutator as? MutatorProcedureDefinition)?.parameters else { return }
    let parameters = parameters.map { parameter in
      let id = parameter.variableID ?? workspace.variables.variable(named: parameter.name)?.id
      return ProcedureSignature.Parameter(
        parameter, former: id == nil ? nil : old.firstIndex { $0.variableID == id })
    }
    procedures.change(
      definition, to: ProcedureSignature(name: nil, parameters: parameters, hasStatements: hasStatements))
  }
}

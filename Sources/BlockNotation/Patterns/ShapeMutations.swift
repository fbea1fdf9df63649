import BlockLibrary
import BlockModel

/// The mutations of the blocks whose wording doesn't come from a fixed pattern.
enum ShapeMutations {
  static func branches(conditions: Int, hasElse: Bool) -> MutationState? {
    let mutator = MutatorIfElse()
    mutator.elseIfCount = conditions - 1
    mutator.hasElse = hasElse
    return state(of: mutator)
  }

  static func items(_ count: Int, like mutator: (any Mutator)?) -> MutationState? {
    guard let mutator = mutator?.copyMutator() as? MutatorItems else { return nil }
    mutator.itemCount = count
    return state(of: mutator)
  }

  static func ifReturn(hasValue: Bool) -> MutationState? {
    let mutator = MutatorIfReturn()
    mutator.hasReturnValue = hasValue
    return state(of: mutator)
  }

  static func call(_ name: String, _ parameters: [String]) -> MutationState? {
    let mutator = MutatorProcedureCaller()
    mutator.name = name
    mutator.parameters = parameters
    return state(of: mutator)
  }

  /// - Parameter statesIDs: whether the mutation names the variables by their ids.
  static func definition(
    _ parameters: [(name: String, variableID: String?)], statesIDs: (String) -> Bool
  ) -> MutationState? {
    let mutator = MutatorProcedureDefinition()
    mutator.parameters = parameters.map { parameter in
      var result = ProcedureParameter(name: parameter.name, variableID: parameter.variableID)
      result.hasImplicitVariableID = parameter.variableID.map { !statesIDs($0) } ?? true
      return result
    }
    return state(of: mutator)
  }

  private static func state(of mutator: any Mutator) -> MutationState? {
    let element = mutator.toXMLElement()
    let state = MutationState(xml: element.isEmpty ? nil : element, json: mutator.toJSON())
    return state.xml == nil && state.json == nil ? nil : state
  }
}

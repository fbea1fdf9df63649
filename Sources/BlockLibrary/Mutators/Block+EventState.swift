import BlockModel
import Markup

extension Block {
  /// The mutator state in the form that Blockly accepts in an event; nil for the default state.
  public var mutationStateForEvents: MutationState? {
    // Without JSON, the state is the default one. Clients that read JSON must not get it as XML.
    guard let state = mutationState, state.json != nil else { return nil }
    // Blockly keeps a caller's parameters unless the state lists its parameters, so write an empty list.
    guard let caller = mutator as? MutatorProcedureCaller, caller.parameters.isEmpty else { return state }
    return MutationState(
      json: .object { json in
        json.member("name", caller.name)
        json.member("params", [])
      })
  }
}

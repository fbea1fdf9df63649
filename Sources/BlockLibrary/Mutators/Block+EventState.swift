import BlockModel
import Markup

extension Block {
  /// The state of the mutator as Blockly takes it from an event; nil for the default.
  public var mutationStateForEvents: MutationState? {
    // Nothing in JSON is the default, which must not be said in XML to those who read JSON.
    guard let state = mutationState, state.json != nil else { return nil }
    // Blockly leaves a caller its parameters unless it is told of none.
    guard let caller = mutator as? MutatorProcedureCaller, caller.parameters.isEmpty else { return state }
    return MutationState(
      json: .building { json in
        json.beginObject()
        json.member("name", caller.name)
        json.key("params")
        json.beginArray()
        json.endArray()
        json.endObject()
      })
  }
}

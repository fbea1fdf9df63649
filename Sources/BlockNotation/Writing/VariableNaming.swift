import BlockModel
import Markup

/// Replaces ids of variables with names, for texts that are compared: ids differ from file to file.
extension MutationState {
  /// Whether an attribute in a mutation contains only an id of its element, as those of parameters in MakeCode do.
  package static func identifies(_ attribute: String, in element: String) -> Bool {
    attribute == "id" && element == "arg"
  }

  /// Returns the state with names instead of the ids of variables, as XML if it has any.
  func naming(_ variables: VariableMap) -> MutationState {
    func name(_ id: String) -> String { variables[id]?.name ?? id }
    var state = self
    if let element {
      var mapper = AttributeMapper(leavingOutSpace: true) { element, attribute, value in
        Self.identifies(attribute, in: element) ? nil : name(value)
      }
      mapper.element(element)
      (state.xml, state.json) = (mapper.builder.finish(), nil)
    } else if let json {
      var mapper = StringMapper(map: name)
      mapper.value(json)
      state.json = mapper.builder.finish()
    }
    return state
  }
}

extension BlockSnapshot {
  mutating func nameVariables(in variables: VariableMap) {
    for index in records.indices {
      for field in records[index].fields.indices {
        guard case .variable(let reference) = records[index].fields[field].state else { continue }
        let variable = reference.id.flatMap { variables[$0] }
        records[index].fields[field].state = .variable(
          VariableReference(id: nil, name: variable?.name ?? reference.name ?? reference.id, type: reference.type))
      }
      records[index].mutation = records[index].mutation?.naming(variables)
    }
  }
}

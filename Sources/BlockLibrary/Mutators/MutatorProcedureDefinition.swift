import BlockModel
import Markup

/// The mutator of `procedures_defnoreturn` and `procedures_defreturn`: the parameters, and with or without statements.
public final class MutatorProcedureDefinition: Mutator {
  public unowned var block: Block?
  /// The parameters in their order; `mutateBlock()` finds their variables.
  public var parameters: [ProcedureParameter] = []
  /// Whether there is a statement input. Only functions with a return value may do without.
  public var hasStatements = true

  /// The state of a new block: no parameters, and a statement input.
  public init() {}

  public var hasDialog: Bool { true }

  /// Also finds or creates the parameters' variables, if the block belongs to a workspace.
  public func mutateBlock() {
    guard let block else { return }
    if let variables = block.workspace?.variables { resolveVariables(in: variables) }
    let names = parameters.map(\.name).joined(separator: ", ")
    let with = MutatorMessages.text("PROCEDURES_BEFORE_PARAMS", for: block)
    block.setLabel("PARAMS", parameters.isEmpty ? "" : "\(with) \(names)")
    let stack =
      block.definition.builder(.statement, "STACK")
      ?? InputBuilder(.statement, "STACK", label: MutatorMessages.label("PROCEDURES_DEFNORETURN_DO", for: block))
    block.arrangeInputs(hasStatements ? [stack] : [], before: "RETURN") { $0.name == "STACK" }
  }

  private func resolveVariables(in variables: VariableMap) {
    for index in parameters.indices where !parameters[index].name.isEmpty {
      let parameter = parameters[index]
      if let id = parameter.variableID, variables[id] != nil { continue }
      let id = parameter.hasImplicitVariableID ? nil : parameter.variableID
      let variable = variables.resolve(VariableReference(id: id, name: parameter.name))
      parameters[index].variableID = variable.id
    }
  }

  public func toXMLElement() -> XMLElement {
    .building("mutation") { xml in
      if !hasStatements { xml.attribute("statements", "false") }
      for parameter in parameters {
        xml.begin("arg")
        xml.attribute("name", parameter.name)
        if let id = parameter.variableID, !parameter.hasImplicitVariableID { xml.attribute("varid", id) }
        xml.end()
      }
    }
  }

  public func update(fromXML xml: XMLElement) {
    hasStatements = xml[attribute: "statements"] != "false"
    parameters = xml.elements.filter { $0.name.lowercased() == "arg" }.map { argument in
      let id = argument[attribute: "varid"] ?? argument[attribute: "varId"] ?? ""
      return ProcedureParameter(name: argument[attribute: "name"] ?? "", variableID: id.isEmpty ? nil : id)
    }
  }

  public func toJSON() -> JSONValue? {
    if parameters.isEmpty && hasStatements { return nil }
    return .object { json in
      if !parameters.isEmpty {
        json.array("params") { json in
          for parameter in parameters {
            json.object { json in
              json.member("name", parameter.name)
              if let id = parameter.variableID { json.member("id", id) }
            }
          }
        }
      }
      if !hasStatements { json.member("hasStatements", false) }
    }
  }

  public func update(fromJSON json: JSONValue) {
    hasStatements = json["hasStatements"]?.boolean != false
    parameters =
      (json["params"]?.elements).map(Array.init)?.map { parameter in
        let id = parameter["id"]?.string ?? ""
        return ProcedureParameter(
          name: parameter["name"]?.string ?? parameter.string ?? "", variableID: id.isEmpty ? nil : id)
      } ?? []
  }

  public func update(fromRenamed variable: Variable) -> Bool {
    var isChanged = false
    for index in parameters.indices
    where parameters[index].variableID == variable.id && parameters[index].name != variable.name {
      parameters[index].name = variable.name
      isChanged = true
    }
    return isChanged
  }

  public func copyMutator() -> any Mutator {
    let copy = MutatorProcedureDefinition()
    copy.parameters = parameters
    copy.hasStatements = hasStatements
    return copy
  }
}

/// A parameter of a procedure: a variable of the program.
public struct ProcedureParameter: Hashable, Sendable {
  /// The variable's name, as users type it.
  public var name: String
  /// The variable's id; nil until the mutator has found or created the variable by name.
  public var variableID: String?
  /// Whether the file omits the id, as in older Blockly versions, so that it is not written to XML.
  public var hasImplicitVariableID: Bool

  /// - Parameter variableID: the variable's id; nil for the variable with that name.
  public init(name: String, variableID: String? = nil) {
    self.name = name
    self.variableID = variableID
    hasImplicitVariableID = variableID == nil
  }
}

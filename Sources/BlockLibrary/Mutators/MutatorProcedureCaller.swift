import BlockModel
import Markup

/// The mutator of `procedures_callnoreturn` and `procedures_callreturn`: the procedure's name and parameters.
public final class MutatorProcedureCaller: Mutator {
  public unowned var block: Block?
  /// The procedure's name.
  public var name = ""
  /// The names of the parameters.
  public var parameters: [String] = []

  /// A caller of no procedure; its definition gives it a name and parameters.
  public init() {}

  public func mutateBlock() {
    guard let block else { return }
    block.setLabel("NAME", name)
    if let row = block.firstInput(withName: "TOPROW") { updateWithLabel(in: row) }
    let builders = parameters.enumerated().map { index, parameter in
      InputBuilder(
        .value, "ARG\(index)", label: FieldLabel(name: "ARGNAME\(index)", text: parameter), alignment: .right)
    }
    block.arrangeInputs(builders) { $0.name.number(after: "ARG") != nil }
    renameArguments(of: block)
  }

  /// Adds or removes the label between the procedure's name and its arguments.
  private func updateWithLabel(in row: Input) {
    let hasLabel = row.fields.contains { $0.name == "WITH" }
    if parameters.isEmpty {
      row.removeField(named: "WITH")
    } else if !hasLabel {
      row.append(FieldLabel(name: "WITH", text: MutatorMessages.text("PROCEDURES_CALL_BEFORE_PARAMS", for: block)))
    }
  }

  /// Updates the labels of existing argument inputs.
  private func renameArguments(of block: Block) {
    for input in block.inputs {
      guard let number = input.name.number(after: "ARG"), number < parameters.count else { continue }
      let label = "ARGNAME\(number)"
      guard let index = input.fields.firstIndex(where: { $0.name == label }),
        input.fields[index].text != parameters[number]
      else { continue }
      input.removeField(named: label)
      input.insert(FieldLabel(name: label, text: parameters[number]), at: index)
    }
  }

  public func toXMLElement() -> XMLElement {
    .building("mutation") { xml in
      xml.attribute("name", name)
      for parameter in parameters {
        xml.begin("arg")
        xml.attribute("name", parameter)
        xml.end()
      }
    }
  }

  public func update(fromXML xml: XMLElement) {
    name = xml[attribute: "name"] ?? ""
    parameters = xml.elements.filter { $0.name.lowercased() == "arg" }.map { $0[attribute: "name"] ?? "" }
  }

  public func toJSON() -> JSONValue? {
    .object { json in
      json.member("name", name)
      if !parameters.isEmpty { json.member("params", parameters) }
    }
  }

  public func update(fromJSON json: JSONValue) {
    name = json["name"]?.string ?? ""
    parameters = (json["params"]?.elements).map(Array.init)?.map { $0.string ?? $0["name"]?.string ?? "" } ?? []
  }

  /// Other Blockly clients rename a caller by its label.
  public func update(fromLabel label: String, saying text: String) -> Bool {
    guard label == "NAME", text != name else { return false }
    name = text
    return true
  }

  public func copyMutator() -> any Mutator {
    let copy = MutatorProcedureCaller()
    copy.name = name
    copy.parameters = parameters
    return copy
  }
}

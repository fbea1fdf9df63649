import BlockModel
import Markup

/// Converts single blocks to and from the text in events.
public enum BlockText {
  /// Returns the first block of a snapshot, with its descendants, as Blockly's JSON. Fields include their variable's
  /// name and type.
  public static func json(of snapshot: BlockSnapshot, in workspace: Workspace) -> JSONValue {
    .building {
      JSONBlockWriter(
        snapshot: snapshot, factory: workspace.factory, variables: workspace.variables, wholeVariables: true
      ).write(to: &$0)
    }
  }

  /// Returns the first block of a snapshot, with its descendants, as Blockly's XML.
  public static func xml(of snapshot: BlockSnapshot, in workspace: Workspace) -> String {
    var writer = XMLWriter()
    XMLBlockWriter(snapshot: snapshot, factory: workspace.factory, variables: workspace.variables)
      .write(namespace: ProgramStyle.blocklyNamespace, to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Returns the mutator state for a change event: JSON if the block has a JSON form, otherwise XML; `""` without a
  /// state.
  public static func text(of mutation: MutationState?) -> String {
    guard let mutation else { return "" }
    if let json = mutation.json, MutationState.xmlElement(in: json) == nil { return json.text() }
    guard let element = mutation.element else { return "" }
    return XMLElement.building(element.qualifiedName) { xml in
      xml.attribute("xmlns", ProgramStyle.blocklyNamespace)
      for attribute in element.attributes where attribute.name != "xmlns" {
        xml.attribute(attribute.name, attribute.value)
      }
      for inner in element.elements { xml.element(inner) }
    }.xmlText()
  }

  /// Parses the mutator state in a change event; nil if there is none. Text that begins with `<` is XML, regardless of
  /// the form that the block itself uses.
  /// - Throws: `MarkupError` when the text is neither JSON nor XML.
  public static func mutation(of text: String) throws(MarkupError) -> MutationState? {
    guard let first = text.first(where: { !$0.isWhitespace }) else { return nil }
    guard first == "<" else { return MutationState(json: try JSONParser.parse(text)) }
    // Blockly's namespace comes from writing the event.
    let element = try XMLParser.parse(text)
    guard element[attribute: "xmlns"] == ProgramStyle.blocklyNamespace else { return MutationState(xml: element) }
    return MutationState(
      xml: .building(element.qualifiedName) { xml in
        for attribute in element.attributes where attribute.name != "xmlns" {
          xml.attribute(attribute.name, attribute.value)
        }
        for node in element.nodes { xml.node(node) }
      })
  }
}

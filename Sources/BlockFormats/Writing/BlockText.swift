import BlockModel
import Markup

/// Single blocks as texts, as events hold them.
public enum BlockText {
  /// The first block of a snapshot, with all inside it, as Blockly's JSON; fields say their variable's name and type.
  public static func json(of snapshot: BlockSnapshot, in workspace: Workspace) -> JSONValue {
    .building {
      JSONBlockWriter(snapshot: snapshot, factory: workspace.factory, wholeVariables: true).write(to: &$0)
    }
  }

  /// The first block of a snapshot, with all inside it, as Blockly's XML.
  public static func xml(of snapshot: BlockSnapshot, in workspace: Workspace) -> String {
    var writer = XMLWriter()
    XMLBlockWriter(snapshot: snapshot, factory: workspace.factory, variables: workspace.variables)
      .write(namespace: ProgramStyle.blocklyNamespace, to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The state of a mutator as a change event holds it: JSON where the block has a JSON form, else XML; `""` for none.
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

  /// The state that a change event's text says; nil for none. What begins with `<` is XML whatever the block's own form.
  /// - Throws: `MarkupError` when it is neither JSON nor XML.
  public static func mutation(of text: String) throws(MarkupError) -> MutationState? {
    guard let first = text.first(where: { !$0.isWhitespace }) else { return nil }
    return first == "<"
      ? MutationState(xml: try XMLParser.parse(text)) : MutationState(json: try JSONParser.parse(text))
  }
}

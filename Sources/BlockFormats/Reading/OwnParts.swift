import BlockModel
import Markup

/// How what one format can't say is kept in the other: as one XML element, or one JSON member, that Blockly ignores.
enum OwnParts {
  /// The element, inside a block or the root, whose text is a JSON object of members that XML has no place for.
  static let elementName = "mortise-json"
  /// The member, of a block's or the root's object, that holds what JSON has no place for.
  static let memberName = "mortise"
  /// The attribute of a field's element that holds the JSON of a value that is no text.
  static let fieldAttribute = "mortise-json"

  /// The members that an element of ours holds.
  static func members(in element: XMLElement) -> [UnknownParts.Member]? {
    guard element.name == elementName, let json = try? JSONParser.parse(element.text), json.kind == .object
    else { return nil }
    return json.members.map { UnknownParts.Member(key: $0.key, value: $0.value.detached) }
  }

  /// Takes over what a JSON member of ours holds.
  /// - Returns: the kinds of inputs that the JSON alone would not tell.
  static func take(_ json: JSONValue, into parts: inout UnknownParts) -> [String: Input.Kind] {
    var kinds: [String: Input.Kind] = [:]
    for (name, kind) in json["inputs"]?.members.map({ ($0.key, $0.value.string) }) ?? [] {
      kinds[name] = kind == "statement" ? .statement : .value
    }
    guard let text = json["xml"]?.string, let element = try? XMLParser.parse(text) else { return kinds }
    parts.attributes = Array(element.attributes)
    for child in element.elements {
      switch child.name {
      case "mutation": parts.mutation = child.detached
      case "field-attributes":
        parts.fields.append(
          FieldRecord(
            name: child[attribute: "name"] ?? "", state: .text(""),
            unknownAttributes: child.attributes.filter { $0.name != "name" }))
      case wrapperName: parts.elements += child.elements.map(\.detached)
      default: if isField(child) { parts.formerFields.append(child.detached) } else { parts.elements.append(child.detached) }
      }
    }
    return kinds
  }

  /// Holds unknown elements whose names mean something else here.
  private static let wrapperName = "element"

  private static func needsWrapper(_ element: XMLElement) -> Bool {
    ["mutation", "field-attributes", wrapperName].contains(element.name)
  }

  /// Whether an element in a block is a field.
  static func isField(_ element: XMLElement) -> Bool {
    (element.name == "field" || element.name == "title") && element[attribute: "name"] != nil && !element.hasElements
  }

  /// The JSON member for what JSON has no place for; nil when there is nothing.
  /// - Parameter blocksBefore: how many top-level blocks XML has before a workspace comment.
  static func member(
    for parts: UnknownParts?, inputKinds: [(name: String, kind: Input.Kind)] = [], blocksBefore: Int = 0
  ) -> JSONValue? {
    let fieldAttributes = parts?.fields.filter { !$0.unknownAttributes.isEmpty } ?? []
    let hasXML =
      parts.map {
        !$0.attributes.isEmpty || !$0.elements.isEmpty || !$0.formerFields.isEmpty || $0.mutation != nil
          || !fieldAttributes.isEmpty
      } ?? false
    guard hasXML || !inputKinds.isEmpty || blocksBefore > 0 else { return nil }
    return .building { json in
      json.beginObject()
      if let parts, hasXML {
        let element = XMLElement.building("parts") { xml in
          for attribute in parts.attributes { xml.attribute(attribute.name, attribute.value) }
          if let mutation = parts.mutation { xml.element(mutation) }
          for field in fieldAttributes {
            xml.begin("field-attributes")
            xml.attribute("name", field.name)
            for attribute in field.unknownAttributes { xml.attribute(attribute.name, attribute.value) }
            xml.end()
          }
          for field in parts.formerFields { xml.element(field) }
          for element in parts.elements {
            if needsWrapper(element) { xml.begin(wrapperName) }
            xml.element(element)
            if needsWrapper(element) { xml.end() }
          }
        }
        json.member("xml", element.xmlText())
      }
      if blocksBefore > 0 {
        json.key("blocksBefore")
        json.integer(blocksBefore)
      }
      if !inputKinds.isEmpty {
        json.key("inputs")
        json.beginObject()
        for (name, kind) in inputKinds { json.member(name, kind == .statement ? "statement" : "value") }
        json.endObject()
      }
      json.endObject()
    }
  }
}

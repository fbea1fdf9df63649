import BlockModel
import Markup

/// Preserves content that only the other format can express, in one XML element or one JSON member that Blockly
/// ignores. See docs/develop/file-formats.md.
enum MortiseExtras {
  /// The element, in a block or the root, whose text is a JSON object of members that XML can't express.
  static let elementName = "mortise-json"
  /// The member of a block's object or the root object with the content that JSON can't express.
  static let memberName = "mortise"
  /// The attribute of a field's element that holds the JSON of a value that is not text.
  static let fieldAttribute = "mortise-json"

  /// Returns the members in a `mortise-json` element; nil for any other element.
  static func members(in element: XMLElement) -> [UnknownParts.Member]? {
    guard element.name == elementName, let json = try? JSONParser.parse(element.text), json.kind == .object
    else { return nil }
    return members(of: json)
  }

  static func members(of json: JSONValue) -> [UnknownParts.Member] {
    json.members.map { UnknownParts.Member(key: $0.key, value: $0.value.detached) }
  }

  /// Reads the `mortise` member into `parts`, except foreign nodes.
  /// - Returns: the kinds of inputs that can't be inferred from the JSON alone.
  static func take(_ json: JSONValue, into parts: inout UnknownParts) -> [String: Input.Kind] {
    var kinds: [String: Input.Kind] = [:]
    for (name, kind) in json["inputs"]?.members.map({ ($0.key, $0.value.string) }) ?? [] {
      kinds[name] = kind == "statement" ? .statement : .value
    }
    if let state = json["extraState"] { parts.extraState = members(of: state) }
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
      case foreignName: break
      case wrapperName: parts.elements += child.elements.map(\.detached)
      default:
        if isField(child) { parts.formerFields.append(child.detached) } else { parts.elements.append(child.detached) }
      }
    }
    return kinds
  }

  /// The member for the text after the root in XML.
  static let epilogueName = "epilogue"

  /// The member of a shadow that is in no input.
  static let shadowName = "shadow"

  /// The element for foreign nodes of the root that share a location.
  private static let foreignName = "foreign"

  /// Returns the foreign nodes in the `mortise` member, each with the number of top-level blocks and comments before
  /// it.
  static func foreignNodes(in json: JSONValue) -> [(node: ForeignNode, behind: Int)] {
    guard let text = json["xml"]?.string, let parts = try? XMLParser.parse(text) else { return [] }
    return parts.elements.filter { $0.name == foreignName }.flatMap { element in
      let behind = element[attribute: "behind"].flatMap { Int($0) } ?? 0
      let precedesVariables = element[attribute: "precedes-variables"] == "true"
      return element.nodes.map { (ForeignNode($0.detached, precedesVariables: precedesVariables), max(0, behind)) }
    }
  }

  private static func write(_ nodes: [(node: ForeignNode, behind: Int)], to xml: inout XMLBuilder) {
    var location: (Int, Bool)?
    for (node, behind) in nodes {
      if let open = location, open != (behind, node.precedesVariables) { xml.end() }
      if location.map({ $0 != (behind, node.precedesVariables) }) ?? true {
        location = (behind, node.precedesVariables)
        xml.begin(foreignName)
        xml.attribute("behind", String(behind))
        if node.precedesVariables { xml.attribute("precedes-variables", "true") }
      }
      xml.node(node.node)
    }
    if location != nil { xml.end() }
  }

  /// The element that wraps unknown elements whose names are reserved in `mortise`.
  private static let wrapperName = "element"

  private static func needsWrapper(_ element: XMLElement) -> Bool {
    ["mutation", "field-attributes", foreignName, wrapperName].contains(element.name)
  }

  /// Whether an element in a block is a field.
  static func isField(_ element: XMLElement) -> Bool {
    (element.name == "field" || element.name == "title") && element[attribute: "name"] != nil && !element.hasElements
  }

  /// Returns the `mortise` member with everything that JSON can't express; nil when there is nothing.
  /// - Parameters:
  ///   - blocksBefore: the number of top-level blocks before a workspace comment in XML.
  ///   - foreignNodes: the root's foreign nodes, each with the number of top-level blocks and comments before it.
  ///   - epilogue: the text after the root in XML.
  ///   - isShadow: whether the block is a shadow that is in no input.
  static func member(
    for parts: UnknownParts?, inputKinds: [(name: String, kind: Input.Kind)] = [], blocksBefore: Int = 0,
    foreignNodes: [(node: ForeignNode, behind: Int)] = [], epilogue: String = "", isShadow: Bool = false
  ) -> JSONValue? {
    let fieldAttributes = parts?.fields.filter { !$0.unknownAttributes.isEmpty } ?? []
    let hasXML =
      !foreignNodes.isEmpty
      || parts.map {
        !$0.attributes.isEmpty || !$0.elements.isEmpty || !$0.formerFields.isEmpty || $0.mutation != nil
          || !fieldAttributes.isEmpty
      } ?? false
    let state = parts?.extraState ?? []
    guard hasXML || !inputKinds.isEmpty || blocksBefore > 0 || !state.isEmpty || !epilogue.isEmpty || isShadow
    else { return nil }
    return .object { json in
      if hasXML {
        let parts = parts ?? UnknownParts()
        let element = XMLElement.building("parts") { xml in
          for attribute in parts.attributes { xml.attribute(attribute.name, attribute.value) }
          if let mutation = parts.mutation { xml.element(mutation.identifiedByNames) }
          for field in fieldAttributes {
            xml.begin("field-attributes")
            xml.attribute("name", field.name)
            for attribute in field.unknownAttributes { xml.attribute(attribute.name, attribute.value) }
            xml.end()
          }
          // Sort by name. XML has each before the last field of its name, so their order in the file has no meaning.
          let names = parts.formerFields.map { ($0, name: $0[attribute: "name"] ?? "") }
          for field in names.sorted(by: { $0.name < $1.name }) { xml.element(field.0) }
          for element in parts.elements {
            if needsWrapper(element) { xml.begin(wrapperName) }
            xml.element(element)
            if needsWrapper(element) { xml.end() }
          }
          write(foreignNodes, to: &xml)
        }
        json.member("xml", element.xmlText())
      }
      if !state.isEmpty { json.member("extraState", JSONValue.object(of: state)) }
      if !epilogue.isEmpty { json.member(epilogueName, epilogue) }
      if isShadow { json.member(shadowName, true) }
      if blocksBefore > 0 { json.member("blocksBefore", blocksBefore) }
      if !inputKinds.isEmpty {
        json.object("inputs") { json in
          for (name, kind) in inputKinds { json.member(name, kind == .statement ? "statement" : "value") }
        }
      }
    }
  }
}

import BlockFormats
import BlockModel
import Markup

/// Reads the attributes of a block.
struct BlockAttributeReader {
  private let parser: NotationParser

  init(_ parser: NotationParser) { self.parser = parser }

  private func each(_ node: ParsedNode, _ body: (String, [JSONValue]?, Token) -> Void) {
    var index = node.attributes
    var tokens: [Int32] = []
    while index >= 0 {
      tokens.append(parser.attributes[Int(index)].token)
      index = parser.attributes[Int(index)].next
    }
    for number in tokens.reversed() {
      let token = parser.tokens[Int(number)]
      let bytes = parser.lexer.bytes
      body(AttributeText.name(of: token, in: bytes), AttributeText.values(of: token, in: bytes), token)
    }
  }

  /// Returns the block whose XML an attribute contains; nil if it contains none.
  func block(in token: Token) -> BlockSnapshot? {
    guard let text = AttributeText.values(of: token, in: parser.lexer.bytes)?.first?.string,
      let xml = try? XMLParser.parse(text), ["block", "shadow"].contains(xml.name)
    else { return nil }
    return try? BlockReader.snapshot(xml: xml)
  }

  /// Applies attributes and comments to a block.
  func apply(_ node: ParsedNode, to record: inout BlockSnapshot.Record, _ mistakes: inout [NotationMistake]) {
    if let lines = node.comments {
      let texts = lines.map { line in
        let token = parser.tokens[Int(line)]
        return CommentLines.text(of: parser.lexer.bytes[Int(token.start)..<Int(token.end)])
      }
      record.createdExtras.values.comment = BlockComment(text: texts.joined(separator: "\n"))
    }
    if node.attributes < 0 { return }
    var result = record
    var found: [NotationMistake] = []
    each(node) { name, values, token in
      if let fault = Self.apply(name, values, to: &result) {
        found.append(NotationMistake(offset: Int(token.start), message: fault))
      }
    }
    record = result
    mistakes += found
  }

  /// Applies an attribute.
  /// - Returns: what is wrong with it; nil if nothing is.
  private static func apply(
    _ name: String, _ values: [JSONValue]?, to record: inout BlockSnapshot.Record
  ) -> String? {
    guard let values else { return "what stands in the parentheses of “@\(name)” isn't JSON" }
    func string() -> String? { values.first?.string }
    switch name {
    case "id":
      guard let id = string() else { return "“@id” needs a text: @id(\"…\")" }
      record.id = id
    case "at":
      if values.isEmpty {
        record.hasImplicitPosition = true
        return nil
      }
      guard values.count == 2, let x = values[0].number, let y = values[1].number, max(x.magnitude, y.magnitude) < 1e9
      else { return "“@at” needs two numbers: @at(x, y)" }
      record.position = WorkspacePoint(x: x, y: y)
    case "inline": record.inline = true
    case "external": record.inline = false
    case "collapsed": record.createdExtras.values.isCollapsed = true
    case "disabled":
      let reasons = values.compactMap(\.string)
      record.createdExtras.values.disabledReasons = reasons.isEmpty ? [Block.manuallyDisabled] : reasons
    case "undeletable": record.createdExtras.values.isDeletable = false
    case "unmovable": record.createdExtras.values.isMovable = false
    case "uneditable": record.createdExtras.values.isEditable = false
    case "data":
      guard let data = string() else { return "“@data” needs a text: @data(\"…\")" }
      record.createdExtras.values.data = data
    case "comment":
      guard let text = string() else { return "“@comment” needs a text: @comment(\"…\")" }
      record.createdExtras.values.comment = CommentJSON.comment(text, values.count > 1 ? values[1] : nil)
    case "mutation": return applyMutation(values, to: &record)
    case "extra":
      guard let json = values.first else { return "“@extra” needs a JSON object" }
      UnknownPartsJSON.take(json, into: &record)
    default:
      return
        "“@\(name)” is unknown; a block can have @collapsed, @disabled, @inline, @external, @data, @comment, @id, @at, @undeletable, @unmovable, @uneditable and @mutation"
    }
    return nil
  }

  private static func applyMutation(_ values: [JSONValue], to record: inout BlockSnapshot.Record) -> String? {
    guard let first = values.first else { return "“@mutation” needs XML in a text, or JSON" }
    var state = MutationState()
    if let text = first.string {
      guard let xml = try? XMLParser.parse(text) else { return "the text of “@mutation” isn't XML" }
      state.xml = xml
    }
    if values.count > 1 { state.json = values[1] }
    record.mutation = state.xml == nil && state.json == nil ? nil : state
    return nil
  }
}

extension FieldStateJSON {
  /// Returns the state of a field for its JSON.
  static func state(of json: JSONValue) -> FieldState {
    guard json.kind == .object, !json.isEmpty,
      json.members.allSatisfy({ ["id", "name", "type"].contains($0.key) && $0.value.string != nil })
    else { return .json(json.detached) }
    return .variable(
      VariableReference(id: json["id"]?.string, name: json["name"]?.string, type: json["type"]?.string))
  }
}

/// Reads attributes: `@name`, or `@name(JSON, …)`.
enum AttributeText {
  static func name(of token: Token, in bytes: [UInt8]) -> String {
    let name = bytes[Int(token.start)..<Int(token.end)].dropFirst().prefix { $0.isLetter || $0.isDigit }
    return String(decoding: name, as: UTF8.self)
  }

  /// Returns the values in parentheses; nil if they aren't JSON.
  static func values(of token: Token, in bytes: [UInt8]) -> [JSONValue]? {
    let text = bytes[Int(token.start)..<Int(token.end)]
    guard let start = text.firstIndex(of: UInt8(ascii: "(")) else { return [] }
    let body = text[(start + 1)...].dropLast()
    let list = [UInt8(ascii: "[")] + body + [UInt8(ascii: "]")]
    return (try? JSONParser.parse(list)).map { Array($0.elements) }
  }
}

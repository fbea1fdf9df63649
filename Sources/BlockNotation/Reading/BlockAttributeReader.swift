import BlockFormats
import BlockModel
import Markup

/// Reads the attributes of a block.
struct BlockAttributeReader {
  private let parser: NotationParser

  init(_ parser: NotationParser) { self.parser = parser }

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
      record.createdExtras.values.comment = BlockComment(text: parser.comment(lines))
    }
    var tokens: [Token] = []
    var index = node.attributes
    while index >= 0 {
      tokens.append(parser.tokens[parser.attributes[index].token])
      index = parser.attributes[index].next
    }
    let bytes = parser.lexer.bytes
    for token in tokens.reversed() {
      let (name, values) = (AttributeText.name(of: token, in: bytes), AttributeText.values(of: token, in: bytes))
      if let fault = Self.apply(name, values, to: &record) {
        mistakes.append(NotationMistake(offset: Int(token.start), message: fault))
      }
    }
  }

  /// Applies an attribute.
  /// - Returns: the error; nil if there is none.
  private static func apply(
    _ name: String, _ values: [JSONValue]?, to record: inout BlockSnapshot.Record
  ) -> String? {
    guard let values else { return AttributeText.fault(name) }
    let string = values.first?.string
    switch name {
    case "id":
      guard let id = string else { return "“@id” needs a text: @id(\"…\")" }
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
      guard let data = string else { return "“@data” needs a text: @data(\"…\")" }
      record.createdExtras.values.data = data
    case "comment":
      guard let text = string else { return "“@comment” needs a text: @comment(\"…\")" }
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

  static func fault(_ name: String) -> String { "the content of “@\(name)(…)” isn't JSON" }

  /// Returns the values in parentheses; nil if they aren't JSON.
  static func values(of token: Token, in bytes: [UInt8]) -> [JSONValue]? {
    let text = bytes[Int(token.start)..<Int(token.end)]
    guard let start = text.firstIndex(of: UInt8(ascii: "(")) else { return [] }
    let body = text[(start + 1)...].dropLast()
    let list = [UInt8(ascii: "[")] + body + [UInt8(ascii: "]")]
    return (try? JSONParser.parse(list)).map { Array($0.elements) }
  }
}

import BlockModel
import Markup

/// Formats block types as JSON: an array with one object per line.
enum BlockDescription {
  static func json(of blocks: [Block]) -> [UInt8] {
    var text = Array("[\n".utf8)
    for (index, block) in blocks.enumerated() {
      var json = JSONWriter(style: .compact)
      write(block, to: &json)
      text += json.bytes + Array((index == blocks.count - 1 ? "\n" : ",\n").utf8)
    }
    return text + Array("]\n".utf8)
  }

  private static func write(_ block: Block, to json: inout JSONWriter) {
    let definition = block.definition
    json.beginObject()
    json.member("type", block.type)
    json.member("inline", block.isInline)
    switch definition.colour {
    case .hue(let hue): json.member("colour", hue)
    case .hex(let colour): json.member("colour", colour)
    case .style(let style): json.member("style", style)
    case .none: break
    }
    for (key, connection) in [
      ("output", block.outputConnection), ("previous", block.previousConnection), ("next", block.nextConnection),
    ] {
      guard let connection else { continue }
      json.key(key)
      write(checks: connection.typeChecks, to: &json)
    }
    json.member("mutator", block.mutator != nil)
    json.member("dialog", block.mutator?.hasDialog == true)
    if !definition.tooltip.isEmpty { json.member("tooltip", definition.tooltip) }
    json.key("inputs")
    json.beginArray()
    for input in block.inputs { write(input, to: &json) }
    json.endArray()
    json.endObject()
  }

  private static func write(checks: [String]?, to json: inout JSONWriter) {
    guard let checks else { return json.null() }
    json.beginArray()
    for check in checks { json.string(check) }
    json.endArray()
  }

  private static func write(_ input: Input, to json: inout JSONWriter) {
    json.beginObject()
    json.member("kind", input.kind.word)
    if !input.name.isEmpty { json.member("name", input.name) }
    if let connection = input.connection {
      json.key("check")
      write(checks: connection.typeChecks, to: &json)
    }
    json.key("fields")
    json.beginArray()
    for field in input.fields {
      json.beginObject()
      json.member("kind", kind(of: field))
      if let name = field.name { json.member("name", name) }
      field.describe(to: &json)
      json.endObject()
    }
    json.endArray()
    json.endObject()
  }

  /// A field's kind: its type in definitions, without `field_`.
  static func kind(of field: Field) -> String {
    (type(of: field) as? any DefinedField.Type).map { String($0.typeName.trimmingPrefix("field_")) } ?? "other"
  }
}

extension Input.Kind {
  /// The kind's name in Blockly's definitions, without `input_`.
  var word: String {
    switch self {
    case .value: "value"
    case .statement: "statement"
    case .dummy: "dummy"
    case .endRow: "end_row"
    }
  }
}

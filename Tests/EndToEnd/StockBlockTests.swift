import Markup
import Testing

/// The stock blocks have the shape that they have in Blockly 12.3: connections and their checks, inputs, fields with
/// their values and limits, mutators and dialogs. Words and colours are not compared.
@Suite struct StockBlockTests {
  /// Blockly uses these only inside its own dialogs.
  private static let inner: Set<String> = [
    "controls_if_if", "controls_if_elseif", "controls_if_else", "lists_create_with_container",
    "lists_create_with_item", "text_create_join_container", "text_create_join_item", "procedures_mutatorcontainer",
    "procedures_mutatorarg",
  ]

  @Test func shapesAreBlocklys() throws {
    let ours = try Self.shapes(Tool.run(["blocks", "--json"]).output)
    let theirs = try Self.shapes(Tool.read("Tests/Corpus/stock-blocks-12.3.json")).filter {
      !Self.inner.contains($0.key)
    }
    #expect(theirs.count > 60)
    for (type, shape) in theirs { #expect(ours[type] == shape, "\(type)") }
  }

  private static func shapes(_ text: String) throws -> [String: [String]] {
    let blocks = try JSONParser.parse(Array(text.utf8)).elements.map { ($0["type"]?.string ?? "", shape($0)) }
    return Dictionary(uniqueKeysWithValues: blocks)
  }

  private static func shape(_ block: JSONValue) -> [String] {
    var lines = ["output", "previous", "next"].compactMap { name in block[name].map { "\(name): \(checks($0))" } }
    for name in ["mutator", "dialog"] { lines.append("\(name): \(block[name]?.boolean ?? false)") }
    for input in block["inputs"].map({ Array($0.elements) }) ?? [] {
      let fields = (input["fields"].map { Array($0.elements) } ?? []).compactMap(field)
      let kind = input["kind"]?.string ?? ""
      if ["dummy", "end_row"].contains(kind) {
        if !fields.isEmpty { lines.append("fields") }
      } else {
        lines.append("\(kind) \(input["name"]?.string ?? ""): \(checks(input["check"]))")
      }
      lines += fields
    }
    return lines
  }

  /// Types in any order; a single one may stand alone.
  private static func checks(_ value: JSONValue?) -> [String] {
    guard let value, !value.isNull else { return ["anything"] }
    return value.string.map { [$0] } ?? value.elements.compactMap(\.string).sorted()
  }

  /// A field; nil for labels and images.
  private static func field(_ field: JSONValue) -> String? {
    let kind = field["kind"]?.string ?? ""
    if ["label", "image"].contains(kind) { return nil }
    var words = ["  " + kind]
    for name in ["name", "min", "max", "precision"] {
      if let value = field[name], !value.isNull { words.append("\(name) \(value.text())") }
    }
    if let options = field["options"] {
      words += options.elements.map { Array($0.elements).last?.text() ?? $0.text() }
    } else if field["variable"] != nil {
      words.append("types \(field["types"]?.text() ?? "null")")
    } else {
      words.append("value \(field["value"].map { $0.string ?? $0.text() } ?? "none")")
    }
    return words.joined(separator: " ")
  }
}

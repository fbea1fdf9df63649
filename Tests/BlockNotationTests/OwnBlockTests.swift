import BlockFormats
import BlockLibrary
import BlockModel
import BlockNotation
import Markup
import Testing

/// Blocks from definitions, and with mutators, of others.
@Suite struct OwnBlockTests {
  /// A mutator of an outside developer: a value with a variable number of parts.
  private final class PartsMutator: Mutator {
    unowned var block: Block?
    var count = 1

    func mutateBlock() {
      let builders = (0..<count).map { InputBuilder(type: .value, name: "PART\($0)") }
      block?.arrangeInputs(builders) { $0.name.hasPrefix("PART") }
    }

    func toXMLElement() -> XMLElement { .building("mutation") { $0.attribute("count", String(count)) } }
    func update(fromXML xml: XMLElement) { count = xml[attribute: "count"].flatMap { Int($0) } ?? 1 }
    func toJSON() -> JSONValue? { nil }
    func update(fromJSON json: JSONValue) {}

    func copyMutator() -> any Mutator {
      let copy = PartsMutator()
      copy.count = count
      return copy
    }
  }

  /// Statements whose messages begin with an input, with fields of every kind, and a block with a mutator.
  private static let definitions = """
    [{"type": "give", "message0": "%1 gets %2", "args0": [{"type": "input_value", "name": "WHO"},
        {"type": "input_value", "name": "WHAT"}], "previousStatement": null, "nextStatement": null},
      {"type": "last", "message0": "%1 until %2", "args0": [{"type": "input_statement", "name": "DO"},
        {"type": "input_value", "name": "END"}], "previousStatement": null, "nextStatement": null},
      {"type": "name_first", "message0": "%1 is new", "args0": [{"type": "field_variable", "name": "VAR"}],
        "previousStatement": null, "nextStatement": null}]
    """

  private func library() throws -> NotationLibrary {
    let factory = try StockBlocks.factory()
    try factory.load(json: Array(Self.definitions.utf8))
    let builder = BlockBuilder(type: "my_list")
    builder.mutator = PartsMutator()
    factory.define(builder)
    return NotationLibrary.of(factory)
  }

  @Test(arguments: [
    "::give(WHO: x, WHAT: 5)\nprint x\n",
    "::last(DO: {\n  ::give(WHO: a, WHAT: b)\n}, END: true)\n",
    "if true\n  ::name_first(VAR = x)\n",
    "::my_list(PART0: 1, PART1: 2, PART2: 3) @mutation(\"<mutation count=\\\"3\\\"></mutation>\")\n",
  ])
  func theseAreWrittenByTheirTypes(text: String) throws {
    let library = try library()
    let program = try NotationScene.read(text, library)
    let written = NotationScene.text(program, library)
    let again = try NotationScene.read(written, library)
    #expect(NotationScene.picture(again) == NotationScene.picture(program))
    #expect(NotationScene.text(again, library) == written)
    #expect(written.contains(text.prefix { $0 != "(" && $0 != "\n" }))
    #expect(program.topBlocks.allSatisfy { !$0.isUnknown }, "\(written)")
  }
}

import BlockLibrary
import BlockModel
import Markup
import Testing

@testable import LiveSession
@testable import Workbench

/// Pages get definitions of the blocks that Blockly lacks.
@Suite struct PlaceholderTests {
  private func definitions(of program: String) throws -> [String: JSONValue] {
    let document = try Document(bytes: Array(program.utf8), path: nil, factory: try StockBlocks.factory())
    let json = JSONValue.object { json in
      json.array("all") { Placeholders(of: document.workspace).write(to: &$0) }
    }
    let list = json["all"]?.elements.map(\.self) ?? []
    return Dictionary(uniqueKeysWithValues: list.map { ($0["type"]?.string ?? "", $0) })
  }

  @Test func blocksOfEarlierVersionsAreDefined() throws {
    let all = try definitions(of: #"{"blocks":{"blocks":[]}}"#)
    #expect(all.keys.sorted() == ["colour_blend", "colour_picker", "colour_random", "colour_rgb", "text_multiline"])
    #expect(all["colour_random"]?["message0"]?.string == "random colour")
    #expect(all["colour_picker"]?["placeholder"] == nil)
    // Blockly refuses images without a source.
    let parts = all["text_multiline"]?["args0"]?.elements.map { $0["type"]?.string } ?? []
    #expect(parts == ["field_label", "field_multilinetext"])
  }

  /// A type without a definition has the inputs and fields of all of its blocks.
  @Test func unknownBlocksHaveTheirShapes() throws {
    let all = try definitions(
      of: #"""
        {"blocks":{"blocks":[
          {"type":"own%1","id":"a","fields":{"F":"x"},"inputs":{"DO":{"block":{"type":"text_print"}}},
           "next":{"block":{"type":"own%1","id":"b","fields":{"G":1},"inputs":{"A":{"block":{"type":"own_value"}}}}}},
          {"type":"own_value","id":"v"}]}}
        """#)
    let own = try #require(all["own%1"])
    #expect(own["placeholder"]?.boolean == true && own["message0"]?.string == "%1 %2 %3 %4 %5")
    let parts = own["args0"]?.elements.map { "\($0["type"]?.string ?? "") \($0["name"]?.string ?? "")" } ?? []
    #expect(
      Set(parts) == ["field_label ", "field_input F", "field_input G", "input_statement DO", "input_value A"])
    #expect(own["previousStatement"] != nil && own["nextStatement"] != nil && own["output"] == nil)
    #expect(all["own_value"]?["output"] != nil && all["own_value"]?["previousStatement"] == nil)
  }
}

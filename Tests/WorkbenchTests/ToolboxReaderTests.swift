import BlockLibrary
import BlockModel
import Markup
import Testing

@testable import Workbench

/// Toolboxes in both formats, as Blockly apps write them.
@MainActor @Suite struct ToolboxReaderTests {
  nonisolated private static let json = """
    {"kind":"categoryToolbox","contents":[
      {"kind":"block","type":"text_print"},
      {"kind":"sep"},{"kind":"label","text":"Have fun"},
      {"kind":"category","name":"%{BKY_LOGIC_BOOLEAN_TRUE}","categorystyle":"logic_category","contents":[
        {"kind":"block","type":"controls_if","id":"fixed","extraState":{"hasElse":true}},
        {"kind":"sep","gap":"8"},
        {"kind":"category","name":"Inside","colour":120,"contents":[{"kind":"block","type":"logic_negate"}]}]},
      {"kind":"CATEGORY","name":"Hue","colour":"%{BKY_LOGIC_HUE}","contents":[
        {"kind":"BLOCK","type":"controls_repeat_ext","inputs":{
          "TIMES":{"shadow":{"type":"math_number","id":"ten","fields":{"NUM":10}}}}}]},
      {"kind":"category","name":"Hex","colour":"#5ba55b","contents":[
        {"kind":"block","blockxml":"<block type='text' id='t'><field name='TEXT'>hi</field></block>"}]},
      {"kind":"category","name":"Nothing","contents":[]},
      {"kind":"category","name":"Variables","custom":"VARIABLE","categorystyle":"variable_category"},
      {"kind":"category","name":"Typed","custom":"VARIABLE_DYNAMIC"},
      {"kind":"category","name":"Functions","custom":"PROCEDURE"}]}
    """

  nonisolated private static let xml = """
    <xml>
      <block type="text_print"></block>
      <sep></sep><label text="Have fun"></label>
      <category name="%{BKY_LOGIC_BOOLEAN_TRUE}" categorystyle="logic_category">
        <block type="controls_if" id="fixed"><mutation else="1"></mutation></block>
        <sep gap="8"></sep>
        <category name="Inside" colour="120"><block type="logic_negate"></block></category>
      </category>
      <category name="Hue" colour="%{BKY_LOGIC_HUE}">
        <block type="controls_repeat_ext">
          <value name="TIMES"><shadow type="math_number" id="ten"><field name="NUM">10</field></shadow></value>
        </block>
      </category>
      <category name="Hex" colour="#5ba55b"><block type="text" id="t"><field name="TEXT">hi</field></block></category>
      <category name="Nothing"></category>
      <category name="Variables" custom="VARIABLE" categorystyle="variable_category"></category>
      <category name="Typed" custom="VARIABLE_DYNAMIC"></category>
      <category name="Functions" custom="PROCEDURE"></category>
    </xml>
    """

  private func read(_ text: String) throws -> Toolbox {
    try ToolboxReader.read(Array(text.utf8), messages: StockBlocks.messages)
  }

  /// A short description of a category's blocks.
  private func content(_ category: Toolbox.Category) -> [String] {
    switch category.content {
    case .entries(let read): read().map(description)
    case .variables(let isTyped): [isTyped ? "typed variables" : "variables"]
    case .procedures: ["functions"]
    case .search: ["search"]
    }
  }

  private func description(_ entry: Toolbox.Entry) -> String {
    switch entry {
    case .block(let snapshot): snapshot.records.map(\.type).joined(separator: " with ")
    case .label(let text): "label \(text)"
    case .button(let text, let key): "button \(text) \(key)"
    case .separator: "separator"
    }
  }

  private func blocks(_ content: Toolbox.Content) -> [BlockSnapshot] {
    guard case .entries(let read) = content else { return [] }
    return read().compactMap { if case .block(let snapshot) = $0 { snapshot } else { nil } }
  }

  @Test(arguments: [json, xml]) func categoriesKeepTheirOrder(text: String) throws {
    let toolbox = try read(text)
    #expect(
      toolbox.categories.map(\.name) == ["Blocks", "true", "Inside", "Hue", "Hex", "Variables", "Typed", "Functions"])
    #expect(
      toolbox.categories.map(content) == [
        ["text_print", "separator", "label Have fun"], ["controls_if", "separator"], ["logic_negate"],
        ["controls_repeat_ext with math_number"], ["text"],
        ["variables"], ["typed variables"], ["functions"],
      ])
    #expect(
      toolbox.categories.map(\.colour) == [
        .none, .style("logic_blocks"), .hue(120), .hue(210), .hex("#5ba55b"), .style("variable_blocks"), .none, .none,
      ])
  }

  /// Labels, buttons, separators and the search, in both formats.
  @Test(arguments: [
    """
    {"contents":[
      {"kind":"search","name":"Find"},
      {"kind":"sep"},
      {"kind":"category","name":"A","contents":[
        {"kind":"label","text":"%{BKY_LOGIC_BOOLEAN_TRUE}"},{"kind":"block","type":"text"},{"kind":"sep"},
        {"kind":"button","text":"Press","callbackKey":"PRESS"},{"kind":"unknown"}]},
      {"kind":"category","name":"B","contents":[{"kind":"label","text":"only a label"}]}]}
    """,
    """
    <xml>
      <search name="Find"></search>
      <sep></sep>
      <category name="A">
        <label text="%{BKY_LOGIC_BOOLEAN_TRUE}"></label><block type="text"></block><sep gap="8"></sep>
        <button text="Press" callbackKey="PRESS"></button><unknown></unknown>
      </category>
      <category name="B"><label text="only a label"></label></category>
    </xml>
    """,
  ]) func everythingInAToolboxIsRead(text: String) throws {
    let categories = try read(text).categories
    #expect(categories.map(\.name) == ["Find", "A", "B"])
    #expect(categories.map(\.hasSeparatorAbove) == [false, true, false])
    #expect(
      categories.map(content) == [
        ["search"], ["label true", "text", "separator", "button Press PRESS"], ["label only a label"],
      ])
  }

  /// Every inserted block gets a new id.
  @Test(arguments: [json, xml]) func idsAreNotCopied(text: String) throws {
    for snapshot in try read(text).categories.map(\.content).flatMap(blocks) {
      #expect(snapshot.records.allSatisfy { $0.id == nil })
    }
  }

  @Test(arguments: [
    "[]", #"{"kind":"flyoutToolbox"}"#, "{", "<xml><category></xml>", "hello", "",
    #"{"contents":[{"kind":"category","name":"A","contents":[{"kind":"block","blockxml":"<block"}]}]}"#,
  ]) func anythingElseIsRejected(text: String) {
    #expect(throws: MarkupError.self) { try read(text) }
  }

  @Test(arguments: [
    ("{\n \"contents\":[\n  {\"kind\":\"category\",\"name\":\"A\",\"contents\":[\n   {\"kind\":\"block\"}]}]}", 4, 4)
  ]) func errorsHaveAPosition(text: String, line: Int, column: Int) {
    let error = #expect(throws: MarkupError.self) { try read(text) }
    #expect(error?.position == SourcePosition(line: line, column: column))
  }

  /// The stock toolbox is read without checks, to start faster, so it must be valid.
  @Test func theStockToolboxIsValid() throws {
    let read = try ToolboxReader.read(StockBlocks.toolbox, messages: StockBlocks.messages)
    let known = try ToolboxReader.readKnown(StockBlocks.toolbox, messages: StockBlocks.messages)
    #expect(known.categories.map(\.name) == read.categories.map(\.name))
    #expect(known.categories.map(\.colour) == read.categories.map(\.colour))
    #expect(known.categories.count > 6)
    for (known, read) in zip(known.categories, read.categories) {
      #expect(content(known) == content(read) && !content(read).isEmpty)
      #expect(blocks(known.content) == blocks(read.content))
    }
    let factory = try StockBlocks.factory()
    for record in read.categories.map(\.content).flatMap(blocks).flatMap(\.records) {
      #expect(factory.knows(record.type), "\(record.type)")
    }
  }
}

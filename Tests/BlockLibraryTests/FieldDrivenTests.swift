import BlockModel
import Markup
import Testing

@testable import BlockLibrary

@Suite struct FieldDrivenTests {
  @Test(arguments: [false, true], [false, true])
  func getIndexFollowsItsState(isStatement: Bool, at: Bool) throws {
    let bench = try MutatorBench()
    let (block, mutator) = try bench.make("lists_getIndex", MutatorListGetIndex.self)
    #expect(block.shape == Self.getIndexShape(at: true))
    mutator.isStatement = isStatement
    mutator.at = at
    for _ in 1...2 {
      mutator.mutateBlock()
      #expect(block.shape == Self.getIndexShape(at: at))
      #expect((block.outputConnection == nil) == isStatement)
      #expect((block.previousConnection == nil) == !isStatement)
      #expect((block.nextConnection == nil) == !isStatement)
    }
    #expect(block.xmlText == "<mutation statement=\"\(isStatement)\" at=\"\(at)\"></mutation>")
    #expect(block.jsonText == (isStatement ? #"{"isStatement":true}"# : nil))
    #expect(!mutator.hasDialog)
  }

  /// A class may also add this to one that it inherits from.
  @Test func mutatorsAreKnownToFollowFields() {
    #expect(MutatorListGetIndex().fieldDriven != nil && OwnFollowingMutator().fieldDriven != nil)
    #expect(MutatorIfElse().fieldDriven == nil && OwnMutator().fieldDriven == nil)
  }

  static func getIndexShape(at: Bool) -> [String] {
    ["value VALUE Array: in list", "dummy : [MODE]", "dummy : [WHERE]", at ? "value AT Number" : "dummy AT"]
  }

  @Test(arguments: ["FROM_START", "FROM_END", "FIRST", "LAST", "RANDOM"])
  func withoutAStateTheShapeFollowsTheFields(position: String) throws {
    let bench = try MutatorBench()
    let at = position.hasPrefix("FROM")
    let input = at ? "value AT Number" : "dummy AT"
    let get = try bench.make("lists_getIndex", fields: ["WHERE": position, "MODE": "GET"])
    #expect(get.shape == Self.getIndexShape(at: at))
    #expect(get.outputConnection != nil)
    let set = try bench.make("lists_setIndex", fields: ["WHERE": position])
    #expect(set.shape == ["value LIST Array: in list", "dummy : [MODE]", "dummy : [WHERE]", input, "value TO: as"])
    #expect(set.xmlText == "<mutation at=\"\(at)\"></mutation>")
    #expect(set.jsonText == nil)
    let letter = try bench.make("text_charAt", fields: ["WHERE": position])
    #expect(letter.shape == ["value VALUE String: in text", "dummy : get [WHERE]", input])
    #expect(letter.jsonText == #""<mutation at=\"\#(at)\"></mutation>""#)
  }

  @Test func removingIsAStatementEvenWithoutAState() throws {
    let bench = try MutatorBench()
    let block = try bench.make("lists_getIndex", fields: ["MODE": "REMOVE", "WHERE": "LAST"])
    #expect(block.outputConnection == nil && block.previousConnection != nil)
    #expect(block.jsonText == #"{"isStatement":true}"#)
    let legacy = try bench.make(
      "lists_getIndex",
      mutation: MutationState(json: .string("<mutation statement=\"true\" at=\"false\"></mutation>")))
    #expect(legacy.outputConnection == nil && legacy.shape.last == "dummy AT")
  }

  @Test(arguments: [("lists_getSublist", "LIST Array: in list"), ("text_getSubstring", "STRING String: in text")])
  func sublistsFollowTheirFields(type: String, first: String) throws {
    let bench = try MutatorBench()
    let start = type == "lists_getSublist" ? "get sub-list from" : "get substring from"
    for (where1, where2) in [
      ("FROM_START", "LAST"), ("FIRST", "FROM_END"), ("FIRST", "LAST"), ("FROM_END", "FROM_START"),
    ] {
      let block = try bench.make(type, fields: ["WHERE1": where1, "WHERE2": where2])
      let (at1, at2) = (where1 != "FIRST", where2 != "LAST")
      #expect(
        block.shape == [
          "value \(first)", "dummy WHERE1_INPUT: \(start) [WHERE1]", at1 ? "value AT1 Number" : "dummy AT1",
          "dummy WHERE2_INPUT: to [WHERE2]", at2 ? "value AT2 Number" : "dummy AT2",
        ])
      let xml = "<mutation at1=\"\(at1)\" at2=\"\(at2)\"></mutation>"
      #expect(block.xmlText == xml)
      #expect(block.mutator?.toJSON() == (type == "lists_getSublist" ? nil : .string(xml)))
    }
    let attributes = try bench.make(type, mutation: MutationState(xml: XMLParser.parse("<mutation at2=\"false\"/>")))
    #expect(attributes.shape[2] == "value AT1 Number" && attributes.shape[4] == "dummy AT2")
  }

  @Test func typesFollowDropdowns() throws {
    let bench = try MutatorBench()
    let split = try bench.make("lists_split", fields: ["MODE": "JOIN"])
    #expect(split.outputConnection?.typeChecks == ["String"])
    #expect(split.shape.first == "value INPUT Array: make [MODE]")
    #expect(split.xmlText == "<mutation mode=\"JOIN\"></mutation>")
    #expect(split.jsonText == #"{"mode":"JOIN"}"#)
    #expect(try bench.make("lists_split").shape.first == "value INPUT String: make [MODE]")
    // The field counts even if the file doesn't state it.
    let mutation = MutationState(xml: try XMLParser.parse("<mutation mode=\"JOIN\"/>"))
    #expect(try bench.make("lists_split", mutation: mutation).jsonText == #"{"mode":"SPLIT"}"#)

    for type in ["text_prompt", "text_prompt_ext"] {
      let prompt = try bench.make(type, fields: ["TYPE": "NUMBER"])
      #expect(prompt.outputConnection?.typeChecks == ["Number"])
      #expect(prompt.jsonText == #""<mutation type=\"NUMBER\"></mutation>""#)
      #expect(try bench.make(type).xmlText == "<mutation type=\"TEXT\"></mutation>")
    }
    let modes = try bench.make("math_on_list", fields: ["OP": "MODE"])
    #expect(modes.outputConnection?.typeChecks == ["Array"])
    #expect(modes.xmlText == "<mutation op=\"MODE\"></mutation>")
    #expect(try bench.make("math_on_list", fields: ["OP": "MIN"]).outputConnection?.typeChecks == ["Number"])

    let property = try bench.make("math_number_property", fields: ["PROPERTY": "DIVISIBLE_BY"])
    #expect(property.shape.last == "value DIVISOR Number")
    #expect(property.xmlText == "<mutation divisor_input=\"true\"></mutation>")
    let even = try bench.make("math_number_property")
    #expect(even.jsonText == #""<mutation divisor_input=\"false\"></mutation>""#)
    #expect(even.inputs.count == 2)
  }

  @Test func theShapeFollowsTheUsersChoice() throws {
    let bench = try MutatorBench()
    let (block, mutator) = try bench.make("lists_setIndex", MutatorListSetIndex.self)
    let others = block.inputs.filter { $0.name != "AT" }
    for (choice, changes) in [
      ("FROM_END", false), ("LAST", true), ("FIRST", false), ("FROM_START", true), ("ODD", false),
    ] {
      block.firstField(withName: "WHERE")?.load(.text(choice), variables: bench.workspace.variables)
      #expect(mutator.takeState(fromField: "WHERE") == changes)
      #expect(!mutator.takeState(fromField: "MODE"))
      mutator.mutateBlock()
      #expect(block.inputs.map(\.name) == ["LIST", "", "", "AT", "TO"])
      #expect(zip(block.inputs.filter { $0.name != "AT" }, others).allSatisfy { $0 === $1 })
    }
  }

  /// A mutation that contradicts the fields: the fields determine the shape, and no child is lost.
  @Test(arguments: [
    "<block type=\"lists_setIndex\"><mutation at=\"true\"></mutation><field name=\"MODE\">SET</field>"
      + "<field name=\"WHERE\">LAST</field><value name=\"AT\"><block type=\"math_number\"><field name=\"NUM\">1</field>"
      + "</block></value></block>",
    "<block type=\"math_number_property\"><mutation divisor_input=\"false\"></mutation>"
      + "<field name=\"PROPERTY\">EVEN</field><value name=\"DIVISOR\"><block type=\"math_number\">"
      + "<field name=\"NUM\">1</field></block></value></block>",
    "<block type=\"math_on_list\"><mutation op=\"SUM\" more=\"1\"><extra></extra></mutation>"
      + "<field name=\"OP\">MODE</field></block>",
    "<block type=\"controls_if\"><mutation elseif=\"0\" else=\"2\"></mutation></block>",
    "<block type=\"controls_if\"><mutation></mutation><statement name=\"ELSE\"><block type=\"text_print\"></block>"
      + "</statement></block>",
  ])
  func contradictoryStatesLoseNoChild(text: String) throws {
    let workspace = try MutatorBench.read(xml: text)
    let written = MutatorBench.xml(workspace)
    #expect(written.ranges(of: "<block").count == text.ranges(of: "<block").count)
    #expect(workspace.topBlocks.count == 1)
    // A block that was removed and rebuilt, as by undo, is the same.
    let block = try #require(workspace.topBlocks.first)
    let snapshot = BlockSnapshot(of: block, forFile: true)
    workspace.remove(block)
    workspace.factory.build(snapshot, in: workspace)
    #expect(MutatorBench.xml(workspace) == written)
  }

  @Test func anInputCreatedByAFileIsAdopted() throws {
    let workspace = try MutatorBench.read(
      xml:
        "<block type=\"controls_if\"><statement name=\"ELSE\"><block type=\"text_print\"></block></statement></block>")
    let block = try #require(workspace.topBlocks.first)
    let mutator = try #require(block.mutator as? MutatorIfElse)
    let child = try #require(block.firstInput(withName: "ELSE")?.connectedBlock)
    for hasElse in [true, false, true] {
      mutator.hasElse = hasElse
      mutator.elseIfCount += 1
      mutator.mutateBlock()
      #expect(block.inputs.count { $0.name == "ELSE" } == 1)
      #expect(block.inputs.last?.connectedBlock === child)
    }
    #expect(block.shape.last == "statement ELSE: else")
  }

  @Test func aNumberPromptConnectsToNumberInputs() throws {
    let text = """
      <xml><block type="math_single"><value name="NUM"><block type="text_prompt_ext"><mutation type="NUMBER"></mutation>\
      <field name="TYPE">NUMBER</field></block></value></block></xml>
      """
    let program = try ProgramReading.findings(of: text)
    #expect(program.isEmpty)
  }
}

private class OwnMutator: Mutator {
  unowned var block: Block? = nil

  func mutateBlock() {}
  func toXMLElement() -> XMLElement { .building("mutation") }
  func update(fromXML xml: XMLElement) {}
  func copyMutator() -> any Mutator { self }
}

private final class OwnFollowingMutator: OwnMutator, FieldDrivenMutator {
  func takeState(fromField name: String) -> Bool { false }
}

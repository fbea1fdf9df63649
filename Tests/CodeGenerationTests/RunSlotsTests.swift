import BlockModel
import Testing

@testable import CodeGeneration

@Suite struct RunSlotsTests {
  private static func set(_ variable: String, id: String, _ next: String = "") -> String {
    GeneratedProgram.block("variables_set", id: id, "<field name=\"VAR\">\(variable)</field>\(next)")
  }

  private static func loop(_ variable: String, id: String, _ body: String) -> String {
    GeneratedProgram.block(
      "controls_forEach", id: id, "<field name=\"VAR\">\(variable)</field><statement name=\"DO\">\(body)</statement>")
  }

  /// A function with a parameter, and loops in it and outside.
  private static let program = GeneratedProgram.program(
    loop("x", id: "loop", set("x", id: "in", "<next>\(loop("x", id: "inner", set("x", id: "deep")))</next>"))
      + "<block type=\"variables_set\" id=\"after\" y=\"200\"><field name=\"VAR\">x</field></block>"
        + """
        <block type="procedures_defnoreturn" id="f" y="500"><mutation><arg name="P"></arg></mutation>
        <field name="NAME">f</field><statement name="STACK">
        \(set("p", id: "parameter", "<next>\(set("x", id: "own", "<next>\(loop("y", id: "third", set("y", id: "last")))</next>"))</next>"))
        </statement></block>
        """)

  /// What the statements that set a variable mean: the function and the variable, with a star if it is local.
  private static func meanings(_ language: String) throws -> [String: String] {
    let workspace = try GeneratedProgram.workspace(program)
    let numbers = BlockNumbers(workspace)
    let slots = RunSlots(workspace, numbers: numbers, in: try GeneratedProgram.language(language))
    for index in slots.slots.indices {
      #expect(slots.slot(ofKey: slots.key(ofSlot: index)) == index && slots.key(ofSlot: index) > numbers.ids.count)
    }
    #expect(slots.slot(ofKey: 1) == nil && slots.slot(ofVariable: "?", at: 1) == nil)
    #expect(Set(slots.slots).count == slots.slots.count)
    var meanings: [String: String] = [:]
    for block in workspace.blocks.values {
      guard let name = block.firstField(withName: "VAR")?.variable?.name else { continue }
      let index = try #require(slots.slot(ofVariable: name, at: numbers.number(of: block.id)))
      let slot = slots.slots[index]
      let function = numbers.id(of: slot.function).map { $0 + "." } ?? ""
      meanings[block.id] = function + slot.variable + (slot.isLocal ? "*" : "")
    }
    return meanings
  }

  @Test(arguments: ["python", "javascript"]) func parametersAreLocal(_ language: String) throws {
    let meanings = try Self.meanings(language)
    #expect(
      meanings == [
        "loop": "x", "in": "x", "inner": "x", "deep": "x", "after": "x", "parameter": "f.P*", "own": "x", "third": "y",
        "last": "y",
      ])
  }

  @Test func loopsOfLuaHaveVariablesOfTheirOwn() throws {
    let meanings = try Self.meanings("lua")
    #expect(
      meanings == [
        "loop": "x", "in": "x*", "inner": "x*", "deep": "x*", "after": "x", "parameter": "f.P*", "own": "x",
        "third": "y", "last": "f.y*",
      ])
  }
}

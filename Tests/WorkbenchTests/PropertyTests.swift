import BlockEvents
import BlockFormats
import BlockModel
import Testing

@testable import Workbench

/// What a block is besides its fields: every change is a step.
@MainActor @Suite struct PropertyTests {
  private static let program = """
    {"blocks":{"languageVersion":0,"blocks":[
      {"type":"controls_repeat_ext","id":"loop","x":10,"y":10,
        "inputs":{"TIMES":{"shadow":{"type":"math_number","id":"shadow","fields":{"NUM":42}},
          "block":{"type":"math_arithmetic","id":"sum","fields":{"OP":"ADD"},
            "inputs":{"A":{"shadow":{"type":"math_number","id":"one","fields":{"NUM":1}}}}}}}},
      {"type":"text_print","id":"second","x":300,"y":10},
      {"type":"text_print","id":"third","x":300,"y":100}]}}
    """

  @Test(arguments: ProgramFormat.allCases) func everyPropertyIsAStep(format: ProgramFormat) throws {
    let scene = try Scene(Self.program, format)
    let (sum, second) = (try scene.block("sum"), try scene.block("second"))
    try scene.check(
      { #expect(scene.controller.change(.deletable, of: sum) == "deleting: locked") },
      { #expect(scene.controller.change(.movable, of: sum) == "moving: locked") },
      { #expect(scene.controller.change(.editable, of: sum) == "editing: locked") },
      { #expect(scene.controller.change(.inline, of: sum) == "values: one a row") },
      { #expect(scene.controller.setData("line\nline", of: sum) == "data: “line line”") },
      {
        _ = scene.controller.change(.earlier, of: second)
        #expect(scene.workspace.topBlocks.map(\.id) == ["second", "loop", "third"])
      },
      { _ = scene.controller.change(.later, of: second) },
      { #expect(scene.controller.setData("", of: sum) == "no data") })
    #expect(scene.workspace.topBlocks.map(\.id) == ["loop", "second", "third"])
  }

  @Test(arguments: ProgramFormat.allCases) func aBlockBecomesTheDefaultWhereItStands(format: ProgramFormat) throws {
    let scene = try Scene(Self.program, format)
    let (loop, sum) = (try scene.block("loop"), try scene.block("sum"))
    #expect(!scene.controller.properties(of: loop).contains { $0.property == .becomesDefault })
    try scene.check {
      _ = scene.controller.change(.becomesDefault, of: sum)
      #expect(scene.content("loop", "TIMES") == "sum" && scene.workspace.blocks["sum"]?.isShadow == true)
      #expect(scene.workspace.blocks["one"]?.isShadow == true)
    }
    _ = scene.controller.undo()
    #expect(scene.workspace.blocks["sum"]?.isShadow == false)
  }
}

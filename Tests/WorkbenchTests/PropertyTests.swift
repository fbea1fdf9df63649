import BlockEvents
import BlockFormats
import BlockModel
import Testing
import WorkbenchTesting

@testable import Workbench

/// Block properties other than fields: every change is one undo group.
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

  @Test(arguments: ProgramFormat.allCases) func everyPropertyChangeIsOneUndoGroup(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(Self.program, format)
    let (sum, second) = (try scene.block("sum"), try scene.block("second"))
    try scene.check(
      { #expect(scene.controller.perform(.change(.deletable, blockID: sum.id)).statusMessage == "deleting: locked") },
      { #expect(scene.controller.perform(.change(.movable, blockID: sum.id)).statusMessage == "moving: locked") },
      { #expect(scene.controller.perform(.change(.editable, blockID: sum.id)).statusMessage == "editing: locked") },
      { #expect(scene.controller.perform(.change(.inline, blockID: sum.id)).statusMessage == "values: one per row") },
      {
        #expect(scene.controller.perform(.setData("line\nline", blockID: sum.id)).statusMessage == "data: “line line”")
      },
      {
        scene.controller.perform(.change(.moveEarlier, blockID: second.id))
        #expect(scene.workspace.topBlocks.map(\.id) == ["second", "loop", "third"])
      },
      { scene.controller.perform(.change(.moveLater, blockID: second.id)) },
      { #expect(scene.controller.perform(.setData("", blockID: sum.id)).statusMessage == "no data") })
    #expect(scene.workspace.topBlocks.map(\.id) == ["loop", "second", "third"])
  }

  @Test(arguments: ProgramFormat.allCases) func aBlockBecomesTheShadowOfItsInput(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(Self.program, format)
    let (loop, sum) = (try scene.block("loop"), try scene.block("sum"))
    #expect(!scene.controller.state.properties(of: loop).contains { $0.property == .becomesShadow })
    try scene.check {
      scene.controller.perform(.change(.becomesShadow, blockID: sum.id))
      #expect(scene.content("loop", "TIMES") == "sum" && scene.workspace.blocks["sum"]?.isShadow == true)
      #expect(scene.workspace.blocks["one"]?.isShadow == true)
    }
    scene.controller.perform(.undo)
    #expect(scene.workspace.blocks["sum"]?.isShadow == false)
  }
}

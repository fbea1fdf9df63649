import BlockEditing
import BlockLibrary
import BlockModel
import Testing
import WorkbenchTesting

@testable import Workbench

/// A mutation that changes nothing leaves everything as it was.
@MainActor @Suite struct UnchangedMutationTests {
  @Test func nothingIsPartedWhenTheStateStaysTheSame() throws {
    let scene = try WorkbenchScene(
      """
      {"blocks":{"languageVersion":0,"blocks":[{"type":"controls_if","id":"if","x":1,"y":1,
        "extraState":{"elseIfCount":1},"inputs":{"DO1":{"block":{"type":"text_print","id":"p"}}}}]}}
      """, .json)
    let (block, before) = (try scene.block("if"), scene.bytes)
    scene.controller.performGroup {
      BlockMutation(of: block, through: scene.coordinator).perform(moving: ["IF1": nil, "DO1": nil]) { false }
      BlockMutation(of: block, through: scene.coordinator).perform { false }
    }
    #expect(scene.content("if", "DO1") == "p" && scene.bytes == before)
    #expect(scene.fired.isEmpty && scene.controller.history.undoCount == 0)
  }
}

import BlockEvents
import BlockFormats
import BlockModel
import Testing
import WorkbenchTesting

@testable import Workbench

/// Defects of shadows that Blockly has or had, with the numbers of its issues.
@MainActor @Suite struct ShadowDefectTests {
  /// A loop with an edited shadow, and a separate number.
  private static let loop = """
    {"blocks":{"languageVersion":0,"blocks":[
      {"type":"controls_repeat_ext","id":"loop","x":10,"y":10,
        "inputs":{"TIMES":{"shadow":{"type":"math_number","id":"shadow","fields":{"NUM":42}}}}},
      {"type":"math_number","id":"real","x":300,"y":10,"fields":{"NUM":7}}]}}
    """

  @Test("#960: a shadow gives way and comes back without a trace", arguments: ProgramFormat.allCases)
  func issue960(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(Self.loop, format)
    let (real, connection) = (try scene.block("real"), try scene.input("loop", "TIMES"))
    try scene.check {
      scene.controller.performGroup { scene.coordinator.connect(real, to: connection) }
      #expect(scene.workspace.blocks["shadow"] == nil)
    }
    let recorded = scene.controller.history.undoGroups.flatMap(\.events)
    #expect(recorded.allSatisfy { $0.blockID == "real" }, "nothing of the shadow is on the undo stack")
    scene.controller.perform(.undo)
    #expect(scene.content("loop", "TIMES") == "shadow")
    #expect(scene.workspace.blocks["shadow"]?.firstField(withName: "NUM")?.text == "42")
  }

  @Test("#3929: a block with an edited shadow is deleted", arguments: ProgramFormat.allCases)
  func issue3929(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(Self.loop, format)
    let loop = try scene.block("loop")
    try scene.check { scene.controller.performGroup { scene.coordinator.delete(loop, heal: true) } }
    scene.controller.perform(.undo)
    #expect(scene.workspace.blocks["shadow"]?.firstField(withName: "NUM")?.text == "42")
  }

  @Test("#10433: the shadow of a connection is replaced by another", arguments: ProgramFormat.allCases, [true, false])
  func issue10433(format: ProgramFormat, isCovered: Bool) throws {
    let scene = try WorkbenchScene(Self.loop, format)
    let (loop, connection) = (try scene.block("loop"), try scene.input("loop", "TIMES"))
    var record = BlockSnapshot.Record(type: "math_number", id: "other")
    record.isShadow = true
    record.fields = [FieldRecord(name: "NUM", state: .number(5))]
    let shadow = BlockSnapshot(records: [record])
    func replace() {
      scene.controller.performGroup { scene.coordinator.set(.shadow(input: "TIMES"), to: .shadow(shadow), of: loop) }
    }
    if isCovered {
      let real = try scene.block("real")
      try scene.check({ scene.controller.performGroup { scene.coordinator.connect(real, to: connection) } }, replace)
      #expect(connection.coveredShadow?.records.first?.id == "other")
    } else {
      try scene.check(replace)
      #expect(scene.content("loop", "TIMES") == "other")
    }
  }
}

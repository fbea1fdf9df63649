import BlockEditing
import BlockEvents
import BlockFormats
import BlockModel
import Testing
import WorkbenchTesting

@testable import Workbench

/// #1266: the undo stacks are saved as JSON with the program and loaded in another session.
@MainActor @Suite struct SavedStackTests {
  private static let program = """
    {"blocks":{"languageVersion":0,"blocks":[
      {"type":"text_print","id":"a","x":10,"y":10,"next":{"block":{"type":"text_print","id":"b"}}},
      {"type":"controls_repeat_ext","id":"c","x":300,"y":10,
        "inputs":{"TIMES":{"shadow":{"type":"math_number","id":"s","fields":{"NUM":42}}}}}]}}
    """

  @Test("#1266: the saved stack is still undoable", arguments: ProgramFormat.allCases)
  func issue1266(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(Self.program, format)
    let (b, c) = (try scene.block("b"), try scene.block("c"))
    // `WorkbenchScene.check` saves the stacks with the program, loads both, and undoes and redoes everything there.
    try scene.check(
      { scene.controller.performGroup { scene.coordinator.disconnect(b, heal: true) } },
      { scene.controller.performGroup { scene.coordinator.delete(c, heal: true) } },
      { scene.controller.performGroup { scene.coordinator.set(.collapsed, to: .flag(true), of: b) } })
  }

  @Test("#1266: what was undone can be redone in the other session") func redoIsSavedToo() throws {
    let scene = try WorkbenchScene(Self.program, .json)
    let b = try scene.block("b")
    scene.controller.performGroup { scene.coordinator.set(.collapsed, to: .flag(true), of: b) }
    scene.controller.performGroup { scene.coordinator.disconnect(b, heal: true) }
    let done = scene.bytes
    scene.controller.perform(.undo)
    let manager = EventManager()
    let copy = try ProgramReader.read(scene.bytes, factory: scene.workspace.factory).workspace
    let history = UndoHistory(
      target: WorkspaceLayoutCoordinator(workspace: copy, eventManager: manager), eventManager: manager)
    try history.restore(scene.controller.history.lines(), factory: .withMortiseEvents())
    #expect(history.undoCount == 1 && history.redoCount == 1)
    #expect(try history.redo())
    #expect(ProgramWriter.write(copy, style: .pretty(.json)).bytes == done)
  }

  @Test("#1266: a stack that can't be read changes nothing") func aBrokenStackIsRejected() throws {
    let scene = try WorkbenchScene(Self.program, .json)
    let b = try scene.block("b")
    scene.controller.performGroup { scene.coordinator.set(.collapsed, to: .flag(true), of: b) }
    let error = #expect(throws: ReplayError.self) {
      try scene.controller.history.restore(
        "{\"redo\":false,\"events\":[{\"type\":\"move\"}]}", factory: .withMortiseEvents())
    }
    #expect(error?.description == "step 1 can't be read: “blockId” is missing or not a string")
    #expect(scene.controller.history.undoCount == 1)
  }
}

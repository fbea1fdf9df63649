import BlockEvents
import BlockFormats
import BlockModel
import Testing
import WorkbenchTesting

@testable import Workbench

/// Drags with several pointers at once: one group from the first press to the last release, events at each release, and
/// no events for cancelled drags.
@MainActor @Suite struct PreviewStackTests {
  private static let program = """
    {"blocks":{"languageVersion":0,"blocks":[
      {"type":"controls_repeat","id":"a","x":10,"y":10,"fields":{"TIMES":10}},
      {"type":"controls_repeat","id":"b","x":300,"y":10,"fields":{"TIMES":10}},
      {"type":"text_print","id":"c","x":600,"y":10}]}}
    """

  private func start(_ id: String, by pointer: Pointer, _ scene: WorkbenchScene) throws -> MoveSession {
    scene.controller.perform(.focus(.block(id: id)))
    #expect(scene.controller.perform(.beginDrag(takesStack: true, by: pointer)).refusal == nil)
    return try #require(scene.controller.draggedBlock(by: pointer))
  }

  @Test(arguments: ProgramFormat.allCases) func simultaneousDragsAreOneUndoGroup(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(Self.program, format)
    let before = scene.controller.history.undoCount
    try scene.check {
      let (first, second) = (try start("a", by: .keyboard, scene), try start("c", by: Pointer(id: 7), scene))
      second.show(at: .connection(blockID: "b", inputName: "DO"))
      first.nudge(columns: 3, rows: 4)
      #expect(scene.fired.map(\.type) == ["drag", "drag"], "a drag is told of when it starts")
      scene.controller.perform(.drop(by: .keyboard))
      #expect(scene.fired.map(\.type) == ["drag", "drag", "drag", "move"])
      #expect(scene.parent("c") == "b", "what is still held is still shown")
      first.nudge(columns: 1, rows: 0)
      scene.controller.perform(.drop(by: Pointer(id: 7)))
      #expect(scene.fired.map(\.type) == ["drag", "drag", "drag", "move", "drag", "move"])
      #expect(Set(scene.fired.map(\.groupID)).count == 1)
      #expect(scene.controller.eventManager.currentGroupID == nil)
    }
    #expect(scene.controller.history.undoCount == before + 1)
  }

  @Test func aCancelledDragChangesNothing() throws {
    let scene = try WorkbenchScene(Self.program, .json)
    let (first, second) = (try start("a", by: .keyboard, scene), try start("c", by: .mouse, scene))
    first.nudge(columns: 5, rows: 5)
    second.show(at: .connection(blockID: "a", inputName: "DO"))
    scene.controller.perform(.cancelDrag(by: .keyboard))
    #expect(scene.parent("c") == "a")
    scene.controller.perform(.cancelDrag(by: .mouse))
    #expect(scene.controller.history.undoCount == 0 && !scene.controller.isModified)
    #expect(scene.fired.allSatisfy { $0 is DragEvent })
    #expect(scene.isAtTop("c") && scene.controller.eventManager.currentGroupID == nil)
  }

  @Test func onlyTheDroppedBlockIsInTheUndoGroup() throws {
    let scene = try WorkbenchScene(Self.program, .json)
    try scene.check {
      let (first, second) = (try start("a", by: .keyboard, scene), try start("c", by: .mouse, scene))
      first.nudge(columns: 5, rows: 5)
      second.show(at: .connection(blockID: "b", inputName: "DO"))
      scene.controller.perform(.cancelDrag(by: .keyboard))
      scene.controller.perform(.drop(by: .mouse))
    }
    #expect(scene.workspace.blocks["a"]?.position == WorkspacePoint(x: 10, y: 10))
  }

  @Test func twoBlocksCannotBeDroppedIntoEachOther() throws {
    let scene = try WorkbenchScene(Self.program, .json)
    let (first, second) = (try start("a", by: .keyboard, scene), try start("b", by: .mouse, scene))
    second.show(at: .connection(blockID: "a", inputName: "DO"))
    first.show(at: .connection(blockID: "b", inputName: "DO"))
    scene.controller.perform(.drop(by: .keyboard))
    scene.controller.perform(.drop(by: .mouse))
    #expect(scene.workspace.topBlocks.flatMap { $0.descendants() }.count == 3)
    while scene.controller.history.undoCount > 0 { scene.controller.perform(.undo) }
    #expect(scene.isAtTop("a") && scene.isAtTop("b"))
  }

  @Test func aBlockIsDraggedByOnePointerOnly() throws {
    let scene = try WorkbenchScene(Self.program, .json)
    _ = try start("a", by: .keyboard, scene)
    scene.controller.perform(.focus(.block(id: "a")))
    #expect(
      scene.controller.perform(.beginDrag(takesStack: true, by: .mouse)).refusal == "this block is already being moved")
    scene.controller.perform(.cancelDrag(by: .keyboard))
  }

  @Test func aCommentIsDraggedByOnePointerOnly() throws {
    let scene = try WorkbenchScene(
      #"{"blocks":{"blocks":[]},"workspaceComments":[{"id":"c","x":16,"y":96,"width":160,"height":96}]}"#, .json)
    scene.controller.perform(.focus(.comment(id: "c")))
    #expect(scene.controller.perform(.beginDrag(takesStack: false, by: .keyboard)).refusal == nil)
    let outcome = scene.controller.perform(.beginDrag(takesStack: true, by: .mouse))
    #expect(outcome.refusal == "this comment is already being moved")
    scene.controller.perform(.cancelDrag(by: .keyboard))
    #expect(scene.controller.history.undoCount == 0)
  }

  /// A dropped block gets its order from the real program, not from the preview of other drags.
  @Test(arguments: ProgramFormat.allCases) func aDropIgnoresOtherDragsInProgress(format: ProgramFormat) throws {
    let program = """
      {"blocks":{"languageVersion":0,"blocks":[
        {"type":"text_print","id":"b","x":16,"y":32},
        {"type":"text_print","id":"a","x":16,"y":96,
          "inputs":{"TEXT":{"block":{"type":"text","id":"v","fields":{"TEXT":"vvv"}}}}},
        {"type":"text_print","id":"c","x":16,"y":160}]}}
      """
    for end in [Intent.cancelDrag(by: .keyboard), .drop(by: .keyboard)] {
      let scene = try WorkbenchScene(program, format)
      try scene.check {
        let (first, second) = (try start("b", by: .keyboard, scene), try start("v", by: .mouse, scene))
        first.move(.by(1))
        second.nudge(columns: 20, rows: 10)
        scene.controller.perform(.drop(by: .mouse))
        scene.controller.perform(end)
      }
    }
  }
}

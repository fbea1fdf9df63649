import BlockEditing
import BlockFormats
import BlockLayout
import BlockModel
import Testing
import WorkbenchTesting

@testable import Workbench

/// The cursor is always on an existing item, even during previews.
@MainActor @Suite struct CursorAfterIntentsTests {
  private func cursorExists(_ scene: WorkbenchScene) -> Bool {
    scene.controller.cursor.map { scene.controller.order?.visibleItem(for: $0) == $0 }
      ?? scene.workspace.topBlocks.isEmpty
  }

  @Test(arguments: ChangingIntent.allCases) func theCursorIsOnAnExistingItem(sample: ChangingIntent) throws {
    let scene = try WorkbenchScene(IntentProgram.json, .json)
    scene.controller.perform(try sample.prepared(in: scene))
    #expect(cursorExists(scene))
    scene.controller.perform(.undo)
    #expect(cursorExists(scene))
    scene.controller.perform(.redo)
    #expect(cursorExists(scene))
  }

  @Test func theCursorLeavesACoveredShadow() throws {
    let scene = try WorkbenchScene(IntentProgram.json, .json)
    scene.controller.perform(.focus(.block(id: "n5")))
    scene.controller.perform(.beginDrag(takesStack: false, by: .keyboard))
    scene.controller.perform(.focus(.block(id: "ten")))
    let session = try #require(scene.controller.draggedBlock(by: .keyboard))
    while session.destination != .connection(blockID: "loop", inputName: "TIMES") {
      let before = session.destination
      scene.controller.perform(.updateDrag(.destination(.by(-1)), by: .keyboard))
      if session.destination == before { break }
    }
    #expect(scene.content("loop", "TIMES") == "n5" && scene.workspace.blocks["ten"] == nil)
    #expect(cursorExists(scene))
  }

  @Test func theCursorLeavesAnInputRemovedInADialog() throws {
    let scene = try WorkbenchScene(IntentProgram.json, .json)
    scene.controller.perform(.focus(.block(id: "join")))
    let session = try scene.controller.beginMutation()
    scene.controller.perform(.focus(.emptyInput(blockID: "join", name: "ADD2")))
    let layout = try #require(session.layout as? MutatorPartsLayout)
    try session.change { () throws(FieldError) in try layout.draft.remove(at: 2) }
    session.preview()
    #expect(cursorExists(scene) && scene.controller.cursor == .block(id: "join"))
  }

  /// A pointer that starts a second drag cancels its first: the origin is the real one, not the one in the preview.
  @Test func aSecondDragByAPointerCancelsItsFirst() throws {
    let scene = try WorkbenchScene(IntentProgram.json, .json)
    scene.controller.perform(.focus(.block(id: "n1")))
    scene.controller.perform(.beginDrag(takesStack: false, by: .keyboard))
    let first = try #require(scene.controller.draggedBlock(by: .keyboard))
    first.show(at: .connection(blockID: "call", inputName: "ARG1"))
    #expect(scene.isAtTop("n2"), "it is shown to give way")
    scene.controller.perform(.focus(.block(id: "n2")))
    scene.controller.perform(.beginDrag(takesStack: false, by: .keyboard))
    let second = try #require(scene.controller.draggedBlock(by: .keyboard))
    #expect(second.blockID == "n2" && second.origin == .connection(blockID: "call", inputName: "ARG1"))
    #expect(scene.content("call", "ARG0") == "n1")
    scene.controller.perform(.cancelDrag(by: .keyboard))
    #expect(scene.bytes == scene.start && scene.controller.eventManager.currentGroupID == nil)
  }
}

/// Undo and redo put the cursor on what they change.
@MainActor @Suite struct CursorAfterUndoTests {
  private static let program = """
    {"blocks":{"languageVersion":0,"blocks":[
      {"type":"text_print","id":"a","x":10,"y":10,"next":{"block":{"type":"text_print","id":"b","next":{"block":
        {"type":"text_print","id":"c","next":{"block":{"type":"text_print","id":"d"}}}}}}},
      {"type":"text_print","id":"far","x":10,"y":900}]}}
    """

  private func scene(at id: String) throws -> WorkbenchScene {
    let scene = try WorkbenchScene(Self.program, .json)
    scene.controller.perform(.focus(.block(id: id)))
    return scene
  }

  @Test func aDeletedBlockThatComesBack() throws {
    let scene = try scene(at: "b")
    scene.controller.perform(.delete)
    scene.controller.perform(.focus(.block(id: "far")))
    scene.controller.perform(.undo)
    #expect(scene.controller.cursor == .block(id: "b"))
    scene.controller.perform(.focus(.block(id: "far")))
    scene.controller.perform(.redo)
    #expect(scene.controller.cursor == .block(id: "c"), "the neighbour of what is gone")
  }

  @Test func aMovedBlock() throws {
    let scene = try scene(at: "b")
    scene.controller.perform(.beginDrag(takesStack: false, by: .keyboard))
    scene.controller.perform(.updateDrag(.destination(.by(1)), by: .keyboard))
    scene.controller.perform(.drop(by: .keyboard))
    for intent in [Intent.undo, .redo] {
      scene.controller.perform(.focus(.block(id: "far")))
      scene.controller.perform(intent)
      #expect(scene.controller.cursor == .block(id: "b"), "\(intent)")
    }
  }

  /// Groups of an earlier session have no cursor.
  @Test func aGroupWithoutACursor() throws {
    let scene = try scene(at: "b")
    scene.controller.perform(.delete)
    scene.controller.perform(.focus(.block(id: "far")))
    scene.controller.history.recordCursor(before: nil, after: nil)
    scene.controller.perform(.undo)
    #expect(scene.controller.cursor == .block(id: "b"))
  }
}

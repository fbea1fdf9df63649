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

/// After a deletion, the cursor is on the next sibling, else on the previous one, else on the input that is now empty.
@MainActor @Suite struct CursorAfterDeletingTests {
  private static let program = """
    {"blocks":{"languageVersion":0,"blocks":[
      {"type":"text_print","id":"a","x":16,"y":32,"inputs":{"TEXT":{"block":{"type":"text_length","id":"value"}}},
       "next":{"block":{"type":"text_print","id":"b","next":{"block":{"type":"text_print","id":"c"}}}}},
      {"type":"controls_repeat_ext","id":"loop","x":16,"y":160,
       "inputs":{"DO":{"block":{"type":"text_print","id":"inside"}}}},
      {"type":"text_print","id":"last","x":16,"y":320}
    ]},"workspaceComments":[{"id":"note","x":16,"y":480,"width":120,"height":100,"text":"note"}]}
    """

  private func expect(_ after: FocusItem, after deleted: String..., by intent: Intent = .delete) throws {
    let scene = try WorkbenchScene(Self.program, .json)
    scene.controller.perform(.focus(.block(id: deleted[0])))
    if deleted.count > 1 { scene.controller.perform(.select(blockIDs: Set(deleted))) }
    scene.controller.perform(intent)
    #expect(deleted.allSatisfy { scene.workspace.blocks[$0] == nil })
    #expect(scene.controller.cursor == after, "\(deleted)")
  }

  @Test func aStatement() throws {
    try expect(.block(id: "b"), after: "a")
    try expect(.block(id: "b"), after: "c")
    try expect(.emptyInput(blockID: "loop", name: "DO"), after: "inside")
  }

  @Test func aValue() throws { try expect(.emptyInput(blockID: "a", name: "TEXT"), after: "value") }

  @Test func aStack() throws {
    try expect(.block(id: "last"), after: "loop")
    try expect(.comment(id: "note"), after: "last")
    try expect(.block(id: "loop"), after: "a", "b", "c")
  }

  @Test func severalBlocks() throws {
    try expect(.block(id: "c"), after: "a", "b")
    try expect(.block(id: "a"), after: "b", "c")
    try expect(.emptyInput(blockID: "loop", name: "DO"), after: "inside", "c")
    try expect(.comment(id: "note"), after: "loop", "inside", "last")
  }

  @Test func aComment() throws {
    let scene = try WorkbenchScene(Self.program, .json)
    scene.controller.perform(.focus(.comment(id: "note")))
    scene.controller.perform(.delete)
    #expect(scene.controller.cursor?.blockID == "last")
  }

  /// A value that an empty branch doesn't take replaces no value of the blocks around it.
  @Test func aValueCoversNoOtherBlocksDefaultValue() throws {
    let scene = try WorkbenchScene(
      #"""
      {"blocks":{"languageVersion":0,"blocks":[{"type":"controls_repeat_ext","id":"loop","x":1,"y":1,"inputs":{
        "TIMES":{"shadow":{"type":"math_number","id":"ten","fields":{"NUM":10}}}}}]}}
      """#, .json)
    let number = BlockSnapshot(records: [BlockSnapshot.Record(type: "math_number")])
    scene.controller.perform(.focus(.emptyInput(blockID: "loop", name: "DO")))
    #expect(
      scene.controller.perform(.insert(number)).statusMessage
        == "inserted number 0, unconnected, as nothing here takes it")
    #expect(scene.content("loop", "TIMES") == "ten" && scene.workspace.topBlocks.count == 2)
    scene.controller.perform(.undo)
    scene.controller.perform(.focus(.block(id: "loop")))
    #expect(scene.controller.perform(.insert(number)).statusMessage == "inserted number 0, into repeat 10 times")
  }

  /// The input of an empty branch belongs to its block.
  @Test func theBlockOfAnEmptyBranch() throws {
    let scene = try WorkbenchScene(Self.program, .json)
    scene.controller.hint = { $0 == "undo" ? "; u \($1)" : "" }
    scene.controller.perform(.focus(.block(id: "inside")))
    scene.controller.perform(.delete)
    #expect(scene.controller.perform(.delete).statusMessage == "deleted repeat … times")
    #expect(scene.controller.cursor == .block(id: "last"))
    scene.controller.perform(.undo)
    scene.controller.perform(.undo)
    scene.controller.perform(.focus(.block(id: "loop")))
    #expect(scene.controller.perform(.delete).statusMessage == "deleted repeat … times, 2 statements; u brings it back")
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
    scene.controller.history.describeLast(cursorBefore: nil, after: nil)
    scene.controller.perform(.undo)
    #expect(scene.controller.cursor == .block(id: "b"))
  }
}

import BlockEditing
import BlockFormats
import BlockLayout
import BlockModel
import Testing
import WorkbenchTesting

@testable import Workbench

/// The cursor is on something that is there, also while what is shown is not real.
@MainActor @Suite struct CursorAfterIntentsTests {
  private func isThere(_ scene: Scene) -> Bool {
    scene.controller.cursor.map { scene.controller.order?.visibleItem(for: $0) == $0 }
      ?? scene.workspace.topBlocks.isEmpty
  }

  @Test(arguments: ChangingIntent.allCases) func theCursorIsOnSomethingThatIsThere(sample: ChangingIntent) throws {
    let scene = try Scene(IntentProgram.json, .json)
    scene.controller.perform(try sample.prepared(in: scene))
    #expect(isThere(scene))
    scene.controller.perform(.undo)
    #expect(isThere(scene))
    scene.controller.perform(.redo)
    #expect(isThere(scene))
  }

  @Test func theDefaultUnderTheCursorGivesWay() throws {
    let scene = try Scene(IntentProgram.json, .json)
    scene.controller.perform(.focus(.block(id: "n5")))
    scene.controller.perform(.beginDrag(takesStack: false, by: .keyboard))
    scene.controller.perform(.focus(.block(id: "ten")))
    let session = try #require(scene.controller.draggedBlock(by: .keyboard))
    while session.destination != .connection(blockID: "loop", inputName: "TIMES") {
      let before = session.destination
      scene.controller.perform(.updateDrag(.destinations(-1), by: .keyboard))
      if session.destination == before { break }
    }
    #expect(scene.content("loop", "TIMES") == "n5" && scene.workspace.blocks["ten"] == nil)
    #expect(isThere(scene))
  }

  @Test func theInputUnderTheCursorGoesInADialog() throws {
    let scene = try Scene(IntentProgram.json, .json)
    scene.controller.perform(.focus(.block(id: "join")))
    let session = try scene.controller.beginMutation()
    scene.controller.perform(.focus(.emptyInput(blockID: "join", name: "ADD2")))
    let layout = try #require(session.layout as? MutatorPartsLayout)
    try session.change { () throws(FieldRefusal) in try layout.draft.remove(at: 2) }
    #expect(isThere(scene) && scene.controller.cursor == .block(id: "join"))
  }

  /// A pointer that takes hold of something else lets go first: where that stands is not what the first one showed.
  @Test func oneTouchAfterAnother() throws {
    let scene = try Scene(IntentProgram.json, .json)
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

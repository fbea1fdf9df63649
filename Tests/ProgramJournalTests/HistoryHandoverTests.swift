import BlockEditing
import BlockEvents
import BlockModel
import Testing

@testable import ProgramJournal
@testable import Workbench

/// An undo history that is handed over to another one for the same program.
@MainActor @Suite struct HistoryHandoverTests {
  @Test func noStepIsForgottenBeforeItIsHandedOver() throws {
    let manager = EventManager()
    let scene = try JournalScene(JournalScene.program)
    let coordinator = WorkspaceLayoutCoordinator(workspace: scene.session.workspace, eventManager: manager)
    let small = UndoHistory(target: coordinator, eventManager: manager, sizeLimit: 5000)
    let block = try #require(scene.session.workspace.topBlocks.first)
    for number in 1...100 {
      let event = MoveEvent(
        blockID: block.id, workspaceID: scene.session.workspace.id, old: BlockLocation(of: block),
        new: BlockLocation(coordinate: WorkspacePoint(x: Double(number), y: 0)), reasons: [])
      event.groupID = "\(number)"
      try small.replayEarlierSession([event])
    }
    #expect(small.undoCount == 100)
    let other = UndoHistory(target: coordinator, eventManager: manager, sizeLimit: 5000)
    other.stacks = small.stacks
    #expect(other.undoCount < 50 && other.mark == small.mark)
    while try other.undo() {}
    #expect(other.mark != 0, "this is not the state at the beginning")
    #expect(block.position.x == Double(100 - other.redoCount))
  }
}

import BlockEditing
import BlockEvents
import BlockLibrary
import BlockModel
import Testing
import WorkbenchTesting

@testable import Workbench

/// Properties of the undo and redo stacks, apart from restoring the bytes.
@MainActor @Suite struct UndoHistoryTests {
  private let manager = EventManager()
  private let workspace: Workspace
  private let coordinator: WorkspaceLayoutCoordinator
  private let block: Block

  init() throws {
    workspace = Workspace(factory: try StockBlocks.factory())
    coordinator = WorkspaceLayoutCoordinator(workspace: workspace, eventManager: manager)
    let snapshot = BlockSnapshot(records: [BlockSnapshot.Record(type: "text", id: "b")])
    block = try #require(workspace.factory.build(snapshot, in: workspace).first)
  }

  private func write(_ text: String, grouped: Bool = true) {
    if grouped { manager.pushNewGroup() }
    coordinator.setField("TEXT", of: block, to: .text(text))
    coordinator.set(.collapsed, to: .flag(!block.isCollapsed), of: block)
    if grouped { manager.popGroup() }
    manager.firePendingEvents()
  }

  @Test func theSizeLimitDropsTheOldestGroups() throws {
    // Each group is two events of about 256 bytes each, plus the text.
    let history = UndoHistory(target: coordinator, eventManager: manager, sizeLimit: 20_000)
    for number in 1...100 { write("\(number)") }
    #expect(history.undoCount < 40 && history.undoCount > 20)
    #expect(history.undoGroups.allSatisfy { $0.events.count == 2 }, "no step is split")
    let kept = history.undoCount
    let mark = history.mark
    while try history.undo() {}
    #expect(block.firstField(withName: "TEXT")?.text == "\(100 - kept)")
    #expect(history.mark != 0 && history.mark != mark, "this is not the state at the beginning")
    // A group larger than the limit is kept if it is the only one.
    write(String(repeating: "x", count: 50_000))
    #expect(history.undoCount == 1)
    #expect(try history.undo())
  }

  @Test func eventsWithoutAGroupAreUndoneOneByOne() throws {
    let history = UndoHistory(target: coordinator, eventManager: manager)
    write("a", grouped: false)
    #expect(history.undoCount == 2)
    #expect(try history.undo())
    #expect(!block.isCollapsed && block.firstField(withName: "TEXT")?.text == "a")
  }

  @Test func aNewActionClearsRedoAndReplayedEventsAreNotRecorded() throws {
    let history = UndoHistory(target: coordinator, eventManager: manager)
    let log = Log()
    manager.addListener(log)
    write("a")
    write("b")
    let before = log.count
    #expect(try history.undo())
    #expect(log.count == before + 2, "the regenerated events are seen")
    #expect(history.undoCount == 1 && history.redoCount == 1, "and not recorded")
    write("c")
    #expect(history.redoCount == 0 && history.undoCount == 2)
  }

  @Test func aFailedUndoChangesNothing() throws {
    let history = UndoHistory(target: coordinator, eventManager: manager)
    manager.pushNewGroup()
    coordinator.move(block, to: WorkspacePoint(x: 5, y: 5))
    coordinator.setField("TEXT", of: block, to: .text("moved"))
    manager.popGroup()
    manager.firePendingEvents()
    // The block is removed without an event.
    workspace.remove(block)
    #expect(throws: EventError.self) { try history.undo() }
    #expect(history.undoCount == 1 && history.redoCount == 0)
  }

  private final class Log: EventManagerListener {
    var count = 0
    func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) { count += 1 }
  }

  /// The saved file has a list of variables then, which goes with its only variable.
  @Test func theFirstVariableTakesItsListAway() throws {
    let scene = try WorkbenchScene(
      #"<xml><block type="math_number" id="n"><field name="NUM">1</field></block></xml>"#, .xml)
    try scene.check { scene.controller.perform(.createVariable(name: "x", type: "", for: nil)) }
  }
}

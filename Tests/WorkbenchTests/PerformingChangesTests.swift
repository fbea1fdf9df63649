import BlockEditing
import BlockEvents
import BlockModel
import Testing
import WorkbenchTesting

@testable import Workbench

/// `perform("name") { … }`: an app's changes are one event group and one undo step, or none at all.
@MainActor @Suite struct PerformingChangesTests {
  private struct AppError: Error {}

  private static let program = """
    {"blocks":{"languageVersion":0,"blocks":[
      {"type":"text_print","id":"a","x":10,"y":10},{"type":"text_print","id":"b","x":300,"y":10}]}}
    """

  private func move(_ id: String, _ coordinator: WorkspaceLayoutCoordinator) {
    guard let block = coordinator.workspace.blocks[id] else { return }
    coordinator.move(block, to: WorkspacePoint(x: block.position.x + 50, y: 90))
  }

  @Test func changesAreOneNamedStep() throws {
    let scene = try WorkbenchScene(Self.program, .json)
    let controller = scene.controller
    try scene.check {
      let outcome = controller.perform("move both") { coordinator in
        move("a", coordinator)
        controller.perform("move the second") { move("b", $0) }
        #expect(scene.fired.isEmpty, "events are fired when all is done")
      }
      #expect(outcome.isChange)
    }
    #expect(controller.history.undoCount == 1 && Set(scene.fired.prefix(2).map(\.groupID)).count == 1)
    #expect(controller.perform(.undo).statusMessage?.hasPrefix("undone: move both · ") == true)
    #expect(controller.perform(.redo).statusMessage?.hasPrefix("redone: move both · ") == true)
    #expect(controller.eventManager.currentGroupID == nil)
  }

  @Test func aThrowingChangeIsRolledBack() throws {
    let scene = try WorkbenchScene(Self.program, .json)
    let controller = scene.controller
    #expect(throws: AppError.self) {
      try controller.perform("delete") { coordinator in
        move("a", coordinator)
        if let block = coordinator.workspace.blocks["b"] { coordinator.delete(block, heal: false) }
        throw AppError()
      }
    }
    controller.eventManager.firePendingEvents()
    #expect(scene.bytes == scene.start && scene.fired.isEmpty && controller.history.undoCount == 0)
    #expect(controller.perform(.setBookmark("x", blockID: "a")).isChange, "the editor goes on")
  }

  /// Only what failed is rolled back, unless the error leaves the outer call, too.
  @Test func aFailedInnerChangeLeavesTheOuterOne() throws {
    let scene = try WorkbenchScene(Self.program, .json)
    let controller = scene.controller
    controller.perform("move one") { coordinator in
      move("a", coordinator)
      #expect(throws: AppError.self) {
        try controller.perform("fail") { coordinator in
          move("a", coordinator)
          move("b", coordinator)
          throw AppError()
        }
      }
    }
    #expect(scene.workspace.blocks["a"]?.position == WorkspacePoint(x: 60, y: 90))
    #expect(scene.workspace.blocks["b"]?.position == WorkspacePoint(x: 300, y: 10))
    #expect(controller.history.undoCount == 1)
    controller.perform(.undo)
    #expect(scene.bytes == scene.start)
  }

  @Test func previewsAndIntentsInsideAreRefused() throws {
    let scene = try WorkbenchScene(Self.program, .json)
    let controller = scene.controller
    controller.perform(.focus(.block(id: "a")))
    controller.perform(.beginDrag(takesStack: true, by: .mouse))
    let outcome = controller.perform("move") { _ in Issue.record("this is refused") }
    #expect(outcome.refusal == "something is being moved; drop it first")
    controller.perform(.cancelDrag(by: .mouse))
    controller.perform("nothing") { _ in
      for intent in [Intent.duplicate, .undo, .beginMutation, .beginDrag(takesStack: true, by: .mouse)] {
        #expect(controller.perform(intent).refusal == "another change is being made")
      }
      #expect(throws: FieldError.self) { try controller.openLine(.below) }
    }
    #expect(controller.history.undoCount == 0 && !controller.state.isPreviewing && scene.bytes == scene.start)
  }
}

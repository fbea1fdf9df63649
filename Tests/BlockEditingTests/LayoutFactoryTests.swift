import BlockEditing
import BlockEvents
import BlockFormats
import BlockLayout
import BlockLibrary
import BlockModel
import Screen
import Testing
import WorkbenchTesting

@testable import Workbench

/// Which mutators have a layout, a sign in their block, and a size.
@Suite @MainActor struct LayoutFactoryTests {
  private func controller(_ layouts: LayoutFactory, type: String = "controls_if") throws -> WorkbenchController {
    let program = #"{"blocks":{"languageVersion":0,"blocks":[{"type":"\#(type)","id":"b","x":16,"y":32}]}}"#
    return WorkbenchController(
      document: try Document(bytes: Array(program.utf8), path: "program", factory: try StockBlocks.factory()),
      toolbox: Toolbox(categories: []),
      style: LayoutStyle(usesBrackets: false, repertoire: .unicode, canvasWidth: 80), eventManager: EventManager(),
      layoutFactory: layouts)
  }

  @Test(arguments: [
    "controls_if", "lists_create_with", "text_join", "procedures_defnoreturn", "procedures_defreturn",
  ]) func stockDialogs(type: String) throws {
    let controller = try controller(.stock(), type: type)
    let session = try controller.beginMutation()
    #expect(controller.cursor == .mutator(blockID: "b"))
    #expect(session.layout is MutatorPartsLayout)
    #expect(session.layout.size == Size(width: 3, height: 1))
    #expect(session.block.mutator?.hasDialog == true)
    controller.perform(.cancelMutation)
  }

  @Test(arguments: ["lists_getIndex", "procedures_callnoreturn", "math_number_property", "text_print"])
  func whatFollowsHasNoDialog(type: String) throws {
    let controller = try controller(.stock(), type: type)
    #expect(throws: FieldRefusal.self) { try controller.beginMutation() }
    #expect(controller.order?.rect(of: .mutator(blockID: "b")) == nil)
  }

  @Test func aLayoutWithoutAViewShowsNothing() throws {
    let layouts = LayoutFactory.stock()
    layouts.register(MutatorIfElse.self, hasView: false, MutatorIfElseLayout.init)
    let controller = try controller(layouts)
    let block = try #require(controller.workspace.blocks["b"])
    let layout = try #require(layouts.mutatorLayout(of: block, coordinator: controller.coordinator))
    #expect(layout.size == Size(width: 0, height: 0))
    #expect(controller.order?.rect(of: .mutator(blockID: "b")) == nil)
    #expect(throws: FieldRefusal.self) { try controller.beginMutation() }
  }

  @Test func anotherLayoutReplacesAStockOne() throws {
    final class Plain: MutatorLayout {}
    let layouts = LayoutFactory.stock()
    layouts.register(MutatorIfElse.self, Plain.init)
    #expect(try controller(layouts).beginMutation().layout is Plain)
  }
}

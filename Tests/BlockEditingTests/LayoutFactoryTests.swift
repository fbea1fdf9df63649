import BlockEditing
import BlockEvents
import BlockFormats
import BlockLayout
import BlockLibrary
import BlockModel
import MortiseScreen
import Testing
import WorkbenchTesting

@testable import Workbench

/// Which mutators have a layout, a sign in their block, and which size the sign has.
@Suite @MainActor struct LayoutFactoryTests {
  private func controller(_ layouts: LayoutFactory, type: String = "controls_if") throws -> WorkbenchController {
    var extensions = ProgramExtensions()
    extensions.layoutFactory = layouts
    let program = #"{"blocks":{"languageVersion":0,"blocks":[{"type":"\#(type)","id":"b","x":16,"y":32}]}}"#
    return WorkbenchController(
      document: try Document(bytes: Array(program.utf8), path: "program", factory: try StockBlocks.factory()),
      toolbox: Toolbox(categories: []),
      style: LayoutStyle(usesBrackets: false, repertoire: .unicode, canvasWidth: 80), eventManager: EventManager(),
      extensions: extensions)
  }

  @Test(arguments: [
    "controls_if", "lists_create_with", "text_join", "procedures_defnoreturn", "procedures_defreturn",
  ]) func stockDialogs(type: String) throws {
    let controller = try controller(.stock(), type: type)
    let session = try controller.beginMutation()
    #expect(controller.cursor == .mutator(blockID: "b"))
    #expect(session.layout is MutatorPartsLayout)
    #expect(session.layout.size == Size(width: 1, height: 1))
    #expect(session.block.mutator?.hasDialog == true)
    controller.perform(.cancelMutation)
  }

  @Test(arguments: ["lists_getIndex", "procedures_callnoreturn", "math_number_property", "text_print"])
  func whatFollowsHasNoDialog(type: String) throws {
    let controller = try controller(.stock(), type: type)
    #expect(throws: FieldError.self) { try controller.beginMutation() }
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
    let reason = "no layout with a dialog is registered for the mutator MutatorIfElse"
    #expect(throws: FieldError(reason)) { try controller.beginMutation() }
  }

  private class WideLayout: MutatorLayout {
    override class func size(in style: LayoutStyle) -> Size { Size(width: 7, height: 1) }
  }
  private final class HiddenLayout: MutatorLayout {
    override class func size(in style: LayoutStyle) -> Size { Size(width: 0, height: 0) }
  }

  @Test func theBlockKeepsTheRoomThatTheLayoutAsksFor() throws {
    let layouts = LayoutFactory.stock()
    layouts.register(MutatorIfElse.self, WideLayout.init)
    let controller = try controller(layouts)
    let sign = try #require(controller.order?.rect(of: .mutator(blockID: "b")))
    let layout = try controller.beginMutation().layout
    #expect(sign.width == 7 && layout.size == Size(width: 7, height: 1))
    controller.perform(.cancelMutation)
    let stock = try self.controller(.stock())
    let stockSign = try #require(stock.order?.rect(of: .mutator(blockID: "b")))
    #expect(stockSign.width == 1)
    let bounds = try #require(controller.layout?.bounds)
    #expect(stock.layout?.bounds.width == bounds.width - 6)
  }

  @Test func aSignOfNoWidthIsNotShown() throws {
    let layouts = LayoutFactory.stock()
    layouts.register(MutatorIfElse.self, HiddenLayout.init)
    let controller = try controller(layouts)
    #expect(controller.order?.rect(of: .mutator(blockID: "b")) == nil)
    #expect(try controller.beginMutation().layout is HiddenLayout)
  }

  @Test func anotherLayoutReplacesAStockOne() throws {
    final class Plain: MutatorLayout {}
    let layouts = LayoutFactory.stock()
    layouts.register(MutatorIfElse.self, Plain.init)
    #expect(try controller(layouts).beginMutation().layout is Plain)
  }
}

import BlockFormats
import BlockLayout
import BlockModel
import SeededTesting
import Testing
import WorkbenchTesting

@testable import Workbench

/// The selection: in document order, without blocks inside selected ones, and gone with its blocks.
@MainActor @Suite struct SelectionTests {
  private let scene: WorkbenchScene

  init() throws { scene = try WorkbenchScene(IntentProgram.json, .json) }

  private var controller: WorkbenchController { scene.controller }

  @discardableResult
  private func at(_ id: String, _ intents: Intent...) -> String {
    controller.perform(.focus(.block(id: id)))
    var message = ""
    for intent in intents { message = controller.perform(intent).statusMessage ?? "" }
    return message
  }

  @Test func blocksAreSelectedInDocumentOrder() {
    at("set", .toggleSelected)
    at("n1", .toggleSelected)
    #expect(at("p1", .toggleSelected).hasPrefix("3 blocks selected · print"))
    #expect(controller.selection == ["p1", "n1", "set"])
    #expect(at("n1", .toggleSelected).hasPrefix("2 blocks selected"))
    #expect(controller.selection == ["p1", "set"])
    #expect(at("if", .clearSelection).hasPrefix("no block selected"))
    #expect(controller.selection == [] && !controller.isModified && scene.fired.isEmpty)
  }

  @Test func arrowsExtendAndShrinkARange() {
    at("loop", .selectDown)
    #expect(controller.selection == ["loop", "if"] && controller.cursor == .block(id: "if"))
    controller.perform(.selectDown)
    #expect(controller.selection == ["loop", "if", "call"])
    #expect(controller.perform(.selectDown).refusal?.contains("last statement of its stack") == true)
    controller.perform(.selectUp)
    controller.perform(.selectUp)
    #expect(controller.selection == ["loop"])
    #expect(controller.perform(.selectUp).refusal != nil)
    controller.perform(.moveCursor(.down))
    at("call", .selectUp)
    #expect(controller.selection == ["loop", "if", "call"], "a new range adds to the selection")
  }

  @Test func aRangeCanCrossItsFirstStatement() {
    at("if", .selectDown, .selectUp, .selectUp)
    #expect(controller.selection == ["loop", "if"] && controller.cursor == .block(id: "loop"))
    controller.perform(.selectDown)
    controller.perform(.selectDown)
    #expect(controller.selection == ["if", "call"])
  }

  @Test func theOnlyStatementOfAStackIsSelected() {
    at("set", .selectDown)
    #expect(controller.selection == ["set"])
  }

  @Test func anOuterBlockReplacesTheOnesInIt() {
    at("p1", .selectDown)
    at("hello", .toggleSelected)
    #expect(at("hello").isEmpty && controller.selection == ["p1", "p2"], "p2 contains it")
    at("loop", .toggleSelected)
    #expect(controller.selection == ["loop"])
    #expect(at("p1", .toggleSelected) == "this is inside repeat, which is selected")
    at("p1", .selectOutward)
    controller.perform(.selectInward)
    #expect(controller.selection == ["p1", "p2"] && controller.cursor == .block(id: "p1"))
    #expect(at("hello", .selectOutward).hasPrefix("this is inside print"))
    controller.perform(.clearSelection)
    at("hello", .selectOutward)
    #expect(controller.selection == ["join"] && controller.cursor == .block(id: "join"))
  }

  @Test func aWholeStackIsSelected() {
    at("hello", .selectStack)
    #expect(controller.selection == ["p1", "p2"])
    #expect(at("p1", .selectStack) == "the whole stack is selected already")
    at("call", .selectStack)
    #expect(controller.selection == ["loop", "if", "call"])
    at("loose", .selectStack)
    #expect(controller.selection == ["loop", "if", "call", "loose"])
  }

  @Test func aDefaultValueStandsForItsBlock() {
    at("t1", .toggleSelected)
    #expect(controller.selection == ["p1"])
  }

  @Test func deletedBlocksAreNotSelected() {
    at("p1", .selectDown)
    at("set", .toggleSelected)
    controller.perform(.deleteVariable(id: "vx"))
    #expect(controller.selection == ["p1", "p2"])
    controller.perform(.undo)
    #expect(controller.selection == ["p1", "p2"], "what comes back isn't selected")
    at("p3", .toggleSelected)
    controller.perform(.clearSelection)
    at("p3", .toggleSelected)
    controller.perform(.change(.becomesShadow, blockID: "b1"))
    #expect(controller.selection == ["p3"])
  }

  /// The order of a long stack is found without recursion.
  @Test func aLongStackIsInOrder() throws {
    let count = 20_000
    var xml = "<xml>"
    for index in 0..<count {
      xml += "<block type=\"text_print\" id=\"b\(index)\">" + (index < count - 1 ? "<next>" : "")
    }
    xml += "</block>" + String(repeating: "</next></block>", count: count - 1) + "</xml>"
    let workspace = try ProgramReader.read(Array(xml.utf8), factory: scene.workspace.factory).workspace
    var selection = Selection()
    for index in (0..<count).reversed() { selection.apply(SelectionChange(added: ["b\(index)"])) }
    #expect(selection.blocks(in: workspace).map(\.id) == (0..<count).map { "b\($0)" })
  }

  /// The order is that of a walk over the whole program.
  @Test(arguments: Seeds.first(20)) func theOrderIsThatOfTheProgram(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let order = scene.workspace.topBlocks.flatMap { Array($0.descendants()) }.filter { !$0.isShadow }
    var selection = Selection()
    let ids = order.map(\.id).filter { _ in Bool.random(using: &random) }
    selection.apply(SelectionChange(added: ids.shuffled(using: &random)))
    let chosen = Set(ids)
    let expected = order.filter { block in
      guard chosen.contains(block.id) else { return false }
      return !order.contains {
        $0 !== block && chosen.contains($0.id) && $0.descendants(followers: false).contains { $0 === block }
      }
    }
    #expect(selection.blocks(in: scene.workspace).map(\.id) == expected.map(\.id), "seed \(seed)")
  }
}

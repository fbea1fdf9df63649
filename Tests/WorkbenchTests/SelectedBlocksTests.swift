import BlockFormats
import BlockLayout
import BlockModel
import Testing
import WorkbenchTesting

@testable import Workbench

/// Commands on the selected blocks: one step for all of them, and words for what was done and what was not.
@MainActor @Suite struct SelectedBlocksTests {
  private let scene: WorkbenchScene

  init() throws { scene = try WorkbenchScene(IntentProgram.json, .json) }

  private var controller: WorkbenchController { scene.controller }

  private func select(_ ids: String...) {
    for id in ids {
      controller.perform(.focus(.block(id: id)))
      controller.perform(.toggleSelected)
    }
  }

  private func message(_ intent: Intent) -> String { controller.perform(intent).statusMessage ?? "" }

  private func stack(from id: String) -> [String] {
    scene.workspace.blocks[id].map { sequence(first: $0, next: \.nextInStack).map(\.id) } ?? []
  }

  @Test func deletingNamesWhatWasDeletedAndWhatWasNot() {
    select("loop", "call", "set", "locked")
    #expect(message(.delete) == "deleted 3 blocks; locked against deleting: print")
    #expect(stack(from: "if") == ["if"] && scene.workspace.blocks["loop"] == nil)
    #expect(controller.selection == ["locked"] && controller.history.undoCount == 1)
    controller.perform(.undo)
    #expect(scene.bytes == scene.start)
  }

  @Test func lockedBlocksAloneAreRefused() {
    select("locked")
    #expect(controller.perform(.delete).refusal == "print is locked against deleting")
    #expect(controller.perform(.cut).refusal == "print is locked")
  }

  /// A run is one event, and the stack below it closes the gap.
  @Test func aRunIsDeletedAtOnce() {
    controller.perform(.focus(.block(id: "loop")))
    controller.perform(.selectDown)
    controller.perform(.delete)
    #expect(scene.workspace.blocks["call"]?.parent == nil && controller.cursor == .block(id: "call"))
    #expect(scene.fired.count { $0.type == "delete" } == 1)
    controller.perform(.undo)
    #expect(scene.bytes == scene.start)
  }

  @Test func neighboursThatAreCopiedStayAStack() {
    select("p1", "p2", "set", "hello")
    select("p2")
    select("hello", "if")
    #expect(controller.selection == ["p1", "hello", "if", "set"])
    #expect(message(.copy) == "copied 4 blocks: print, text “hello”, …" && controller.selection == [])
    #expect(controller.clipboard?.stacks.count == 4)
    select("p1", "p2", "if", "call")
    controller.perform(.copy)
    #expect(controller.clipboard?.stacks.map { $0.records.filter { !$0.isShadow }.count } == [4, 6])
    controller.perform(.focus(.block(id: "noted")))
    let count = scene.workspace.topBlocks.count
    #expect(message(.paste) == "pasted 2 stacks beside the cursor")
    #expect(scene.workspace.topBlocks.count == count + 2)
    #expect(controller.perform(.pasteAbove).refusal?.hasSuffix("; “paste” puts them beside the cursor") == true)
  }

  @Test func aCopiedRunFitsIntoABranch() {
    controller.perform(.focus(.block(id: "p1")))
    controller.perform(.selectDown)
    controller.perform(.copy)
    controller.perform(.focus(.emptyInput(blockID: "if", name: "DO0")))
    controller.perform(.paste)
    let first = scene.content("if", "DO0") ?? ""
    #expect(stack(from: first).count == 2)
  }

  @Test func copiesFollowTheirRun() {
    controller.perform(.focus(.block(id: "p1")))
    controller.perform(.selectDown)
    let place = "below print create text with … “hello” …, in do of repeat"
    #expect(message(.duplicate) == "duplicated 2 blocks: print, print, \(place)")
    #expect(stack(from: "p1").count == 4 && stack(from: "p1").prefix(2) == ["p1", "p2"])
  }

  @Test func toggledBlocksStaySelected() {
    select("loop", "closed", "p4")
    #expect(message(.toggleCollapsed) == "collapsed 3 blocks: repeat, print, …")
    #expect(controller.selection.count == 3 && controller.history.undoCount == 1)
    #expect(message(.toggleCollapsed) == "expanded 3 blocks: repeat, print, …")
    #expect(message(.toggleDisabled) == "disabled 3 blocks: repeat, print, …")
    #expect(message(.setCommentOfSelection("why")) == "commented 3 blocks: repeat, print, …")
    #expect(scene.workspace.blocks["p4"]?.comment?.text == "why")
    #expect(message(.setCommentOfSelection("")) == "removed the comments of 3 blocks: repeat, print, …")
  }

  /// The moved blocks become one stack where they are dropped.
  @Test func scatteredBlocksAreMovedTogether() throws {
    select("p1", "if", "call", "misfit", "locked", "n5")
    #expect(controller.perform(.beginDrag(takesStack: false, by: .keyboard)).refusal == nil)
    let session = try #require(controller.draggedBlock(by: .keyboard))
    session.show(at: .connection(blockID: "def", inputName: "STACK"))
    #expect(stack(from: "p1") == ["p1", "if", "call", "misfit", "p4"])
    let text = message(.drop(by: .keyboard))
    #expect(
      text
        == "moved 4 blocks, into to f with: a, b; locked against moving: print; can't be joined to them: 1 block: number 5"
    )
    #expect(scene.content("def", "STACK") == "p1" && stack(from: "p2") == ["p2"])
    #expect(controller.history.undoCount == 1 && controller.selection == [])
    controller.perform(.undo)
    #expect(scene.bytes == scene.start)
  }

  @Test func theMouseDragsTheSelectionByOneOfItsBlocks() throws {
    select("p1", "if")
    controller.perform(.focus(.block(id: "b1")))
    controller.perform(.beginDrag(takesStack: true, by: .mouse))
    #expect(controller.draggedBlock(by: .mouse)?.bundleIDs == ["p1", "if"])
    controller.perform(.cancelDrag(by: .mouse))
    controller.perform(.focus(.block(id: "set")))
    controller.perform(.beginDrag(takesStack: true, by: .mouse))
    #expect(controller.draggedBlock(by: .mouse)?.bundleIDs == [])
    controller.perform(.cancelDrag(by: .mouse))
    #expect(scene.bytes == scene.start && controller.selection == ["p1", "if"])
  }

  @Test func theCursorStaysNearDeletedBlocks() {
    select("loop", "if", "call", "def", "set")
    controller.perform(.focus(.block(id: "hello")))
    controller.perform(.delete)
    #expect(controller.cursor.map { controller.order?.visibleItem(for: $0) == $0 } == true)
    #expect(controller.selection == [])
  }

  /// A whole stack is one run: it is selected and deleted without a step for each block.
  @Test func aLongStackIsDeletedAtOnce() throws {
    let count = 2000
    var json = ""
    for index in 0..<count {
      json += #"{"type":"text_print","id":"b\#(index)"\#(index < count - 1 ? #","next":{"block":"# : "}")"#
    }
    json += String(repeating: "}}", count: count - 1)
    let long = try WorkbenchScene(#"{"blocks":{"languageVersion":0,"blocks":[\#(json)]}}"#, .xml)
    long.controller.perform(.selectStack)
    #expect(long.controller.selectedIDs.count == count)
    long.controller.perform(.delete)
    #expect(long.workspace.blocks.isEmpty && long.fired.count == 1)
    long.controller.perform(.undo)
    long.controller.perform(.select(blockIDs: Set((0..<count / 2).filter { $0 % 10 > 0 }.map { "b\($0)" })))
    long.controller.perform(.delete)
    #expect(long.workspace.blocks.count == count / 2 + count / 20)
    long.controller.perform(.undo)
    #expect(long.bytes == long.start)
  }

  // MARK: - Repeating and bringing back

  @Test func theLastChangeIsRepeatedAtTheCursor() {
    controller.perform(.focus(.block(id: "p1")))
    controller.perform(.setComment("why", blockID: "p1"))
    controller.perform(.focus(.block(id: "p3")))
    #expect(controller.perform(.repeatChange).isChange)
    #expect(scene.workspace.blocks["p3"]?.comment?.text == "why")
    controller.perform(.focus(.comment(id: "c1")))
    #expect(controller.perform(.repeatChange).refusal == "there is no block here")
    controller.perform(.setField(FieldLocation(blockID: "n5", name: "NUM"), input: "6"))
    controller.perform(.undo)
    controller.perform(.focus(.block(id: "n1")))
    controller.perform(.repeatChange)
    #expect(scene.workspace.blocks["n1"]?.firstField(withName: "NUM")?.text == "6")
    controller.perform(.focus(.block(id: "b1")))
    #expect(controller.perform(.repeatChange).refusal != nil)
    controller.perform(.deleteVariable(id: "vy"))
    #expect(controller.perform(.repeatChange).refusal == "a change to variables can't be repeated")
  }

  @Test func deletedStacksAreBroughtBackOneByOne() {
    select("p1")
    controller.perform(.delete)
    controller.perform(.focus(.block(id: "set")))
    controller.perform(.delete)
    #expect(controller.deletedStacks.map(\.description) == ["set x to 5, 2 blocks", "print “x”"])
    controller.perform(.focus(.emptyInput(blockID: "if", name: "DO0")))
    let outcome = controller.perform(.bringBack(controller.deletedStacks[1]))
    #expect(outcome.statusMessage == "brought back print “x”, into do 1 of if …" && scene.content("if", "DO0") == "p1")
    #expect(controller.deletedStacks.map(\.description) == ["set x to 5, 2 blocks"])
    controller.perform(.undo)
    #expect(controller.deletedStacks.count == 2)
    controller.perform(.undo)
    #expect(controller.deletedStacks.map(\.description) == ["print “x”"], "undo brought it back")
    controller.perform(.undo)
    #expect(controller.deletedStacks.isEmpty && scene.bytes == scene.start)
  }
}

import BlockFormats
import BlockModel
import Testing
import WorkbenchTesting

@testable import Workbench

/// Pruning removes empty parts from the edges of a block. `WorkbenchScene.check` proves that one undo restores everything, here,
/// in another client, and from the saved stacks.
@MainActor @Suite struct PruneBlockTests {
  private func program(_ block: String) -> String {
    """
    {"blocks":{"languageVersion":0,"blocks":[\(block)]},"variables":[{"name":"a","id":"va"}]}
    """
  }

  /// An “if” whose branches contain: `c` a condition, `d` a shadow condition, `s` a statement.
  private func branches(
    _ parts: [String], hasElse: Bool = true, elseHolds: Bool = false, extra: String = ""
  ) -> String {
    var inputs: [String] = []
    for (index, kinds) in parts.enumerated() {
      if kinds.contains("c") {
        inputs.append(#""IF\#(index)":{"block":{"type":"logic_boolean","id":"c\#(index)"}}"#)
      }
      if kinds.contains("d") {
        inputs.append(#""IF\#(index)":{"shadow":{"type":"logic_boolean","id":"d\#(index)"}}"#)
      }
      if kinds.contains("s") {
        inputs.append(#""DO\#(index)":{"block":{"type":"text_print","id":"s\#(index)"}}"#)
      }
    }
    if elseHolds { inputs.append(#""ELSE":{"block":{"type":"text_print","id":"e"}}"#) }
    let state = #"{"elseIfCount":\#(parts.count - 1),"hasElse":\#(hasElse)}"#
    return program(
      """
      {"type":"controls_if","id":"it","x":16,"y":32,\(extra)"extraState":\(state),
        "inputs":{\(inputs.joined(separator: ","))}}
      """)
  }

  private func prune(_ scene: WorkbenchScene, message: String) {
    scene.controller.perform(.focus(.block(id: "it")))
    #expect(scene.controller.perform(.prune).statusMessage == message)
  }

  private func refused(_ program: String, _ format: ProgramFormat, because reason: String) throws {
    let scene = try WorkbenchScene(program, format)
    scene.controller.perform(.focus(.block(id: "it")))
    #expect(scene.controller.perform(.prune).refusal == reason)
    #expect(scene.bytes == scene.start && scene.fired.isEmpty && scene.controller.history.undoCount == 0)
  }

  private func inputs(_ scene: WorkbenchScene) throws -> [String] { try scene.block("it").inputs.map(\.name) }

  // MARK: - Branches

  @Test(arguments: ProgramFormat.allCases) func emptyBranchesAtBothEdgesAreRemoved(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(branches(["", "", "cs", "c", ""]), format)
    try scene.check { prune(scene, message: "pruned 3 empty else-ifs and 1 empty else") }
    #expect(try inputs(scene) == ["IF0", "DO0", "IF1", "DO1"])
    #expect(scene.content("it", "IF0") == "c2" && scene.content("it", "DO0") == "s2")
    #expect(scene.content("it", "IF1") == "c3")
  }

  @Test(arguments: ProgramFormat.allCases) func anEmptyBranchInTheMiddleStays(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(branches(["cs", "", "s", ""]), format)
    try scene.check { prune(scene, message: "pruned 1 empty else-if and 1 empty else") }
    #expect(try inputs(scene) == ["IF0", "DO0", "IF1", "DO1", "IF2", "DO2"])
    #expect(scene.content("it", "DO2") == "s2")
  }

  @Test(arguments: ProgramFormat.allCases) func branchesBeforeAFilledElseAreInTheMiddle(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(branches(["", "c", ""], elseHolds: true), format)
    try scene.check { prune(scene, message: "pruned 1 empty else-if") }
    #expect(try inputs(scene) == ["IF0", "DO0", "IF1", "DO1", "ELSE"])
    #expect(scene.content("it", "IF0") == "c1" && scene.content("it", "ELSE") == "e")
  }

  @Test(arguments: ProgramFormat.allCases) func ifAllBranchesAreEmptyOneStays(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(branches(["", "", ""]), format)
    try scene.check { prune(scene, message: "pruned 2 empty else-ifs and 1 empty else") }
    #expect(try inputs(scene) == ["IF0", "DO0"])
  }

  @Test(arguments: ProgramFormat.allCases) func oneEmptyBranchStaysBeforeAFilledElse(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(branches(["", ""], elseHolds: true), format)
    try scene.check { prune(scene, message: "pruned 1 empty else-if") }
    #expect(try inputs(scene) == ["IF0", "DO0", "ELSE"])
  }

  @Test(arguments: ProgramFormat.allCases) func aBranchWithAShadowIsNotEmpty(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(branches(["", "d", ""], hasElse: false), format)
    try scene.check { prune(scene, message: "pruned 2 empty else-ifs") }
    #expect(scene.content("it", "IF0") == "d1")
    #expect(try scene.block("d1").isShadow)
  }

  @Test(arguments: ProgramFormat.allCases) func aBlockWithoutEmptyPartsIsRefused(format: ProgramFormat) throws {
    let reason = "no empty parts at the ends of if"
    try refused(branches([""], hasElse: false), format, because: reason)
    try refused(branches(["c", "", "s"], hasElse: false), format, because: reason)
    try refused(
      branches(["", "c"], hasElse: false, extra: #""editable":false,"#), format,
      because: "this block is locked against editing")
    try refused(
      program(#"{"type":"text_print","id":"it","x":1,"y":1}"#), format, because: "print has no parts to prune")
  }

  // MARK: - Items

  /// Items that contain: `b` a block, `s` a shadow.
  private func items(_ type: String, _ contents: [Character]) -> String {
    let inputs = contents.enumerated().compactMap { index, kind -> String? in
      switch kind {
      case "b": #""ADD\#(index)":{"block":{"type":"math_number","id":"i\#(index)"}}"#
      case "s": #""ADD\#(index)":{"shadow":{"type":"text","id":"i\#(index)"}}"#
      default: nil
      }
    }
    return program(
      """
      {"type":"\(type)","id":"it","x":16,"y":32,"extraState":{"itemCount":\(contents.count)},
        "inputs":{\(inputs.joined(separator: ","))}}
      """)
  }

  @Test(arguments: ["lists_create_with", "text_join"], ProgramFormat.allCases)
  func emptyItemsAtTheEdgesAreRemoved(type: String, format: ProgramFormat) throws {
    let scene = try WorkbenchScene(items(type, ["-", "-", "b", "-", "s", "-"]), format)
    try scene.check { prune(scene, message: "pruned 3 empty items") }
    #expect(try inputs(scene).filter { $0.hasPrefix("ADD") } == ["ADD0", "ADD1", "ADD2"])
    #expect(scene.content("it", "ADD0") == "i2" && scene.content("it", "ADD2") == "i4")
    #expect(try scene.block("i4").isShadow)
  }

  @Test(arguments: ["lists_create_with", "text_join"], ProgramFormat.allCases)
  func ifAllItemsAreEmptyNoneStays(type: String, format: ProgramFormat) throws {
    let scene = try WorkbenchScene(items(type, ["-", "-", "-"]), format)
    try scene.check { prune(scene, message: "pruned 3 empty items") }
    #expect(try inputs(scene).contains("EMPTY"))
    scene.controller.perform(.focus(.block(id: "it")))
    #expect(scene.controller.perform(.prune).refusal?.hasPrefix("no empty items at the ends") == true)
  }

  // MARK: - The block's surroundings

  /// A list that is a shadow, and one that covers a shadow: both stay in their input.
  @Test(arguments: ProgramFormat.allCases) func aPrunedBlockStaysInAShadowsInput(format: ProgramFormat) throws {
    let list = #""type":"lists_create_with","id":"it","extraState":{"itemCount":2}"#
    for slot in [
      #"{"shadow":{\#(list)}}"#, #"{"shadow":{"type":"lists_create_empty","id":"default"},"block":{\#(list)}}"#,
    ] {
      let scene = try WorkbenchScene(
        program(#"{"type":"lists_length","id":"holder","x":16,"y":32,"inputs":{"VALUE":\#(slot)}}"#), format)
      try scene.check { prune(scene, message: "pruned 2 empty items") }
      #expect(scene.content("holder", "VALUE") == "it")
    }
  }

  /// The contents, ids and positions of the blocks around and below it don't change.
  @Test(arguments: ProgramFormat.allCases) func theSurroundingBlocksDoNotChange(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(IntentProgram.json, format)
    try scene.check({
      scene.controller.perform(.focus(.block(id: "if")))
      #expect(scene.controller.perform(.prune).refusal == nil)
    })
    #expect(scene.parent("if") == "loop" && scene.parent("call") == "if" && scene.content("if", "IF0") == "b1")
    #expect(scene.controller.cursor == .block(id: "if"))
  }

  /// Other Blockly clients know all the fired events.
  @Test func theEventsAreStandard() throws {
    let scene = try WorkbenchScene(branches(["", "cs", ""]), .json)
    prune(scene, message: "pruned 2 empty else-ifs and 1 empty else")
    #expect(Set(scene.fired.map(\.type)).isSubset(of: ["move", "change", "create", "delete"]))
    let lines = scene.fired.map { $0.json(in: scene.workspace) }
    #expect(lines.allSatisfy { ($0["element"]?.string).map { ["mutation"].contains($0) } ?? true })
  }
}

import BlockFormats
import BlockModel
import Testing
import WorkbenchTesting

@testable import Workbench

/// The seed's own intent: empty parts go from the edges of what a block is made of. `Scene.check` holds that one undo brings
/// everything back, here, elsewhere, and from the saved stack.
@MainActor @Suite struct PruneBlockTests {
  private func program(_ block: String) -> String {
    """
    {"blocks":{"languageVersion":0,"blocks":[\(block)]},"variables":[{"name":"a","id":"va"}]}
    """
  }

  /// An “if” whose branches hold what is said: `c` a condition, `s` a statement.
  private func branches(_ held: [String], hasElse: Bool = true, elseHolds: Bool = false, extra: String = "") -> String {
    var inputs: [String] = []
    for (index, parts) in held.enumerated() {
      if parts.contains("c") {
        inputs.append(#""IF\#(index)":{"block":{"type":"logic_boolean","id":"c\#(index)"}}"#)
      }
      if parts.contains("d") {
        inputs.append(#""IF\#(index)":{"shadow":{"type":"logic_boolean","id":"d\#(index)"}}"#)
      }
      if parts.contains("s") {
        inputs.append(#""DO\#(index)":{"block":{"type":"text_print","id":"s\#(index)"}}"#)
      }
    }
    if elseHolds { inputs.append(#""ELSE":{"block":{"type":"text_print","id":"e"}}"#) }
    let state = #"{"elseIfCount":\#(held.count - 1),"hasElse":\#(hasElse)}"#
    return program(
      """
      {"type":"controls_if","id":"it","x":16,"y":32,\(extra)"extraState":\(state),
        "inputs":{\(inputs.joined(separator: ","))}}
      """)
  }

  private func prune(_ scene: Scene, words: String) {
    scene.controller.perform(.focus(.block(id: "it")))
    #expect(scene.controller.perform(.prune).words == words)
  }

  private func refused(_ program: String, _ format: ProgramFormat, because reason: String) throws {
    let scene = try Scene(program, format)
    scene.controller.perform(.focus(.block(id: "it")))
    #expect(scene.controller.perform(.prune).refusal == reason)
    #expect(scene.bytes == scene.start && scene.fired.isEmpty && scene.controller.history.undoCount == 0)
  }

  private func inputs(_ scene: Scene) throws -> [String] { try scene.block("it").inputs.map(\.name) }

  // MARK: - Branches

  @Test(arguments: ProgramFormat.allCases) func emptyBranchesAtBothEdgesGo(format: ProgramFormat) throws {
    let scene = try Scene(branches(["", "", "cs", "c", ""]), format)
    try scene.check { prune(scene, words: "pruned: cut off 3 empty else-ifs and 1 empty else") }
    #expect(try inputs(scene) == ["IF0", "DO0", "IF1", "DO1"])
    #expect(scene.content("it", "IF0") == "c2" && scene.content("it", "DO0") == "s2")
    #expect(scene.content("it", "IF1") == "c3")
  }

  @Test(arguments: ProgramFormat.allCases) func anEmptyBranchInTheMiddleStays(format: ProgramFormat) throws {
    let scene = try Scene(branches(["cs", "", "s", ""]), format)
    try scene.check { prune(scene, words: "pruned: cut off 1 empty else-if and 1 empty else") }
    #expect(try inputs(scene) == ["IF0", "DO0", "IF1", "DO1", "IF2", "DO2"])
    #expect(scene.content("it", "DO2") == "s2")
  }

  @Test(arguments: ProgramFormat.allCases) func whatStandsBeforeAFilledElseIsInTheMiddle(format: ProgramFormat) throws {
    let scene = try Scene(branches(["", "c", ""], elseHolds: true), format)
    try scene.check { prune(scene, words: "pruned: cut off 1 empty else-if") }
    #expect(try inputs(scene) == ["IF0", "DO0", "IF1", "DO1", "ELSE"])
    #expect(scene.content("it", "IF0") == "c1" && scene.content("it", "ELSE") == "e")
  }

  @Test(arguments: ProgramFormat.allCases) func whereAllIsEmptyOneBranchStays(format: ProgramFormat) throws {
    let scene = try Scene(branches(["", "", ""]), format)
    try scene.check { prune(scene, words: "pruned: cut off 2 empty else-ifs and 1 empty else") }
    #expect(try inputs(scene) == ["IF0", "DO0"])
  }

  @Test(arguments: ProgramFormat.allCases) func onlyTheElseIsFilled(format: ProgramFormat) throws {
    let scene = try Scene(branches(["", ""], elseHolds: true), format)
    try scene.check { prune(scene, words: "pruned: cut off 1 empty else-if") }
    #expect(try inputs(scene) == ["IF0", "DO0", "ELSE"])
  }

  @Test(arguments: ProgramFormat.allCases) func aBranchWithADefaultIsNotEmpty(format: ProgramFormat) throws {
    let scene = try Scene(branches(["", "d", ""], hasElse: false), format)
    try scene.check { prune(scene, words: "pruned: cut off 2 empty else-ifs") }
    #expect(scene.content("it", "IF0") == "d1")
    #expect(try scene.block("d1").isShadow)
  }

  @Test(arguments: ProgramFormat.allCases) func nothingIsToBePruned(format: ProgramFormat) throws {
    let reason = "no empty parts at the edges of if"
    try refused(branches([""], hasElse: false), format, because: reason)
    try refused(branches(["c", "", "s"], hasElse: false), format, because: reason)
    try refused(
      branches(["", "c"], hasElse: false, extra: #""editable":false,"#), format,
      because: "this block is locked against editing")
    try refused(
      program(#"{"type":"text_print","id":"it","x":1,"y":1}"#), format, because: "print has no parts to prune")
  }

  // MARK: - Items

  /// Items by what they hold: `b` a block, `s` a shadow.
  private func items(_ type: String, _ held: [Character]) -> String {
    let inputs = held.enumerated().compactMap { index, kind -> String? in
      switch kind {
      case "b": #""ADD\#(index)":{"block":{"type":"math_number","id":"i\#(index)"}}"#
      case "s": #""ADD\#(index)":{"shadow":{"type":"text","id":"i\#(index)"}}"#
      default: nil
      }
    }
    return program(
      """
      {"type":"\(type)","id":"it","x":16,"y":32,"extraState":{"itemCount":\(held.count)},
        "inputs":{\(inputs.joined(separator: ","))}}
      """)
  }

  @Test(arguments: ["lists_create_with", "text_join"], ProgramFormat.allCases)
  func emptyItemsAtTheEdgesGo(type: String, format: ProgramFormat) throws {
    let scene = try Scene(items(type, ["-", "-", "b", "-", "s", "-"]), format)
    try scene.check { prune(scene, words: "pruned: cut off 3 empty items") }
    #expect(try inputs(scene).filter { $0.hasPrefix("ADD") } == ["ADD0", "ADD1", "ADD2"])
    #expect(scene.content("it", "ADD0") == "i2" && scene.content("it", "ADD2") == "i4")
    #expect(try scene.block("i4").isShadow)
  }

  @Test(arguments: ["lists_create_with", "text_join"], ProgramFormat.allCases)
  func whereAllItemsAreEmptyNoneStays(type: String, format: ProgramFormat) throws {
    let scene = try Scene(items(type, ["-", "-", "-"]), format)
    try scene.check { prune(scene, words: "pruned: cut off 3 empty items") }
    #expect(try inputs(scene).contains("EMPTY"))
    scene.controller.perform(.focus(.block(id: "it")))
    #expect(scene.controller.perform(.prune).refusal?.hasPrefix("no empty items at the edges") == true)
  }

  // MARK: - Where the block stands

  /// A list that is a default, and one in a default's place: what holds them stays as it is.
  @Test(arguments: ProgramFormat.allCases) func blocksInShadowsAndShadows(format: ProgramFormat) throws {
    let list = #""type":"lists_create_with","id":"it","extraState":{"itemCount":2}"#
    for slot in [
      #"{"shadow":{\#(list)}}"#, #"{"shadow":{"type":"lists_create_empty","id":"default"},"block":{\#(list)}}"#,
    ] {
      let scene = try Scene(
        program(#"{"type":"lists_length","id":"holder","x":16,"y":32,"inputs":{"VALUE":\#(slot)}}"#), format)
      try scene.check { prune(scene, words: "pruned: cut off 2 empty items") }
      #expect(scene.content("holder", "VALUE") == "it")
    }
  }

  /// The contents, ids and positions of what holds the block and hangs below it are as they were.
  @Test(arguments: ProgramFormat.allCases) func whatIsAroundStaysWhereItIs(format: ProgramFormat) throws {
    let scene = try Scene(IntentProgram.json, format)
    try scene.check({
      scene.controller.perform(.focus(.block(id: "if")))
      #expect(scene.controller.perform(.prune).refusal == nil)
    })
    #expect(scene.parent("if") == "loop" && scene.parent("call") == "if" && scene.content("if", "IF0") == "b1")
    #expect(scene.controller.cursor == .block(id: "if"))
  }

  /// Other Blockly clients know all that is fired.
  @Test func theEventsAreStandardOnes() throws {
    let scene = try Scene(branches(["", "cs", ""]), .json)
    prune(scene, words: "pruned: cut off 2 empty else-ifs and 1 empty else")
    #expect(Set(scene.fired.map(\.type)).isSubset(of: ["move", "change", "create", "delete"]))
    let lines = scene.fired.map { $0.json(in: scene.workspace) }
    #expect(lines.allSatisfy { ($0["element"]?.string).map { ["mutation"].contains($0) } ?? true })
  }
}

import BlockFormats
import BlockLibrary
import BlockModel
import Testing
import WorkbenchTesting

@testable import Workbench

/// Pruning the workspace removes loose blocks without an effect, and nothing else.
@MainActor @Suite struct PruneWorkspaceTests {
  private func program(_ blocks: [String], comments: String = "") -> String {
    let placed = blocks.enumerated().map { index, block in
      #"{"id":"b\#(index)","x":\#(16 + 40 * index),"y":\#(32 + 160 * index),\#(block.dropFirst())"#
    }
    return """
      {"blocks":{"languageVersion":0,"blocks":[\(placed.joined(separator: ","))]},
       "workspaceComments":[\(comments)],"variables":[{"name":"x","id":"vx"}]}
      """
  }

  /// The indexes of the blocks that remain after pruning.
  private func remaining(_ blocks: [String], _ format: ProgramFormat = .json) throws -> [Int] {
    let scene = try WorkbenchScene(program(blocks), format)
    let ids = scene.workspace.topBlocks.map(\.id)
    if scene.controller.perform(.pruneWorkspace).refusal != nil {
      #expect(scene.bytes == scene.start && scene.fired.isEmpty && scene.controller.history.undoCount == 0)
    }
    return ids.enumerated().compactMap { index, id in scene.workspace.blocks[id] == nil ? nil : index }
  }

  private static let sum =
    #"{"type":"math_arithmetic","inputs":{"A":{"shadow":{"type":"math_number"}},"#
    + #""B":{"block":{"type":"lists_getIndex","fields":{"MODE":"GET","WHERE":"FIRST"},"#
    + #""inputs":{"VALUE":{"block":{"type":"variables_get","fields":{"VAR":{"id":"vx"}}}}}}}}}"#
  private static let prompt = #"{"type":"text_prompt_ext","inputs":{"TEXT":{"shadow":{"type":"text"}}}}"#
  private static let call = #"{"type":"procedures_callreturn","extraState":{"name":"f"}}"#
  private static let removal = #"{"type":"lists_getIndex","fields":{"MODE":"GET_REMOVE","WHERE":"FIRST"}}"#
  private static let definition = #"{"type":"procedures_defreturn","fields":{"NAME":"f"}}"#

  private func disabled(_ block: String) -> String {
    #"{"enabled":false,"disabledReasons":["MANUALLY_DISABLED"],\#(block.dropFirst())"#
  }

  private func length(of block: String) -> String { #"{"type":"lists_length","inputs":{"VALUE":{"block":\#(block)}}}"# }

  // MARK: - What is removed

  @Test(arguments: ProgramFormat.allCases) func looseValuesAreRemovedWithTheirContents(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(program([Self.sum, #"{"type":"text_print"}"#, #"{"type":"text"}"#]), format)
    let bytes = scene.bytes
    try scene.check {
      #expect(scene.controller.perform(.pruneWorkspace).statusMessage == "deleted 4 unused blocks")
    }
    #expect(scene.workspace.blocks.count == 1 && scene.workspace.variables["vx"] != nil)
    // One undo restores contents, ids and positions.
    scene.controller.perform(.undo)
    #expect(scene.bytes == bytes)
  }

  @Test(arguments: ProgramFormat.allCases) func disabledStacksAreRemoved(format: ProgramFormat) throws {
    let print = disabled(#"{"type":"text_print","inputs":{"TEXT":{"block":\#(Self.prompt)}}}"#)
    let stack = disabled(#"{"type":"text_print","next":{"block":\#(print)}}"#)
    let scene = try WorkbenchScene(program([stack, #"{"type":"text_print"}"#]), format)
    try scene.check {
      #expect(scene.controller.perform(.pruneWorkspace).statusMessage == "deleted 3 unused blocks")
    }
    #expect(scene.workspace.topBlocks.map(\.id) == ["b1"])
  }

  /// A disabled block is skipped together with its contents, also inside other blocks.
  @Test func disabledBlocksHaveNoEffect() throws {
    #expect(try remaining([disabled(Self.prompt), disabled(Self.removal), length(of: disabled(Self.prompt))]).isEmpty)
    #expect(try remaining([disabled(length(of: Self.prompt))]).isEmpty)
    // The contents of an enabled block run.
    #expect(try remaining([length(of: Self.prompt)]) == [0])
  }

  /// The editor disables a jump outside a loop.
  @Test func misplacedJumpsAreRemoved() throws {
    let jump = #"{"type":"controls_flow_statements","enabled":false,"disabledReasons":["CONTROL_FLOW_NOT_IN_LOOP"]}"#
    #expect(try remaining([jump]).isEmpty)
  }

  @Test(arguments: ProgramFormat.allCases) func theMessageCountsAllBlocks(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(
      program([Self.sum, disabled(#"{"type":"text_print"}"#), disabled(#"{"type":"text_print"}"#)]), format)
    try scene.check {
      #expect(
        scene.controller.perform(.pruneWorkspace).statusMessage == "deleted 5 unused blocks"
      )
    }
    #expect(scene.controller.cursor == nil && !scene.controller.state.cursorDescription.isEmpty)
  }

  /// Every stock block that returns a value is without effect, or is known to have one.
  @Test func everyStockValueIsKnown() throws {
    let factory = try StockBlocks.factory()
    var remaining: Set<String> = []
    for type in factory.definedTypes.sorted() {
      let workspace = Workspace(factory: factory)
      let record = BlockSnapshot.Record(type: type)
      guard let block = factory.build(BlockSnapshot(records: [record]), in: workspace).first else { continue }
      if block.outputConnection != nil, !BlockEffects.areWithoutEffect(block) { remaining.insert(type) }
    }
    #expect(remaining == ["procedures_callreturn", "text_prompt", "text_prompt_ext"])
  }

  // MARK: - What stays

  @Test(arguments: ProgramFormat.allCases) func blocksWithAnEffectStay(format: ProgramFormat) throws {
    let unknown = #"{"type":"own_sensor"}"#
    let blocks = [
      Self.definition, Self.call, Self.prompt, Self.removal, length(of: Self.call), length(of: Self.removal),
      unknown, length(of: unknown), #"{"type":"text_print"}"#, disabled(Self.definition),
      #"{"type":"procedures_defnoreturn","fields":{"NAME":"g"}}"#,
    ]
    #expect(try remaining(blocks, format) == Array(blocks.indices))
  }

  /// One enabled block keeps its stack.
  @Test func aStackThatRunsStays() throws {
    let running = #"{"type":"text_print","next":{"block":\#(disabled(#"{"type":"text_print"}"#))}}"#
    let starting = disabled(#"{"type":"text_print","next":{"block":{"type":"text_print"}}}"#)
    #expect(try remaining([running, starting]) == [0, 1])
  }

  @Test(arguments: ProgramFormat.allCases) func lockedBlocksStay(format: ProgramFormat) throws {
    let locked = #"{"type":"text","deletable":false}"#
    #expect(try remaining([locked, length(of: locked)], format) == [0, 1])
    let scene = try WorkbenchScene(program([locked, length(of: locked)]), format)
    #expect(
      scene.controller.perform(.pruneWorkspace).refusal
        == "all unused top-level blocks are locked against deleting")
    let other = try WorkbenchScene(program([locked, #"{"type":"text"}"#]), format)
    #expect(
      other.controller.perform(.pruneWorkspace).statusMessage
        == "deleted 1 unused block; 1 locked against deleting stays")
  }

  @Test(arguments: ProgramFormat.allCases) func commentsStay(format: ProgramFormat) throws {
    let comment = #"{"id":"c","x":400,"y":32,"width":160,"height":96,"text":"a remark"}"#
    let scene = try WorkbenchScene(program([#"{"type":"text"}"#], comments: comment), format)
    try scene.check { #expect(scene.controller.perform(.pruneWorkspace).refusal == nil) }
    #expect(scene.workspace.blocks.isEmpty && scene.workspace.comments.count == 1)
    #expect(scene.controller.cursor == .comment(id: "c"))
  }

  @Test func aWorkspaceWithoutLooseBlocksIsRefused() throws {
    let scene = try WorkbenchScene(program([#"{"type":"text_print"}"#]), .json)
    #expect(scene.controller.perform(.pruneWorkspace).refusal == "no unused top-level blocks")
    #expect(try remaining([#"{"type":"text_print"}"#]) == [0])
  }

  @Test func theEventsAreStandard() throws {
    let scene = try WorkbenchScene(program([Self.sum, disabled(#"{"type":"text_print"}"#)]), .json)
    scene.controller.perform(.pruneWorkspace)
    #expect(scene.fired.map(\.type) == ["delete", "delete"])
  }
}

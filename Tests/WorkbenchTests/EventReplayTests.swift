import BlockEvents
import BlockFormats
import BlockLibrary
import BlockModel
import RandomEditing
import Testing
import WorkbenchTesting

@testable import Workbench

@MainActor @Suite struct EventReplayTests {
  private func replay(_ lines: String, on workspace: Workspace) -> (replay: EventReplay, problems: [String]) {
    let replay = EventReplay(workspace: workspace)
    return (replay, replay.apply(Array(lines.utf8), named: "e.jsonl").map(\.description))
  }

  @Test func errorsCountEmptyLinesToo() throws {
    let (_, problems) = replay(
      """
      {"type":"var_create","group":"g","varId":"v","varType":"","varName":"x"}

      {"type":"move","group":"h","blockId":"nowhere","newCoordinate":"1, 2"}
      """, on: Workspace(factory: try StockBlocks.factory()))
    #expect(problems == ["e.jsonl:3:1: there is no block “nowhere”"])
  }

  @Test func whatFollowsALineThatCannotBeAppliedIsApplied() throws {
    let workspace = Workspace(factory: try StockBlocks.factory())
    let (_, problems) = replay(
      """
      {"type":"move","group":"h","blockId":"nowhere","newCoordinate":"1, 2"}
      {"type":"var_create","group":"h",
      {"type":"var_create","group":"h","varId":"v","varType":"","varName":"x"}
      """, on: workspace)
    #expect(problems.count == 2 && problems.last?.hasPrefix("e.jsonl:2:") == true && workspace.variables["v"] != nil)
  }

  @Test func eventsOfUnknownTypesAreCounted() throws {
    let workspace = Workspace(factory: try StockBlocks.factory())
    let (replay, problems) = replay(
      """
      {"type":"conjure","group":"g"}
      {"type":"var_create","group":"h","varId":"v","varType":"","varName":"x"}
      {"type":"conjure","group":"i"}
      """, on: workspace)
    #expect(problems.isEmpty && replay.unknownEvents == ["conjure": 2] && workspace.variables["v"] != nil)
  }

  /// As in Blockly, whose undo counts the groups that it recorded.
  @Test func aGroupWithoutEffectIsAnUndoStep() throws {
    let workspace = Workspace(factory: try StockBlocks.factory())
    let (replay, problems) = replay(
      """
      {"type":"var_create","group":"g","varId":"v","varType":"","varName":"x"}
      {"type":"var_rename","group":"h","varId":"v","oldName":"x","newName":"y"}
      {"type":"var_rename","group":"h","varId":"v","oldName":"y","newName":"x"}
      """, on: workspace)
    #expect(problems.isEmpty)
    try replay.undo(1)
    #expect(workspace.variables["v"]?.name == "x")
    try replay.undo(1)
    #expect(workspace.variables["v"] == nil)
  }

  // MARK: - Blocks that give way

  private func program(_ blocks: String) throws -> Workspace {
    let text = #"{"blocks":{"blocks":[\#(blocks)]}}"#
    return try ProgramReader.read(Array(text.utf8), factory: StockBlocks.factory()).workspace
  }

  /// Replays a group on a program, and undoes and redoes it.
  private func expect(_ events: String, of blocks: String, lead blocksAfter: String) throws {
    let workspace = try program(blocks)
    let before = EditingSession.text(of: workspace)
    let (replay, problems) = replay(events, on: workspace)
    #expect(problems.isEmpty)
    let after = EditingSession.text(of: workspace)
    #expect(after == EditingSession.text(of: try program(blocksAfter)))
    try replay.undo(1)
    #expect(EditingSession.text(of: workspace) == before)
    try replay.redo(1)
    #expect(EditingSession.text(of: workspace) == after)
  }

  /// When Blockly connects a block that is connected elsewhere, it first says that the block is below its parent,
  /// where another block may be, which moves by an event of its own.
  @Test func aBlockGivesWayIfItIsMovedLater() throws {
    try expect(
      """
      {"type":"move","group":"g","blockId":"A","oldParentId":"P","oldInputName":"DO0","newParentId":"P","reason":["disconnect"]}
      {"type":"move","group":"g","blockId":"B","oldParentId":"P","newParentId":"A","reason":["disconnect","connect"]}
      """,
      of: """
        {"type":"controls_if","id":"P","x":0,"y":0,"inputs":{"DO0":{"block":{"type":"text_print","id":"A"}}},
         "next":{"block":{"type":"text_print","id":"B"}}}
        """,
      lead: """
        {"type":"controls_if","id":"P","x":0,"y":0,
         "next":{"block":{"type":"text_print","id":"A","next":{"block":{"type":"text_print","id":"B"}}}}}
        """)
  }

  /// The same where nothing can be below the parent.
  @Test func aBlockIsDisconnectedIfNothingCanBeBelowItsParent() throws {
    let function = #"{"type":"procedures_defnoreturn","id":"P","x":0,"y":0,"fields":{"NAME":"f"}"#
    try expect(
      """
      {"type":"move","group":"g","blockId":"A","oldParentId":"P","oldInputName":"STACK","newParentId":"P","reason":["disconnect"]}
      {"type":"move","group":"g","blockId":"B","oldParentId":"Q","newCoordinate":"0, 0","reason":["disconnect"]}
      {"type":"move","group":"g","blockId":"A","oldParentId":"P","newParentId":"Q","reason":["connect"]}
      {"type":"move","group":"g","blockId":"B","oldCoordinate":"0, 0","newParentId":"A","reason":["connect"]}
      """,
      of: function + """
        ,"inputs":{"STACK":{"block":{"type":"text_print","id":"A"}}}},
        {"type":"text_print","id":"Q","x":0,"y":200,"next":{"block":{"type":"text_print","id":"B"}}}
        """,
      lead: function + """
        },{"type":"text_print","id":"Q","x":0,"y":200,"next":{"block":
          {"type":"text_print","id":"A","next":{"block":{"type":"text_print","id":"B"}}}}}
        """)
  }

  /// The same where a block that no event moves is below its parent.
  @Test func aBlockIsDisconnectedIfTheOneBelowItsParentStays() throws {
    try expect(
      """
      {"type":"move","group":"g","blockId":"A","oldParentId":"P","oldInputName":"DO","newParentId":"P","reason":["disconnect"]}
      {"type":"move","group":"g","blockId":"B","oldParentId":"Q","newCoordinate":"0, 0","reason":["disconnect"]}
      {"type":"move","group":"g","blockId":"A","oldParentId":"P","newParentId":"Q","reason":["connect"]}
      {"type":"move","group":"g","blockId":"B","oldCoordinate":"0, 0","newParentId":"A","reason":["connect"]}
      """,
      of: """
        {"type":"controls_repeat_ext","id":"P","x":0,"y":0,"inputs":{"DO":{"block":{"type":"text_print","id":"A"}}},
         "next":{"block":{"type":"text_print","id":"C"}}},
        {"type":"text_print","id":"Q","x":0,"y":200,"next":{"block":{"type":"text_print","id":"B"}}}
        """,
      lead: """
        {"type":"controls_repeat_ext","id":"P","x":0,"y":0,"next":{"block":{"type":"text_print","id":"C"}}},
        {"type":"text_print","id":"Q","x":0,"y":200,"next":{"block":
          {"type":"text_print","id":"A","next":{"block":{"type":"text_print","id":"B"}}}}}
        """)
  }

  /// Otherwise a block would be somewhere that no event tells of.
  @Test func aBlockThatNoEventMovesStays() throws {
    let workspace = try program(
      """
      {"type":"text_print","id":"P","next":{"block":{"type":"text_print","id":"A"}}},{"type":"text_print","id":"B"}
      """)
    let (_, problems) = replay(
      #"{"type":"move","group":"g","blockId":"B","newParentId":"P","reason":["connect"]}"#, on: workspace)
    #expect(problems == ["e.jsonl:1:1: another block is connected where “B” belongs"])
    #expect(workspace.blocks["P"]?.nextBlock?.id == "A")
  }
}

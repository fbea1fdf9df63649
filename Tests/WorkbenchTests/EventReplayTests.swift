import BlockEvents
import BlockFormats
import BlockLibrary
import BlockModel
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
}

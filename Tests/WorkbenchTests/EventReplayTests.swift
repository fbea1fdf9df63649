import BlockFormats
import BlockLibrary
import BlockModel
import Testing

@testable import Workbench

/// The errors for events that can't be applied.
@MainActor @Suite struct EventReplayTests {
  @Test func errorsCountEmptyLinesToo() throws {
    let replay = EventReplay(workspace: Workspace(factory: try StockBlocks.factory()))
    let lines = """
      {"type":"var_create","group":"g","varId":"v","varType":"","varName":"x"}

      {"type":"move","group":"h","blockId":"nowhere","newCoordinate":"1, 2"}
      """
    let error = #expect(throws: ReplayError.self) { try replay.apply(Array(lines.utf8), named: "e.jsonl") }
    #expect(error?.description == "e.jsonl:3:1: there is no block “nowhere”")
  }

  @Test func eventsOfUnknownTypesAreCounted() throws {
    let workspace = Workspace(factory: try StockBlocks.factory())
    let replay = EventReplay(workspace: workspace)
    let lines = """
      {"type":"conjure","group":"g"}
      {"type":"var_create","group":"h","varId":"v","varType":"","varName":"x"}
      {"type":"conjure","group":"i"}
      """
    try replay.apply(Array(lines.utf8), named: "e.jsonl")
    #expect(replay.unknownEvents == ["conjure": 2] && workspace.variables["v"] != nil)
  }
}

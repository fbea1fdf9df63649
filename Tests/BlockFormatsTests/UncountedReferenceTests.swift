import BlockFormats
import BlockLibrary
import BlockModel
import Testing

/// The model's references that aren't counted are cleared when their objects are deallocated.
@Suite struct UncountedReferenceTests {
  private static func workspace() throws -> Workspace {
    let text = """
      {"blocks": {"blocks": [{"type": "controls_if", "id": "if",
        "inputs": {"IF0": {"block": {"type": "logic_boolean", "id": "value"}}},
        "next": {"block": {"type": "controls_if", "id": "below"}}}]}}
      """
    return try ProgramReader.read(Array(text.utf8), factory: StockBlocks.factory()).workspace
  }

  @Test func blocksOutliveTheirWorkspaceAndNeighbours() throws {
    var workspace: Workspace? = try Self.workspace()
    let block = try #require(workspace?.blocks["if"])
    let below = try #require(workspace?.blocks["below"])
    #expect(block.nextBlock === below && below.parent === block && block.workspace === workspace)
    workspace = nil
    #expect(block.workspace == nil && below.workspace == nil)
    #expect(block.firstInput(withName: "IF0")?.connectedBlock == nil)
    #expect(block.nextBlock === below && below.parent === block)
  }

  @Test func aBlockOutlivesTheBlockBelowIt() throws {
    var workspace: Workspace? = try Self.workspace()
    let block = try #require(workspace?.blocks["if"])
    workspace = nil
    #expect(block.nextConnection?.target == nil && block.nextBlock == nil)
    #expect(block.children.isEmpty)
  }

  @Test func aConnectionOutlivesItsInput() throws {
    let workspace = try Self.workspace()
    let block = try #require(workspace.blocks["if"])
    let connection = try #require(block.firstInput(withName: "IF0")?.connection)
    #expect(connection.sourceInput?.name == "IF0")
    block.removeInput(try #require(connection.sourceInput))
    #expect(connection.sourceInput == nil && connection.target == nil)
    #expect(workspace.blocks["value"]?.parent == nil)
  }
}

import BlockFormats
import BlockLibrary
import BlockModel
import Markup
import Testing

/// Programs are added to a workspace.
@Suite struct WorkspaceLoadingTests {
  private static let program = """
    <xml><variables><variable id="v">x</variable></variables>
    <block type="controls_if" id="a"><mutation elseif="1"></mutation>
    <value name="IF1"><block type="logic_boolean" id="b"></block></value></block></xml>
    """

  @Test func theBlocksOfATextAreAdded() throws {
    let factory = try StockBlocks.factory()
    let workspace = Workspace(factory: factory)
    try workspace.loadBlocks(fromXMLString: Self.program, factory: factory)
    #expect(workspace.topBlocks.map(\.id) == ["a"] && workspace.variables["v"]?.name == "x")
    #expect(workspace.blocks["a"]?.firstInput(withName: "IF1")?.connectedBlock?.id == "b")
    try workspace.loadBlocks(fromXMLString: Self.program)
    #expect(workspace.topBlocks.count == 2 && workspace.blocks.count == 4 && workspace.variables.all.count == 1)
  }

  @Test func aMistakeIsReportedWithItsPlaceAndAddsNothing() throws {
    let workspace = Workspace(factory: try StockBlocks.factory())
    #expect {
      try workspace.loadBlocks(fromXMLString: "<xml>\n<block type=\"text\"></xml>")
    } throws: { ($0 as? MarkupError)?.position.line == 2 }
    #expect(throws: MarkupError.self) { try workspace.loadBlocks(fromXMLString: "<html></html>") }
    #expect(workspace.topBlocks.isEmpty)
  }
}

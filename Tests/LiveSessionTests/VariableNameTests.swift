import BlockEditing
import BlockEvents
import BlockLibrary
import Markup
import Testing
import Workbench

@testable import LiveSession

/// Two people may choose one name at the same time; Blockly allows no two variables of a name.
@Suite struct VariableNameTests {
  @Test func aNameThatIsTakenIsRefused() throws {
    let document = try Document(
      bytes: Array(#"{"variables":[{"name":"x","id":"a"},{"name":"y","id":"b"}]}"#.utf8), path: nil,
      factory: try StockBlocks.factory())
    let coordinator = WorkspaceLayoutCoordinator(workspace: document.workspace, eventManager: EventManager())
    let program = SharedProgram(coordinator, eventFactory: .withMortiseEvents())
    for (event, isTaken) in [
      (#"{"type":"var_create","varId":"c","varName":"X","varType":""}"#, true),
      (#"{"type":"var_rename","varId":"b","oldName":"y","newName":"x"}"#, true),
      (#"{"type":"var_rename","varId":"b","oldName":"y","newName":"Y"}"#, false),
      (#"{"type":"var_create","varId":"c","varName":"z","varType":""}"#, false),
    ] {
      let batch = Batch(author: "anna", count: 1, events: [try JSONParser.parse(Array(event.utf8))])
      #expect(((try? program.apply(batch)) == nil) == isTaken, "\(event)")
    }
  }
}

import BlockEditing
import BlockEvents
import BlockLibrary
import Markup
import Testing
import Workbench

@testable import LiveSession

/// Two people may choose one name at the same time; Blockly allows no two variables of a name.
@Suite struct VariableNameTests {
  /// A block with a variable that may no longer exist.
  private static func block(of id: String, named name: String) -> String {
    let block = #"{"type":"variables_get","id":"g","fields":{"VAR":{"id":"\#(id)","name":"\#(name)","type":""}}}"#
    return #"{"type":"create","blockId":"g","ids":["g"],"json":\#(block)}"#
  }

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
      (Self.block(of: "d", named: "X"), true),
      (#"{"type":"var_create","varId":"c","varName":"z","varType":""}"#, false),
      (Self.block(of: "d", named: "d"), false),
    ] {
      let batch = Batch(author: "anna", count: 1, events: [try JSONParser.parse(Array(event.utf8))])
      #expect(((try? program.apply(batch)) == nil) == isTaken, "\(event)")
    }
  }
}

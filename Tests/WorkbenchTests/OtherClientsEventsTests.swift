import BlockFormats
import BlockLibrary
import BlockModel
import Testing

@testable import Workbench

/// Events that Blockly Web writes differently from Mortise are applied, undone and redone.
@MainActor @Suite struct OtherClientsEventsTests {
  private static let number =
    #"{"type":"math_number","id":"n","x":10,"y":20,"fields":{"NUM":1}}"#
  private static let repeated = """
    {"type":"controls_repeat_ext","id":"r","x":1,"y":2,
      "inputs":{"TIMES":{"shadow":{"type":"math_number","id":"s","fields":{"NUM":10}}}}}
    """

  /// Applies events to a program, then undoes and redoes all of them.
  private func replayed(_ events: String..., on program: String) throws -> Workspace {
    let workspace = try ProgramReader.read(Array(program.utf8), factory: StockBlocks.factory()).workspace
    let before = saved(workspace)
    let replay = EventReplay(workspace: workspace)
    #expect(replay.apply(Array(events.joined(separator: "\n").utf8), named: "events").isEmpty)
    let after = saved(workspace)
    try replay.undo(nil)
    #expect(saved(workspace) == before)
    try replay.redo(nil)
    #expect(saved(workspace) == after)
    return workspace
  }

  private func saved(_ workspace: Workspace) -> String {
    String(decoding: ProgramWriter.write(workspace, style: .pretty(.json)).bytes, as: UTF8.self)
  }

  private func program(_ blocks: String..., variables: String = "") -> String {
    #"{"blocks":{"languageVersion":0,"blocks":[\#(blocks.joined(separator: ","))]},"variables":[\#(variables)]}"#
  }

  /// An event of an undo changes the program, though the other client doesn't record it.
  @Test func anUndoneInsertionDeletes() throws {
    let workspace = try replayed(
      #"""
      {"type":"delete","group":"","blockId":"n","oldXml":"<block type=\"math_number\" id=\"n\" x=\"10\" y=\"20\"></block>","ids":["n"],"wasShadow":false,"oldJson":\#(Self.number),"recordUndo":false}
      """#, on: program(Self.number))
    #expect(workspace.blocks.isEmpty)
  }

  @Test func anUndoneMoveMoves() throws {
    let workspace = try replayed(
      #"{"type":"move","group":"","blockId":"n","oldCoordinate":"10, 20","newCoordinate":"30, 40","recordUndo":false}"#,
      on: program(Self.number))
    #expect(workspace.blocks["n"]?.position == WorkspacePoint(x: 30, y: 40))
  }

  /// Connecting covers the shadow; its own events must not do so again.
  @Test func aShadowIsCoveredOnce() throws {
    let workspace = try replayed(
      #"{"type":"move","group":"g","blockId":"s","oldParentId":"r","oldInputName":"TIMES","newCoordinate":"0, 0","recordUndo":false}"#,
      #"{"type":"delete","group":"g","blockId":"s","oldXml":"<shadow type=\"math_number\" id=\"s\"></shadow>","ids":["s"],"wasShadow":true,"oldJson":{"type":"math_number","id":"s"},"recordUndo":false}"#,
      #"{"type":"move","group":"g","blockId":"n","oldCoordinate":"10, 20","newParentId":"r","newInputName":"TIMES","reason":["connect"]}"#,
      on: program(Self.number, Self.repeated))
    #expect(workspace.blocks["n"]?.parent?.id == "r")
    #expect(workspace.blocks["n"]?.superiorConnection?.coveredShadow?.ids == ["s"])
  }
  /// Blockly renames a caller through the label that shows its name.
  @Test func aCallerIsRenamedByItsLabel() throws {
    let workspace = try replayed(
      #"{"type":"change","group":"g","blockId":"c","element":"field","name":"NAME","oldValue":"f","newValue":"h"}"#,
      on: program(#"{"type":"procedures_callnoreturn","id":"c","extraState":{"name":"f","params":["x"]}}"#))
    #expect(saved(workspace).contains(#""name": "h""#))
    #expect(workspace.blocks["c"]?.firstField(withName: "NAME")?.text == "h")
  }

  /// A parameter is a variable: Blockly fires only its renaming.
  @Test func aParameterIsRenamedWithItsVariable() throws {
    let definition = """
      {"type":"procedures_defnoreturn","id":"d","extraState":{"params":[{"name":"x","id":"v"}]},"fields":{"NAME":"f"}}
      """
    let workspace = try replayed(
      #"{"type":"var_rename","group":"g","varId":"v","oldName":"x","newName":"z"}"#,
      on: program(definition, variables: #"{"name":"x","id":"v"}"#))
    #expect(!saved(workspace).contains(#""name": "x""#))
    #expect(workspace.blocks["d"]?.firstField(withName: "PARAMS")?.text.hasSuffix(" z") == true)
  }

  /// A shadow keeps the reference to a deleted variable, and shows its name again once it is restored.
  @Test func aShadowKeepsItsVariableWhenItIsDeleted() throws {
    let getter = #"{"shadow":{"type":"variables_get","id":"g","fields":{"VAR":{"id":"v"}}}}"#
    let workspace = try replayed(
      #"{"type":"var_delete","group":"g","varId":"v","varType":"","varName":"x"}"#,
      #"{"type":"var_create","group":"h","varId":"v","varType":"","varName":"x"}"#,
      #"{"type":"var_rename","group":"i","varId":"v","oldName":"x","newName":"y"}"#,
      on: program(
        #"{"type":"text_print","id":"p","inputs":{"TEXT":\#(getter)}}"#, variables: #"{"name":"x","id":"v"}"#))
    #expect(workspace.blocks["g"]?.firstField(withName: "VAR")?.text == "y")
  }

  /// Blockly adapts an “if … return” block to its function without an event.
  @Test func anIfReturnFollowsItsFunction() throws {
    let workspace = try replayed(
      #"{"type":"move","group":"g","blockId":"i","oldCoordinate":"0, 0","newParentId":"d","newInputName":"STACK","reason":["connect"]}"#,
      on: program(
        #"{"type":"procedures_defnoreturn","id":"d","x":0,"y":0,"fields":{"NAME":"f"}}"#,
        #"{"type":"procedures_ifreturn","id":"i","x":0,"y":0,"extraState":"<mutation value=\"1\"></mutation>"}"#))
    #expect(workspace.blocks["i"]?.inputs.last?.kind == .dummy)
  }

  /// Blockly fires a mutation before the creation of the variable that it refers to.
  @Test func aMutationCreatesItsVariable() throws {
    let workspace = try replayed(
      #"{"type":"change","group":"g","blockId":"d","element":"mutation","oldValue":"","newValue":"{\"params\":[{\"name\":\"x\",\"id\":\"v\"}]}"}"#,
      #"{"type":"var_create","group":"g","varId":"v","varType":"","varName":"x"}"#,
      on: program(#"{"type":"procedures_defnoreturn","id":"d","x":0,"y":0,"fields":{"NAME":"f"}}"#))
    #expect(workspace.variables["v"]?.name == "x")
  }
}

import BlockEditing
import BlockEvents
import BlockFormats
import BlockLibrary
import BlockModel
import Markup
import RandomEditing
import Testing

@testable import Workbench

/// The events that differ from the model's own changes, because Blockly Web would misunderstand those.
@MainActor @Suite struct EventsForOtherClientsTests {
  private final class Recorder: EventManagerListener {
    let workspace: Workspace
    var events: [String] = []
    init(_ workspace: Workspace) { self.workspace = workspace }

    /// Type, block, and the element or new parent, with the new value of mutations.
    func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) {
      let json = event.json(in: workspace)
      let parts = ["type", "blockId", "element", "newParentId", "newInputName"].compactMap { json[$0]?.string }
      let value = json["element"]?.string == "mutation" ? json["newValue"]?.string : nil
      events.append((parts + [value].compactMap { $0 }).joined(separator: " "))
    }
  }

  /// The events that an action fires in a program.
  private func events(
    of blocks: String..., variables: String = "", _ action: (WorkspaceLayoutCoordinator) throws -> Void
  ) throws -> [String] {
    let program = #"{"blocks":{"blocks":[\#(blocks.joined(separator: ","))]},"variables":[\#(variables)]}"#
    let workspace = try ProgramReader.read(Array(program.utf8), factory: StockBlocks.factory()).workspace
    let manager = EventManager()
    let recorder = Recorder(workspace)
    manager.addListener(recorder)
    let coordinator = WorkspaceLayoutCoordinator(workspace: workspace, eventManager: manager)
    let ifReturnListener = IfReturnListener(coordinator: coordinator)
    manager.pushNewGroup()
    try action(coordinator)
    manager.popGroup()
    manager.firePendingEvents()
    return withExtendedLifetime(ifReturnListener) { recorder.events }
  }

  private func block(_ id: String, _ coordinator: WorkspaceLayoutCoordinator) throws -> Block {
    try #require(coordinator.workspace.blocks[id])
  }

  /// Blockly updates the shape when the field changes, and disconnects blocks before that. A mutation would recreate
  /// its inputs.
  @Test func changingAFieldFiresNoMutation() throws {
    let index = """
      {"type":"lists_getIndex","id":"l","fields":{"MODE":"GET","WHERE":"FROM_START"},
       "inputs":{"AT":{"block":{"type":"math_number","id":"n"}}}}
      """
    let fired = try events(of: index) { coordinator in
      coordinator.setField("WHERE", of: try block("l", coordinator), to: .text("LAST"))
    }
    #expect(fired == ["move n", "change l shape", "change l field"])
  }

  /// Blocks that no longer fit are disconnected before the field's event, so that undo can reconnect them.
  @Test func incompatibleBlocksDisconnectBeforeTheFieldChanges() throws {
    let length = """
      {"type":"text_length","id":"l","inputs":{"VALUE":{"block":
        {"type":"text_prompt","id":"p","fields":{"TYPE":"TEXT","TEXT":"?"}}}}}
      """
    let fired = try events(of: length) { coordinator in
      coordinator.setField("TYPE", of: try block("p", coordinator), to: .text("NUMBER"))
    }
    #expect(fired.last == "change p field")
    #expect(fired.contains("move p"))
  }

  /// A block with a typed variable connects where that type is allowed. It is disconnected when it gets a variable of
  /// another type.
  @Test func aTypedVariableConnectsWhereItsTypeIsAllowed() throws {
    let print = """
      {"type":"math_single","id":"m","inputs":{"NUM":{"block":
        {"type":"variables_get_dynamic","id":"g","fields":{"VAR":{"id":"n"}}}}}}
      """
    let variables = #"{"name":"n","id":"n","type":"Number"},{"name":"s","id":"s","type":"String"}"#
    let fired = try events(of: print, variables: variables) { coordinator in
      let getter = try block("g", coordinator)
      coordinator.setField("VAR", of: getter, to: .variable(VariableReference(id: "s")))
      let connection = try #require(try block("m", coordinator).firstInput(withName: "NUM")?.connection)
      coordinator.connect(getter, to: connection)
      #expect(getter.parent == nil)
    }
    #expect(fired.first == "move g")
    #expect(fired.contains("change g field"))
  }

  /// In a mutation, Blockly recreates all branches but the first.
  @Test func branchesAreDisconnectedAndReconnected() throws {
    let branches = """
      {"type":"controls_if","id":"if","extraState":{"elseIfCount":1},"inputs":{
        "DO0":{"block":{"type":"text_print","id":"a"}},"DO1":{"block":{"type":"text_print","id":"b"}}}}
      """
    let fired = try events(of: branches) { coordinator in
      let block = try block("if", coordinator)
      let mutator = try #require(block.mutator as? MutatorIfElse)
      BlockMutation(of: block, through: coordinator).perform {
        mutator.elseIfCount = 2
        return true
      }
    }
    #expect(fired == ["move b", #"change if mutation {"elseIfCount":2}"#, "move b if DO1"])
  }

  private static let procedure = [
    #"{"type":"procedures_defnoreturn","id":"d","fields":{"NAME":"f"},"extraState":{"params":[{"name":"x","id":"v"}]}}"#,
    #"{"type":"procedures_callnoreturn","id":"c","extraState":{"name":"f","params":["x"]}}"#,
  ]

  /// A mutation of the caller would name a variable that doesn't exist yet, or no longer.
  @Test func renamingAParameterFiresNoMutation() throws {
    let fired = try events(
      of: Self.procedure[0], Self.procedure[1], variables: #"{"name":"x","id":"v"}"#
    ) { coordinator in
      try coordinator.rename(try #require(coordinator.workspace.variables["v"]), to: "z")
    }
    #expect(fired == ["var_rename", "change c shape"])
  }

  /// Blockly keeps a caller's parameters if its state doesn't mention them. A definition's mutation is XML.
  @Test func removingAllParametersIsExplicit() throws {
    let fired = try events(
      of: Self.procedure[0], Self.procedure[1], variables: #"{"name":"x","id":"v"}"#
    ) { coordinator in
      coordinator.setParameters([], hasStatements: true, of: try block("d", coordinator))
    }
    #expect(fired == ["change d mutation ", #"change c mutation {"name":"f","params":[]}"#])
  }

  /// Blockly updates the block's shape by itself, but not after a mutation has set it.
  @Test func anIfReturnFiresNoMutation() throws {
    let fired = try events(
      of: #"{"type":"procedures_defnoreturn","id":"d","fields":{"NAME":"f"}}"#,
      #"{"type":"procedures_ifreturn","id":"i","extraState":"<mutation value=\"1\"></mutation>"}"#
    ) { coordinator in
      let stack = try block("d", coordinator).firstInput(withName: "STACK")?.connection
      coordinator.connect(try block("i", coordinator), to: try #require(stack))
    }
    #expect(fired == ["move i d STACK", "change i shape"])
  }

  /// A definition created for a call has no empty mutation, since the event's JSON would not contain it.
  @Test func aDefinitionWithoutParametersHasNoMutation() throws {
    _ = try events { coordinator in
      var call = BlockSnapshot.Record(type: "procedures_callnoreturn")
      call.mutation = MutationState(json: .object(["name": "f"]))
      coordinator.insert(BlockSnapshot(records: [call]))
      let definition = try #require(ProcedureBlocks.definition(of: "f", in: coordinator.workspace))
      #expect(definition.mutationState == nil)
    }
  }

  /// Blockly defines a function itself when it hears of a call without one.
  @Test func aFunctionAndItsVariablesPrecedeTheCallThatNeedsThem() throws {
    var call = BlockSnapshot.Record(type: "procedures_callnoreturn", id: "c")
    call.mutation = MutationState(json: try JSONParser.parse(Array(#"{"name":"f","params":["x"]}"#.utf8)))
    var function = ""
    let fired = try events(of: Self.print) { coordinator in
      coordinator.insert(BlockSnapshot(records: [call]))
      function = try #require(ProcedureBlocks.definition(of: "f", in: coordinator.workspace)).id
    }
    #expect(fired == ["var_create", "create \(function)", "create c"])
  }

  /// The same of calls and functions that come together.
  @Test func functionsPrecedeTheCallsThatComeWithThem() throws {
    var call = BlockSnapshot.Record(type: "procedures_callnoreturn", id: "c")
    call.mutation = MutationState(json: .object(["name": .string("f")]))
    var function = BlockSnapshot.Record(type: "procedures_defnoreturn", id: "d")
    function.fields = [FieldRecord(name: "NAME", state: .text("f"))]
    let fired = try events(of: Self.print) { coordinator in
      _ = coordinator.insert([BlockSnapshot(records: [call]), BlockSnapshot(records: [function])])
    }
    #expect(fired == ["create d", "create c"])
  }

  private static let print = #"{"type":"text_print","id":"p"}"#
  private static let join = """
    {"type":"text_print","id":"p","inputs":{"TEXT":{"block":
      {"type":"text_join","id":"j","extraState":{"itemCount":3},"inputs":{
        "ADD0":{"shadow":{"type":"text","id":"s0","fields":{"TEXT":"a"}}},
        "ADD1":{"shadow":{"type":"text","id":"s1","fields":{"TEXT":"b"}}},
        "ADD2":{"block":{"type":"text","id":"c","fields":{"TEXT":"c"}}}}}}}}
    """

  /// Where the contents of the items go, “” for nowhere: the first item is removed, only emptied, and swapped with the
  /// last one.
  private nonisolated static let moves = [
    ["ADD0": "", "ADD1": "ADD0", "ADD2": "ADD1"], ["ADD0": ""], ["ADD0": "ADD2", "ADD2": "ADD0"],
  ]

  /// Blockly has no event for a shadow that leaves an input, or goes to another one. Only a new block says so.
  @Test(arguments: moves) func shadowsThatMoveTakeANewBlock(places: [String: String]) throws {
    let program = #"{"blocks":{"blocks":[\#(Self.join)]}}"#
    let workspace = try ProgramReader.read(Array(program.utf8), factory: StockBlocks.factory()).workspace
    let other = try ProgramReader.read(Array(program.utf8), factory: StockBlocks.factory()).workspace
    let manager = EventManager()
    let log = JSONLog(workspace)
    manager.addListener(log)
    let coordinator = WorkspaceLayoutCoordinator(workspace: workspace, eventManager: manager)
    let history = UndoHistory(target: coordinator, eventManager: manager)
    let before = EditingSession.text(of: workspace)
    manager.pushNewGroup()
    BlockMutation(of: try block("j", coordinator), through: coordinator).perform(
      moving: places.mapValues { $0.isEmpty ? nil : $0 }
    ) {
      true
    }
    manager.popGroup()
    manager.firePendingEvents()
    #expect(log.lines.contains { $0.hasPrefix(#"{"type":"create""#) && $0.contains(#""blockId":"j""#) })
    let after = EditingSession.text(of: workspace)
    // What Blockly reads of the events.
    let lines = log.lines.map { line in
      line.firstRange(of: #","mortise":"#).map { String(line[..<$0.lowerBound]) + "}" } ?? line
    }
    #expect(EventReplay(workspace: other).apply(Array(lines.joined(separator: "\n").utf8), named: "events").isEmpty)
    #expect(EditingSession.text(of: other) == after)
    _ = try history.undo()
    #expect(EditingSession.text(of: workspace) == before)
    _ = try history.redo()
    #expect(EditingSession.text(of: workspace) == after)
  }

  private final class JSONLog: EventManagerListener {
    let workspace: Workspace
    var lines: [String] = []
    init(_ workspace: Workspace) { self.workspace = workspace }
    func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) {
      lines.append(event.json(in: workspace).text())
    }
  }
}

import BlockEditing
import BlockEvents
import BlockFormats
import BlockLibrary
import BlockModel
import Markup
import RandomEditing
import Testing

/// What Mortise sends where Blockly Web would take its model's own steps amiss.
@MainActor @Suite struct EventsForOtherClientsTests {
  private final class Recorder: EventManagerListener {
    let workspace: Workspace
    var events: [String] = []
    init(_ workspace: Workspace) { self.workspace = workspace }

    /// Type, block, and what was changed or where it went, with the new value where that matters.
    func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) {
      let json = event.json(in: workspace)
      let words = ["type", "blockId", "element", "newParentId", "newInputName"].compactMap { json[$0]?.string }
      let value = json["element"]?.string == "mutation" ? json["newValue"]?.string : nil
      events.append((words + [value].compactMap { $0 }).joined(separator: " "))
    }
  }

  /// The events of an action in a program.
  private func events(
    of blocks: String..., variables: String = "", _ action: (WorkspaceLayoutCoordinator) throws -> Void
  ) throws -> [String] {
    let program = #"{"blocks":{"blocks":[\#(blocks.joined(separator: ","))]},"variables":[\#(variables)]}"#
    let workspace = try ProgramReader.read(Array(program.utf8), factory: StockBlocks.factory()).workspace
    let manager = EventManager()
    let recorder = Recorder(workspace)
    manager.addListener(recorder)
    let coordinator = WorkspaceLayoutCoordinator(workspace: workspace, eventManager: manager)
    let follower = IfReturnListener(coordinator: coordinator)
    manager.pushNewGroup()
    try action(coordinator)
    manager.popGroup()
    manager.firePendingEvents()
    return withExtendedLifetime(follower) { recorder.events }
  }

  private func block(_ id: String, _ coordinator: WorkspaceLayoutCoordinator) throws -> Block {
    try #require(coordinator.workspace.blocks[id])
  }

  /// Blockly lets the shape follow the field, and parts blocks before it; a mutation would make its inputs anew.
  @Test func aFieldSendsNoMutation() throws {
    let index = """
      {"type":"lists_getIndex","id":"l","fields":{"MODE":"GET","WHERE":"FROM_START"},
       "inputs":{"AT":{"block":{"type":"math_number","id":"n"}}}}
      """
    let fired = try events(of: index) { coordinator in
      coordinator.setField("WHERE", of: try block("l", coordinator), to: .text("LAST"))
    }
    #expect(fired == ["move n", "change l shape", "change l field"])
  }

  /// What no longer fits is parted before the field's event, so that it fits again when that is undone.
  @Test func misfitsPartBeforeTheFieldChanges() throws {
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

  /// A typed variable's block fits where its type does, and is parted when it names one of another type.
  @Test func aTypedVariableFitsByItsType() throws {
    let print = """
      {"type":"math_single","id":"m","inputs":{"NUM":{"block":
        {"type":"variables_get_dynamic","id":"g","fields":{"VAR":{"id":"n"}}}}}}
      """
    let variables = #"{"name":"n","id":"n","type":"Number"},{"name":"s","id":"s","type":"String"}"#
    let fired = try events(of: print, variables: variables) { coordinator in
      let getter = try block("g", coordinator)
      coordinator.setField("VAR", of: getter, to: .variable(VariableReference(id: "s")))
      let place = try #require(try block("m", coordinator).firstInput(withName: "NUM")?.connection)
      coordinator.connect(getter, to: place)
      #expect(getter.parent == nil)
    }
    #expect(fired.first == "move g")
    #expect(fired.contains("change g field"))
  }

  /// Blockly makes the branches anew in a mutation, all but the first.
  @Test func branchesMoveOutAndIn() throws {
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

  /// A mutation of the caller would name a variable that is not there yet, or no longer.
  @Test func aRenamedParameterSendsNoMutation() throws {
    let fired = try events(
      of: Self.procedure[0], Self.procedure[1], variables: #"{"name":"x","id":"v"}"#
    ) { coordinator in
      try coordinator.rename(try #require(coordinator.workspace.variables["v"]), to: "z")
    }
    #expect(fired == ["var_rename", "change c shape"])
  }

  /// Blockly leaves a caller its parameters when the state is silent of them, and a definition reads no XML.
  @Test func noParametersAreSaid() throws {
    let fired = try events(
      of: Self.procedure[0], Self.procedure[1], variables: #"{"name":"x","id":"v"}"#
    ) { coordinator in
      coordinator.setParameters([], hasStatements: true, of: try block("d", coordinator))
    }
    #expect(fired == ["change d mutation ", #"change c mutation {"name":"f","params":[]}"#])
  }

  /// Blockly gives the block its shape by itself, but only as long as it was not told that it has it.
  @Test func anIfReturnSendsNoMutation() throws {
    let fired = try events(
      of: #"{"type":"procedures_defnoreturn","id":"d","fields":{"NAME":"f"}}"#,
      #"{"type":"procedures_ifreturn","id":"i","extraState":"<mutation value=\"1\"></mutation>"}"#
    ) { coordinator in
      let stack = try block("d", coordinator).firstInput(withName: "STACK")?.connection
      coordinator.connect(try block("i", coordinator), to: try #require(stack))
    }
    #expect(fired == ["move i d STACK", "change i shape"])
  }

  /// A definition that is made for a call takes no empty mutation along, of which the event's JSON would not tell.
  @Test func aDefinitionWithoutParametersHasNoMutation() throws {
    _ = try events { coordinator in
      var call = BlockSnapshot.Record(type: "procedures_callnoreturn")
      call.mutation = MutationState(json: .object(["name": "f"]))
      coordinator.insert(BlockSnapshot(records: [call]))
      let definition = try #require(ProcedureBlocks.definition(of: "f", in: coordinator.workspace))
      #expect(definition.mutationState == nil)
    }
  }
}

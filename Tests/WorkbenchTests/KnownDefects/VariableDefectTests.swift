import BlockEvents
import BlockFormats
import BlockLibrary
import BlockModel
import Markup
import RandomEditing
import Testing
import WorkbenchTesting

@testable import Workbench

/// Defects of variables and procedures that Blockly has or had, with the numbers of its issues.
@MainActor @Suite struct VariableDefectTests {
  /// f(x, y), which uses x; a call of f with two arguments inside a loop; and another function.
  private static let functions = """
    {"blocks":{"languageVersion":0,"blocks":[
      {"type":"procedures_defnoreturn","id":"f","x":10,"y":10,"fields":{"NAME":"f"},
        "extraState":{"params":[{"name":"x","id":"vx"},{"name":"y","id":"vy"}]},
        "inputs":{"STACK":{"block":{"type":"variables_set","id":"set","fields":{"VAR":{"id":"vx"}}}}}},
      {"type":"controls_repeat","id":"loop","x":10,"y":200,"fields":{"TIMES":10},
        "inputs":{"DO":{"block":{"type":"procedures_callnoreturn","id":"call",
          "extraState":{"name":"f","params":["x","y"]},
          "inputs":{"ARG0":{"block":{"type":"math_number","id":"one","fields":{"NUM":1}}},
            "ARG1":{"block":{"type":"math_number","id":"two","fields":{"NUM":2}}}},
          "next":{"block":{"type":"text_print","id":"after"}}}}}},
      {"type":"procedures_defreturn","id":"g","x":10,"y":400,"fields":{"NAME":"g"}}]},
     "variables":[{"name":"x","id":"vx"},{"name":"y","id":"vy"}]}
    """

  private func variable(_ id: String, _ scene: WorkbenchScene) throws -> Variable {
    try #require(scene.workspace.variables[id])
  }

  private func names(of scene: WorkbenchScene) throws -> [[String]] {
    let definition = try #require(try scene.block("f").mutator as? MutatorProcedureDefinition)
    let caller = try #require(try scene.block("call").mutator as? MutatorProcedureCaller)
    return [definition.parameters.map(\.name), caller.parameters]
  }

  @Test("#9077, #8455: a variable is deleted that nests in itself", arguments: ProgramFormat.allCases)
  func issue9077(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(
      """
      {"blocks":{"languageVersion":0,"blocks":[{"type":"variables_set","id":"set","x":1,"y":1,
        "fields":{"VAR":{"id":"vx"}},"inputs":{"VALUE":{"block":{"type":"variables_get","id":"get",
          "fields":{"VAR":{"id":"vx"}}}}}}]},"variables":[{"name":"a","id":"va"},{"name":"x","id":"vx"}]}
      """, format)
    try scene.check {
      scene.controller.perform(.deleteVariable(id: "vx"))
      #expect(scene.workspace.blocks.isEmpty && scene.workspace.variables["vx"] == nil)
    }
    scene.controller.perform(.undo)
    #expect(scene.content("set", "VALUE") == "get")
    #expect(scene.workspace.variables.all.map(\.name) == ["a", "x"])
  }

  @Test("#541: a parameter's variable is renamed", arguments: ProgramFormat.allCases)
  func issue541(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(Self.functions, format)
    try scene.check { () throws in
      scene.controller.perform(.renameVariable(id: "vx", to: "z"))
      #expect(try names(of: scene) == [["z", "y"], ["z", "y"]])
      #expect(scene.workspace.blocks["set"]?.firstField(withName: "VAR")?.text == "z")
    }
  }

  @Test("#3877: a parameter gets the name of another one", arguments: ProgramFormat.allCases)
  func issue3877(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(Self.functions, format)
    try scene.check { () throws in
      scene.controller.perform(.mergeVariable(id: "vx", into: "vy"))
      #expect(try names(of: scene) == [["y"], ["y"]])
      #expect(scene.workspace.variables["vx"] == nil)
      // The argument of the remaining parameter is kept; the other one is detached.
      #expect(scene.content("call", "ARG0") == "two")
      #expect(scene.isAtTop("one"))
    }
    scene.controller.perform(.undo)
    #expect(try names(of: scene) == [["x", "y"], ["x", "y"]])
  }

  @Test("the first of two parameters is removed", arguments: ProgramFormat.allCases)
  func removingAParameterKeepsTheOtherArguments(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(Self.functions, format)
    let definition = try scene.block("f")
    try scene.check {
      scene.controller.performGroup {
        scene.coordinator.setParameters(
          [ProcedureParameter(name: "y", variableID: "vy")], hasStatements: true, of: definition)
      }
      #expect(scene.content("call", "ARG0") == "two")
      #expect(scene.isAtTop("one"))
    }
    scene.controller.perform(.undo)
    #expect(scene.content("call", "ARG0") == "one")
    #expect(scene.content("call", "ARG1") == "two")
    scene.controller.perform(.redo)
    #expect(scene.content("call", "ARG0") == "two")
  }

  @Test("#6040, #5439: a parameter is renamed by typing", arguments: ProgramFormat.allCases)
  func issue6040(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(Self.functions, format)
    let before = scene.workspace.variables.all.count
    try scene.check { () throws in
      scene.controller.perform(.renameVariable(id: "vx", to: "width"))
      #expect(scene.workspace.variables.all.count == before, "no stray variables")
    }
  }

  @Test("a parameter is added that no variable is there for", arguments: ProgramFormat.allCases)
  func addingAParameterCreatesItsVariable(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(Self.functions, format)
    let definition = try scene.block("f")
    try scene.check {
      scene.controller.performGroup {
        scene.coordinator.setParameters(
          [
            ProcedureParameter(name: "new"), ProcedureParameter(name: "y", variableID: "vy"),
            ProcedureParameter(name: "x", variableID: "vx"),
          ], hasStatements: true, of: definition)
      }
      #expect(scene.content("call", "ARG0") == nil)
      #expect(scene.content("call", "ARG1") == "two")
      #expect(scene.content("call", "ARG2") == "one")
      #expect(scene.workspace.variables.variable(named: "new") != nil)
    }
  }

  @Test("#1508: a function with callers is renamed", arguments: ProgramFormat.allCases)
  func issue1508(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(Self.functions, format)
    let definition = try scene.block("f")
    let field = try #require(definition.firstField(withName: "NAME"))
    try scene.check(
      {
        scene.controller.perform(
          .setField(FieldLocation(blockID: definition.id, name: try #require(field.name)), input: "draw"))
        #expect(scene.workspace.blocks["call"]?.firstField(withName: "NAME")?.text == "draw")
      },
      {
        // Names stay unique.
        scene.controller.perform(
          .setField(FieldLocation(blockID: definition.id, name: try #require(field.name)), input: "G"))
        #expect(field.text == "G2")
        #expect(scene.workspace.blocks["call"]?.firstField(withName: "NAME")?.text == "G2")
      })
  }

  @Test("a function is deleted: its callers go, and the stack heals around them", arguments: ProgramFormat.allCases)
  func deletingAFunctionDeletesItsCallers(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(Self.functions, format)
    let definition = try scene.block("f")
    try scene.check {
      scene.controller.performGroup { scene.coordinator.delete(definition, heal: true) }
      #expect(scene.workspace.blocks["call"] == nil && scene.workspace.blocks["one"] == nil)
      #expect(scene.content("loop", "DO") == "after")
    }
  }

  @Test("callers are disabled with their function", arguments: ProgramFormat.allCases)
  func disablingAFunctionDisablesItsCallers(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(Self.functions, format)
    let (definition, caller) = (try scene.block("f"), try scene.block("call"))
    try scene.check(
      {
        scene.controller.performGroup {
          scene.coordinator.set(.disabled(reason: Block.manuallyDisabled), to: .flag(true), of: definition)
        }
        #expect(caller.disabledReasons == ["DISABLED_PROCEDURE_DEFINITION"])
      },
      {
        scene.controller.performGroup {
          scene.coordinator.set(.disabled(reason: Block.manuallyDisabled), to: .flag(true), of: caller)
        }
      },
      {
        scene.controller.performGroup {
          scene.coordinator.set(.disabled(reason: Block.manuallyDisabled), to: .flag(false), of: definition)
        }
        #expect(caller.disabledReasons == [Block.manuallyDisabled])
      })
  }

  @Test("a caller comes without its function: one is made", arguments: ProgramFormat.allCases)
  func insertingACallerCreatesItsFunction(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(Self.functions, format)
    var record = BlockSnapshot.Record(type: "procedures_callreturn")
    record.mutation = MutationState(json: try JSONParser.parse(Array(#"{"name":"h","params":["x"]}"#.utf8)))
    try scene.check {
      scene.controller.perform(.insert(BlockSnapshot(records: [record])))
      let definition = try #require(ProcedureBlocks.definition(of: "h", in: scene.workspace))
      #expect(definition.type == "procedures_defreturn")
      #expect((definition.mutator as? MutatorProcedureDefinition)?.parameters.map(\.variableID) == ["vx"])
    }
  }

  @Test("a parameter's variable can't be deleted", arguments: ProgramFormat.allCases)
  func aParametersVariableCannotBeDeleted(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(Self.functions, format)
    let outcome = scene.controller.perform(.deleteVariable(id: "vx"))
    #expect(outcome.refusal == "“x” is an input of the function “f”; remove it there first")
    #expect(scene.controller.history.undoCount == 0 && scene.fired.isEmpty)
  }

  @Test("#3584: a loop that brings its variable", arguments: ProgramFormat.allCases)
  func issue3584(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(Self.functions, format)
    try scene.check {
      scene.controller.perform(.insert(BlockSnapshot(records: [BlockSnapshot.Record(type: "controls_for")])))
      #expect(Array(scene.fired.map(\.type).prefix(2)) == ["var_create", "create"])
    }
    scene.controller.perform(.undo)
    #expect(scene.workspace.variables.all.map(\.name) == ["x", "y"])
  }
}

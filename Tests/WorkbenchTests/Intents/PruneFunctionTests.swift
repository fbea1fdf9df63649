import BlockFormats
import BlockLibrary
import BlockModel
import Testing
import WorkbenchTesting

@testable import Workbench

/// Pruning a function removes inputs at the edges that the function doesn't use and no call fills.
@MainActor @Suite struct PruneFunctionTests {
  /// A function `f` with five inputs, one for each letter.
  /// - Parameters:
  ///   - used: the inputs that its body uses.
  ///   - filled: for each call, the inputs that it fills.
  ///   - shadows: the inputs that have shadows in the last call.
  private func program(used: String = "", filled: [String], shadows: String = "", rest: String = "") -> String {
    let names = Array("abcde")
    func uses(_ letters: Substring) -> String {
      guard let letter = letters.first else { return "" }
      let next = uses(letters.dropFirst())
      return
        #"{"type":"text_print","inputs":{"TEXT":{"block":{"type":"variables_get","fields":{"VAR":{"id":"v\#(letter)"}}}}}"#
        + (next.isEmpty ? "}" : #","next":{"block":\#(next)}}"#)
    }
    let body = used.isEmpty ? "" : #","inputs":{"STACK":{"block":\#(uses(used[...]))}}"#
    let state = names.map { #"{"name":"\#($0)","id":"v\#($0)"}"# }.joined(separator: ",")
    let calls = filled.enumerated().map { index, letters -> String in
      var inputs = letters.map { letter in
        #""ARG\#(names.firstIndex(of: letter) ?? 0)":{"block":{"type":"text","id":"arg\#(index)\#(letter)"}}"#
      }
      if index == filled.count - 1 {
        inputs += shadows.map { letter in
          #""ARG\#(names.firstIndex(of: letter) ?? 0)":{"shadow":{"type":"text","id":"arg\#(index)\#(letter)"}}"#
        }
      }
      let params = names.map { #""\#($0)""# }.joined(separator: ",")
      return #",{"type":"procedures_callnoreturn","id":"call\#(index)","x":300,"y":\#(32 + 200 * index),"#
        + #""extraState":{"name":"f","params":[\#(params)]},"inputs":{\#(inputs.joined(separator: ","))}}"#
    }
    return """
      {"blocks":{"languageVersion":0,"blocks":[
        {"type":"procedures_defnoreturn","id":"def","x":16,"y":32,"extraState":{"params":[\(state)]},"fields":{"NAME":"f"}\(body)}
        \(calls.joined())\(rest)]},"variables":[\(names.map { #"{"name":"\#($0)","id":"v\#($0)"}"# }.joined(separator: ","))]}
      """
  }

  private func parameters(_ scene: WorkbenchScene) throws -> [String] {
    try #require(try scene.block("def").mutator as? MutatorProcedureDefinition).parameters.map(\.name)
  }

  private func prune(_ scene: WorkbenchScene) -> IntentOutcome {
    scene.controller.perform(.focus(.block(id: "def")))
    return scene.controller.perform(.prune)
  }

  @Test(arguments: ProgramFormat.allCases) func unusedInputsAtTheEdgesAreRemoved(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(program(used: "d", filled: ["b", "b", ""]), format)
    try scene.check { #expect(prune(scene).statusMessage == "pruned 2 unused inputs") }
    #expect(try parameters(scene) == ["b", "c", "d"])
    #expect(scene.content("call0", "ARG0") == "arg0b" && scene.content("call1", "ARG0") == "arg1b")
    for id in ["call0", "call1", "call2"] {
      #expect((try scene.block(id).mutator as? MutatorProcedureCaller)?.parameters == ["b", "c", "d"])
    }
    // The variables stay: other blocks may use them.
    #expect(scene.workspace.variables["va"] != nil)
  }

  @Test(arguments: ProgramFormat.allCases) func anInputThatOneCallFillsStays(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(program(filled: ["", "ad"]), format)
    try scene.check { #expect(prune(scene).refusal == nil) }
    #expect(try parameters(scene) == ["a", "b", "c", "d"])
    #expect(scene.content("call1", "ARG3") == "arg1d")
  }

  @Test(arguments: ProgramFormat.allCases) func aShadowInACallFillsAnInput(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(program(filled: ["", "c"], shadows: "d"), format)
    try scene.check { #expect(prune(scene).refusal == nil) }
    #expect(try parameters(scene) == ["c", "d"])
    #expect(scene.content("call1", "ARG1") == "arg1d")
    #expect(try scene.block("arg1d").isShadow)
  }

  @Test(arguments: ProgramFormat.allCases) func ifNoInputIsUsedNoneStays(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(program(filled: ["", ""]), format)
    try scene.check { #expect(prune(scene).statusMessage == "pruned 5 unused inputs") }
    #expect(try parameters(scene).isEmpty)
    #expect(try scene.block("call0").inputs.allSatisfy { $0.kind == .dummy })
  }

  /// A variable of the same name in other blocks is not a use of the input.
  @Test(arguments: ProgramFormat.allCases) func usesOutsideTheFunctionDoNotCount(format: ProgramFormat) throws {
    let elsewhere = #",{"type":"variables_set","id":"set","x":600,"y":32,"fields":{"VAR":{"id":"va"}}}"#
    let scene = try WorkbenchScene(program(used: "b", filled: ["b"], rest: elsewhere), format)
    try scene.check { #expect(prune(scene).refusal == nil) }
    #expect(try parameters(scene) == ["b"])
    #expect(scene.workspace.blocks["set"] != nil)
  }

  @Test(arguments: ProgramFormat.allCases) func aFunctionWithoutUnusedInputsIsRefused(format: ProgramFormat) throws {
    for program in [program(used: "ae", filled: []), program(filled: ["a", "e"]), program(used: "a", filled: ["e"])] {
      let scene = try WorkbenchScene(program, format)
      #expect(prune(scene).refusal == "no unused inputs at the ends of to f")
      #expect(scene.bytes == scene.start && scene.fired.isEmpty && scene.controller.history.undoCount == 0)
    }
  }

  @Test(arguments: ProgramFormat.allCases) func aLockedFunctionIsRefused(format: ProgramFormat) throws {
    let scene = try WorkbenchScene(program(filled: [""]), format)
    scene.controller.perform(.change(.editable, blockID: "def"))
    let before = scene.bytes
    #expect(prune(scene).refusal == "this block is locked against editing")
    #expect(scene.bytes == before && scene.controller.history.undoCount == 1)
  }

  /// Two functions with one name, as in a broken file: pruning renames neither, and the calls belong to the first.
  @Test(arguments: ProgramFormat.allCases) func aSecondFunctionWithTheNameStaysSeparate(format: ProgramFormat) throws {
    let second =
      #",{"type":"procedures_defnoreturn","id":"second","x":16,"y":900,"extraState":{"params":["#
      + #"{"name":"a","id":"va"},{"name":"b","id":"vb"}]},"fields":{"NAME":"f"}}"#
    let scene = try WorkbenchScene(program(used: "abcde", filled: ["c"], rest: second), format)
    try scene.check {
      scene.controller.perform(.focus(.block(id: "second")))
      #expect(scene.controller.perform(.prune).refusal == nil)
    }
    #expect(ProcedureBlocks.name(definedBy: try scene.block("second")) == "f")
    #expect((try scene.block("second").mutator as? MutatorProcedureDefinition)?.parameters.isEmpty == true)
    #expect((try scene.block("call0").mutator as? MutatorProcedureCaller)?.parameters == ["a", "b", "c", "d", "e"])
    #expect(scene.content("call0", "ARG2") == "arg0c")
  }
}

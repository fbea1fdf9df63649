import BlockModel
import ProgramRunning
import RunTesting
import Testing

/// An error leads to the value that raised it, not just to its statement, in languages that tell where that is.
@Suite struct FailingValueTests {
  /// A program whose error is in one of several places that look alike.
  struct Failure: CustomTestStringConvertible {
    var testDescription: String
    var program: String
    /// The block that fails, as a path from its statement: inputs from the outside in.
    var path: [String]
    /// The beginning of the statement that it is in.
    var statement: String
    var languages = ["python"]
  }

  private static let failures = [
    Failure(
      testDescription: "first of two", program: "set x to 0\nprint (1 ÷ x) + (1 ÷ x)\n", path: ["TEXT", "A"],
      statement: "print"),
    Failure(
      testDescription: "second of two", program: "set x to 0\nprint (1 ÷ 1) + (1 ÷ x)\n", path: ["TEXT", "B"],
      statement: "print"),
    Failure(
      testDescription: "behind other letters", program: "print create text with \"é𝄞\", (1 ÷ 0)\n",
      path: ["TEXT", "ADD1"], statement: "print"),
    Failure(
      testDescription: "condition like the body",
      program: "set x to 1\nrepeat while 1 ÷ x = 1\n  set x to 0\n  print 1 ÷ 1\n",
      path: ["BOOL", "A"], statement: "repeat while"),
    Failure(
      testDescription: "result like the body",
      program: "set x to 1\nprint half with: n 1\n\nto half with: n\n  print 1 ÷ x\n  set x to 0\nreturn 1 ÷ x\n",
      path: ["RETURN"],
      statement: "procedures_defreturn"),
    Failure(
      testDescription: "second condition",
      program: "set x to 0\nif x = 1\n  print 1 ÷ x\nelse if 1 ÷ x = 1\n  print 2\n",
      path: ["IF1", "A"], statement: "controls_if"),
    Failure(
      testDescription: "length of nothing",
      program: "print create text with \"é𝄞\", length of x ::lists_length\n", path: ["TEXT", "ADD1"],
      statement: "print", languages: ["python", "javascript"]),
  ]

  @Test(arguments: failures, [RunPlan.Watching.errors, .statements, .recording(values: true)])
  func errorsLeadToTheValue(failure: Failure, watching: RunPlan.Watching) throws {
    for language in failure.languages {
      let scene = try RunScene(failure.program, language, watching: watching)
      let error = try #require(try scene.start(RunScene.text()).end().error)
      var block = try #require(scene.plan.numbers.id(of: error.state.block).flatMap { scene.workspace.blocks[$0] })
      #expect(error.trace.first == error.state.block)
      var path: [String] = []
      while let superior = block.outputConnection?.target {
        path.insert(superior.sourceInput?.name ?? "", at: 0)
        block = superior.sourceBlock
      }
      #expect(path == failure.path, "\(language), \(error.original)")
      let statement = scene.line(scene.plan.numbers.number(of: block.id))
      #expect(statement.hasPrefix(failure.statement), "\(statement)")
    }
  }

  /// Values in values repeat each other's code, so not all of it is kept.
  @Test func aVeryLongValueLeadsToItsStatement() throws {
    let sum = String(repeating: "(", count: 5_000) + "1 ÷ 0" + String(repeating: " + 1)", count: 5_000)
    let scene = try RunScene("print 1\nset x to \(sum)\n", watching: .errors)
    let error = try #require(try scene.start(RunScene.text()).end().error)
    #expect(scene.workspace.blocks[scene.plan.numbers.id(of: error.state.block) ?? ""]?.type == "variables_set")
  }
}

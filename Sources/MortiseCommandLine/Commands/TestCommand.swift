import MortiseFiles
import ProgramRunning

/// `mortise test`: runs a program on inputs with known outputs.
enum TestCommand: Subcommand {
  static let name = "test"
  static let summary = "run a program on inputs whose outputs are known"
  static var syntax: ArgumentSyntax {
    ArgumentSyntax(
      usage: "FILE [--to LANGUAGE] [--modules FOLDER] [--time SECONDS] [--memory MB] [--size MB]",
      options: RunnableProgram.options + [
        Option("--time", value: "SECONDS", values: .none, help: "the limit of time and processor time; default: 10"),
        Option("--memory", value: "MB", values: .none, help: "the limit of memory; default: 512"),
        Option("--size", value: "MB", values: .none, help: "the limit of output; default: 1"),
      ],
      operandName: "FILE", operandCount: 1...1,
      details: """
        The tests are in the folder FILE.tests: NAME.in is the program's input, NAME.out the expected
        output. Without a NAME.in it reads nothing. Blanks at the ends of lines and empty lines at the end
        don't count. The exit status is 1 when a test failed.
        """)
  }

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    let seconds = try number("--time", OutputTest.seconds, arguments)
    let memory = try number("--memory", OutputTest.memory, arguments)
    let size = try number("--size", OutputTest.size, arguments)
    let path = arguments.operands[0]
    if path == "-" { throw UsageError("the tests of standard input have no folder") }
    guard let program = try RunnableProgram.read(path, arguments, watching: .errors) else { return .problems }
    let cases: [TestCase]
    do throws(FileError) { cases = try TestCase.all(in: path + ".tests") } catch {
      Console.printError("\(error)")
      return .problems
    }
    if cases.isEmpty {
      Console.printError("\(path).tests contains no tests: NAME.in and NAME.out")
      return .problems
    }
    var failed = 0
    for test in cases {
      let problems = test.run(program, seconds: seconds, memory: memory, size: size)
      if !problems.isEmpty { failed += 1 }
      let lines = problems.isEmpty ? ["passed: \(test.name)"] : ["FAILED: \(test.name)"] + problems.map { "  \($0)" }
      if !Console.show(lines.joined(separator: "\n") + "\n") { return .problems }
    }
    let count = cases.count == 1 ? "1 test" : "\(cases.count) tests"
    Console.show(failed == 0 ? "\(count), all passed\n" : "\(count), \(failed) failed\n")
    return failed == 0 ? .success : .problems
  }

  /// Returns the value of an option that is a whole number from 1 to a million.
  private static func number(_ option: String, _ standard: Int, _ arguments: Arguments) throws(UsageError) -> Int {
    guard let text = arguments.value(option) else { return standard }
    guard let number = Int(text), (1...1_000_000).contains(number) else {
      throw UsageError("\(option) takes a whole number from 1 on, not “\(text)”")
    }
    return number
  }
}

import MortiseFiles
import ProgramRunning

/// An input of a program with its expected output.
struct TestCase {
  let name: String
  /// The test; nil if the expected output is missing.
  private let test: OutputTest?

  /// Reads the tests in a folder, in the order of their names.
  /// - Throws: `FileError` if the folder or a file can't be read.
  static func all(in folder: String) throws(FileError) -> [TestCase] {
    let files: [String]
    do throws(SystemError) { files = try FileSystem.names(in: folder, beginningWith: []) } catch {
      throw FileError(.read, folder, code: error.code)
    }
    let inputs = Set(files.filter { $0.hasSuffix(".in") }.map { String($0.dropLast(3)) })
    let outputs = Set(files.filter { $0.hasSuffix(".out") }.map { String($0.dropLast(4)) })
    var cases: [TestCase] = []
    for name in inputs.union(outputs).sorted() {
      let path = "\(folder)/\(name)"
      let input = try inputs.contains(name) ? FileReader.read(path + ".in").bytes : []
      let expected = try outputs.contains(name) ? FileReader.read(path + ".out").bytes : nil
      cases.append(TestCase(name: name, test: expected.map { OutputTest(input: input, expected: $0) }))
    }
    return cases
  }

  /// Runs a program.
  /// - Parameters: the limits, in the units of `OutputTest`.
  /// - Returns: the problems, a line each; empty if the test passed.
  func run(_ program: RunnableProgram, seconds: Int, memory: Int, size: Int) -> [String] {
    guard let test else { return ["\(name).out is missing"] }
    let settings = test.settings(program.settings, seconds: seconds, memory: memory, size: size)
    let run = program.makeRun()
    do throws(RunProblem) {
      try run.start(settings)
    } catch {
      return ["\(error)"]
    }
    let end = run.wait()
    var problems =
      run.error.map { program.description(of: $0) }
      ?? OutputTest.problem(end, program.interpreter, settings).map { [$0] } ?? []
    // The output of a program that hit a limit may be cut off anywhere.
    if [.reachedTimeLimit, .reachedOutputLimit, .reachedMemoryLimit].contains(end) { return problems }
    if let output = run.session?.progress.output, let difference = test.difference(of: output) {
      problems.append("\(difference)")
    }
    return problems
  }
}

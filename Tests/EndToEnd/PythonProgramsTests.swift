import FileTesting
import Glibc
import SeededTesting
import Testing

/// Beginners' programs in Python, which print as blocks what they print in Python. `NAME.in` has the inputs of `NAME.py`,
/// with `---` between them.
@Suite struct PythonProgramsTests {
  private static let folder = "Tests/Programs/python"
  /// The notes that name a difference between Python and the blocks.
  private static let differences = [
    "3 stays 3", "3.0 becomes 3", "splits at each space", "rounds -3.5", "a negative step",
  ]

  private let state: TemporaryFolder

  init() throws { state = try TemporaryFolder() }

  /// The names of all programs.
  private static func names() throws -> [String] {
    let listed = try Tool.run([folder], program: "/bin/ls").output.split(separator: "\n").map(String.init)
    return listed.filter { $0.hasSuffix(".py") }.map { String($0.dropLast(3)) }
  }

  private func run(_ arguments: [String], input: String = "/dev/null") throws -> Tool.Outcome {
    try Tool.run(arguments, input: input, shell: "export XDG_STATE_HOME='\(state.path)'")
  }

  /// An output may differ only where a note says so. In CI, some of the programs are run.
  @Test(arguments: Seeds.first(36)) func theyPrintWhatPythonPrints(number: UInt64) throws {
    let names = try Self.names()
    #expect(names.count >= 100)
    // A quarter of the numbers reaches all kinds of programs.
    let name = names[Int(number * 37) % names.count]
    let program = "\(Self.folder)/\(name).py"
    let inputs = Tool.read("\(Self.folder)/\(name).in").split(separator: "---\n", omittingEmptySubsequences: false)
    var outputs: [(python: String, blocks: String)] = []
    for (index, text) in inputs.enumerated() {
      let input = state.file("\(index)")
      try Tool.write(String(text), to: input)
      let blocks = try run(["run", "--allow-python", program, "--to", "python"], input: input)
      #expect(blocks.code == 0, "\(name): \(blocks.errors)")
      outputs.append((try Tool.run([program], program: "python3", input: input).output, blocks.output))
    }
    guard let different = outputs.first(where: { $0.python != $0.blocks }) else { return }
    let check = try run(["check", program]).output
    #expect(
      Self.differences.contains(where: check.contains),
      "\(name) prints “\(different.blocks)”, not “\(different.python)”, and no note says so")
  }
}

import BlockLibrary
import BlockModel
import BlockNotation
import CodeGeneration
import Files
import Glibc
import ProgramRunning

/// What the hooks of a watched run cost in Python: its own processor time, beside that of a plain run.
struct RunBench {
  /// The maximum ratio in a loop of bare assignments, which hooks slow down most.
  private static let bound = 6.0
  private static let repetitions = 5

  /// A statement in Python, which notes the time.
  private static let definitions = """
    [{"type": "python", "message0": "python %1", "args0": [{"type": "field_input", "name": "CODE"}],
      "previousStatement": null, "nextStatement": null,
      "generators": {"python": {"code": "exec({{\\"CODE\\"}})"}}}]
    """
  private static let program = """
    ::python(CODE = "import time; begin = time.process_time()")
    count with i from 1 to 300000 by 1
      set a to i
      set b to a
      set c to b
      set d to c
    ::python(CODE = "print(time.process_time() - begin)")
    """

  func run(_ verdicts: inout Verdicts) throws {
    print("A loop of assignments in Python, with and without hooks")
    let searchPath = getenv("PATH").map { String(cString: $0) } ?? ""
    guard let python = Interpreter.find("python", searchPath: searchPath) else { return print("no Python here") }
    let factory = try StockBlocks.factory()
    try factory.load(json: Array(Self.definitions.utf8))
    let workspace = try NotationReader.read(
      Array(Self.program.utf8), library: NotationLibrary(factory: factory), randomness: SeededNumbers(seed: 7)
    ).workspace
    let file = GeneratorFile(path: "definitions", bytes: Array(Self.definitions.utf8), kind: .definitions)
    let language = try GeneratorLanguage.named("python", files: [file], factory: factory)
    let plain = try seconds(RunPlan(workspace, in: language, watching: .errors), python)
    let hooked = try seconds(RunPlan(workspace, in: language, watching: .statements), python)
    var table = Table(["", "plain", "with hooks", "ratio", "bound", ""])
    table.add([
      "300,000 × 4 assignments", time(plain), time(hooked), fixed(hooked / plain, 1), "≤ \(fixed(Self.bound, 0))",
      verdicts.check("what hooks cost", hooked / plain, atMost: Self.bound),
    ])
    table.show()
  }

  /// The shortest time of some runs.
  private func seconds(_ plan: RunPlan, _ python: Interpreter) throws -> Double {
    var settings = RunSettings()
    settings.streams = .text(input: [])
    var samples: [Double] = []
    for _ in 0..<Self.repetitions {
      let isOver = Semaphore()
      let session = try RunSession(plan, with: python, settings: settings) { event in
        if case .ended = event { isOver.signal() }
      }
      isOver.wait()
      let output = String(decoding: session.progress.output, as: UTF8.self)
      guard let seconds = Double(output.filter { !$0.isWhitespace }) else { throw RunFailure(output: output) }
      samples.append(seconds)
    }
    return samples.min() ?? 0
  }

  private struct RunFailure: Error { var output: String }
}

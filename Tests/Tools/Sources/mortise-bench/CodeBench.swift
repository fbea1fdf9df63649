import BlockFormats
import BlockLibrary
import BlockModel
import BlocklyCache
import CodeGeneration
import Markup
import PtyDriver

/// Making code of programs, beside Blockly's generator and our own load.
@MainActor struct CodeBench {
  private let factory: BlockFactory
  private let language: GeneratorLanguage

  init() throws {
    factory = try StockBlocks.factory()
    language = try CodeLanguages.standard.generators(of: "python", factory: factory)
  }

  func run(blocks: Int, _ verdicts: inout Verdicts) throws {
    try compare(blocks: blocks, &verdicts)
    try extremes(&verdicts)
    try edits(&verdicts)
  }

  private func code(of workspace: Workspace) throws -> (lines: GeneratedCode, bytes: [UInt8]) {
    var options = GenerationOptions()
    options.omitsHelpers = true
    let code = try CodeGenerator(workspace, in: language, options: options).generate()
    return (code, code.bytes)
  }

  // MARK: - Beside Blockly

  private func compare(blocks: Int, _ verdicts: inout Verdicts) throws {
    print("Python of \(blocks) blocks (medians)")
    let bytes = ProgramMaker.json(blocks: blocks)
    let program = try ProgramReader.read(bytes, factory: factory)
    let length = String(decoding: try code(of: program.workspace).bytes, as: UTF8.self).utf16.count
    var (loads, generations, fromFile) = (Samples(), Samples(), Samples())
    // What is made is freed outside the times, as Blockly's is. Apart from each other: the first large request for memory
    // after a program was freed tidies up behind that.
    for _ in 0..<15 { generations.add(try seconds { try code(of: program.workspace) }) }
    for _ in 0..<15 { loads.add(try seconds { try ProgramReader.read(bytes, factory: factory) }) }
    for _ in 0..<15 {
      fromFile.add(
        try seconds {
          let program = try ProgramReader.read(bytes, factory: factory)
          return (program, try code(of: program.workspace))
        })
    }
    let part = generations.median / loads.median
    let blockly = try Self.blockly(bytes)
    if let blockly, blockly.length != length {
      throw Files.Failure(what: "Blockly's code has \(blockly.length) characters, not \(length)")
    }
    var table = Table(["", "Mortise", "Blockly", "ratio", "bound", ""])
    func add(_ bound: Bound, _ own: Double, _ other: Double?) {
      table.add([
        bound.name, time(own), other.map(time) ?? "not there", other.map { fixed($0 / own, 1) } ?? "", bound.cell,
        other.map { verdicts.check(bound, $0 / own) } ?? "",
      ])
    }
    add(.generation, generations.median, blockly?.generation)
    add(.fromFile, fromFile.median, blockly?.fromFile)
    table.show()
    print(
      "generating takes \(fixed(part, 2)) of our load, \(time(loads.median)), \(Bound.partOfLoad.cell): "
        + verdicts.check(.partOfLoad, part))
  }

  /// - Returns: nil if Blockly is not installed, after printing a message.
  private static func blockly(_ program: [UInt8]) throws -> (generation: Double, fromFile: Double, length: Int)? {
    guard BlocklyPackage.isThere else {
      print("(without Blockly: \(BlocklyPackage.absence))")
      return nil
    }
    let folder = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    return try Files.withTemporary(program) { path in
      let blockly = try LineProgram(
        [
          "node", "--stack-size=60000", folder + "/Tools/Sources/mortise-bench/blockly-code.js",
          folder + "/Interop/blockly.js",
          folder + "/Interop/generators.js", BlocklyPackage.folder, path,
        ],
        environment: ["PATH": BlocklyPackage.variable("PATH") ?? "", "NODE_PATH": BlocklyPackage.nodeModules],
        deadlineSeconds: 180)
      let answer = try JSONParser.parse(Array(try blockly.answer(to: "begin").utf8))
      guard let generation = answer["generation"]?.number, let fromFile = answer["fromFile"]?.number,
        let length = answer["length"]?.integer
      else { throw Files.Failure(what: "Blockly measured nothing") }
      return (generation / 1000, fromFile / 1000, length)
    }
  }

  // MARK: - Long and deep programs

  private func extremes(_ verdicts: inout Verdicts) throws {
    func perStatement(_ count: Int) throws -> Double {
      let workspace = try ProgramReader.read(GrowingPrograms.statements(count), factory: factory).workspace
      var samples = Samples()
      for _ in 0..<3 { samples.add(try seconds { try code(of: workspace) }) }
      guard try code(of: workspace).lines.lineCount == count else {
        throw Files.Failure(what: "lines are missing")
      }
      return samples.median / Double(count)
    }
    let (short, long) = (try perStatement(100_000), try perStatement(1_000_000))
    print(
      "a stack of a million statements: \(time(long * 1_000_000)), \(fixed(long / short, 2)) times as long a statement as of a"
        + " hundred thousand, \(Bound.longStack.cell): "
        + verdicts.check(.longStack, long / short))
    let nested = try ProgramReader.read(GrowingPrograms.nestedLoops(2_000), factory: factory).workspace
    var samples = Samples()
    for _ in 0..<15 { samples.add(try seconds { try code(of: nested) }) }
    print(
      "2000 nested loops: \(time(samples.median)), \(Bound.nestedLoops.cell): "
        + verdicts.check(.nestedLoops, samples.median * 1000))
  }

  // MARK: - The editor

  /// Edits a number while the code is shown. The last key changes the program and shows the code.
  private func edits(_ verdicts: inout Verdicts) throws {
    let blocks = 10_000
    var samples = Samples()
    try Files.withTemporary(ProgramMaker.json(blocks: blocks)) { path in
      let session = try PtySession(
        program: BuiltPrograms.path(of: "mortise"), arguments: [path],
        environment: ["MORTISE_IDLE_FD": "\(PtySession.lineDescriptor)", "ESCDELAY": "25"], columns: 160, rows: 45,
        deadlineSeconds: 60)
      while try session.nextLine(within: .milliseconds(500)) != nil {}
      func press(_ key: String) throws {
        session.type(key)
        _ = try session.bytesUntilIdle()
      }
      for key in ["$", "/", "1", "\r"] { try press(key) }
      for round in 0..<50 {
        for key in ["\r", "\(round + 10)"] { try press(key) }
        samples.add(try seconds { try press("\r") })
      }
    }
    print(
      "an edit in \(blocks) blocks, with the code beside them, 160×45: \(time(samples.median)),"
        + " \(time(samples.percentile(95))) at the 95th percentile, \(Bound.editWithCode.cell): "
        + verdicts.check(.editWithCode, samples.median * 1000))
    print("")
  }
}

import BlockFormats
import BlockLibrary
import BlocklyCache
import CodeGeneration
import PtyDriver
import SeededTesting
import Testing

/// Programs with Mortise's helper functions print what those with Blockly's do.
@MainActor
@Suite(.enabled(if: BlocklyPackage.isThere, "\(BlocklyPackage.absence)"), .serialized)
struct HelperTests {
  /// Words that begin with several blanks.
  private static let edgeCases = """
    <xml><block type="text_print"><value name="TEXT"><block type="text_changeCase"><field name="CASE">TITLECASE</field>
    <value name="TEXT"><block type="text"><field name="TEXT"> two  words </field></block></value></block></value></block></xml>
    """

  /// The languages that the programs run in, with what runs them.
  nonisolated static let runners = [
    ("python", ["python3", "run-code.py"]), ("javascript", ["node", "run-code.js"]),
    ("lua", ["lua5.4", "run-code.lua"]),
  ]

  /// A program, and Blockly's code for it in each language.
  private struct Program {
    var seed: UInt64
    var xml: String
    var options = GenerationOptions()
    var theirs: [String: String]
  }

  private static let programs = Result {
    let host = try BlocklyHost.shared()
    return try Seeds.first(60).map { seed in
      let xml = seed == 1 ? edgeCases : HelperProgram.xml(seed: seed)
      do { try host.load(xml) } catch { throw BlocklyHost.Failure(description: "seed \(seed): \(error) in \(xml)") }
      var options = GenerationOptions()
      options.isZeroBased = seed.isMultiple(of: 2)
      let theirs = try host.generate(isZeroBased: options.isZeroBased, hasHelpers: true).code
      return Program(seed: seed, xml: xml, options: options, theirs: theirs)
    }
  }

  @Test(arguments: runners) func programsPrintTheSame(_ language: String, _ runner: [String]) throws {
    let factory = try StockBlocks.factory()
    let generators = try CodeLanguages.standard.generators(of: language, factory: factory)
    let programs = try Self.programs.get()
    var codes: (ours: [String], theirs: [String]) = ([], [])
    for program in programs {
      codes.theirs.append(program.theirs[language] ?? "")
      let workspace = try ProgramReader.read(Array(program.xml.utf8), factory: factory).workspace
      let code = try CodeGenerator(workspace, in: generators, options: program.options).generate()
      codes.ours.append(String(decoding: code.bytes, as: UTF8.self))
    }
    let folder = #filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    let process = try LineProgram(
      [runner[0], folder + "/" + runner[1]], environment: ["PATH": BlocklyPackage.variable("PATH") ?? ""])
    let (ours, theirs) = (try Self.run(codes.ours, in: process), try Self.run(codes.theirs, in: process))
    var finished = 0
    for (index, program) in programs.enumerated() {
      #expect(
        ours[index] == theirs[index],
        "seed \(program.seed):\n\(codes.ours[index])\nprints\n\(ours[index])\nBlockly’s code\n\(codes.theirs[index])\nprints\n\(theirs[index])"
      )
      if !ours[index].hasSuffix("failed\n") { finished += 1 }
    }
    // Programs that fail early show little.
    #expect(finished > programs.count / 2)
  }

  /// What programs print.
  private static func run(_ codes: [String], in program: LineProgram) throws -> [String] {
    let answer = try program.answer(to: codes.map { hexadecimal(Array($0.utf8)) }.joined(separator: " "))
    let outputs = answer.split(separator: " ").map { String(decoding: bytes(ofHexadecimal: $0), as: UTF8.self) }
    try #require(outputs.count == codes.count)
    return outputs
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func bytes(ofHexadecimal text: Substring) -> [UInt8] {
    let digits = Array(text).map { $0.hexDigitValue ?? 0 }
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}

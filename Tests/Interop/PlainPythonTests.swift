import BlockFormats
import BlockLibrary
import BlockModel
import BlockNotation
import CorpusFiles
import Glibc
import PtyDriver
import SeededTesting
import Testing

/// Plain Python reads back as the same blocks, and prints what Blockly's Python prints.
@MainActor @Suite(.serialized) struct PlainPythonTests {
  /// Blocks that aren't Blockly's have no Python; the disabled one in an example isn't written.
  @Test(arguments: Corpus.files(in: "examples").filter { !$0.hasSuffix("-unknown.xml") })
  func examplesReadBack(path: String) throws {
    try check(PlainPython(Corpus.bytes(of: path)), path, asWritten: path.hasSuffix("fizzbuzz.xml"))
  }

  /// Programs that run: their blocks come back.
  @Test(arguments: Seeds.first(24)) func runningProgramsReadBack(seed: UInt64) throws {
    let text = RandomRunProgram.text(seed: Int(seed), isSimple: false)
    let library = NotationLibrary.of(try StockBlocks.factory())
    let workspace = try NotationReader.read(Array(text.utf8), library: library).workspace
    // In Blockly, only a function that returns a value can return one early.
    let isPossible = workspace.blocks.values.allSatisfy { block in
      block.type != "procedures_ifreturn" || block.root.type != "procedures_defnoreturn"
        || block.firstInput(withName: "VALUE") == nil
    }
    if isPossible { try check(PlainPython(workspace), "seed \(seed)") }
  }

  /// Programs with blocks for which Blockly needs helper functions.
  @Test(arguments: Seeds.first(40)) func programsWithHelpersReadBack(seed: UInt64) throws {
    // In Python, a number can be divided by one if it is whole.
    let xml = HelperProgram.xml(seed: seed)
    if !xml.contains("DIVISIBLE_BY") { try check(PlainPython(Array(xml.utf8)), "seed \(seed)") }
  }

  /// Random programs of other tests, with many empty inputs, stacks and values that nothing uses. They print the same;
  /// docs/use/python.md lists the blocks that come back as others.
  @Test(.enabled(if: Corpus.others != nil, "no programs of other apps are there")) func randomProgramsReadBack() throws
  {
    var (count, exact, refused) = (0, 0, 0)
    for path in Corpus.files(in: "\(Corpus.others ?? "")/code/programs") {
      let python = try PlainPython(Corpus.bytes(of: path))
      let codes = try [false, true].map { try python.code(isPlain: $0) }
      let outputs = try Self.run(codes)
      #expect(outputs[0] == outputs[1], "\(path)")
      let (program, refusal) = try PlainPython.read(codes[1])
      let isSame =
        PlainPython.lines(of: program) == PlainPython.lines(of: python.workspace, asWritten: true) && refusal == nil
      count += 1
      exact += isSame ? 1 : 0
      refused += refusal == nil ? 0 : 1
    }
    #expect(exact * 2 >= count && refused * 10 <= count, "\(exact) of \(count), \(refused) refused")
  }

  private func check(_ python: PlainPython, _ name: String, asWritten: Bool = false) throws {
    let codes = try [false, true].map { try python.code(isPlain: $0) }
    let (program, refusal) = try PlainPython.read(codes[1])
    #expect(refusal == nil, "\(name): \(refusal ?? "") in\n\(codes[1])")
    let ours = PlainPython.lines(of: python.workspace, asWritten: asWritten)
    let theirs = PlainPython.lines(of: program)
    let difference = theirs.difference(from: ours).map { "\($0)" }.joined(separator: "\n")
    if refusal == nil { #expect(difference.isEmpty, "\(name):\n\(difference)\n\(codes[1])") }
    let outputs = try Self.run(codes)
    #expect(
      outputs[0] == outputs[1], "\(name):\n\(codes[0])\nprints\n\(outputs[0])\n\(codes[1])\nprints\n\(outputs[1])")
  }

  private static let runner = Result {
    let folder = #filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    return try LineProgram(["python3", folder + "/run-plain.py"], environment: ["PATH": path])
  }

  /// Returns what programs print.
  private static func run(_ codes: [String]) throws -> [String] {
    let words = codes.map { $0.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
    let answer = try runner.get().answer(to: words.joined(separator: " "))
    return answer.split(separator: " ").map { word in
      let digits = word.map { $0.hexDigitValue ?? 0 }
      return String(
        decoding: stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) },
        as: UTF8.self)
    }
  }
}

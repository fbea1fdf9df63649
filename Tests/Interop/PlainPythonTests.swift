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
  @Test(arguments: Corpus.files(in: "examples")) func examplesReadBack(path: String) throws {
    try check(PlainPython(Corpus.bytes(of: path)), path)
  }

  @Test func figures() throws {
    guard let folder = getenv("PLAIN_CORPUS").map({ String(cString: $0) }) else { return }
    var (same, printed, count, second, sameCode, asWritten) = (0, 0, 0, 0, 0, 0)
    for path in Corpus.files(in: folder) {
      count += 1
      let python = try PlainPython(Corpus.bytes(of: path))
      let codes = try [false, true].map { try python.code(isPlain: $0) }
      let outputs = try Self.run(codes)
      if outputs[0] == outputs[1] { printed += 1 } else { print("PRINTS", path, outputs[0].suffix(200), "-----", outputs[1].suffix(200)) }
      let (program, refusal) = try PlainPython.read(codes[1])
      let (ours, theirs) = (PlainPython.lines(of: python.workspace), PlainPython.lines(of: program))
      let written = PlainPython.lines(of: python.workspace, asWritten: true)
      if refusal == nil, written == theirs { asWritten += 1 } else if refusal == nil { print("WRITTEN", path); for line in theirs.difference(from: written) { print("   ", line) } }
      if refusal == nil {
        let again = PlainPython(program)
        let code = try again.code(isPlain: true)
        let (third, other) = try PlainPython.read(code)
        let stable = other == nil && PlainPython.lines(of: third) == theirs
        if stable { second += 1 } else { print("UNSTABLE", path, other ?? ""); for line in PlainPython.lines(of: third).difference(from: theirs) { print("   ", line) } }
        if code == codes[1] { sameCode += 1 }
      }
      if refusal == nil, ours == theirs { same += 1; continue }
      print("DIFFERS", path, refusal ?? "")
    }
    print("FIGURES \(count) programs, \(same) the same blocks, \(asWritten) apart from disabled blocks and comments of values, \(printed) print the same; \(second) stable, \(sameCode) with the same code")
  }

  @Test(arguments: Seeds.first(40)) func runnablePrograms(seed: UInt64) throws {
    let text = RandomRunProgram.text(seed: Int(seed), isSimple: false)
    let factory = try StockBlocks.factory()
    let workspace = try NotationReader.read(Array(text.utf8), library: NotationLibrary.of(factory)).workspace
    // Blockly doesn't let a function return a value at some places only.
    for block in workspace.blocks.values where block.type == "procedures_ifreturn" {
      if block.root.type == "procedures_defnoreturn", block.firstInput(withName: "VALUE") != nil { return }
    }
    try check(PlainPython(workspace), "seed \(seed)")
  }

  @Test(arguments: Seeds.first(40)) func helperPrograms(seed: UInt64) throws {
    try check(PlainPython(Array(HelperProgram.xml(seed: seed).utf8)), "seed \(seed)")
  }

  private func check(_ python: PlainPython, _ name: String) throws {
    let codes = try [false, true].map { try python.code(isPlain: $0) }
    let (program, refusal) = try PlainPython.read(codes[1])
    #expect(refusal == nil, "\(name): \(refusal ?? "") in\n\(codes[1])")
    let (ours, theirs) = (PlainPython.lines(of: python.workspace), PlainPython.lines(of: program))
    let difference = theirs.difference(from: ours).map { "\($0)" }.joined(separator: "\n")
    if refusal == nil { #expect(difference.isEmpty, "\(name):\n\(difference)\n\(codes[1])") }
    let outputs = try Self.run(codes)
    #expect(outputs[0] == outputs[1], "\(name):\n\(codes[0])\nprints\n\(outputs[0])\n\(codes[1])\nprints\n\(outputs[1])")
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

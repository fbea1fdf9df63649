import BlockFormats
import BlockLibrary
import CorpusFiles
import Testing

@testable import CodeGeneration

/// The code of random programs is what Blockly 12.3 generates, byte for byte, apart from helper functions.
@Suite struct CorpusCodeTests {
  private static let programs = Corpus.files(in: Corpus.folder + "/code-12.3")
  private static let settings = ["plain", "zero", "traced"]

  @Test(arguments: [("python", "py"), ("javascript", "js"), ("lua", "lua"), ("php", "php"), ("dart", "dart")])
  func codeIsBlocklys(language id: String, fileExtension: String) throws {
    let language = try GeneratedProgram.language(id)
    #expect(Self.programs.count == 30)
    for path in Self.programs {
      let workspace = try ProgramReader.read(Corpus.bytes(of: path), factory: StockBlocks.factory()).workspace
      for setting in Self.settings {
        let options = Self.options(setting, id)
        let code = try CodeGenerator(workspace, in: language, options: options).generate().bytes
        let file = path.dropLast(".json".count) + ".\(setting).\(fileExtension)"
        let expected = Corpus.bytes(of: String(file))
        if code != expected, let line = Self.difference(code, expected, id) { Issue.record("\(file): \(line)") }
      }
    }
  }

  private static func options(_ setting: String, _ language: String) -> GenerationOptions {
    var options = GenerationOptions()
    options.omitsHelpers = true
    options.isZeroBased = setting == "zero"
    if setting == "traced" {
      let end = ["python", "lua"].contains(language) ? "\n" : ";\n"
      options.statementPrefix = "enter(%1)" + end
      options.statementSuffix = "leave(%1)" + end
      options.loopTrap = "again(%1)" + end
    }
    return options
  }

  /// The first line that differs; nil for none.
  private static func difference(_ code: [UInt8], _ expected: [UInt8], _ language: String) -> String? {
    func lines(_ bytes: [UInt8]) -> [String] {
      bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    let (ours, theirs) = (lines(code), lines(expected))
    for (number, (line, other)) in zip(ours, theirs).enumerated() where !line.utf8.elementsEqual(other.utf8) {
      // Blockly's PHP takes references to expressions, which PHP can't parse.
      if language == "php", other.contains(" = &("), line == other.replacing(" = &(", with: " = (") { continue }
      return "line \(number + 1): “\(line)”, Blockly “\(other)”"
    }
    return ours.count == theirs.count ? nil : "\(ours.count) lines, Blockly \(theirs.count)"
  }
}

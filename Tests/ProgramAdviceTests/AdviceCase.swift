import BlockLibrary
import BlockModel
import BlockNotation
import CorpusFiles
import ProgramAdvice
import Testing

/// A program in Tests/Advice, with the findings of a rule and, where it repairs, the repaired program.
///
/// A file has several: `= name`, the program as text, `! line of the block: message` for each finding, and `~ line` for
/// each line after all repairs.
struct AdviceCase: CustomStringConvertible, Sendable {
  var rule: String
  var name: String
  var program = ""
  var findings: [String] = []
  var repaired = ""

  var description: String { "\(rule): \(name)" }

  static let all: [AdviceCase] = {
    Corpus.allFiles(in: "Tests/Advice").flatMap { path in
      let file = path.split(separator: "/").last ?? ""
      return cases(in: String(decoding: Corpus.bytes(of: path), as: UTF8.self), rule: String(file.dropLast(4)))
    }
  }()

  private static func cases(in text: String, rule: String) -> [AdviceCase] {
    var cases: [AdviceCase] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("= ") {
        cases.append(AdviceCase(rule: rule, name: String(line.dropFirst(2))))
      } else if line.hasPrefix("! ") {
        cases[cases.count - 1].findings.append(String(line.dropFirst(2)))
      } else if line.hasPrefix("~ ") {
        cases[cases.count - 1].repaired += line.dropFirst(2) + "\n"
      } else {
        cases[cases.count - 1].program += line + "\n"
      }
    }
    return cases
  }

  /// Reads the program.
  func workspace() throws -> Workspace {
    let library = NotationLibrary.of(try StockBlocks.factory())
    return try NotationReader.read(Array(program.utf8), library: library, randomness: SeededNumbers(seed: 7)).workspace
  }

  /// The findings of the rule in a program, as the file writes them.
  func found(in workspace: Workspace) throws -> [String] {
    let tested = try #require((AdviceRules.all + AdviceRules.praise).first { $0.id == rule })
    let (texts, lines) = (AdviceTexts(), BlockLines(of: workspace))
    return Adviser.findings(in: workspace, rules: [tested]).map { finding in
      (finding.blockID.map { lines($0) + ": " } ?? "") + texts.message(of: finding, line: lines.callAsFunction)
    }
  }
}

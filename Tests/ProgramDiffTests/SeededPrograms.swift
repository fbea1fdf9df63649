import CorpusFiles
import Markup
import SeededTesting

/// The programs that random edits begin with: Blockly's own, which are long lists of independent stacks. Some seeds have all
/// stacks of one, most only a few: so edits meet more often, and seeds differ in more than the edits.
enum SeededPrograms {
  private struct Parts {
    /// What stands before the stacks and between them.
    var beginning: String
    var separator: String
    var end: String
    var stacks: [String]
  }

  private static let programs = Corpus.programs().map { parts(of: Corpus.bytes(of: $0)) }

  static func program(_ seed: UInt64) -> String {
    let program = programs[Int(seed % UInt64(programs.count))]
    var random = SeededGenerator(seed: seed &+ 500)
    var chosen = Set(program.stacks.indices)
    if Int.random(in: 1...20, using: &random) > 1 {
      chosen = Set(program.stacks.indices.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)))
    }
    let stacks = program.stacks.indices.filter(chosen.contains).map { program.stacks[$0] }
    return program.beginning + stacks.joined(separator: program.separator) + program.end
  }

  private static func parts(of file: [UInt8]) -> Parts {
    if let root = try? XMLParser.parse(file) {
      let all = Array(root.elements)
      let rest = all.filter { $0.name != "block" }.map { $0.xmlText() }.joined()
      let attributes = root.attributes.map { " \($0.name)=\"\($0.value)\"" }.joined()
      return Parts(
        beginning: "<xml\(attributes)>\(rest)", separator: "", end: "</xml>",
        stacks: all.filter { $0.name == "block" }.map { $0.xmlText() })
    }
    guard let root = try? JSONParser.parse(file), let blocks = root["blocks"]?["blocks"] else {
      return Parts(beginning: "", separator: "", end: "", stacks: [])
    }
    let rest = root.members.filter { $0.key != "blocks" }.map { ",\"\($0.key)\":\($0.value.text())" }.joined()
    return Parts(
      beginning: #"{"blocks":{"languageVersion":0,"blocks":["#, separator: ",", end: "]}\(rest)}",
      stacks: blocks.elements.map { $0.text() })
  }
}

import BlockFormats
import BlockLibrary
import CorpusFiles
import Markup
import RandomEditing
import Testing

@testable import Workbench

/// Events that Blockly 12.3 fired lead to its programs, forward and back.
@MainActor @Suite struct CorpusEventTests {
  @Test(arguments: 1...6) func eventsLeadToBlocklysPrograms(seed: Int) throws {
    let folder = "\(Corpus.folder)/events-12.3/seed\(seed)/"
    let start = Corpus.bytes(of: folder + "start.json")
    let end = try Self.facts(JSONParser.parse(Corpus.bytes(of: folder + "end.json")))
    let workspace = try ProgramReader.read(start, factory: StockBlocks.factory()).workspace
    func facts() throws -> [String] {
      try Self.facts(JSONParser.parse(Array(EditingSession.text(of: workspace).utf8)))
    }
    let replay = EventReplay(workspace: workspace)
    #expect(replay.apply(Corpus.bytes(of: folder + "events.jsonl"), named: "events.jsonl").isEmpty)
    #expect(try facts() == end)
    try replay.undo(nil)
    #expect(try facts() == Self.facts(JSONParser.parse(start)))
    try replay.redo(nil)
    #expect(try facts() == end)
    // Blockly's program after each group, for some streams.
    let states = Corpus.bytes(of: folder + "states.jsonl").split(separator: UInt8(ascii: "\n"))
    #expect(!states.isEmpty || seed != 1)
    for (count, line) in states.dropLast().reversed().enumerated() {
      try replay.undo(1)
      let state = try #require(try JSONParser.parse(Array(line))["state"])
      #expect(try facts() == Self.facts(state), "\(count + 1) undone")
    }
  }

  /// Every value with its path. Left out are positions, which Blockly doesn't track without a screen, and the order of
  /// top-level blocks and variables.
  private static func facts(_ program: JSONValue) -> [String] {
    var facts: [String] = []
    var waiting = [(path: "", value: program)]
    while let (path, value) = waiting.popLast() {
      switch value.kind {
      case .object where value.isEmpty, .array where value.isEmpty:
        if !["", ".blocks", ".blocks.blocks", ".variables"].contains(path) { facts.append("\(path) is empty") }
      case .object:
        for (key, member) in value.members where !["x", "y", "languageVersion"].contains(key) {
          waiting.append(("\(path).\(key)", member))
        }
      case .array:
        let isUnordered = path == ".blocks.blocks" || path == ".variables"
        for (index, element) in value.elements.enumerated() {
          waiting.append(("\(path)[\(isUnordered ? element["id"]?.string ?? "" : "\(index)")]", element))
        }
      default: facts.append("\(path) = \(value.text())")
      }
    }
    return facts.sorted()
  }
}

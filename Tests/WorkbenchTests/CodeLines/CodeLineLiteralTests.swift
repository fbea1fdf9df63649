import BlockModel
import CodeGeneration
import CorpusFiles
import SeededTesting
import Testing

@testable import Workbench

/// A changed number or text in a line of code changes that number or text, and nothing else.
@MainActor @Suite struct CodeLineLiteralTests {
  nonisolated private static let programs =
    Corpus.files(in: "Tests/Programs") + Corpus.files(in: Corpus.folder + "/code-12.3").prefix(12)

  @Test(arguments: programs, Seeds.some(of: ["python", "javascript", "lua"]))
  func onlyTheLiteralChanges(_ path: String, _ language: String) throws {
    let scene = try CodeScene(Corpus.bytes(of: path), named: path, in: language)
    let start = scene.json
    for index in scene.lines.indices {
      guard let line = scene.line(index) else { continue }
      for value in line.values {
        let block = try #require(scene.workspace.blocks[value.blockID])
        guard let (code, field, state) = Self.change(of: block) else { continue }
        var bytes = Array(line.text.utf8)
        bytes.replaceSubrange(value.range, with: code.utf8)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(scene.edit(index, to: text) == nil, "\(line.text) to \(text)")
        #expect(scene.lines[index] == text)
        #expect(scene.workspace.blocks[value.blockID]?.firstField(withName: field)?.state?.plainText == state)
        #expect(scene.controller.history.undoCount == 1)
        try scene.undo()
        _ = scene.lines
        #expect(scene.json == start)
      }
    }
  }

  /// Returns the code, the field and the value of another number or text; nil for other blocks.
  private static func change(of block: Block) -> (code: String, field: String, state: String)? {
    if block.type == "math_number", let number = block.firstField(withName: "NUM")?.state?.plainText,
      let integer = Int(number)
    {
      return ("\(integer + 7)", "NUM", "\(integer + 7)")
    }
    guard block.type == "text", let text = block.firstField(withName: "TEXT")?.state?.plainText,
      text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || " .,:?!".contains($0)) })
    else { return nil }
    return ("'\(text)x'", "TEXT", "\(text)x")
  }
}

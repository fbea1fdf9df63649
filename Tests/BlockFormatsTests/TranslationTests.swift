import BlockLibrary
import BlockModel
import CorpusFiles
import SeededTesting
import Testing

@testable import BlockFormats

/// A program that gets the words of another language is as if it had been read in that language.
@Suite struct TranslationTests {
  @Test(arguments: Seeds.share(of: Corpus.programs(andOthersIn: "blockly-tests", "makecode", "older")))
  func programsGetOtherWords(path: String) throws {
    let program = try FormatBench.read(Corpus.bytes(of: path), factory: Self.factory(in: "en"))
    let bytes = FormatBench.write(program)
    let former = Self.words(of: program.workspace)
    for language in ["de", "fr", "en"] {
      program.workspace.translate(to: try Self.factory(in: language))
      let read = try FormatBench.read(Corpus.bytes(of: path), factory: Self.factory(in: language))
      #expect(Self.words(of: program.workspace) == Self.words(of: read.workspace), "\(language)")
      #expect(FormatBench.write(program) == bytes)
    }
    #expect(Self.words(of: program.workspace) == former)
  }

  private static func factory(in language: String) throws -> BlockFactory {
    let messages = try #require(StockBlocks.messages(in: language))
    let factory = try StockBlocks.factory(messages: messages)
    try factory.load(json: Corpus.bytes(of: Corpus.folder + "/unittest-blocks.json"), messages: messages)
    return factory
  }

  /// The inputs and fields of all blocks in their order, with what they say.
  private static func words(of workspace: Workspace) -> [String] {
    workspace.topBlocks.flatMap { $0.descendants() }.map { block in
      let inputs = block.inputs.map { input in
        let fields = input.fields.map { "\($0.name ?? "") \($0.text)" }
        return "\(input.kind) \(input.name) \(input.alignment) \(fields) \(input.connection?.typeChecks ?? [])"
      }
      return "\(block.type) \(block.definition.tooltip) \(inputs)"
    }
  }
}

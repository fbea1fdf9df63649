import BlockFormats
import BlockLibrary
import BlockModel
import Testing

/// The messages in other languages.
@Suite struct LanguageTests {
  static let others = StockBlocks.languages.filter { $0 != "en" }

  @Test(arguments: others) func everyMessageIsTranslated(language: String) throws {
    let messages = try #require(StockBlocks.messages(in: language)).texts
    let english = StockBlocks.messages.texts
    #expect(Set(messages.keys) == Set(english.keys))
    // Words that are the same in many languages.
    let same = english.filter { name, text in
      messages[name] == text && text.contains { $0.isLetter } && !name.hasPrefix("MATH_TRIG_")
    }
    #expect(same.count <= 12, "\(same.keys.sorted())")
    for (name, text) in english {
      #expect(Self.places(in: text) == Self.places(in: messages[name] ?? ""), "\(name)")
      #expect(text.isEmpty == messages[name]?.isEmpty, "\(name)")
    }
  }

  /// The numbers of the inputs in a message.
  private static func places(in message: String) -> [Character] {
    message.split(separator: "%").dropFirst(message.hasPrefix("%") ? 0 : 1).compactMap(\.first).sorted()
  }

  @Test func blocksAndMutatorsSpeakTheLanguage() throws {
    let factory = try StockBlocks.factory(messages: #require(StockBlocks.messages(in: "de")))
    let workspace = Workspace(factory: factory)
    let text = #"<xml><block type="controls_if"><mutation else="1"/></block></xml>"#
    let block = try #require(
      ProgramReader.read(Array(text.utf8), factory: factory).workspace.topBlocks.first)
    #expect(block.inputs.flatMap(\.fields).map(\.text).filter { !$0.isEmpty } == ["falls", "mache", "sonst"])
    #expect(workspace.factory.messages.language == "de")
    #expect(StockBlocks.messages(in: "xx") == nil)
  }
}

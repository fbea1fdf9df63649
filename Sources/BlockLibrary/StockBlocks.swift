import BlockFormats
import BlockModel
import BlockResources
import Markup

/// The stock blocks of Blockly 12, and some from older versions.
public enum StockBlocks {
  /// The messages of the stock definitions, in English.
  public static let messages: MessageTable =
    (try? MessageTable(json: EmbeddedFiles.messages, language: "en")) ?? MessageTable()

  /// The codes of the languages that have messages.
  public static var languages: [String] { ["en"] + EmbeddedFiles.languages.map(\.code) }

  /// Returns the messages in a language; nil if there are none.
  public static func messages(in language: String) -> MessageTable? {
    if language == messages.language { return messages }
    return EmbeddedFiles.languages.first { $0.code == language }.flatMap {
      try? MessageTable(json: $0.json(), language: language, over: messages)
    }
  }

  /// The type of the block for a Python statement that has no block of its own. Blockly doesn't know it.
  package static let code = "mortise_python"

  /// The default toolbox.
  public static var toolbox: [UInt8] { EmbeddedFiles.toolbox }

  /// Other spellings of the stock blocks, as JSON.
  public static var aliases: [UInt8] { EmbeddedFiles.aliases }

  /// Further spellings, accepted only in typed lines, as JSON.
  package static var typedAliases: [UInt8] { EmbeddedFiles.typedAliases }

  /// Creates a factory with the stock blocks and their mutators.
  /// - Throws: `MarkupError` when the embedded definitions are not valid JSON.
  public static func factory(messages: MessageTable = messages) throws(MarkupError) -> BlockFactory {
    let factory = BlockFactory()
    factory.messages = messages
    factory.translation = { language in Self.messages(in: language).flatMap { try? Self.factory(messages: $0) } }
    try factory.load(fromDefaultFiles: .allDefault)
    return factory
  }
}

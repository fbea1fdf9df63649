import BlockFormats
import BlockModel
import BlockResources
import Markup

/// The stock blocks of Blockly 12, and some from older versions.
public enum StockBlocks {
  /// The messages of the stock definitions.
  public static let messages: MessageTable = (try? MessageTable(json: EmbeddedFiles.messages)) ?? MessageTable()

  /// The default toolbox.
  public static var toolbox: [UInt8] { EmbeddedFiles.toolbox }

  /// Other spellings of the stock blocks, as JSON.
  public static var aliases: [UInt8] { EmbeddedFiles.aliases }

  /// Creates a factory with the stock blocks and their mutators.
  /// - Throws: `MarkupError` when the embedded definitions are not valid JSON.
  public static func factory() throws(MarkupError) -> BlockFactory {
    let factory = BlockFactory()
    try factory.load(fromDefaultFiles: .allDefault)
    return factory
  }
}

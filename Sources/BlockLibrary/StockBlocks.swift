import BlockFormats
import BlockModel
import BlockResources
import Markup

/// The stock blocks of Blockly 12, and some of its former years.
public enum StockBlocks {
  /// The words of the stock definitions.
  public static let messages: MessageTable = (try? MessageTable(json: EmbeddedFiles.messages)) ?? MessageTable()

  /// The toolbox that is used where no other is given.
  public static var toolbox: [UInt8] { EmbeddedFiles.toolbox }

  /// A factory that knows the stock blocks and their mutators.
  /// - Parameter definitions: further definitions as JSON texts, which may replace stock ones.
  /// - Throws: `MarkupError` when one of the texts is no list of definitions.
  public static func factory(adding definitions: [[UInt8]] = []) throws(MarkupError) -> BlockFactory {
    let factory = BlockFactory()
    factory.mutators = StockMutators.all(messages: messages.words)
    for json in EmbeddedFiles.blockDefinitions { try factory.loadKnown(json: json, messages: messages) }
    for json in definitions { try factory.load(json: json, messages: messages) }
    return factory
  }
}

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
  /// - Throws: `MarkupError` when a definition of theirs is broken.
  public static func factory() throws(MarkupError) -> BlockFactory {
    let factory = BlockFactory()
    try factory.load(fromDefaultFiles: .allDefault)
    return factory
  }
}

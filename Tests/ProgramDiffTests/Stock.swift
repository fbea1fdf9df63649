import BlockLibrary
import BlockModel

/// The stock blocks, which are read once for all tests.
enum Stock {
  static let factory = Result { try StockBlocks.factory() }
}

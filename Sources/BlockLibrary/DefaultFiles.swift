import BlockFormats
import BlockModel
import BlockResources
import Markup

/// The files of stock block definitions.
public struct DefaultFiles: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  // In the order of `EmbeddedFiles.blockDefinitions`.
  /// Conditions, comparisons and booleans.
  public static let logicDefault = DefaultFiles(rawValue: 1 << 0)
  /// Loops, and jumps out of them.
  public static let loopDefault = DefaultFiles(rawValue: 1 << 1)
  /// Numbers and calculations.
  public static let mathDefault = DefaultFiles(rawValue: 1 << 2)
  /// Texts, printing, and asking the user.
  public static let textDefault = DefaultFiles(rawValue: 1 << 3)
  /// Lists, and operations on their items.
  public static let listDefault = DefaultFiles(rawValue: 1 << 4)
  /// Getters and setters for variables without a type.
  public static let variableDefault = DefaultFiles(rawValue: 1 << 5)
  /// Blocks for variables of any type.
  public static let dynamicVariableDefault = DefaultFiles(rawValue: 1 << 6)
  /// Functions, their calls and returns.
  public static let procedureDefault = DefaultFiles(rawValue: 1 << 7)
  /// Blocks from earlier versions of Blockly.
  public static let olderDefault = DefaultFiles(rawValue: 1 << 8)
  /// All of Blockly's blocks, and Mortise's own: a Python statement that has no block of its own.
  public static let allDefault = DefaultFiles(rawValue: (1 << 10) - 1)
}

extension BlockFactory {
  /// Adds the stock definitions of some files in the language of `messages`, or in English, and sets their mutators. A
  /// mutator already registered under a name stays.
  /// - Throws: `MarkupError` when a definition is invalid.
  public func load(fromDefaultFiles files: DefaultFiles) throws(MarkupError) {
    if messages.texts.isEmpty { messages = StockBlocks.messages }
    mutators.merge(StockMutators.all) { given, _ in given }
    for (index, json) in EmbeddedFiles.blockDefinitions.enumerated()
    where files.contains(DefaultFiles(rawValue: 1 << index)) {
      try loadKnown(json: json, messages: messages)
    }
  }
}

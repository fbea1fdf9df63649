import BlockFormats
import BlockLibrary
import BlockModel
import Markup
import Workbench

extension EditingSession {
  /// Every stock block alone, the toolbox's blocks with their shadows, and blocks with unusual shadows. Procedures have
  /// their own actions.
  static func blocks(of factory: BlockFactory) throws -> [BlockSnapshot] {
    let bare = factory.definedTypes.sorted().map { BlockSnapshot(records: [BlockSnapshot.Record(type: $0)]) }
    let toolbox = try ToolboxReader.read(StockBlocks.toolbox, messages: StockBlocks.messages)
    let filled = toolbox.categories.flatMap { category -> [BlockSnapshot] in
      guard case .entries(let read) = category.content else { return [] }
      return read().compactMap { entry in
        if case .block(let snapshot) = entry, snapshot.records.count > 1 { snapshot } else { nil }
      }
    }
    let odd = try oddBlocks.map { try BlockReader.snapshot(json: JSONParser.parse(Array($0.utf8))) }
    return (bare + filled + filled + odd).filter { snapshot in
      !snapshot.records.contains { $0.type.hasPrefix("procedures_def") || $0.type.hasPrefix("procedures_call") }
    }
  }

  private static let oddBlocks = [
    // A shadow in a statement input, with a nested shadow.
    """
    {"type":"controls_repeat_ext","inputs":{
      "TIMES":{"shadow":{"type":"math_number","fields":{"NUM":3}}},
      "DO":{"shadow":{"type":"text_print","inputs":{"TEXT":{"shadow":{"type":"text","fields":{"TEXT":"again"}}}}}}}}
    """,
    // A shadow as the next block.
    """
    {"type":"text_print","inputs":{"TEXT":{"shadow":{"type":"text","fields":{"TEXT":"first"}}}},
      "next":{"shadow":{"type":"text_print","inputs":{"TEXT":{"shadow":{"type":"text","fields":{"TEXT":"below"}}}}}}}
    """,
    // Shadows nested in shadows.
    """
    {"type":"controls_whileUntil","inputs":{"BOOL":{"shadow":{"type":"logic_compare","inputs":{
      "A":{"shadow":{"type":"math_number","fields":{"NUM":1}}},"B":{"shadow":{"type":"math_number","fields":{"NUM":2}}}}}}}}
    """,
    // A shadow covered by a real block.
    """
    {"type":"math_arithmetic","inputs":{"A":{"shadow":{"type":"math_number","fields":{"NUM":7}},
      "block":{"type":"math_number","fields":{"NUM":8}}},"B":{"shadow":{"type":"math_number","fields":{"NUM":2}}}}}
    """,
    """
    {"type":"lists_create_with","extraState":{"itemCount":2},"inputs":{
      "ADD0":{"shadow":{"type":"math_number"}},"ADD1":{"shadow":{"type":"text"}}}}
    """,
    """
    {"type":"controls_if","extraState":{"elseIfCount":1,"hasElse":true},"inputs":{"IF0":{"shadow":{"type":"logic_boolean"}}}}
    """,
  ]
}

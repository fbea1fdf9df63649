/// Programs that are large in one way, as files.
enum GrowingPrograms {
  /// Stacks of one statement each, in five columns.
  static func looseStacks(_ count: Int) -> [UInt8] {
    blocks(
      (0..<count).map { index in
        #"{"type":"text_print","id":"p\#(index)","x":\#(index % 5 * 320),"y":\#(index / 5 * 96),"#
          + #""inputs":{"TEXT":{"shadow":{"type":"text","id":"t\#(index)","fields":{"TEXT":"\#(index)"}}}}}"#
      })
  }

  /// Blocks with one and the same id.
  static func equalIDs(_ count: Int) -> [UInt8] {
    blocks((0..<count).map { _ in #"{"type":"logic_null","id":"same"}"# })
  }

  /// A block with many members that Blockly doesn't know.
  static func unknownMembers(_ count: Int) -> [UInt8] {
    blocks([#"{"type":"logic_null","# + (0..<count).map { #""k\#($0)":1"# }.joined(separator: ",") + "}"])
  }

  /// Statements that are nested in each other.
  static func nestedStatements(_ count: Int) -> [UInt8] {
    blocks([
      String(repeating: #"{"type":"controls_if","inputs":{"DO0":{"block":"#, count: count)
        + #"{"type":"controls_if"}"# + String(repeating: "}}}", count: count)
    ])
  }

  /// Loops that are nested in each other.
  static func nestedLoops(_ count: Int) -> [UInt8] {
    blocks([
      String(repeating: #"{"type":"controls_repeat","inputs":{"DO":{"block":"#, count: count - 1)
        + #"{"type":"controls_repeat"}"# + String(repeating: "}}}", count: count - 1)
    ])
  }

  /// One stack of statements.
  static func statements(_ count: Int) -> [UInt8] {
    blocks([
      String(repeating: #"{"type":"text_print","next":{"block":"#, count: count - 1) + #"{"type":"text_print"}"#
        + String(repeating: "}}", count: count - 1)
    ])
  }

  /// One list with many items.
  static func list(_ count: Int) -> [UInt8] {
    let items = (0..<count).map { #""ADD\#($0)":{"block":{"type":"math_number","fields":{"NUM":\#($0)}}}"# }
    return blocks([
      #"{"type":"lists_create_with","extraState":{"itemCount":\#(count)},"inputs":{"# + items.joined(separator: ",")
        + "}}"
    ])
  }

  /// Stacks at the same position.
  static func pile(_ count: Int) -> [UInt8] { blocks((0..<count).map { _ in #"{"type":"text_print","x":8,"y":8}"# }) }

  private static func blocks(_ texts: [String]) -> [UInt8] {
    Array((#"{"blocks":{"languageVersion":0,"blocks":["# + texts.joined(separator: ",") + "]}}").utf8)
  }
}

import Markup

/// A saved program with all that files may leave out, and without what no event can express, so that Mortise reads the same
/// from Blockly's and from its own:
/// - The order of stacks, variables and comments: Blockly's undo changes it, and no event says it.
/// - Where nothing is stated, a stack is at 0, 0, and a comment has Blockly's size. Blockly always states them.
/// - Fractions of pixels, which events round as JavaScript does.
/// - Mortise's own members, which Blockly drops: bookmarks, and where among the blocks a comment stands.
/// - Whether a block's comment is open, and how large: a matter of each view.
enum StatedProgram {
  static func text(of state: JSONValue) -> String {
    let blocks = sorted(state["blocks"]?["blocks"]) { stack($0, defaults: ["x": 0, "y": 0]) }
    let comments = sorted(state["workspaceComments"]) {
      stack($0, defaults: ["x": 0, "y": 0, "width": 120, "height": 100])
    }
    let variables = sorted(state["variables"]) { $0.text() }
    return #"{"blocks":{"languageVersion":0,"blocks":[\#(blocks)]},"workspaceComments":[\#(comments)],"#
      + #""variables":[\#(variables)]}"#
  }

  private static func sorted(_ values: JSONValue?, _ text: (JSONValue) -> String) -> String {
    (values?.elements.map { ($0["id"]?.string ?? "", text($0)) } ?? []).sorted { $0.0 < $1.0 }.map(\.1)
      .joined(separator: ",")
  }

  private static func stack(
    _ value: JSONValue, defaults: [String: Double]
  ) -> String {
    let numbers = defaults.sorted { $0.key < $1.key }.map { key, number in
      "\"\(key)\":\(Int(((value[key]?.number ?? number) + 0.5).rounded(.down)))"
    }
    return object(numbers + members(of: value) { defaults[$0] == nil })
  }

  private static func members(of value: JSONValue, where isTaken: (String) -> Bool = { _ in true }) -> [String] {
    value.members.filter { isTaken($0.key) && !$0.key.hasPrefix("mortise") }.map {
      "\(JSONValue.string($0.key).text()):\(text($0.key, $0.value))"
    }
  }

  private static func text(_ key: String, _ value: JSONValue) -> String {
    if key == "icons", let text = value["comment"]?["text"] { return #"{"comment":{"text":\#(text.text())}}"# }
    // States of mutations and fields stay as they are.
    guard value.kind == .object, key != "extraState", key != "fields" else { return value.text() }
    return object(members(of: value))
  }

  private static func object(_ members: [String]) -> String { "{" + members.joined(separator: ",") + "}" }
}

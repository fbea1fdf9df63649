import BlockModel
import Markup

/// The last member of an event's JSON. It holds the data that exact undo needs but Blockly's format does not cover.
/// Blockly ignores it.
enum MortiseMembers {
  static let name = "mortise"
}

extension JSONBuilder {
  /// Writes a member whose value is an object, unless `write` writes none.
  mutating func nonEmptyObject(_ key: String, _ write: (inout JSONBuilder) -> Void) {
    let part = JSONValue.object(write)
    if !part.isEmpty { member(key, part) }
  }
}

extension JSONValue {
  /// Mortise's own members of an event's JSON.
  var mortiseMembers: JSONValue? { self[MortiseMembers.name] }
}

import BlockModel
import Markup

/// The last member of an event's JSON. It holds the data that exact undo needs but Blockly's format does not cover.
/// Blockly ignores it.
enum MortiseMembers {
  static let name = "mortise"
}

extension JSONBuilder {
  /// Writes Mortise's own members of an event, unless `write` writes none.
  mutating func mortiseMembers(_ write: (inout JSONBuilder) -> Void) {
    let members = JSONValue.building { json in
      json.beginObject()
      write(&json)
      json.endObject()
    }
    if members.members.contains(where: { _ in true }) { member(MortiseMembers.name, members) }
  }

  /// Writes a member whose value is an object, unless `write` writes none.
  mutating func object(_ key: String, _ write: (inout JSONBuilder) -> Void) {
    let part = JSONValue.building { json in
      json.beginObject()
      write(&json)
      json.endObject()
    }
    if part.members.contains(where: { _ in true }) { member(key, part) }
  }

  mutating func member(_ name: String, _ texts: [String]) {
    key(name)
    beginArray()
    for text in texts { string(text) }
    endArray()
  }

  mutating func member(_ name: String, _ number: Int) {
    key(name)
    integer(number)
  }
}

extension JSONValue {
  /// Mortise's own members of an event's JSON.
  var mortiseMembers: JSONValue? { self[MortiseMembers.name] }
}

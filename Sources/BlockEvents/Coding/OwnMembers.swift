import BlockModel
import Markup

/// What exact undo needs and Blockly's event JSON has no place for stands in a last member of our own, which Blockly
/// ignores.
enum OwnMembers {
  static let name = "mortise"
}

extension JSONBuilder {
  /// Writes own members of an event; nothing when `write` writes none.
  mutating func own(_ write: (inout JSONBuilder) -> Void) {
    let members = JSONValue.building { json in
      json.beginObject()
      write(&json)
      json.endObject()
    }
    if members.members.contains(where: { _ in true }) { member(OwnMembers.name, members) }
  }

  /// Writes a member whose value is an object; nothing when `write` writes none.
  mutating func ownPart(_ key: String, _ write: (inout JSONBuilder) -> Void) {
    let part = JSONValue.building { json in
      json.beginObject()
      write(&json)
      json.endObject()
    }
    if part.members.contains(where: { _ in true }) { member(key, part) }
  }

  mutating func member(_ name: String, _ number: Int) {
    key(name)
    integer(number)
  }
}

extension JSONValue {
  /// The own members of an event's JSON.
  var own: JSONValue? { self[OwnMembers.name] }
}

import BlockModel
import Markup

/// The draft in the journal: its name, its parts in order, and the options that are on. Everything else about a part is
/// read from the block.
extension MutatorDraft {
  var json: JSONValue {
    .object { json in
      if let name { json.member("name", name) }
      json.array("parts") { json in
        for part in parts { json.object { Self.write(part, to: &$0) } }
      }
      json.array("options") { for option in options { $0.boolean(option.isOn) } }
    }
  }

  private static func write(_ part: MutatorPart, to json: inout JSONBuilder) {
    json.member("kind", part.kind.name)
    if case .present(let index) = part.id { json.member("present", index) }
    if part.kind.isNamed { json.member("name", part.name) }
    if let id = part.variableID { json.member("variable", id) }
  }

  /// Restores a draft from an earlier session into this draft, which must be the block's current state. Omits whatever
  /// the block doesn't allow.
  mutating func restore(_ json: JSONValue) {
    removeAll()
    for entry in json["parts"]?.elements.map(\.self) ?? [] {
      guard let kind = kinds.first(where: { $0.name == entry["kind"]?.string }), (try? add(entry, kind)) != nil else {
        continue
      }
    }
    for kind in kinds {
      // The block requires these parts.
      while count(of: kind) < kind.count.lowerBound, let index = removed.firstIndex(where: { $0.kind == kind }) {
        guard (try? restore(at: index)) != nil else { break }
      }
    }
    if name != nil, let name = json["name"]?.string { self.name = name }
    for (index, isOn) in (json["options"]?.elements.map(\.boolean) ?? []).enumerated() where index < options.count {
      if let isOn { options[index].isOn = isOn }
    }
  }

  /// Adds a part of the earlier draft, as the last of its kind.
  private mutating func add(_ entry: JSONValue, _ kind: MutatorPart.Kind) throws(FieldError) {
    let index = removed.firstIndex { entry["present"]?.integer.map(MutatorPart.ID.present) == $0.id && $0.kind == kind }
    let position = if let index { try restore(at: index) } else { try add(kind) }
    guard kind.isNamed, let name = entry["name"]?.string else { return }
    rename(at: position, to: name, variableID: entry["variable"]?.string)
  }
}

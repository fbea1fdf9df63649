import Markup

/// Finds the entries of a list, such as the parameters of a procedure, in another form of the same list, which may say less of
/// each or have others: by id, else by name, else by place.
struct EntryMatcher {
  struct Entry {
    /// Only entries of the same kind match.
    var kind: String
    var id: String?
    var name: String?
  }

  enum Match {
    case at(Int)
    /// There are others of the kind, but not this one.
    case gone
    /// There is none of the kind.
    case unknownKind
  }

  /// The places of the entries that have not been matched, by what tells them apart, the last one first.
  private var places: [String: [Int]] = [:]
  private var kinds: Set<String> = []
  private var taken: Set<Int> = []

  init(_ entries: [Entry]) {
    for (place, entry) in entries.enumerated().reversed() {
      kinds.insert(entry.kind)
      for key in Self.keys(of: entry) { places[key, default: []].append(place) }
    }
  }

  private static func keys(of entry: Entry) -> [String] {
    let keys = [entry.id.map { "\(entry.kind) id \($0)" }, entry.name.map { "\(entry.kind) name \($0)" }]
    return entry.id == nil && entry.name == nil ? [entry.kind] : keys.compactMap { $0 }
  }

  /// Matches an entry; no place is given twice.
  mutating func match(_ entry: Entry) -> Match {
    guard kinds.contains(entry.kind) else { return .unknownKind }
    for key in Self.keys(of: entry) {
      while let place = places[key]?.popLast() {
        if taken.insert(place).inserted { return .at(place) }
      }
    }
    return .gone
  }
}

extension XMLElement {
  /// What tells this element from others in a mutation.
  var mutationEntry: EntryMatcher.Entry {
    EntryMatcher.Entry(
      kind: name, id: self[attribute: "varid"] ?? self[attribute: "varId"], name: self[attribute: "name"])
  }
}

extension JSONValue {
  /// What tells this object from others in a list of `extraState`; what is no object has nothing that could be added to it.
  var stateEntry: EntryMatcher.Entry {
    EntryMatcher.Entry(
      kind: kind == .object ? "object" : "other", id: self["id"]?.string, name: self["name"]?.string)
  }
}

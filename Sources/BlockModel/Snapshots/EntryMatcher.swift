import Markup

/// Matches the entries of two versions of a list, such as a procedure's parameters: by id, else by name, else by
/// position. Either version may lack entries, or details of them.
struct EntryMatcher {
  struct Entry {
    /// Only entries of the same kind match.
    var kind: String
    var id: String?
    var name: String?
  }

  enum Match {
    case at(Int)
    /// The list has entries of the kind, but not this one.
    case gone
    /// The list has no entries of the kind.
    case unknownKind
  }

  /// The indices of the unmatched entries, by key, in reverse order.
  private var indices: [String: [Int]] = [:]
  private var kinds: Set<String> = []
  private var matched: Set<Int> = []

  init(_ entries: [Entry]) {
    for (index, entry) in entries.enumerated().reversed() {
      kinds.insert(entry.kind)
      for key in Self.keys(of: entry) { indices[key, default: []].append(index) }
    }
  }

  private static func keys(of entry: Entry) -> [String] {
    let keys = [entry.id.map { "\(entry.kind) id \($0)" }, entry.name.map { "\(entry.kind) name \($0)" }]
    return entry.id == nil && entry.name == nil ? [entry.kind] : keys.compactMap { $0 }
  }

  /// Matches an entry. Each index is returned only once.
  mutating func match(_ entry: Entry) -> Match {
    guard kinds.contains(entry.kind) else { return .unknownKind }
    for key in Self.keys(of: entry) {
      while let index = indices[key]?.popLast() {
        if matched.insert(index).inserted { return .at(index) }
      }
    }
    return .gone
  }
}

extension XMLElement {
  /// The key of this element in a mutation.
  var mutationEntry: EntryMatcher.Entry {
    EntryMatcher.Entry(
      kind: name, id: self[attribute: "varid"] ?? self[attribute: "varId"], name: self[attribute: "name"])
  }
}

extension JSONValue {
  /// The key of this value in a list of `extraState`. Only objects can have additional members.
  var stateEntry: EntryMatcher.Entry {
    EntryMatcher.Entry(
      kind: kind == .object ? "object" : "other", id: self["id"]?.string, name: self["name"]?.string)
  }
}

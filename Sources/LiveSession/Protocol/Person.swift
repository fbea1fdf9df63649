import Markup

/// The rights of a person in a session.
public nonisolated enum Role: String, CaseIterable, Sendable {
  /// May edit, and changes the roles of others.
  case owner
  /// May edit.
  case editor
  /// Sees everything, but can't change anything.
  case watcher

  /// Whether a person with this role may change the program.
  public var mayEdit: Bool { self != .watcher }
}

/// A person's place in the program, and activity there.
public nonisolated struct Presence: Hashable, Sendable {
  /// The block at the cursor; nil for none.
  public var blockID: String?
  /// The field at the cursor; nil for none.
  public var fieldName: String?
  /// The state of their run of the program, as a word; nil if it doesn't run.
  public var run: String?
  /// Whether they have raised their hand.
  public var hasHandUp = false
  /// Their activity, as a clause that follows their name, such as “edits a text”; nil if they only look.
  public var activity: String?

  /// A presence without a place or activity, unless they are given.
  public init(blockID: String? = nil, fieldName: String? = nil, activity: String? = nil) {
    (self.blockID, self.fieldName, self.activity) = (blockID, fieldName, activity)
  }
}

/// A person in a session.
public nonisolated struct Person: Hashable, Sendable {
  /// Identifies the client, as in batches.
  public var author: String
  /// The name that others see.
  public var name: String
  /// Their rights.
  public var role: Role
  /// Their place in the program.
  public var presence = Presence()

  /// A person whose place isn't known yet.
  public init(author: String, name: String, role: Role) {
    (self.author, self.name, self.role) = (author, name, role)
  }
}

nonisolated extension Presence {
  init(_ json: JSONValue) {
    self.init(
      blockID: json["block"]?.string?.bounded, fieldName: json["field"]?.string?.bounded,
      activity: json["activity"]?.string?.bounded)
    run = json["run"]?.string?.bounded
    hasHandUp = json["hand"]?.boolean ?? false
  }

  func write(to json: inout some JSONSink) {
    if let blockID { json.member("block", blockID) }
    if let fieldName { json.member("field", fieldName) }
    if let activity { json.member("activity", activity) }
    if let run { json.member("run", run) }
    if hasHandUp { json.member("hand", true) }
  }
}

nonisolated extension Person {
  package init?(_ json: JSONValue) {
    guard let author = json["author"]?.string?.bounded, let name = json["name"]?.string?.bounded,
      let role = json["role"]?.string.flatMap(Role.init)
    else { return nil }
    self.init(author: author, name: name, role: role)
    presence = Presence(json)
  }

  package func write(to json: inout some JSONSink) {
    json.member("author", author)
    json.member("name", name)
    json.member("role", role.rawValue)
    presence.write(to: &json)
  }
}

nonisolated extension String {
  /// The maximum length of a name, id or clause from another program, in bytes.
  static let bound = 1_000

  /// The text, truncated if another program made it too long.
  var bounded: String { utf8.count <= Self.bound ? self : String(unicodeScalars.prefix(Self.bound / 4)) }
}

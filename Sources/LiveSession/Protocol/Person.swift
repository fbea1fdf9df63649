import Markup

/// What somebody may do in a session.
public nonisolated enum Role: String, CaseIterable, Sendable {
  /// May edit, and gives and takes roles.
  case owner
  /// May edit.
  case editor
  /// Sees everything, and changes nothing.
  case watcher

  /// Whether somebody with this role may change the program.
  public var mayEdit: Bool { self != .watcher }
}

/// Where somebody is in the program, and what they do there.
public nonisolated struct Presence: Hashable, Sendable {
  /// The block at the cursor; nil for none.
  public var blockID: String?
  /// The field at the cursor; nil for none.
  public var fieldName: String?
  /// What their run of the program does, as a word; nil if it doesn't run.
  public var run: String?
  /// Whether they have raised their hand.
  public var hasHandUp = false
  /// What they do, as a clause that follows their name, such as “edits a text”; nil if they only look.
  public var activity: String?

  /// Somebody who looks at nothing, unless it is said.
  public init(blockID: String? = nil, fieldName: String? = nil, activity: String? = nil) {
    (self.blockID, self.fieldName, self.activity) = (blockID, fieldName, activity)
  }
}

/// Somebody in a session.
public nonisolated struct Person: Hashable, Sendable {
  /// Identifies the client, as in batches.
  public var author: String
  /// The name that others see.
  public var name: String
  /// What they may do.
  public var role: Role
  /// Where they are.
  public var presence = Presence()

  /// Somebody of whom nobody knows yet where they are.
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
  /// The longest name, id or clause that is taken from others, in bytes.
  static let bound = 1_000

  /// The text, cut if somebody else made it too long.
  var bounded: String { utf8.count <= Self.bound ? self : String(unicodeScalars.prefix(Self.bound / 4)) }
}

import Markup

/// A message from a client to its host: a line of JSON. docs/develop/live-protocol.md lists the members.
public nonisolated enum ClientMessage: Sendable {
  /// The first message.
  case hello(Hello)
  /// The hash of the client's own definitions of the program's types: see `SharedDefinitions`.
  case shapes(UInt64)
  /// Changes that the client has made.
  case edit(Batch)
  /// The place and activity of the client's user.
  case presence(Presence)
  /// Saves the program.
  case save
  /// Saves the program even if no new code can be made for the place beside its blocks.
  case saveAnyway
  /// A chat line for all members.
  case chat(String)
  /// Asks all members to look where the client is; for those who may edit.
  case show
  /// Gives a person a role. If the author is empty, gives it to all who aren't owners, and to clients that join later.
  /// For owners.
  case role(author: String, Role)
  /// Asks for a snapshot, because the program differs.
  case reload(report: String)
  /// Shows the author's run of the program to all members; nil ends that. For those who may edit.
  case run(SharedRun?)
  /// Gives each learner a copy of a program; for owners who list the programs of a folder.
  case handOut(HandOut)
  /// Copies the programs of a folder in their current states; for owners who list them.
  case collect
  /// Disconnects a person, and refuses to let them in again; for owners.
  case sendAway(author: String)
  /// Asks for the links for browsers; for owners. Renewing them invalidates the old ones.
  case links(renews: Bool)
  /// Asks for the program's code in a language, such as `javascript`.
  case generate(language: String)

  /// The contents of a client's first message.
  public struct Hello: Hashable, Sendable {
    /// The version of the protocol.
    public static let version = 1

    /// Identifies the client for as long as it has unconfirmed batches.
    public var author: String
    /// The name that others see.
    public var name: String
    /// The session that the client knows; nil when it first joins.
    public var session: String?
    /// The number of the last batch that the client knows in `session`; nil when it first joins.
    public var number: Int?
    /// The token that makes the client more than a watcher where people share its account; nil for none.
    public var token: String?
    /// The token with which the client may edit its user's copy of a program that was handed out; nil for none.
    public var copyToken: String?
    /// The author's secret, which keeps other clients from being this author. The host remembers it; nil for none.
    public var secret: String?
    /// The hash that the client sent in `shapes`, when it reconnects; nil when it first joins.
    public var shapes: UInt64?
    /// Whether the client only wants to watch.
    public var watches = false
    /// Whether the client wants the list of a folder's programs, and its changes, instead of one program; for the
    /// owner.
    public var lists = false
    /// The program's name, where a host has several; nil for the only one.
    public var program: String?

    /// The “hello” of a client that first joins the only program of a host.
    public init(author: String, name: String) { (self.author, self.name) = (author, name) }
  }

  /// A program to hand out, and its recipients.
  public struct HandOut: Hashable, Sendable {
    /// The maximum number of names.
    static let mostNames = 1_000

    /// The program's name. The copies are named after it.
    public var program: String
    /// The contents of its file; nil for the current state of the folder's program of this name.
    public var text: String?
    /// The names of the learners; empty for all who have joined.
    public var names: [String]

    /// - Parameters:
    ///   - text: nil for a program of the folder.
    ///   - names: empty for all who have joined.
    public init(program: String, text: String? = nil, names: [String] = []) {
      (self.program, self.text, self.names) = (program, text, names)
    }
  }

  /// Reads a line. The author of a batch stays empty: the host knows which client sent it.
  /// - Throws: `MessageError` if it isn't a message of this protocol.
  public init(_ line: [UInt8]) throws(MessageError) {
    let json = try JSONValue(message: line)
    switch json["type"]?.string {
    case "hello":
      guard json["version"]?.integer == Hello.version else {
        throw MessageError("the client speaks another version of the protocol; use the same version of mortise")
      }
      guard let author = json["author"]?.string, !author.isEmpty, author.utf8.count <= 64,
        let name = json["name"]?.string
      else { throw MessageError("“hello” needs an “author” of at most 64 bytes and a “name”") }
      var hello = Hello(author: author, name: name.bounded)
      func short(_ key: String) throws(MessageError) -> String? {
        guard let text = json[key]?.string else { return nil }
        let limit = String.bound
        guard text.utf8.count <= limit else { throw MessageError("“\(key)” is longer than \(limit) bytes") }
        return text
      }
      hello.session = try short("session")
      hello.number = try json.bounded("number")
      hello.token = try short("token")
      hello.copyToken = try short("copy")
      hello.secret = try short("secret")
      hello.program = try short("program")
      hello.shapes = json["shapes"]?.string.flatMap { UInt64($0, radix: 16) }
      hello.watches = json["watches"]?.boolean ?? false
      hello.lists = json["lists"]?.boolean ?? false
      self = .hello(hello)
    case "edit":
      guard let count = try json.bounded("count"), count > 0, let events = json["events"], events.kind == .array,
        events.elements.allSatisfy({ $0.kind == .object })
      else { throw MessageError("“edit” needs a “count” and a list of “events”") }
      var batch = Batch(author: "", count: count, events: events.elements.map(\.self))
      batch.isUndo = json["undo"]?.boolean ?? false
      self = .edit(batch)
    case "shapes":
      guard let hash = json["hash"]?.string.flatMap({ UInt64($0, radix: 16) }) else {
        throw MessageError("“shapes” needs a “hash”")
      }
      self = .shapes(hash)
    case "presence": self = .presence(Presence(json))
    case "save": self = json["anyway"]?.boolean == true ? .saveAnyway : .save
    case "show": self = .show
    case "chat": self = .chat(json["text"]?.string?.bounded ?? "")
    case "role":
      guard let role = json["role"]?.string.flatMap(Role.init) else { throw MessageError("“role” needs a “role”") }
      self = .role(author: json["author"]?.string ?? "", role)
    case "reload": self = .reload(report: json["report"]?.string?.bounded ?? "")
    case "run": self = .run(SharedRun(json))
    case "hand-out":
      guard let program = json["program"]?.string?.bounded else { throw MessageError("“hand-out” needs a “program”") }
      let names = json["names"]?.elements.prefix(HandOut.mostNames).compactMap(\.string) ?? []
      self = .handOut(HandOut(program: program, text: json["text"]?.string, names: names.map(\.bounded)))
    case "collect": self = .collect
    case "send-away":
      guard let author = json["author"]?.string else { throw MessageError("“send-away” needs an “author”") }
      self = .sendAway(author: author)
    case "links": self = .links(renews: json["renew"]?.boolean ?? false)
    case "generate":
      guard let language = json["language"]?.string?.bounded else {
        throw MessageError("“generate” needs a “language”")
      }
      self = .generate(language: language)
    case let type?: throw MessageError("there is no message “\(type.bounded)”")
    case nil: throw MessageError("a message has no “type”")
    }
  }

  /// The message as a line of JSON.
  public var line: [UInt8] {
    JSONWriter.line { json in
      switch self {
      case .hello(let hello):
        json.member("type", "hello")
        json.member("version", Hello.version)
        json.member("author", hello.author)
        json.member("name", hello.name)
        if let session = hello.session { json.member("session", session) }
        if let number = hello.number { json.member("number", number) }
        if let token = hello.token { json.member("token", token) }
        if let token = hello.copyToken { json.member("copy", token) }
        if let secret = hello.secret { json.member("secret", secret) }
        if let program = hello.program { json.member("program", program) }
        if let shapes = hello.shapes { json.member("shapes", String(shapes, radix: 16)) }
        if hello.watches { json.member("watches", true) }
        if hello.lists { json.member("lists", true) }
      case .shapes(let hash):
        json.member("type", "shapes")
        json.member("hash", String(hash, radix: 16))
      case .edit(let batch):
        json.member("type", "edit")
        json.member("count", batch.count)
        if batch.isUndo { json.member("undo", true) }
        json.array("events") { json in for event in batch.events { json.value(event) } }
      case .presence(let presence):
        json.member("type", "presence")
        presence.write(to: &json)
      case .save: json.member("type", "save")
      case .saveAnyway:
        json.member("type", "save")
        json.member("anyway", true)
      case .show: json.member("type", "show")
      case .chat(let text):
        json.member("type", "chat")
        json.member("text", text)
      case .role(let author, let role):
        json.member("type", "role")
        json.member("author", author)
        json.member("role", role.rawValue)
      case .reload(let report):
        json.member("type", "reload")
        json.member("report", report)
      case .run(let run):
        json.member("type", "run")
        run?.write(to: &json)
      case .handOut(let handOut):
        json.member("type", "hand-out")
        json.member("program", handOut.program)
        if let text = handOut.text { json.member("text", text) }
        if !handOut.names.isEmpty { json.array("names") { json in for name in handOut.names { json.string(name) } } }
      case .collect: json.member("type", "collect")
      case .sendAway(let author):
        json.member("type", "send-away")
        json.member("author", author)
      case .links(let renews):
        json.member("type", "links")
        if renews { json.member("renew", true) }
      case .generate(let language):
        json.member("type", "generate")
        json.member("language", language)
      }
    }
  }
}

/// The reason why a line is not a message.
public nonisolated struct MessageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A clause, in lower case and without a full stop.
  public var description: String
  /// The reason that is sent to the client.
  private(set) var closeReason: HostMessage.CloseReason
  init(_ description: String) {
    self.description = description
    closeReason = HostMessage.CloseReason(description)
  }

  /// - Parameter closeReason: its reason becomes the description.
  init(_ closeReason: HostMessage.CloseReason) { (self.closeReason, description) = (closeReason, closeReason.reason) }
}

nonisolated extension JSONValue {
  /// - Throws: `MessageError` if the line isn't a JSON object.
  package init(message line: [UInt8]) throws(MessageError) {
    do throws(MarkupError) { self = try JSONParser.parse(line) } catch {
      throw MessageError("a message isn’t JSON: \(error.cause)")
    }
    if kind != .object { throw MessageError("a message isn’t a JSON object") }
  }

  /// The range of numbers in the protocol: every JSON reader keeps them exactly, and adding to them can't overflow.
  package static let bounds = 0...(1 << 53) - 1

  /// The number as a count; nil if it isn't a number within `bounds`.
  package var count: Int? { integer.flatMap { Self.bounds.contains($0) ? $0 : nil } }

  /// Returns a member that is a count.
  /// - Returns: nil if there is none.
  /// - Throws: `MessageError` if it is anything else.
  func bounded(_ key: String) throws(MessageError) -> Int? {
    guard let value = self[key] else { return nil }
    guard let count = value.count else { throw MessageError("“\(key)” isn’t a number from 0 to 2^53 − 1") }
    return count
  }
}

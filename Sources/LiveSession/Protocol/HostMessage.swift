import Markup
import ProgramContainers

/// A message from a host to a client: a line of JSON. docs/develop/live-protocol.md lists the members.
public nonisolated enum HostMessage: Sendable {
  /// The whole program: the answer to “hello” of a client that doesn't know it, and to “reload”.
  case state(State, ProgramSnapshot)
  /// The answer to the “hello” of a client that knows the program except for some batches, which follow.
  case resumed(State)
  /// A batch is in the log.
  case applied(LoggedBatch)
  /// The client's own batch is in the log exactly as it was sent.
  case confirmed(number: Int, count: Int, hash: UInt64)
  /// The client's own batch was refused as a whole. The reason is empty if the batch changed nothing.
  case refused(count: Int, reason: String)
  /// A person joined or moved, or their role changed.
  case person(Person)
  /// A person left.
  case gone(author: String)
  /// The program was saved, or could not be saved. The message is for all members.
  case saved(message: String, isDone: Bool)
  /// The program was not saved, as there is no new code for the place beside its blocks. Sent to the members who asked
  /// for the save; the choice says what saving anyway does.
  case notSaved(message: String, choice: String)
  /// The state of the code beside the blocks in an app's file; nil if the file has none, or the program has changed
  /// since it was saved.
  case code(EmbeddedCodeState?)
  /// A member's chat line for all members.
  case chat(author: String, text: String)
  /// A member asks all members to look where they are.
  case show(author: String)
  /// The next part of a member's run of the program; nil when they stop showing it.
  case run(author: String, SharedRun?)
  /// The programs of a folder, sent again after each change of the list.
  case programs([ProgramSummary])
  /// The client's user got a copy of a program. The token lets them edit it, as the `copyToken` of a “hello”.
  case handedOut(program: String, token: String)
  /// The links for browsers, with the role editor and watcher.
  case links(editing: String, watching: String)
  /// The program's generated code, or the reason why there is none.
  case generated(language: String, Result<String, MessageError>)
  /// The host ends the connection.
  case bye(CloseReason)

  /// The reason why a host ends a connection.
  public struct CloseReason: Hashable, Sendable {
    /// The maximum length of the list of programs.
    static let mostPrograms = 1_000

    /// A clause for the user.
    public var reason: String
    /// Whether the client shouldn't reconnect by itself.
    public var isFinal: Bool
    /// The folder's programs, if the client's “hello” named none.
    public var programs: [String] = []

    /// - Parameters:
    ///   - reason: a clause for the user.
    ///   - isFinal: whether the client shouldn't reconnect by itself.
    public init(_ reason: String, isFinal: Bool = false) { (self.reason, self.isFinal) = (reason, isFinal) }
  }

  /// The session that a client is in.
  public struct State: Sendable {
    /// Identifies the log.
    public var session: String
    /// The program's name.
    public var name: String
    /// The client's role.
    public var role: Role
    /// The other members.
    public var people: [Person]
    /// The highest count of the client's batches that the host knows, applied or refused.
    public var lastCount: Int
    /// The hash of the definitions that all editors must have: see `SharedDefinitions`.
    public var shapes: UInt64 = 0

    init(session: String, name: String, role: Role, people: [Person], lastCount: Int) {
      (self.session, self.name, self.role, self.people, self.lastCount) = (session, name, role, people, lastCount)
    }
  }

  /// Reads a line.
  /// - Throws: `MessageError` if it isn't a message of this protocol.
  public init(_ line: [UInt8]) throws(MessageError) {
    let json = try JSONValue(message: line)
    func problem() -> MessageError {
      MessageError("the host’s message “\(json["type"]?.string?.bounded ?? "")” lacks a member")
    }
    switch json["type"]?.string {
    case "state":
      guard let snapshot = json["program"].flatMap({ ProgramSnapshot($0) }) else { throw problem() }
      self = .state(try State(json), snapshot)
    case "resumed": self = .resumed(try State(json))
    case "applied":
      guard let batch = LoggedBatch(json) else { throw problem() }
      self = .applied(batch)
    case "confirmed":
      guard let number = try json.bounded("number"), let count = try json.bounded("count"),
        let hash = json["hash"]?.string.flatMap({ UInt64($0, radix: 16) })
      else { throw problem() }
      self = .confirmed(number: number, count: count, hash: hash)
    case "refused":
      guard let count = try json.bounded("count") else { throw problem() }
      self = .refused(count: count, reason: json["reason"]?.string?.bounded ?? "")
    case "person":
      guard let person = Person(json) else { throw problem() }
      self = .person(person)
    case "gone":
      guard let author = json["author"]?.string else { throw problem() }
      self = .gone(author: author)
    case "saved":
      let message = json["message"]?.string?.bounded ?? ""
      if let choice = json["choice"]?.string?.bounded {
        self = .notSaved(message: message, choice: choice)
      } else {
        self = .saved(message: message, isDone: json["done"]?.boolean ?? false)
      }
    case "code": self = .code(json["state"]?.string.flatMap(EmbeddedCodeState.init))
    case "chat":
      guard let author = json["author"]?.string else { throw problem() }
      self = .chat(author: author, text: json["text"]?.string?.bounded ?? "")
    case "show":
      guard let author = json["author"]?.string else { throw problem() }
      self = .show(author: author)
    case "run":
      guard let author = json["author"]?.string else { throw problem() }
      self = .run(author: author, SharedRun(json))
    case "programs": self = .programs(json["programs"]?.elements.compactMap { ProgramSummary($0) } ?? [])
    case "handed-out":
      guard let program = json["program"]?.string?.bounded, let token = json["token"]?.string?.bounded else {
        throw problem()
      }
      self = .handedOut(program: program, token: token)
    case "links":
      guard let editing = json["edit"]?.string?.bounded, let watching = json["watch"]?.string?.bounded else {
        throw problem()
      }
      self = .links(editing: editing, watching: watching)
    case "generated":
      guard let language = json["language"]?.string?.bounded else { throw problem() }
      if let problem = json["problem"]?.string?.bounded {
        self = .generated(language: language, .failure(MessageError(problem)))
      } else {
        self = .generated(language: language, .success(json["code"]?.string ?? ""))
      }
    case "bye":
      var closeReason = CloseReason(json["reason"]?.string?.bounded ?? "", isFinal: json["final"]?.boolean ?? false)
      closeReason.programs =
        json["programs"]?.elements.prefix(CloseReason.mostPrograms).compactMap { $0.string?.bounded } ?? []
      self = .bye(closeReason)
    default: throw problem()
    }
  }

  /// The member `type` of the line.
  private var type: String {
    switch self {
    case .state: "state"
    case .resumed: "resumed"
    case .applied: "applied"
    case .confirmed: "confirmed"
    case .refused: "refused"
    case .person: "person"
    case .gone: "gone"
    case .saved, .notSaved: "saved"
    case .code: "code"
    case .chat: "chat"
    case .show: "show"
    case .run: "run"
    case .programs: "programs"
    case .handedOut: "handed-out"
    case .links: "links"
    case .generated: "generated"
    case .bye: "bye"
    }
  }

  /// The message as a line of JSON.
  public var line: [UInt8] {
    JSONWriter.line { json in
      json.member("type", type)
      switch self {
      case .state(let state, let snapshot):
        state.write(to: &json)
        json.object("program") { snapshot.write(to: &$0) }
      case .resumed(let state): state.write(to: &json)
      case .applied(let batch): batch.write(to: &json)
      case .confirmed(let number, let count, let hash):
        json.member("number", number)
        json.member("count", count)
        json.member("hash", String(hash, radix: 16))
      case .refused(let count, let reason):
        json.member("count", count)
        json.member("reason", reason)
      case .person(let person): person.write(to: &json)
      case .gone(let author), .show(let author): json.member("author", author)
      case .saved(let message, let isDone):
        json.member("message", message)
        json.member("done", isDone)
      case .notSaved(let message, let choice):
        json.member("message", message)
        json.member("done", false)
        json.member("choice", choice)
      case .code(let state): if let state { json.member("state", state.rawValue) }
      case .chat(let author, let text):
        json.member("author", author)
        json.member("text", text)
      case .run(let author, let run):
        json.member("author", author)
        run?.write(to: &json)
      case .programs(let programs):
        json.array("programs") { json in for program in programs { json.object(nil) { program.write(to: &$0) } } }
      case .handedOut(let program, let token):
        json.member("program", program)
        json.member("token", token)
      case .links(let editing, let watching):
        json.member("edit", editing)
        json.member("watch", watching)
      case .generated(let language, let code):
        json.member("language", language)
        switch code {
        case .success(let code): json.member("code", code)
        case .failure(let problem): json.member("problem", problem.description)
        }
      case .bye(let closeReason):
        json.member("reason", closeReason.reason)
        if closeReason.isFinal { json.member("final", true) }
        if !closeReason.programs.isEmpty {
          json.array("programs") { json in for program in closeReason.programs { json.string(program) } }
        }
      }
    }
  }
}

nonisolated extension HostMessage {
  /// The line of `state` with an already written snapshot, in pieces: all clients share the snapshot's bytes.
  static func pieces(of state: State, _ snapshot: WrittenSnapshot) -> [[UInt8]] {
    let head = JSONWriter.line { json in
      json.member("type", "state")
      state.write(to: &json)
    }
    return [head.dropLast(2) + Array(#","program":"#.utf8), snapshot.bytes, Array("}\n".utf8)]
  }
}

nonisolated extension HostMessage.State {
  fileprivate init(_ json: JSONValue) throws(MessageError) {
    guard let session = json["session"]?.string, let role = json["role"]?.string.flatMap(Role.init) else {
      throw MessageError("the host’s state lacks a member")
    }
    self.init(
      session: session, name: json["name"]?.string?.bounded ?? "", role: role,
      people: json["people"]?.elements.compactMap { Person($0) } ?? [], lastCount: try json.bounded("lastCount") ?? 0)
    shapes = json["shapes"]?.string.flatMap { UInt64($0, radix: 16) } ?? 0
  }

  fileprivate func write(to json: inout some JSONSink) {
    json.member("session", session)
    json.member("name", name)
    json.member("role", role.rawValue)
    json.member("lastCount", lastCount)
    json.member("shapes", String(shapes, radix: 16))
    json.array("people") { json in for person in people { json.object(nil) { person.write(to: &$0) } } }
  }
}

import BlockEvents
import BlockModel
import LiveSession
import Markup
import MortiseFiles
import Workbench

/// A program of the editor that is edited with others: the connection, who is there, and what is said.
final class SharedSession {
  let workbench: WorkbenchController
  private(set) var client: LiveClient
  private(set) var socket: LineSocket?
  /// The others, by author.
  private(set) var people: [String: Person] = [:]
  /// The program's name.
  private(set) var name: String
  private(set) var role: Role
  private(set) var hello: ClientMessage.Hello
  let address: SessionAddress
  /// What others sent while something else was applied.
  private var lines: [[UInt8]] = []
  private var lastPresence = Presence()
  /// Shows a message in the status line.
  private let say: (String) -> Void
  /// Called when a drag, dialog or line has lost what it was about.
  private let whenPreviewEnded: () -> Void

  init(
    _ joined: JoinedSession, _ workbench: WorkbenchController, eventFactory: BlocklyEventFactory,
    say: @escaping (String) -> Void, whenPreviewEnded: @escaping () -> Void
  ) {
    self.workbench = workbench
    self.say = say
    self.whenPreviewEnded = whenPreviewEnded
    (address, hello, name, role) = (joined.reconnect, joined.hello, joined.state.name, joined.state.role)
    client = LiveClient(
      program: SharedProgram(workbench.coordinator, eventFactory: eventFactory), history: workbench.history,
      author: joined.hello.author, number: joined.snapshot?.number ?? 0, count: joined.state.lastCount)
    client.delegate = self
    hello.session = joined.state.session
    begin(joined)
  }

  /// For the title: who else is there, or that nobody can be reached.
  var summary: String {
    if !isConnected { return "no connection" }
    let names = people.values.map(\.name).sorted()
    let others = names.count > 3 ? "with \(names.count) others" : "with \(names.joined(separator: ", "))"
    return (role.mayEdit ? "" : "watching, ") + (names.isEmpty ? "shared" : others)
  }

  /// Whether there is a connection to the host.
  var isConnected: Bool { socket != nil }

  /// Whether the host has all own changes.
  var isConfirmed: Bool { client.isConfirmed }

  /// Goes on after the connection was lost.
  func resume(_ joined: JoinedSession) {
    if let snapshot = joined.snapshot {
      do throws(OpenError) { try client.adopt(snapshot, lastCount: joined.state.lastCount) } catch { say("\(error)") }
      hello.session = joined.state.session
    }
    begin(joined)
    if joined.snapshot == nil { client.resend(after: joined.state.lastCount) }
    say("connected again to \(name)")
  }

  private func begin(_ joined: JoinedSession) {
    socket = joined.socket
    role = joined.state.role
    people = [:]
    for person in joined.state.people { people[person.author] = person }
    client.send = { [weak self] message in self?.send(message) }
    for line in joined.rest { receive(line) }
    lastPresence = Presence()
  }

  /// How long the host may take to read.
  private static let timeout = Duration.seconds(10)

  private func send(_ message: ClientMessage) {
    guard let socket else { return }
    socket.send(message.line)
    if !socket.finish(atMost: Self.timeout) { disconnect() }
  }

  private func disconnect() {
    socket?.close()
    socket = nil
    client.send = nil
    people = [:]
  }

  // MARK: - Receiving

  /// Takes what the host has sent.
  /// - Returns: whether the connection is still there.
  func receive() -> Bool {
    guard let socket else { return false }
    lines += socket.read()
    if !lines.isEmpty {
      let ended = workbench.followOthers {
        let lines = lines
        self.lines = []
        for line in lines { receive(line) }
      }
      if ended { whenPreviewEnded() }
    }
    if socket.isClosed {
      disconnect()
      say("the connection to \(name) is lost; what you do is kept, and sent when it is back")
    }
    return isConnected
  }

  private func receive(_ line: [UInt8]) {
    do throws(MessageError) {
      try handle(try HostMessage(line))
    } catch {
      say("\(name): \(error)")
    }
  }

  private func handle(_ message: HostMessage) throws(MessageError) {
    switch message {
    case .applied(let batch): client.applied(batch)
    case .confirmed(let number, let count, let hash): client.confirmed(number: number, count: count, hash: hash)
    case .refused(let count, let reason): client.refused(count: count, reason: reason)
    case .state(let state, let snapshot):
      do throws(OpenError) { try client.adopt(snapshot, lastCount: state.lastCount) } catch { say("\(error)") }
    case .resumed: break
    case .person(let person):
      if person.author == hello.author {
        if person.role != role {
          say(person.role.mayEdit ? "you may edit \(name) now" : "you may only watch \(name) now")
        }
        role = person.role
      } else {
        if people[person.author] == nil { say("\(person.name) has joined") }
        people[person.author] = person
      }
    case .gone(let author): if let person = people.removeValue(forKey: author) { say("\(person.name) has left") }
    case .saved(let message, _): say(message)
    case .chat(let author, let text):
      say("\(author == hello.author ? "you" : people[author]?.name ?? "somebody"): \(text)")
    case .bye(let reason):
      say("\(name): \(reason)")
      disconnect()
    }
  }

  // MARK: - Sending

  /// Sends what the user has changed, and where they are.
  /// - Parameter activity: what they do there; nil for looking.
  func flush(activity: String?) {
    client.flush()
    let cursor = workbench.cursor
    let presence = Presence(
      blockID: cursor?.blockID, fieldName: cursor.flatMap { if case .field(_, let name) = $0 { name } else { nil } },
      activity: activity)
    if presence != lastPresence, isConnected {
      lastPresence = presence
      send(.presence(presence))
    }
  }

  /// Asks the host to save.
  func save() {
    if isConnected {
      flush(activity: nil)
      send(.save)
    } else {
      say("not saved: there is no connection to \(name)")
    }
  }

  /// Says something to everybody.
  func chat(_ text: String) { send(.chat(text)) }

  /// What is needed to connect again.
  var renewedHello: ClientMessage.Hello {
    var hello = hello
    hello.number = client.number
    return hello
  }

  /// Leaves the session.
  func leave() { disconnect() }
}

extension SharedSession: LiveClientDelegate {
  func liveClient(_ client: LiveClient, didApply batch: LoggedBatch) {}

  func liveClient(_ client: LiveClient, didLayAside laidAside: LaidAside) {
    for stack in laidAside.stacks { workbench.layAside(stack) }
    let text = laidAside.texts.last.map { "; you wrote “\($0)”" } ?? ""
    let blocks = laidAside.stacks.isEmpty ? "" : "; the blocks are among the deleted ones"
    say("not done: \(laidAside.reason)\(text)\(blocks)")
  }

  func liveClient(_ client: LiveClient, didDiffer report: String) {
    say("the program differed from the host’s, and is loaded again (\(report))")
  }

  func liveClient(_ client: LiveClient, mustReopen snapshot: ProgramSnapshot) {
    say("the program differs from the host’s; close it and join again")
  }
}

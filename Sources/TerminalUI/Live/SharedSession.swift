import BlockEvents
import BlockLayout
import BlockModel
import LiveSession
import Markup
import MortiseFiles
import ProgramJournal
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
  private var lastPresence = Presence()
  /// Shows a message in the status line.
  private let say: (String) -> Void
  /// Called when a drag, dialog or line has lost what it was about.
  private let whenPreviewEnded: () -> Void
  /// Whether the user types or has a window open.
  private let isBusy: () -> Bool
  /// Why the host has ended the connection; nil if it hasn't said.
  private var farewell: String?

  init(
    _ joined: JoinedSession, _ workbench: WorkbenchController, eventFactory: BlocklyEventFactory,
    say: @escaping (String) -> Void, whenPreviewEnded: @escaping () -> Void, isBusy: @escaping () -> Bool
  ) {
    self.isBusy = isBusy
    self.workbench = workbench
    self.say = say
    self.whenPreviewEnded = whenPreviewEnded
    (address, hello, name, role) = (joined.reconnect, joined.hello, joined.state.name, joined.state.role)
    client = LiveClient(
      program: SharedProgram(of: workbench, eventFactory: eventFactory), history: workbench.history,
      author: joined.hello.author, number: joined.snapshot?.number ?? 0, count: joined.state.lastCount)
    client.delegate = self
    hello.session = joined.state.session
    begin(joined)
    if let unsent = joined.unsent, !unsent.batches.isEmpty {
      client.restore(unsent, lastCount: joined.state.lastCount)
      say("what could not be sent the last time is made again")
    }
  }

  // MARK: - Others

  /// The others by name.
  var others: [Person] { people.values.sorted { ($0.name, $0.author) < ($1.name, $1.author) } }

  /// The user's copy of a program that was handed out last, and what lets them edit it; nil for none.
  var handedOut: (program: String, token: String)?

  /// Whether the user has raised their hand.
  var hasHandUp = false

  /// Whom the cursor follows, until the user moves it.
  var following: String?
  private var followedCursor: FocusItem?

  /// The names of the others, to be drawn where they are.
  var tags: PersonTags { PersonTags(others) }

  /// Where somebody is, and what they do there; nil if that isn't known.
  func whereabouts(of person: Person) -> String? {
    let block = person.presence.blockID.flatMap { workbench.name(ofBlock: $0) }
    let place = block.map { "in \($0)" }
    return person.presence.activity.map { [$0, place].compactMap(\.self).joined(separator: " ") } ?? place
  }

  /// Who else is at the block at the cursor, as a clause; nil for nobody.
  var othersAtCursor: String? {
    guard let id = workbench.cursor?.blockID else { return nil }
    let there = others.filter { $0.presence.blockID == id }
    if there.isEmpty { return nil }
    return there.map { "\($0.name) \($0.presence.activity ?? "is here")" }.joined(separator: ", ")
  }

  /// Goes where somebody is.
  func go(to author: String) {
    guard let person = people[author], let id = person.presence.blockID else {
      return say("nobody knows where that is")
    }
    let outcome = workbench.perform(.goTo(blockID: id, fieldName: person.presence.fieldName))
    if let message = outcome.statusMessage { say("\(person.name): \(message)") }
  }

  /// Goes where somebody is, and stays with them.
  func follow(_ author: String) {
    go(to: author)
    following = author
    followedCursor = workbench.cursor
    if let name = people[author]?.name { say("following \(name) until you move the cursor") }
  }

  /// Follows, unless the user does something.
  private func keepUp(with person: Person, isBusy: Bool) {
    guard following == person.author, !isBusy, workbench.cursor == followedCursor else {
      following = nil
      return
    }
    if let id = person.presence.blockID {
      _ = workbench.perform(.goTo(blockID: id, fieldName: person.presence.fieldName))
    }
    followedCursor = workbench.cursor
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

  /// Whether the host has all own changes, or they are kept for the next time.
  var isSafe: Bool { client.isConfirmed || keptCount == client.count }

  /// Goes on after the connection was lost.
  func resume(_ joined: JoinedSession) {
    connect(joined)
    if let snapshot = joined.snapshot {
      // Sends again what the host doesn't know.
      do throws(OpenError) { try client.adopt(snapshot, lastCount: joined.state.lastCount) } catch { say("\(error)") }
      hello.session = joined.state.session
    }
    begin(joined)
    if joined.snapshot == nil { client.resend(after: joined.state.lastCount) }
    say("connected again to \(name)")
  }

  private func connect(_ joined: JoinedSession) {
    socket = joined.socket
    client.send = { [weak self] message in self?.send(message) }
  }

  private func begin(_ joined: JoinedSession) {
    connect(joined)
    role = joined.state.role
    people = [:]
    for person in joined.state.people { people[person.author] = person }
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
    let lines = socket.read()
    if !lines.isEmpty, workbench.followOthers({ for line in lines { receive(line) } }) { whenPreviewEnded() }
    if socket.isClosed || self.socket == nil {
      disconnect()
      let reason = farewell ?? "the connection to \(name) is lost"
      farewell = nil
      say("\(reason); what you do is kept, and sent when it is back")
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
        if following == person.author { keepUp(with: person, isBusy: isBusy()) }
      }
    case .gone(let author): if let person = people.removeValue(forKey: author) { say("\(person.name) has left") }
    case .saved(let message, _): say(message)
    case .chat(let author, let text):
      say("\(author == hello.author ? "you" : people[author]?.name ?? "somebody"): \(text)")
    case .show(let author):
      guard let person = people[author] else { break }
      // Who types is never torn away.
      if isBusy() {
        say("\(person.name) wants to show something: the list of people leads there")
      } else {
        follow(author)
      }
    case .programs: break
    case .handedOut(let program, let token):
      handedOut = (program, token)
      let key = CanvasMode.key(ofCommandNamed: "people").map { "\($0), Enter" } ?? "the list of people"
      say("you got \(program): \(key) opens it")
    case .bye(let reason):
      farewell = reason
      disconnect()
    }
  }

  // MARK: - Sending

  /// Sends what the user has changed, and where they are.
  /// - Parameter draft: what they enter in a dialog; nil for none.
  /// - Parameter run: what the user's run of the program does; nil if it doesn't run.
  func flush(draft: DialogDraft? = nil, run: String? = nil) {
    client.flush()
    // What a line previews is not in the others' programs.
    let cursor = draft?.blockID.map { FocusItem.block(id: $0) } ?? workbench.cursor
    let fieldName: String? = if case .field(_, let name)? = cursor { name } else { nil }
    var presence = Presence(blockID: cursor?.blockID, fieldName: fieldName, activity: draft?.activity)
    (presence.run, presence.hasHandUp) = (run, hasHandUp)
    if presence != lastPresence, isConnected {
      lastPresence = presence
      send(.presence(presence))
    }
  }

  /// Keeps what the host has not got, for as long as there is no connection.
  func keepUnsent(in files: NamedFiles) {
    let unsent = client.unsent(secret: hello.secret)
    let isNeeded = !isConnected && unsent.batches.last?.count != keptCount
    guard isNeeded || isConnected && keptCount != nil && unsent.batches.isEmpty else { return }
    do throws(FileError) {
      try unsent.keep(for: address, in: files)
      keptCount = unsent.batches.last?.count
    } catch {
      say("what you do can’t be kept: \(error)")
    }
  }

  /// The count of the last batch that was kept; nil if none is.
  private var keptCount: Int?

  /// Asks the host to save.
  func save() {
    if isConnected {
      client.flush()
      send(.save)
    } else {
      say("not saved: there is no connection to \(name)")
    }
  }

  /// Asks everybody to look where the user is.
  func show() { send(.show) }

  /// Gives somebody a role.
  func give(_ role: Role, to author: String) { send(.role(author: author, role)) }

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

import BlockEditing
import BlockEvents
import BlockLibrary
import BlockModel
import Glibc
import LiveSession
import Workbench

/// A client of a real host, without a screen. Nothing here sleeps: it waits for its socket, with a deadline.
@MainActor final class SessionClient: LiveClientDelegate {
  /// An error of the harness itself.
  struct Failure: Error, CustomStringConvertible { var description: String }

  let name: String
  private let address: SessionAddress
  private let hello: ClientMessage.Hello
  private(set) var live: LiveClient
  private var socket: LineSocket
  private(set) var session: String
  private(set) var role: Role
  private(set) var people: Set<String> = []
  private(set) var differences: [String] = []
  private(set) var laidAside: [LaidAside] = []
  /// What the host said of saving.
  private(set) var saved: [String] = []
  private(set) var chat: [String] = []
  /// The copies of programs that were handed out, with what lets the client edit them.
  private(set) var handedOut: [(program: String, token: String)] = []
  /// The links for browsers, the last ones last.
  private(set) var links: [[String]] = []
  /// Code, or why there is none.
  private(set) var generated: [String] = []
  /// Why the host ended the connection.
  private(set) var goodbye: String?

  static let deadline = Duration.seconds(20)

  /// Joins a program.
  init(
    _ name: String, _ path: String, watches: Bool = false, author: String? = nil, secret: String? = nil,
    token: String? = nil, copyToken: String? = nil
  ) throws {
    self.name = name
    address = SessionAddress(path: path)
    var hello = ClientMessage.Hello(author: author ?? name, name: name)
    hello.secret = secret ?? "secret of \(name)"
    (hello.watches, hello.token, hello.copyToken) = (watches, token, copyToken)
    self.hello = hello
    let joined = try address.join(hello)
    guard let snapshot = joined.snapshot else { throw Failure(description: "no program") }
    let document = try snapshot.document(factory: try StockBlocks.factory())
    let manager = EventManager()
    let coordinator = WorkspaceLayoutCoordinator(workspace: document.workspace, eventManager: manager)
    live = LiveClient(
      program: SharedProgram(coordinator, eventFactory: .withMortiseEvents()),
      history: UndoHistory(target: coordinator, eventManager: manager), author: hello.author, number: snapshot.number)
    self.coordinator = coordinator
    (socket, session, role) = (joined.socket, joined.state.session, joined.state.role)
    people = Set(joined.state.people.map(\.name))
    live.delegate = self
    try goOn(joined)
  }

  let coordinator: WorkspaceLayoutCoordinator
  var workspace: Workspace { coordinator.workspace }

  private func goOn(_ joined: JoinedSession) throws {
    socket = joined.socket
    live.send = { [weak self] in self?.send($0) }
    for line in joined.rest { try receive(line) }
    live.catchUp()
  }

  /// Connects again, to the same host or its successor.
  /// - Returns: whether the host knew the session.
  @discardableResult
  func connectAgain() throws -> Bool {
    socket.close()
    live.send = nil
    var hello = hello
    (hello.session, hello.number) = (session, live.number)
    let joined = try address.join(hello)
    (session, role) = (joined.state.session, joined.state.role)
    // What the host doesn't know is sent again at once.
    (socket, live.send) = (joined.socket, { [weak self] in self?.send($0) })
    if let snapshot = joined.snapshot { try live.adopt(snapshot, lastCount: joined.state.lastCount) }
    try goOn(joined)
    if joined.snapshot == nil { live.resend(after: joined.state.lastCount) }
    return joined.snapshot == nil
  }

  func send(_ message: ClientMessage) {
    socket.send(message.line)
    _ = socket.finish(atMost: Self.deadline)
  }

  // MARK: - Editing

  /// Makes a number, with an id of its own.
  func insertNumber(_ id: String) {
    edit { coordinator in
      var snapshot = BlockSnapshot(records: [BlockSnapshot.Record(type: "math_number", id: id)])
      snapshot.records[0].position = WorkspacePoint(x: 0, y: Double(self.workspace.blocks.count) * 40)
      snapshot.records[0].fields = [FieldRecord(name: "NUM", state: .number(0))]
      coordinator.insert(snapshot)
    }
  }

  func setNumber(_ id: String, to number: Int) {
    guard let block = workspace.blocks[id] else { return }
    edit { $0.setField("NUM", of: block, to: .number(Double(number))) }
  }

  func delete(_ id: String) {
    guard let block = workspace.blocks[id] else { return }
    edit { $0.delete(block, heal: false) }
  }

  func number(_ id: String) -> String? { workspace.blocks[id]?.firstField(withName: "NUM")?.text }

  private func edit(_ changes: (WorkspaceLayoutCoordinator) -> Void) {
    coordinator.eventManager.pushNewGroup()
    changes(coordinator)
    coordinator.eventManager.popGroup()
    coordinator.eventManager.firePendingEvents()
    live.flush()
  }

  // MARK: - Receiving

  /// Takes what the host sends until something holds.
  func receive(until isDone: () -> Bool) throws {
    let end = ContinuousClock.now + Self.deadline
    while !isDone() {
      guard !socket.isClosed else { throw Failure(description: "\(name): the connection has ended: \(goodbye ?? "")") }
      guard socket.wait(atMost: ContinuousClock.now.duration(to: end)) else {
        throw Failure(description: "\(name) waited too long")
      }
      try takeIn()
    }
  }

  /// Takes what has come.
  /// - Returns: whether the connection is still there.
  @discardableResult
  func takeIn() throws -> Bool {
    for line in socket.read() { try receive(line) }
    live.catchUp()
    return !socket.isClosed
  }

  /// Waits until the host has all own changes.
  func confirm() throws { try receive { live.isConfirmed } }

  private func receive(_ line: [UInt8]) throws {
    switch try HostMessage(line) {
    case .applied(let batch): live.applied(batch)
    case .confirmed(let number, let count, let hash): live.confirmed(number: number, count: count, hash: hash)
    case .refused(let count, let reason): live.refused(count: count, reason: reason)
    case .state(let state, let snapshot): try live.adopt(snapshot, lastCount: state.lastCount)
    case .person(let person):
      people.insert(person.name)
      if person.author == hello.author { role = person.role }
    case .saved(let message, _): saved.append(message)
    case .chat(_, let text): chat.append(text)
    case .handedOut(let program, let token): handedOut.append((program, token))
    case .links(let editing, let watching): links.append([editing, watching])
    case .generated(_, .success(let code)): generated.append(code)
    case .generated(_, .failure(let problem)): generated.append("\(problem)")
    case .bye(let closeReason): goodbye = closeReason.reason
    default: break
    }
  }

  func liveClient(_ client: LiveClient, didFind conflict: FieldConflict) {}
  func liveClient(_ client: LiveClient, didLayAside laidAside: LaidAside) { self.laidAside.append(laidAside) }
  func liveClient(_ client: LiveClient, didDiffer report: String) { differences.append(report) }
  func liveClient(_ client: LiveClient, mustReopen snapshot: ProgramSnapshot) { differences.append("must reopen") }
}

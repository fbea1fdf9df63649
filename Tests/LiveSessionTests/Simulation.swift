import BlockEditing
import BlockEvents
import BlockFormats
import BlockLibrary
import BlockModel
import Markup
import RandomEditing
import SeededTesting
import Workbench

@testable import LiveSession

/// A session of some clients with one host, in one process, over connections that are slow, break and repeat. The same
/// seed gives the same run.
final class Simulation {
  private let factory: BlockFactory
  private let start: String
  private var random: SeededGenerator
  private(set) var clients: [SimulatedClient] = []
  private(set) var host: LiveHost
  private var hostDocument: Document
  /// What the log has kept, which survives the host.
  private var kept = Kept()
  /// The log's program before its first batch.
  private let base: ProgramSnapshot
  private let session = "s"

  final class Kept { var batches: [LoggedBatch] = [] }

  /// - Parameters:
  ///   - factory: nil for one with the stock blocks.
  ///   - factories: those of the clients; nil for the host's.
  init(
    seed: UInt64, clientCount: Int, program: String, factory: BlockFactory? = nil, factories: [BlockFactory]? = nil
  ) throws {
    random = SeededGenerator(seed: seed)
    let factory = try factory ?? StockBlocks.factory()
    self.factory = factory
    start = program
    (host, hostDocument) = try Self.makeHost(factory, program, kept)
    base = ProgramSnapshot(of: host.program, style: hostDocument.style, number: 0)
    for index in 0..<clientCount {
      clients.append(
        SimulatedClient(name: "c\(index)", seed: seed &* 100 &+ UInt64(index), factory: factories?[index] ?? factory))
    }
  }

  private static func makeHost(
    _ factory: BlockFactory, _ program: String, _ kept: Kept
  ) throws -> (LiveHost, Document) {
    let document = try Document(
      bytes: Array(program.utf8), path: nil, factory: factory, seed: 7, idGeneratorAfterLoading: SystemNumbers())
    let coordinator = WorkspaceLayoutCoordinator(workspace: document.workspace, eventManager: EventManager())
    let shared = SharedProgram(coordinator, eventFactory: .withMortiseEvents())
    var counts: [String: Int] = [:]
    for batch in kept.batches {
      _ = try shared.apply(batch)
      counts[batch.batch.author] = max(counts[batch.batch.author] ?? 0, batch.batch.count)
    }
    let log = MemoryLog(kept.batches) { kept.batches.append($0) }
    let host = LiveHost(
      program: shared, log: log, session: "s", name: "p", number: kept.batches.count, counts: counts
    ) { ProgramSnapshot(of: shared, style: document.style, number: $0) }
    return (host, document)
  }

  // MARK: - Running

  /// Random actions, deliveries and accidents.
  /// - Parameter actions: whether the clients edit, too.
  func run(steps: Int, accidents: Bool = true, actions: Bool = true) throws {
    for _ in 0..<steps {
      guard let client = clients.randomElement(using: &random) else { return }
      switch actions ? Int.random(in: 0..<20, using: &random) : 10 {
      case 0..<6: try client.act()
      case 6: try client.goBack()
      case 7 where accidents && Int.random(in: 0..<4, using: &random) == 0: cut(client)
      case 9 where accidents && Int.random(in: 0..<6, using: &random) == 0: giveRole(to: client)
      case 8 where accidents && Int.random(in: 0..<12, using: &random) == 0: try restartHost()
      default: try deliverOne(of: client)
      }
    }
  }

  /// Connects everybody, and delivers everything.
  func settle() throws {
    for client in clients where client.connection == nil { connect(client) }
    var isBusy = true
    while isBusy {
      isBusy = false
      for client in clients {
        client.flush()
        while try deliver(of: client, toHost: true) { isBusy = true }
      }
      for client in clients {
        while try deliver(of: client, toHost: false) { isBusy = true }
        client.live?.catchUp()
      }
    }
  }

  /// The first client gives another one a role, or takes it.
  private func giveRole(to client: SimulatedClient) {
    guard let owner = clients.first, client !== owner else { return }
    owner.live?.send?(.role(author: client.name, Bool.random(using: &random) ? .watcher : .editor))
  }

  private func connect(_ client: SimulatedClient) {
    let connection = SimulatedConnection()
    connection.hosted = HostedClient { [weak connection] in connection?.toClient.append($0) }
    client.connect(connection, session: session)
  }

  private func deliverOne(of client: SimulatedClient) throws {
    if client.connection == nil { return connect(client) }
    let toHost = Bool.random(using: &random)
    for _ in 0..<Int.random(in: 1...3, using: &random) { _ = try deliver(of: client, toHost: toHost) }
    client.live?.catchUp()
  }

  /// Delivers the next line.
  /// - Returns: false if there is none.
  func deliver(of client: SimulatedClient, toHost: Bool) throws -> Bool {
    guard let connection = client.connection, let hosted = connection.hosted else { return false }
    if !toHost {
      guard !connection.toClient.isEmpty else { return false }
      var line = connection.toClient.removeFirst()
      client.distort?(&line)
      try client.receive(try HostMessage(line))
      return true
    }
    guard !connection.toHost.isEmpty else { return false }
    let message = try ClientMessage(connection.toHost.removeFirst())
    if case .hello(let hello) = message {
      host.enter(hosted, hello, mostRole: client === clients.first ? .owner : .editor)
    } else {
      host.receive(message, from: hosted)
    }
    return true
  }

  /// The connection breaks: what is under way is lost.
  func cut(_ client: SimulatedClient) {
    guard let connection = client.connection else { return }
    client.disconnect()
    // The host may notice it or not.
    if Bool.random(using: &random), let hosted = connection.hosted { host.leave(hosted) }
  }

  /// The host is killed, and begins again with what the log has kept.
  func restartHost() throws {
    for client in clients { client.disconnect() }
    (host, hostDocument) = try Self.makeHost(factory, start, kept)
  }

  func pickClient() -> SimulatedClient? { clients.randomElement(using: &random) }

  // MARK: - Results

  var hostTexts: String { EditingSession.texts(of: host.program.workspace) }
  var hostHash: UInt64 { host.program.hash }
  var batchCount: Int { kept.batches.count }
  /// The batches of the log.
  var batches: [LoggedBatch] { kept.batches }
  var hostWorkspace: Workspace { host.program.workspace }
  var style: FileStyle { hostDocument.style }
  /// The host's program as it is saved.
  var hostFile: [UInt8] { ProgramWriter.write(host.program.workspace, style: hostDocument.style.layout).bytes }
  /// Where newcomers begin.
  var roleOfNewcomers: Role {
    get { host.roleOfNewcomers }
    set { host.roleOfNewcomers = newValue }
  }

  /// The log, applied to the program before it.
  func replayedTexts() throws -> String {
    let document = try base.document(factory: factory)
    let coordinator = WorkspaceLayoutCoordinator(workspace: document.workspace, eventManager: EventManager())
    let shared = SharedProgram(coordinator, eventFactory: .withMortiseEvents())
    for batch in kept.batches { _ = try shared.apply(batch) }
    return EditingSession.texts(of: document.workspace)
  }
}

/// A connection, with what is under way on it.
final class SimulatedConnection {
  var toHost: [[UInt8]] = []
  var toClient: [[UInt8]] = []
  var hosted: HostedClient?
}

/// A user who edits at random.
final class SimulatedClient: LiveClientDelegate {
  let name: String
  private let seed: UInt64
  let factory: BlockFactory
  private var random: SeededGenerator
  private(set) var connection: SimulatedConnection?
  private(set) var live: LiveClient?
  private var editing: EditingSession?
  /// Nobody else retains them.
  private var listeners: [AnyObject] = []
  private var sentCount = 0
  /// The counts of the batches that were sent.
  private(set) var sent: Set<Int> = []
  /// What the user was told is not done.
  private(set) var laidAside: [LaidAside] = []
  private(set) var conflicts: [FieldConflict] = []
  /// The counts of own batches that were refused without a reason, as they changed nothing.
  private(set) var idle: Set<Int> = []
  /// The events of own undoes and redoes, by count.
  private(set) var backward: [Int: [JSONValue]] = [:]
  /// The groups that were not undone or redone, with the reason.
  private(set) var skipped: [String] = []
  /// Changes a line of the host's on its way; for tests of differences.
  var distort: ((inout [UInt8]) -> Void)?
  private(set) var differences: [String] = []
  private(set) var reopenings = 0
  private(set) var role: Role?
  /// What follows from own definitions that differ; nil if they don't.
  private(set) var remark: String?
  private var shapes: UInt64?

  init(name: String, seed: UInt64, factory: BlockFactory) {
    (self.name, self.seed, self.factory) = (name, seed, factory)
    random = SeededGenerator(seed: seed)
  }

  var texts: String { live.map { EditingSession.texts(of: $0.program.workspace) } ?? "" }

  func connect(_ connection: SimulatedConnection, session: String) {
    self.connection = connection
    var hello = ClientMessage.Hello(author: name, name: name)
    hello.secret = "secret of \(name)"
    if let live { (hello.session, hello.number, hello.shapes) = (session, live.number, shapes) }
    connection.toHost.append(ClientMessage.hello(hello).line)
  }

  func disconnect() {
    connection = nil
    live?.send = nil
  }

  func receive(_ message: HostMessage) throws {
    switch message {
    case .state(let state, let snapshot):
      role = state.role
      snapshot.definitions.add(to: factory)
      let definitions = snapshot.definitions.compare(with: factory)
      (shapes, remark) = (definitions.hash, definitions.remark)
      sender(.shapes(definitions.hash))
      if let live {
        live.send = sender
        try live.adopt(snapshot, lastCount: state.lastCount)
      } else {
        try open(snapshot, lastCount: state.lastCount)
      }
      live?.hasOtherDefinitions = remark != nil
    case .resumed(let state):
      role = state.role
      live?.send = sender
      live?.resend(after: state.lastCount)
    case .applied(let batch): live?.applied(batch)
    case .confirmed(let number, let count, let hash): live?.confirmed(number: number, count: count, hash: hash)
    case .refused(let count, let reason):
      if reason.isEmpty, live?.pending.contains(where: { $0.batch.count == count }) == true { idle.insert(count) }
      live?.refused(count: count, reason: reason)
    case .person(let person): if person.author == name { role = person.role }
    default: break
    }
  }

  private var sender: (ClientMessage) -> Void {
    { [weak self, weak connection] message in
      if case .edit(let batch) = message { self?.sent.insert(batch.count) }
      connection?.toHost.append(message.line)
    }
  }

  private func open(_ snapshot: ProgramSnapshot, lastCount: Int) throws {
    let document = try snapshot.document(factory: factory)
    document.workspace.draw(from: SeededGenerator(seed: seed &* 31 &+ UInt64(reopenings)))
    let manager = EventManager()
    let coordinator = WorkspaceLayoutCoordinator(workspace: document.workspace, eventManager: manager)
    let history = UndoHistory(target: coordinator, eventManager: manager)
    listeners = [
      IfReturnListener(coordinator: coordinator), MisplacementListener(coordinator: coordinator),
      DisabledProcedureListener(coordinator: coordinator),
    ]
    let shared = SharedProgram(coordinator, eventFactory: .withMortiseEvents())
    editing = try EditingSession(
      seed: seed &+ UInt64(reopenings), coordinator: coordinator, history: history, manager: manager)
    let live = LiveClient(
      program: shared, history: history, author: name, number: snapshot.number, count: max(sentCount, lastCount))
    live.send = sender
    live.delegate = self
    self.live = live
  }

  func act() throws {
    guard let editing, let live else { return }
    if Int.random(in: 0..<12, using: &random) == 0 { try fireForeignEvent() } else { editing.act() }
    live.flush()
  }

  /// An event of an extension that nobody else knows.
  func fireForeignEvent() throws {
    guard let live else { return }
    let number = Int.random(in: 0..<100, using: &random)
    let json = try JSONParser.parse(
      Array(#"{"type":"notes_tempo","blockId":"b\#(number)","old":{"bpm":[1,null]},"new":"é \#(number)"}"#.utf8))
    let event = try BlocklyEventFactory.withMortiseEvents().event(from: json, workspaceID: live.program.workspace.id)
    edit { $0.add(event) }
  }

  /// Changes the program as one user action.
  func edit(_ changes: (WorkspaceLayoutCoordinator) -> Void) {
    guard let live else { return }
    live.program.eventManager.pushNewGroup()
    changes(live.program.coordinator)
    live.program.eventManager.popGroup()
    live.program.eventManager.firePendingEvents()
    live.flush()
  }

  /// A block of the program.
  func block(_ id: String) -> Block { live!.program.workspace.blocks[id]! }

  func flush() { live?.flush() }

  /// Undoes or redoes.
  func goBack() throws { goBack(forward: Bool.random(using: &random)) }

  /// Undoes or redoes.
  func goBack(forward: Bool) {
    guard let editing, let live else { return }
    do throws(EventError) {
      _ = forward ? try editing.history.redo() : try editing.history.undo()
    } catch {
      skipped.append("\(error)")
      editing.history.dropNext(forward: forward)
    }
    let before = live.count
    live.flush()
    for entry in live.pending where entry.batch.count > before { backward[entry.batch.count] = entry.batch.events }
  }

  func liveClient(_ client: LiveClient, didFind conflict: FieldConflict) { conflicts.append(conflict) }
  func liveClient(_ client: LiveClient, didLayAside laidAside: LaidAside) { self.laidAside.append(laidAside) }
  func liveClient(_ client: LiveClient, didDiffer report: String) { differences.append(report) }
  func liveClient(_ client: LiveClient, mustReopen snapshot: ProgramSnapshot) {
    reopenings += 1
    sentCount = client.count
    live = nil
    try? open(snapshot, lastCount: 0)
  }
}

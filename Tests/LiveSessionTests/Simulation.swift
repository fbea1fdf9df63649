import BlockEditing
import BlockEvents
import BlockFormats
import BlockLibrary
import BlockModel
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
  private var host: LiveHost
  private var hostDocument: Document
  /// What the log has kept, which survives the host.
  private var kept = Kept()
  /// The log's program before its first batch.
  private let base: ProgramSnapshot
  private let session = "s"

  final class Kept { var batches: [LoggedBatch] = [] }

  init(seed: UInt64, clientCount: Int, program: String) throws {
    random = SeededGenerator(seed: seed)
    factory = try StockBlocks.factory()
    start = program
    (host, hostDocument) = try Self.makeHost(factory, program, kept)
    base = ProgramSnapshot(of: host.program, style: hostDocument.style, number: 0)
    for index in 0..<clientCount {
      clients.append(SimulatedClient(name: "c\(index)", seed: seed &* 100 &+ UInt64(index), factory: factory))
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
    let log = MemoryLog(after: 0, kept.batches) { kept.batches.append($0) }
    let host = LiveHost(
      program: shared, log: log, session: "s", name: "p", number: kept.batches.count, counts: counts
    ) { ProgramSnapshot(of: shared, style: document.style, number: $0) }
    return (host, document)
  }

  // MARK: - Running

  /// Random actions, deliveries and accidents.
  func run(steps: Int, accidents: Bool = true) throws {
    for _ in 0..<steps {
      guard let client = clients.randomElement(using: &random) else { return }
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<6: try client.act()
      case 6: try client.goBack()
      case 7 where accidents && Int.random(in: 0..<4, using: &random) == 0: cut(client)
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
      for client in clients { while try deliver(of: client, toHost: false) { isBusy = true } }
    }
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
  }

  private func deliver(of client: SimulatedClient, toHost: Bool) throws -> Bool {
    guard let connection = client.connection, let hosted = connection.hosted else { return false }
    if !toHost {
      guard !connection.toClient.isEmpty else { return false }
      try client.receive(try HostMessage(connection.toClient.removeFirst()))
      return true
    }
    guard !connection.toHost.isEmpty else { return false }
    let message = try ClientMessage(connection.toHost.removeFirst())
    if case .hello(let hello) = message {
      host.enter(hosted, hello, mostRole: .editor)
    } else {
      host.receive(message, from: hosted)
    }
    return true
  }

  /// The connection breaks: what is under way is lost.
  private func cut(_ client: SimulatedClient) {
    guard let connection = client.connection else { return }
    client.disconnect()
    // The host may notice it or not.
    if Bool.random(using: &random), let hosted = connection.hosted { host.leave(hosted) }
  }

  private func restartHost() throws {
    for client in clients { client.disconnect() }
    (host, hostDocument) = try Self.makeHost(factory, start, kept)
  }

  // MARK: - Results

  var hostTexts: String { EditingSession.texts(of: host.program.workspace) }
  var hostHash: UInt64 { host.program.hash }
  var batchCount: Int { kept.batches.count }

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
  private let factory: BlockFactory
  private var random: SeededGenerator
  private(set) var connection: SimulatedConnection?
  private(set) var live: LiveClient?
  private var editing: EditingSession?
  /// Nobody else retains them.
  private var listeners: [AnyObject] = []
  private var sentCount = 0
  private(set) var refusals = 0
  private(set) var differences: [String] = []
  private(set) var reopenings = 0

  init(name: String, seed: UInt64, factory: BlockFactory) {
    (self.name, self.seed, self.factory) = (name, seed, factory)
    random = SeededGenerator(seed: seed)
  }

  var texts: String { live.map { EditingSession.texts(of: $0.program.workspace) } ?? "" }

  func connect(_ connection: SimulatedConnection, session: String) {
    self.connection = connection
    var hello = ClientMessage.Hello(author: name, name: name)
    if let live { (hello.session, hello.number) = (session, live.number) }
    connection.toHost.append(ClientMessage.hello(hello).line)
  }

  func disconnect() {
    connection = nil
    live?.send = nil
  }

  func receive(_ message: HostMessage) throws {
    switch message {
    case .state(let state, let snapshot):
      if let live {
        live.send = sender
        try live.adopt(snapshot, lastCount: state.lastCount)
      } else {
        try open(snapshot, lastCount: state.lastCount)
      }
    case .resumed(let state):
      live?.send = sender
      live?.resend(after: state.lastCount)
    case .applied(let batch): live?.applied(batch)
    case .confirmed(let number, let count, let hash): live?.confirmed(number: number, count: count, hash: hash)
    case .refused(let count, let reason): live?.refused(count: count, reason: reason)
    case .person, .gone, .saved, .chat, .show, .programs, .bye: break
    }
  }

  private var sender: (ClientMessage) -> Void {
    { [weak connection] in connection?.toHost.append($0.line) }
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
    editing.act()
    live.flush()
  }

  func flush() { live?.flush() }

  /// Undoes or redoes.
  func goBack() throws {
    guard let editing, let live else { return }
    let forward = Bool.random(using: &random)
    do throws(EventError) {
      _ = forward ? try editing.history.redo() : try editing.history.undo()
    } catch {
      editing.history.dropNext(forward: forward)
    }
    live.flush()
  }

  func liveClient(_ client: LiveClient, didApply batch: LoggedBatch) {}
  func liveClient(_ client: LiveClient, didLayAside laidAside: LaidAside) { refusals += 1 }
  func liveClient(_ client: LiveClient, didDiffer report: String) { differences.append(report) }
  func liveClient(_ client: LiveClient, mustReopen snapshot: ProgramSnapshot) {
    reopenings += 1
    sentCount = client.count
    live = nil
    try? open(snapshot, lastCount: 0)
  }
}

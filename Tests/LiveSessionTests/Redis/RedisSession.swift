import BlockEditing
import BlockEvents
import BlockFormats
import BlockLibrary
import BlockModel
import Glibc
import RandomEditing
import SeededTesting
import Workbench

@testable import LiveRedis
@testable import LiveSession

/// Hosts of one program that share a log in Redis, and their clients, in one loop.
final class RedisSession {
  struct Failure: Error { var what: String }

  let factory: BlockFactory
  private(set) var hosts: [RedisHost] = []
  private(set) var clients: [SimulatedClient] = []
  /// The host of each client.
  private var placing: [Int] = []
  /// The batches that clients were told to be in the log, and those that were refused.
  private(set) var acknowledged: Set<BatchID> = []
  private(set) var refused: Set<BatchID> = []
  /// What the clients were told otherwise, in order.
  private(set) var told: [String: [HostMessage]] = [:]
  /// The hosts whose loops stand still.
  var stopped: Set<Int> = []
  private let seed: UInt64

  init(seed: UInt64) throws {
    self.seed = seed
    factory = try StockBlocks.factory()
  }

  // MARK: - Hosts and clients

  @discardableResult func addHost(
    _ address: RedisAddress, password: RedisPassword? = nil, isFirst: Bool = true, snapshotInterval: Int = 500
  ) throws -> RedisHost {
    let host = try RedisHost(
      address, password, factory, start: isFirst ? SimulationTests.program : nil, snapshotInterval: snapshotInterval)
    hosts.append(host)
    return host
  }

  @discardableResult func addClient(of host: Int) -> SimulatedClient {
    let index = clients.count
    let client = SimulatedClient(name: "c\(index)", seed: seed &* 100 &+ UInt64(index), factory: factory)
    clients.append(client)
    placing.append(host)
    return client
  }

  /// Connects a client with its host, or with another one.
  func connect(_ index: Int, to host: Int? = nil) {
    if let host { placing[index] = host }
    let connection = SimulatedConnection()
    connection.hosted = HostedClient { [weak connection] in connection?.toClient.append($0) }
    clients[index].connect(connection, session: hosts[placing[index]].log.session ?? "")
  }

  func disconnect(_ index: Int, noticed: Bool = true) {
    guard let connection = clients[index].connection else { return }
    clients[index].disconnect()
    if noticed, let hosted = connection.hosted { hosts[placing[index]].host?.leave(hosted) }
  }

  /// Delivers everything that is under way between clients and their hosts.
  private func deliver() throws {
    var isBusy = true
    while isBusy {
      isBusy = false
      for (index, client) in clients.enumerated() where !stopped.contains(placing[index]) {
        guard let connection = client.connection, let hosted = connection.hosted else { continue }
        while !connection.toHost.isEmpty, let host = hosts[placing[index]].host {
          isBusy = true
          switch try ClientMessage(connection.toHost.removeFirst()) {
          case .hello(let hello): host.enter(hosted, hello, mostRole: .editor)
          case let message: host.receive(message, from: hosted)
          }
        }
        while !connection.toClient.isEmpty {
          isBusy = true
          let message = try HostMessage(connection.toClient.removeFirst())
          note(message, client)
          try client.receive(message)
        }
        client.live?.catchUp()
      }
    }
  }

  private func note(_ message: HostMessage, _ client: SimulatedClient) {
    switch message {
    case .applied(let batch): acknowledged.insert(BatchID(batch.batch))
    case .confirmed(_, let count, _): acknowledged.insert(BatchID(Batch(author: client.name, count: count, events: [])))
    case .refused(let count, _): refused.insert(BatchID(Batch(author: client.name, count: count, events: [])))
    case .state, .resumed: break
    default: told[client.name, default: []].append(message)
    }
  }

  // MARK: - The loop

  /// One turn of the loops that don't stand still.
  /// - Parameter limit: how long it may wait.
  func turn(_ limit: ContinuousClock.Instant) throws {
    try deliver()
    let logs = hosts.indices.filter { !stopped.contains($0) }.map { hosts[$0].log }
    var polled = logs.flatMap(\.polled)
    let deadline = min(limit, logs.compactMap(\.deadline).min() ?? limit)
    let time = (ContinuousClock.now.duration(to: deadline) / .milliseconds(1)).rounded(.up)
    _ = poll(&polled, nfds_t(polled.count), Int32(max(0, time)))
    for log in logs {
      log.handle(polled)
      log.handleTime(.now)
    }
    try deliver()
  }

  /// Turns until something holds.
  /// - Throws: `Failure` after 20 seconds.
  func turn(until what: String, _ condition: () throws -> Bool) throws {
    let limit = ContinuousClock.now + .seconds(20)
    try deliver()
    while try !condition() {
      if ContinuousClock.now >= limit { throw Failure(what: "waited too long until \(what)") }
      try turn(limit)
    }
  }

  func awaitOpen() throws { try turn(until: "the logs are open") { hosts.allSatisfy(\.isReady) } }

  /// Connects everybody, and turns until all have everything.
  func settle() throws {
    stopped = []
    for (index, client) in clients.enumerated() {
      if client.connection == nil { connect(index) }
      client.flush()
    }
    try turn(until: "all have everything") {
      for client in clients { client.flush() }
      let numbers = Set(hosts.map { $0.host?.number ?? -1 })
      return hosts.allSatisfy { $0.isReady && $0.host?.appending.isEmpty ?? true } && numbers.count == 1
        && clients.allSatisfy { $0.live?.isConfirmed == true && numbers == [$0.live?.number ?? -2] }
    }
  }

  /// Whatever clients do, and turns.
  func act(_ steps: Int, using random: inout SeededGenerator, _ accident: (inout SeededGenerator) throws -> Void) throws
  {
    for _ in 0..<steps {
      let index = Int.random(in: 0..<clients.count, using: &random)
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<8: try clients[index].act()
      case 8: try clients[index].goBack()
      case 9: try accident(&random)
      default:
        if clients[index].connection == nil { connect(index) }
        try turn(.now + .milliseconds(Int.random(in: 0...2, using: &random)))
      }
    }
  }
}

/// A host with its log.
final class RedisHost: RemoteLogDelegate {
  let log: RedisLog
  private let factory: BlockFactory
  private(set) var host: LiveHost?
  private var document: Document?
  private(set) var states: [RemoteLogState] = []
  private(set) var reports: [String] = []

  init(
    _ address: RedisAddress, _ password: RedisPassword?, _ factory: BlockFactory, start: String?, snapshotInterval: Int
  ) throws {
    self.factory = factory
    var snapshot: ProgramSnapshot?
    if let start {
      let document = try Document(
        bytes: Array(start.utf8), path: nil, factory: factory, seed: 7, idGeneratorAfterLoading: SystemNumbers())
      let coordinator = WorkspaceLayoutCoordinator(workspace: document.workspace, eventManager: EventManager())
      let program = SharedProgram(coordinator, eventFactory: .withMortiseEvents())
      snapshot = ProgramSnapshot(of: program, style: document.style, number: 0)
    }
    log = RedisLog(
      address, password: password, name: "a?{program}", start: snapshot, snapshotInterval: snapshotInterval)
    log.delegate = self
  }

  var isReady: Bool { states.last == .ready && log.isChecked }
  var texts: String { host.map { EditingSession.texts(of: $0.program.workspace) } ?? "" }

  func log(_ log: any RemoteLog, didOpen contents: LogContents) {
    guard let document = try? contents.snapshot.document(factory: factory) else { return }
    let coordinator = WorkspaceLayoutCoordinator(workspace: document.workspace, eventManager: EventManager())
    let shared = SharedProgram(coordinator, eventFactory: .withMortiseEvents())
    self.document = document
    let host = LiveHost(
      program: shared, log: log, session: contents.session, name: "p", number: contents.snapshot.number,
      counts: contents.counts
    ) { ProgramSnapshot(of: shared, style: document.style, number: $0) }
    host.whenDiffering = { [weak self] in self?.reports.append($0) }
    self.host = host
  }

  func log(_ log: any RemoteLog, didChange state: RemoteLogState) { states.append(state) }
}

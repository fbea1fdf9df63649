import BlockEditing
import BlockEvents
import BlockLibrary
import BlockModel
import Markup
import SeededTesting
import Testing
import Workbench

@testable import LiveSession

/// The host of a program, and what it tells its clients.
@Suite struct HostTests {
  @Test func aHostThatIsKilledGoesOnWithItsLog() throws {
    let simulation = try Simulation(seed: 3, clientCount: 3, program: SimulationTests.program)
    try simulation.settle()
    for round in 0..<10 {
      for client in simulation.clients { try client.act() }
      try simulation.deliverToHost()
      let acknowledged = simulation.batchCount
      try simulation.restartHost()
      #expect(simulation.batchCount == acknowledged, "round \(round)")
      for client in simulation.clients { try client.act() }
      try simulation.settle()
      for client in simulation.clients {
        #expect(client.texts == simulation.hostTexts, "round \(round)")
        #expect(client.live?.isConfirmed == true && client.differences == [], "round \(round)")
      }
    }
    #expect(try simulation.replayedTexts() == simulation.hostTexts)
  }

  /// Who has asked for a save that makes no new code may choose to have the blocks alone; the others hear of it only.
  @Test func whoAsksForASaveChoosesWhatIsSaved() throws {
    let simulation = try Simulation(seed: 3, clientCount: 0, program: SimulationTests.program)
    let host = simulation.host
    var lines: [String: [String]] = [:]
    func client(_ name: String, _ role: Role) -> HostedClient {
      let client = HostedClient { lines[name, default: []].append(String(decoding: $0, as: UTF8.self)) }
      host.enter(client, .init(author: name, name: name), mostRole: role)
      return client
    }
    let (anna, watcher, ben) = (client("anna", .owner), client("watcher", .watcher), client("ben", .editor))
    var calls = ""
    host.save = { calls += "s" }
    host.saveAnyway = { calls += "a" }
    lines = [:]
    for client in [anna, watcher] { host.receive(.save, from: client) }
    #expect(host.isAskedToSave)
    host.answerSavers("no code", isDone: false, choice: "save the blocks")
    #expect(!host.isAskedToSave)
    let plain = "{\"type\":\"saved\",\"message\":\"no code\",\"done\":false}\n"
    let asking = plain.replacing("}", with: ",\"choice\":\"save the blocks\"}")
    #expect(lines == ["anna": [asking], "watcher": [plain], "ben": [plain]])
    // The next answer asks nobody who hasn't asked again.
    host.answerSavers("no code", isDone: false, choice: "save the blocks")
    #expect(lines["anna"] == [asking, plain])
    for client in [watcher, ben] {
      host.receive(try ClientMessage(Array("{\"type\":\"save\",\"anyway\":true}".utf8)), from: client)
    }
    #expect(calls == "sssa")
    host.leave(watcher)
    host.leave(ben)
    #expect(!host.isAskedToSave)
  }

  /// A host that can't get the log's program ends its session instead of going on with another one.
  @Test func aHostThatCannotFollowItsLogEnds() throws {
    let simulation = try Simulation(seed: 3, clientCount: 0, program: SimulationTests.program)
    let host = simulation.host
    var lines: [String] = []
    host.enter(
      HostedClient { lines.append(String(decoding: $0, as: UTF8.self)) }, .init(author: "anna", name: "anna"),
      mostRole: .editor)
    var snapshot = host.settledSnapshot()
    snapshot.hash += 1
    host.log(didReplaceWith: LogContents(session: "s", snapshot: snapshot, counts: [:]), lost: [])
    #expect(host.closeReason?.isFinal == true)
    #expect(lines.last?.contains("the session is over: the program can’t be made like the snapshot of 0") == true)
  }

  private static func hostWithSlowLog() throws -> (host: LiveHost, program: SharedProgram, log: SlowLog) {
    let factory = try StockBlocks.factory()
    let document = try Document(bytes: Array(SimulationTests.program.utf8), path: nil, factory: factory, seed: 7)
    let coordinator = WorkspaceLayoutCoordinator(workspace: document.workspace, eventManager: EventManager())
    let program = SharedProgram(coordinator, eventFactory: .withMortiseEvents())
    let log = SlowLog()
    let host = LiveHost(program: program, log: log, session: "t", name: "p", number: 0) {
      ProgramSnapshot(of: program, style: document.style, number: $0)
    }
    return (host, program, log)
  }

  /// A snapshot leaves out the batches that are being appended, and the program then has them as the log does: with the
  /// same ids of the shadows that they uncover.
  @Test(arguments: Seeds.first(5)) func snapshotsLeaveTheProgramAsItIs(seed: UInt64) throws {
    if let only = Seeds.only, only != seed { return }
    let simulation = try Simulation(seed: seed, clientCount: 3, program: SimulationTests.program)
    let (host, program, log) = try Self.hostWithSlowLog()
    let hosted = simulation.clients.map { client in
      let hosted = HostedClient { _ in }
      host.enter(hosted, .init(author: client.name, name: client.name), mostRole: .editor)
      return hosted
    }
    try simulation.settle()
    for step in 0..<40 {
      for _ in 0..<3 { for client in simulation.clients { try client.act() } }
      for (client, hosted) in zip(simulation.clients, hosted) {
        for entry in client.live?.pending ?? [] { host.receive(.edit(entry.batch), from: hosted) }
      }
      try simulation.settle()
      guard let last = log.waiting.last else { continue }
      #expect(host.snapshotForLog().number == host.number)
      #expect(program.hash == last.hash, "seed \(seed), step \(step)")
      if step % 3 == 0 { log.appendAll() }
    }
    log.appendAll()
    #expect(host.number > 40, "seed \(seed)")
  }

  /// A host whose own batches can't be reverted for another host's batch appends nothing until it has read the log
  /// again, and then each batch once.
  @Test func aHostThatDiffersWaitsForItsLog() throws {
    let (host, program, log) = try Self.hostWithSlowLog()
    var reports = 0
    host.whenDiffering = { _ in reports += 1 }
    let start = host.settledSnapshot()
    let client = HostedClient { _ in }
    host.enter(client, .init(author: "anna", name: "anna"), mostRole: .editor)
    func batch(_ author: String, _ count: Int, _ event: String) throws -> Batch {
      Batch(author: author, count: count, events: [try JSONParser.parse(Array(event.utf8))])
    }
    let id = try #require(program.workspace.topBlocks.first).id
    let created = #"{"type":"create","json":{"type":"text","id":"new","fields":{"TEXT":"x"}},"ids":["new"]}"#
    host.receive(.edit(try batch("anna", 1, created)), from: client)
    let moved = #"{"type":"move","blockId":"\#(id)","newCoordinate":"70, 70"}"#
    host.receive(.edit(try batch("anna", 2, moved)), from: client)
    #expect(log.waiting.map(\.number) == [1, 2])

    // The first of them can no longer be reverted.
    let deleted = created.replacing("create", with: "delete").replacing("json", with: "oldJson")
    _ = try program.apply(try batch("x", 1, deleted))
    let other = #"{"type":"move","blockId":"\#(id)","newCoordinate":"30, 30"}"#
    var contents = LogContents(session: "t", snapshot: start, counts: [:])
    contents.batches = [LoggedBatch(number: 1, batch: try batch("ben", 1, other), hash: 1)]
    log.waiting = []
    host.log(didAppend: contents.batches[0])
    #expect(reports == 1 && log.waiting.isEmpty && host.number == 0 && !host.isSettled)
    host.receive(.edit(try batch("anna", 3, moved.replacing("70, 70", with: "80, 80"))), from: client)
    #expect(log.waiting.isEmpty)

    host.log(didReplaceWith: contents, lost: [])
    #expect(log.waiting.map(\.number) == [2, 3, 4])
    #expect(log.waiting.map(\.batch.count) == [1, 2, 3])
    log.appendAll()
    #expect(host.number == 4 && host.isSettled)
  }

  /// A log that appends when the test says so.
  private final class SlowLog: ProgramLog {
    weak var receiver: (any ProgramLogReceiver)?
    var waiting: [LoggedBatch] = []

    func append(_ batch: LoggedBatch) { waiting.append(batch) }
    func read(since number: Int) -> [LoggedBatch]? { nil }

    func appendAll() {
      for batch in waiting { receiver?.log(didAppend: batch) }
      waiting = []
    }
  }

  @Test func newcomersMayBeWatchersUntilTheOwnerGivesThemThePen() throws {
    let simulation = try Simulation(seed: 3, clientCount: 2, program: SimulationTests.program)
    simulation.roleOfNewcomers = .watcher
    try simulation.settle()
    #expect(simulation.clients.map(\.role) == [.owner, .watcher])
    simulation.clients[0].live?.send?(.role(author: "c1", .editor))
    try simulation.settle()
    #expect(simulation.clients.map(\.role) == [.owner, .editor])
    // The pen is theirs when they come again.
    simulation.cut(simulation.clients[1])
    try simulation.settle()
    #expect(simulation.clients.map(\.role) == [.owner, .editor])
    // An owner takes the pen from nobody by accident who is one.
    simulation.clients[0].live?.send?(.role(author: "c0", .watcher))
    try simulation.settle()
    #expect(simulation.clients.map(\.role) == [.owner, .editor])
  }
}

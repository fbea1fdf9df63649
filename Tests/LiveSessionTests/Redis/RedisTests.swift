import Glibc
import Markup
import RandomEditing
import RedisTesting
import SeededTesting
import Testing

@testable import LiveRedis
@testable import LiveSession

/// Programs with several hosts whose log is in Redis are always the same for everybody.
@Suite(.enabled(if: RedisServer.isInstalled, "redis-server or libhiredis is not installed")) struct RedisTests {
  private func expectEqual(_ session: RedisSession, _ name: String) {
    let texts = session.hosts.map(\.texts)
    #expect(Set(texts).count == 1, "\(name)")
    for host in session.hosts { #expect(host.reports == [], "\(name)") }
    for client in session.clients {
      #expect(client.texts == texts[0], "\(name), client \(client.name)")
      #expect(client.differences == [], "\(name), client \(client.name)")
      #expect(client.live?.program.hash == session.hosts[0].host?.program.hash, "\(name)")
    }
  }

  /// Opens the log once more, and compares.
  private func expectReplayed(_ session: RedisSession, _ address: RedisAddress, _ name: String) throws -> RedisHost {
    let host = try session.addHost(address, isFirst: false)
    try session.awaitOpen()
    try session.settle()
    // Not the texts: an empty list of variables is kept, or not.
    #expect(host.host?.program.hash == session.hosts[0].host?.program.hash, "\(name), replayed")
    return host
  }

  @Test(arguments: Seeds.first(4)) func hostsHaveTheSameProgram(seed: UInt64) throws {
    let server = try RedisServer()
    let session = try RedisSession(seed: seed)
    for _ in 0..<2 { try session.addHost(server.address, snapshotInterval: 20) }
    try session.awaitOpen()
    for index in 0..<4 {
      session.addClient(of: index % 2)
      session.connect(index)
    }
    var random = SeededGenerator(seed: seed)
    try session.act(400, using: &random) { random in
      let index = Int.random(in: 0..<4, using: &random)
      session.disconnect(index, noticed: Bool.random(using: &random))
      session.connect(index, to: Int.random(in: 0..<2, using: &random))
    }
    try session.settle()
    expectEqual(session, "seed \(seed)")
    #expect(session.hosts[0].host?.number ?? 0 > 40, "seed \(seed)")
    #expect(session.hosts[0].log.read(since: 0) == nil, "the log is cut off below a snapshot")
    _ = try expectReplayed(session, server.address, "seed \(seed)")
  }

  /// A hundred times in all with `MORTISE_SEEDS=10`.
  @Test(arguments: Seeds.first(2)) func noAcknowledgedBatchIsLostWhenTheServerIsKilled(seed: UInt64) throws {
    let server = try RedisServer()
    let session = try RedisSession(seed: seed)
    for _ in 0..<2 { try session.addHost(server.address) }
    try session.awaitOpen()
    for index in 0..<3 {
      session.addClient(of: index % 2)
      session.connect(index)
    }
    var random = SeededGenerator(seed: seed)
    for _ in 0..<5 {
      try session.act(Int.random(in: 20...40, using: &random), using: &random) { _ in }
      server.kill()
      try session.act(5, using: &random) { _ in }
      try server.start()
    }
    try session.settle()
    expectEqual(session, "seed \(seed)")
    #expect(session.hosts.allSatisfy { host in host.states.contains { if case .waiting = $0 { true } else { false } } })
    let replayed = try expectReplayed(session, server.address, "seed \(seed)")
    let logged = Set((replayed.log.read(since: 0) ?? []).map { BatchID($0.batch) })
    #expect(session.acknowledged.subtracting(logged).isEmpty, "seed \(seed)")
    #expect(session.acknowledged.count > 20, "seed \(seed)")
  }

  /// A server comes back without its last batches, while hosts that don't know all of them append others.
  @Test(arguments: Seeds.first(3)) func hostsAddAgainWhatTheServerHasLost(seed: UInt64) throws {
    let server = try RedisServer()
    let session = try RedisSession(seed: seed)
    for _ in 0..<3 { try session.addHost(server.address) }
    try session.awaitOpen()
    for index in 0..<4 {
      session.addClient(of: index % 3)
      session.connect(index)
    }
    var random = SeededGenerator(seed: seed)
    for _ in 0..<4 {
      try session.act(20, using: &random) { _ in }
      try server.copy()
      session.stopped = [Int.random(in: 0..<3, using: &random)]
      try session.act(30, using: &random) { _ in }
      try server.restore()
      // Those that go on now may know less than those that stand still.
      session.stopped = [Int.random(in: 0..<3, using: &random)]
      try session.act(30, using: &random) { _ in }
      session.stopped = []
    }
    try session.settle()
    expectEqual(session, "seed \(seed)")
    let replayed = try expectReplayed(session, server.address, "seed \(seed)")
    let logged = Set((replayed.log.read(since: 0) ?? []).map { BatchID($0.batch) })
    #expect(session.acknowledged.subtracting(logged).subtracting(session.refused).isEmpty, "seed \(seed)")
  }

  /// The server forgets everything: the hosts begin the log again with what they have.
  @Test func hostsBeginALogAgain() throws {
    let server = try RedisServer()
    let session = try RedisSession(seed: 1)
    for index in 0..<2 {
      try session.addHost(server.address, snapshotInterval: 4)
      session.addClient(of: index)
    }
    try session.awaitOpen()
    try server.copy()
    for index in 0..<2 { session.connect(index) }
    var random = SeededGenerator(seed: 1)
    try session.act(100, using: &random) { _ in }
    try session.settle()
    let number = session.hosts[0].host?.number
    #expect(number ?? 0 > 20, "more than the hosts keep")
    try server.restore()
    try session.act(20, using: &random) { _ in }
    try session.settle()
    expectEqual(session, "restored")
    try server.send("FLUSHALL")
    server.kill()
    try server.start()
    try session.act(20, using: &random) { _ in }
    try session.settle()
    expectEqual(session, "flushed")
    #expect(session.hosts[0].host?.number ?? 0 > number ?? 0)
    _ = try expectReplayed(session, server.address, "flushed")
  }

  /// The replica that becomes the primary lacks the last batches.
  @Test(arguments: [false, true]) func aFailoverLosesNothing(anotherHostAppendsFirst: Bool) throws {
    let primary = try RedisServer(replicating: nil)
    let replica = try RedisServer(replicating: primary.port)
    let sentinel = try RedisServer(watching: primary.port ?? 0)
    let address = try RedisAddress("redis-sentinel://127.0.0.1:1,127.0.0.1:\(sentinel.port ?? 0)/program")
    let session = try RedisSession(seed: 3)
    try session.addHost(address)
    session.addClient(of: 0)
    try session.awaitOpen()
    session.connect(0)
    try session.settle()
    for _ in 0..<5 { try session.clients[0].act() }
    try session.settle()
    // WAIT waits for what its own connection has written.
    try primary.send("SET last 1", "WAIT 1 20000")
    let replicated = session.acknowledged
    replica.signal(SIGSTOP)
    try primary.send("CLIENT KILL TYPE replica")
    for _ in 0..<5 { try session.clients[0].act() }
    try session.settle()
    let lost = session.acknowledged.subtracting(replicated)
    #expect(lost.count >= 5)
    primary.kill()
    replica.signal(SIGCONT)
    if anotherHostAppendsFirst {
      session.stopped = [0]
      try session.addHost(address, isFirst: false)
      session.addClient(of: 1)
      try session.turn(until: "the other host is open") { session.hosts[1].isReady }
      session.connect(1)
      try session.turn(until: "the program is there") { session.clients[1].live != nil }
      #expect(session.hosts[1].host?.number == replicated.count)
      for _ in 0..<3 { try session.clients[1].act() }
      try session.turn(until: "they are appended") { session.clients[1].live?.isConfirmed == true }
    } else {
      try session.turn(until: "the host has noticed") { !session.hosts[0].isReady }
    }
    try session.settle()
    expectEqual(session, "failover")
    let replayed = try expectReplayed(session, address, "failover")
    let logged = Set((replayed.log.read(since: 0) ?? []).map { BatchID($0.batch) })
    #expect(lost.subtracting(logged).subtracting(session.refused) == [])
    #expect(session.acknowledged.subtracting(logged).subtracting(session.refused) == [])
  }

  /// A host whose program differs, whatever the reason, reads it anew.
  @Test func aDifferenceHeals() throws {
    let server = try RedisServer()
    let session = try RedisSession(seed: 5)
    for index in 0..<2 {
      try session.addHost(server.address)
      session.addClient(of: index)
    }
    try session.awaitOpen()
    for index in 0..<2 { session.connect(index) }
    try session.settle()
    let host = try #require(session.hosts[1].host)
    let log = session.hosts[1].log
    var reports = 0
    host.whenDiffering = { _ in
      reports += 1
      log.reload()
    }
    let first = try #require(host.program.workspace.topBlocks.first)
    let event = #"{"type":"move","blockId":"\#(first.id)","newCoordinate":"70, 70"}"#
    _ = try host.program.apply(Batch(author: "x", count: 1, events: [try JSONParser.parse(Array(event.utf8))]))
    try session.clients[0].act()
    try session.settle()
    #expect(reports > 0)
    #expect(session.hosts[0].texts == session.hosts[1].texts)
    for client in session.clients { #expect(client.texts == session.hosts[0].texts) }
  }
}

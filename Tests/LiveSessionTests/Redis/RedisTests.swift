import RandomEditing
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
    #expect(
      host.texts == session.hosts[0].texts,
      "\(name), replayed: \(SimulationTests.firstDifference(host.texts, session.hosts[0].texts))")
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
}

import FileTesting
import Glibc
import RedisTesting
import SeededTesting
import Testing

@testable import LiveRedis
@testable import LiveSession

/// The user hears why there is no connection; what others have put into Redis is not believed.
@Suite(.enabled(if: RedisServer.isInstalled, "redis-server or libhiredis is not installed")) struct RedisProblemTests {
  private func reason(_ host: RedisHost) -> String? {
    switch host.states.last {
    case .waiting(let reason), .ended(let reason): reason
    default: nil
    }
  }

  @Test func aMissingServerIsWaitedFor() throws {
    let server = try RedisServer()
    server.kill()
    let session = try RedisSession(seed: 1)
    let host = try session.addHost(server.address)
    try session.turn(until: "the reason is told") { reason(host) != nil }
    #expect(reason(host) == "Connection refused")
    try server.start()
    try session.awaitOpen()
  }

  /// Nothing is acknowledged while there is no connection.
  @Test func changesWait() throws {
    let server = try RedisServer()
    let session = try RedisSession(seed: 1)
    try session.addHost(server.address)
    session.addClient(of: 0)
    try session.awaitOpen()
    session.connect(0)
    try session.settle()
    server.kill()
    try session.clients[0].act()
    try session.turn(until: "the end is noticed") { !session.hosts[0].isReady }
    #expect(session.clients[0].live?.isConfirmed == false && session.acknowledged.isEmpty)
    try server.start()
    try session.settle()
    #expect(session.acknowledged.count == 1)
  }

  @Test func thePasswordIsAskedFor() throws {
    let server = try RedisServer()
    try server.send("CONFIG SET requirepass secret")
    let folder = try TemporaryFolder()
    func password(_ text: String, mode: mode_t = 0o600) throws -> RedisPassword {
      let path = folder.file("password")
      let file = try #require(fopen(path, "w"))
      fputs(text, file)
      fclose(file)
      chmod(path, mode)
      return try RedisPassword(file: path)
    }
    for (password, expected) in [(nil, "it needs a password"), (try password("wrong\n"), "the password is wrong")] {
      let session = try RedisSession(seed: 1)
      let host = try session.addHost(server.address, password: password)
      try session.turn(until: "the reason is told") { reason(host) != nil }
      #expect(reason(host) == expected)
    }
    let session = try RedisSession(seed: 1)
    try session.addHost(server.address, password: try password("secret\nsomething else\n"))
    try session.awaitOpen()
    #expect(throws: RedisError.self) { try password("\n") }
    #expect(throws: RedisError.self) { try password("secret", mode: 0o644) }
  }

  @Test func aMissingProgramIsTold() throws {
    let server = try RedisServer()
    let session = try RedisSession(seed: 1)
    let host = try session.addHost(server.address, isFirst: false)
    try session.turn(until: "it is told") { reason(host) != nil }
    #expect(host.states == [.ended(reason: "Redis has no program of this name")])
  }

  @Test func theProgramOfAnotherSessionIsNotMixedIn() throws {
    let server = try RedisServer()
    let session = try RedisSession(seed: 1)
    let host = try session.addHost(server.address)
    try session.awaitOpen()
    try server.send("HSET mortise:{a%3f%7bprogram%7d}:snapshot session other")
    server.kill()
    try server.start()
    try session.turn(until: "it is noticed") {
      host.states.last == .ended(reason: "the program in Redis was replaced by another one")
    }
  }

  /// Whatever stands in the keys, the log ends with a reason, or waits.
  @Test(arguments: [
    "SET LOG x", "SET SNAPSHOT x", "HSET SNAPSHOT session s", "XADD LOG 1-0 batch {}", "XADD LOG 1-0 other {}",
    "XADD LOG 1-1 hash 0 batch {}", "XADD LOG 7-0 hash 0 batch {}", "XADD LOG 1-0 batch {} more {}",
    "HSET SNAPSHOT session s number 0 hash x program {}", "HSET SNAPSHOT session s number y hash 0 program {}",
    "HSET SNAPSHOT session s number 0 hash 0 program {\"number\":0,\"hash\":\"0\"}",
    "HSET SNAPSHOT session s number 9223372036854775807 hash 0 program {}",
    "HSET SNAPSHOT session s number 1 hash 0 program {\"number\":9223372036854775807,\"hash\":\"0\",\"text\":\"{}\"}",
    "HSET SNAPSHOT session s number 9007199254740993 hash 0 program {}",
  ]) func strangeEntriesEndTheLog(command: String) throws {
    let server = try RedisServer()
    let session = try RedisSession(seed: 1)
    if command.hasPrefix("XADD") {
      try session.addHost(server.address)
      try session.awaitOpen()
    }
    let prefix = "mortise:{a%3f%7bprogram%7d}:"
    try server.send(command.replacing("LOG", with: prefix + "log").replacing("SNAPSHOT", with: prefix + "snapshot"))
    let host = try session.addHost(server.address)
    try session.turn(until: "it is told") { reason(host) != nil }
    for former in session.hosts.dropLast() { try session.turn(until: "it is told") { reason(former) != nil } }
  }

  /// Batches don't wait for the answers to those before them.
  @Test func batchesTravelTogether() throws {
    let server = try RedisServer()
    let session = try RedisSession(seed: 1)
    let host = try session.addHost(server.address)
    session.addClient(of: 0)
    try session.awaitOpen()
    session.connect(0)
    try session.settle()
    server.signal(SIGSTOP)
    while session.clients[0].sent.count < 20 { try session.clients[0].act() }
    let count = session.clients[0].sent.count
    try session.turn(.now)
    #expect(host.log.sentCount + session.clients[0].idle.count + session.clients[0].laidAside.count >= min(count, 20))
    #expect(session.clients[0].live?.isConfirmed == false)
    server.signal(SIGCONT)
    try session.settle()
    #expect(session.acknowledged.count >= 10)
  }

  @Test func aServerThatKeepsNothingIsWarnedOf() throws {
    for (commands, warning) in [
      ([], nil), (["CONFIG SET appendonly no"], "keeps nothing"),
      (["CONFIG SET appendonly yes", "CONFIG SET appendfsync no"], "lets the system decide"),
      (["CONFIG SET appendfsync everysec"], nil),
    ] as [([String], String?)] {
      let server = try RedisServer()
      for command in commands { try server.send(command) }
      let session = try RedisSession(seed: 1)
      let host = try session.addHost(server.address)
      try session.awaitOpen()
      #expect(host.log.warning.map { $0.contains(warning ?? "-") } ?? (warning == nil), "\(host.log.warning ?? "")")
    }
  }

  /// A batch that an attacker has put there changes no program to something that others don't have.
  @Test func aBatchThatFitsNowhereIsReported() throws {
    let server = try RedisServer()
    let session = try RedisSession(seed: 1)
    try session.addHost(server.address)
    try session.awaitOpen()
    let batch =
      #"{"number":1,"author":"x","count":1,"hash":"1","events":[{"type":"delete","blockId":"none","ids":["none"]}]}"#
    try server.send("XADD mortise:{a%3f%7bprogram%7d}:log 1-0 hash 1 batch \(batch)")
    try session.turn(until: "it is reported") { session.hosts[0].reports.count == 1 }
  }
}

@Suite struct RedisAddressTests {
  @Test func addressesAreRead() throws {
    #expect(try RedisAddress("redis://host").place == .server(.init(host: "host", port: 6379)))
    #expect(try RedisAddress("redis://user@[::1]:7000/3").place == .server(.init(host: "::1", port: 7000)))
    #expect(try RedisAddress("redis://user@[::1]:7000/3").database == 3)
    #expect(try RedisAddress("redis://user@[::1]:7000/3").user == "user")
    #expect(try RedisAddress("redis+unix:///run/redis.sock").place == .socket("/run/redis.sock"))
    #expect(try RedisAddress("redis+unix:///run/redis.sock?db=2").database == 2)
    let sentinels = try RedisAddress("redis-sentinel://one,two:7/program/4")
    #expect(
      sentinels.place
        == .sentinels([.init(host: "one", port: 26379), .init(host: "two", port: 7)], name: "program"))
    #expect(sentinels.database == 4)
  }

  @Test(arguments: [
    "", "redis", "http://host", "redis://", "redis:///1", "redis://host:port", "redis://host:0", "redis://host:70000",
    "redis://host/x", "redis://host/-1", "redis://host/1/2", "redis://user:password@host", "rediss://host",
    "redis+unix://relative", "redis+unix:///", "redis-sentinel://host", "redis-sentinel:///name", "redis://a b",
    "redis://[::1", "redis+unix:///x?db=y",
  ]) func othersAreRefused(url: String) { #expect(throws: RedisError.self) { try RedisAddress(url) } }
}

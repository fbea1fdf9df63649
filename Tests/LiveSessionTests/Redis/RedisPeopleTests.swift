import RedisTesting
import Testing

@testable import LiveRedis
@testable import LiveSession

/// People see each other, and say something to each other, at whichever host they are.
@Suite(.enabled(if: RedisServer.isInstalled, "redis-server or libhiredis is not installed")) struct RedisPeopleTests {
  /// Two hosts with a client each.
  private func session(_ server: RedisServer) throws -> RedisSession {
    let session = try RedisSession(seed: 1)
    for index in 0..<2 {
      try session.addHost(server.address)
      session.addClient(of: index)
    }
    try session.awaitOpen()
    for index in 0..<2 { session.connect(index) }
    try session.turn(until: "they see each other") {
      session.hosts.allSatisfy { $0.host?.people.map(\.author) == ["c0", "c1"] }
    }
    return session
  }

  private func hears(_ session: RedisSession, _ client: String, _ isIt: (HostMessage) -> Bool) -> Bool {
    session.told[client]?.contains(where: isIt) == true
  }

  @Test func peopleOfOtherHostsComeGoAndSpeak() throws {
    let server = try RedisServer()
    let session = try session(server)
    session.clients[0].live?.send?(.presence(Presence(blockID: "b", fieldName: "NUM", activity: "edits a number")))
    session.clients[0].live?.send?(.chat("hello"))
    try session.turn(until: "the other one hears it") {
      hears(session, "c1") { if case .chat("c0", "hello") = $0 { true } else { false } }
    }
    #expect(hears(session, "c1") { if case .person(let person) = $0 { person.presence.blockID == "b" } else { false } })
    session.disconnect(0)
    try session.turn(until: "they are gone") { session.hosts[1].host?.people.map(\.author) == ["c1"] }
    #expect(hears(session, "c1") { if case .gone("c0") = $0 { true } else { false } })
  }

  /// A host that comes later, or was without a connection, learns who is there.
  @Test func hostsMeetAgain() throws {
    let server = try RedisServer()
    let session = try session(server)
    session.stopped = [1]
    session.disconnect(0)
    server.kill()
    try server.start()
    session.stopped = []
    try session.turn(until: "the other host has noticed") { session.hosts[1].host?.people.map(\.author) == ["c1"] }
    session.connect(0, to: 1)
    try session.turn(until: "the first host sees both") {
      session.hosts[0].host?.people.map(\.author) == ["c0", "c1"]
    }
    try session.addHost(server.address, isFirst: false)
    try session.turn(until: "a third one does") { session.hosts[2].host?.people.map(\.author) == ["c0", "c1"] }
  }

  @Test func anOwnerGivesRolesAtOtherHosts() throws {
    let server = try RedisServer()
    let session = try session(server)
    session.hosts[0].host?.give(.watcher, to: "c1")
    try session.turn(until: "they may only watch") {
      hears(session, "c1") { if case .person(let person) = $0 { person.role == .watcher } else { false } }
    }
    try session.clients[1].act()
    try session.turn(until: "an edit is refused") { !session.refused.isEmpty }
    #expect(session.hosts[0].host?.people.last?.role == .watcher)
  }

  /// What anybody publishes on the channel is bounded, and unknown things are ignored.
  @Test func strangeMessagesAreIgnored() throws {
    let server = try RedisServer()
    let session = try session(server)
    let channel = String(decoding: session.hosts[0].log.keys.channel, as: UTF8.self)
    for message in ["x", "other", "other{}", "{\"type\":\"bye\"}", String(repeating: "y", count: 100_000)] {
      try server.send("PUBLISH \(channel) \(message)")
    }
    var people = HostPeople(host: "own")
    for line in [
      "", " ", "other", "other x", "other {\"type\":\"applied\"}", "other {\"type\":\"bye\",\"reason\":\"x\"}",
    ] {
      #expect(people.hear(Array(line.utf8)) == nil, "\(line)")
    }
    #expect(people.hear(Array("other {\"type\":\"chat\",\"author\":\"a\",\"text\":\"x\"}".utf8)) != nil)
    let long = "other {\"type\":\"chat\",\"author\":\"a\",\"text\":\"\(String(repeating: "x", count: 70_000))\"}"
    #expect(people.hear(Array(long.utf8)) == nil)
    #expect(people.meet(.list([.text(Array("h".utf8)), .text(Array("{\"people\":[1,{}]}".utf8)), .null])).isEmpty)
    #expect(people.meet(.error("x")).isEmpty)
  }
}

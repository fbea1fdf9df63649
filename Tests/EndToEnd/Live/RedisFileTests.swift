import FileTesting
import Glibc
import LiveSession
import PtyDriver
import RedisTesting
import Testing

/// The file of a program whose log is in Redis: what happened to it while no host was there.
@MainActor @Suite(.enabled(if: RedisServer.isInstalled, "redis-server or libhiredis is not installed"))
struct RedisFileTests {
  private let server: RedisServer
  private let (file, state): (NumberProgram, TemporaryFolder)
  private var path: String { file.path }

  init() throws {
    (server, file, state) = (try RedisServer(replicating: nil), try NumberProgram(), try TemporaryFolder())
  }

  private func address() throws -> [String] { ["--redis", "redis://127.0.0.1:\(try #require(server.port))"] }

  private func serve(_ path: String? = nil, on machine: TemporaryFolder? = nil) throws -> HostProcess {
    try HostProcess(
      [path ?? self.path] + address(), shell: "export XDG_STATE_HOME='\((machine ?? state).path)'")
  }

  /// What a host says that doesn't begin.
  private func refusal(_ path: String? = nil, on machine: TemporaryFolder? = nil) throws -> String {
    let outcome = try Tool.run(
      ["15", Tool.binary, "serve", path ?? self.path] + address(), program: "timeout",
      shell: "export XDG_STATE_HOME='\((machine ?? state).path)'"
    )
    #expect(outcome.code == 1 && outcome.output == "")
    return outcome.errors
  }

  private let more = #"  <block type="text" id="more" x="99" y="99"></block>\#n</xml>"#

  private func addMore() throws { try Tool.write(Tool.read(path).replacing("</xml>", with: more), to: path) }

  private func save(_ client: SessionClient) throws {
    let count = client.saved.count
    client.send(.save)
    try client.receive { client.saved.count > count && client.saved.last?.hasPrefix("saved") == true }
  }

  /// What stands in Redis is no log any more: everybody hears it, and the host ends with an error.
  @Test func anEndedLogEndsTheSession() throws {
    let host = try serve()
    let client = try SessionClient("anna", path)
    client.setNumber("n", to: 9)
    try client.confirm()
    try server.send("XADD mortise:{n.xml}:log 2-0 x y")
    try client.receive { client.goodbye != nil }
    #expect(client.goodbye?.hasPrefix("the session is over: the log in Redis has an entry") == true)
    #expect(try host.session.end() == 1)
    // Up to then, all is in the file.
    #expect(Tool.read(path) == NumberProgram.text(9))
  }

  /// A host that waits for Redis is ended at once.
  @Test func waitingForRedisCanBeGivenUp() throws {
    server.signal(SIGSTOP)
    defer { server.signal(SIGCONT) }
    let session = try PtySession(
      program: "/bin/sh",
      arguments: ["-c", "export XDG_STATE_HOME='\(state.path)'; exec \"$0\" \"$@\"", Tool.binary, "serve", path]
        + address())
    let end = ContinuousClock.now + .seconds(20)
    while !session.catches(SIGTERM), ContinuousClock.now < end { sched_yield() }
    session.signal(SIGTERM)
    #expect(try session.errorText().contains("given up while waiting for the log’s server"))
    #expect(try session.end() == 1)
  }

  /// The base of the merge is the last saved file or, if there was none, the opened one.
  @Test(arguments: [false, true]) func whatOthersDoWhileAKilledHostIsDownIsMerged(wasSaved: Bool) throws {
    let first = try serve()
    let client = try SessionClient("anna", path)
    client.setNumber("n", to: 9)
    client.insertNumber("mine")
    if wasSaved {
      try save(client)
      client.setNumber("mine", to: 10)
    }
    try client.confirm()
    try first.kill()
    try addMore()
    let second = try serve()
    #expect(try client.connectAgain())
    try client.expectMerge(into: path, mine: wasSaved ? "10" : "0")
    #expect(try second.stop() == 0)
    #expect(file.folder.names == ["n.xml"])
  }

  /// A host that ends has no time for clients.
  @Test func whatOthersDoIsMergedAlsoWhenAHostEnds() throws {
    let first = try serve()
    let client = try SessionClient("anna", path)
    client.setNumber("n", to: 9)
    try client.confirm()
    try first.kill()
    // The same host goes on where nobody has touched the file.
    let second = try serve()
    #expect(try client.connectAgain())
    #expect(client.number("n") == "9")
    try second.kill()
    try addMore()
    let third = try serve()
    #expect(try third.stop() == 0)
    #expect(Tool.read(path).contains("\">9<") && Tool.read(path).contains("more"), "\(Tool.read(path))")
    let fourth = try serve()
    #expect(try client.connectAgain())
    #expect(client.workspace.blocks["more"] != nil && client.number("n") == "9" && client.differences.isEmpty)
    #expect(try fourth.stop() == 0)
  }

  @Test func inAConflictNeitherSideIsLost() throws {
    let first = try serve()
    let client = try SessionClient("anna", path)
    client.setNumber("n", to: 9)
    try client.confirm()
    try first.kill()
    try Tool.write(NumberProgram.text(2), to: path)
    let second = try serve()
    try client.connectAgain()
    try client.receive { client.saved.count == 2 }
    #expect(client.saved[0].hasSuffix("; 1 conflict: theirs is beside ours"), "\(client.saved)")
    #expect(client.number("n") == "9" && client.workspace.blocks.count == 2)
    // It is told once, however the host ends then.
    try second.kill()
    let third = try serve()
    try client.connectAgain()
    client.setNumber("n", to: 10)
    try save(client)
    #expect(client.saved.count == 3 && client.workspace.blocks.count == 2, "\(client.saved)")
    #expect(try third.stop() == 0)
  }

  /// Another host went on, and its file came here: it is no change by others, though the number was changed in each.
  @Test func aLaterFileOfTheSessionIsNotMerged() throws {
    let first = try serve()
    let other = try NumberProgram()
    let machine = try TemporaryFolder()
    let second = try serve(other.path, on: machine)
    let client = try SessionClient("anna", path)
    client.setNumber("n", to: 2)
    try save(client)
    try first.kill()
    let ben = try SessionClient("ben", other.path)
    ben.setNumber("n", to: 3)
    try save(ben)
    try Tool.write(Tool.read(other.path), to: path)
    ben.setNumber("n", to: 4)
    try ben.confirm()
    let third = try serve()
    #expect(try client.connectAgain())
    #expect(client.number("n") == "4")
    // Also while the host is there.
    try save(ben)
    let count = client.saved.count
    try Tool.write(Tool.read(other.path), to: path)
    client.send(.save)
    try client.receive { client.saved.count > count }
    for host in [third, second] { #expect(try host.stop() == 0) }
    #expect(Tool.read(path) == NumberProgram.text(4) && Tool.read(other.path) == NumberProgram.text(4))
    #expect(client.saved.allSatisfy { !$0.contains("outside") }, "\(client.saved)")
  }

  /// Somebody wanted it so, as if they had changed it by hand.
  @Test func anOlderFileThatSomebodyPutBackIsAChange() throws {
    let first = try serve()
    let client = try SessionClient("anna", path)
    client.setNumber("n", to: 9)
    try save(client)
    client.insertNumber("mine")
    try client.confirm()
    try first.kill()
    try Tool.write(NumberProgram.text(1), to: path)
    let second = try serve()
    try client.connectAgain()
    try client.receive { client.number("n") == "1" }
    #expect(client.workspace.blocks["mine"] != nil)
    #expect(try second.stop() == 0)
    #expect(Tool.read(path).contains("\">1<") && Tool.read(path).contains("mine"))
  }

  /// A host that never had the program begins with a copy of its file.
  @Test func aCopyOnAnotherMachineJoinsTheSession() throws {
    let first = try serve()
    let client = try SessionClient("anna", path)
    client.setNumber("n", to: 9)
    try client.confirm()
    let copy = try NumberProgram()
    let machine = try TemporaryFolder()
    let second = try serve(copy.path, on: machine)
    let ben = try SessionClient("ben", copy.path)
    #expect(ben.number("n") == "9")
    for host in [second, first] { #expect(try host.stop() == 0) }
    #expect(Tool.read(copy.path) == NumberProgram.text(9) && Tool.read(path) == NumberProgram.text(9))
    // One that somebody has changed may be another program.
    try Tool.write(NumberProgram.text(3), to: copy.path)
    let other = try TemporaryFolder()
    #expect(try refusal(copy.path, on: other).contains("the session has another program of this name"))
    #expect(Tool.read(copy.path) == NumberProgram.text(3))
  }

  /// The log in Redis comes from a backup, and nobody is there to add what it lacks: the file has it.
  @Test func whatRedisHasLostIsTakenFromTheFile() throws {
    let first = try serve()
    let client = try SessionClient("anna", path)
    client.setNumber("n", to: 2)
    try client.confirm()
    try server.copy()
    client.insertNumber("mine")
    client.setNumber("mine", to: 7)
    try client.confirm()
    #expect(try first.stop() == 0)
    try server.restore()
    let second = try serve()
    let ben = try SessionClient("ben", path)
    try ben.receive { ben.workspace.blocks["mine"] != nil }
    #expect(ben.number("mine") == "7" && ben.number("n") == "2")
    #expect(try second.stop() == 0)
    #expect(Tool.read(path).contains("mine"))
  }

  @Test func anEmptiedOrAnothersLogIsNoBase() throws {
    let first = try serve()
    let client = try SessionClient("anna", path)
    client.setNumber("n", to: 9)
    try save(client)
    try first.kill()
    try addMore()
    try server.send("FLUSHALL")
    // The session begins anew, with the file.
    let second = try serve()
    #expect(try SessionClient("ben", path).workspace.blocks["more"] != nil)
    try second.kill()
    try server.send("FLUSHALL")
    let folder = try TemporaryFolder()
    let other = folder.file("n.xml")
    try Tool.write(#"<xml><block type="text" id="other"></block></xml>"#, to: other)
    let third = try serve(other, on: folder)
    #expect(
      try refusal()
        == "mortise: \(path): the session has another program of this name; move the file away, and it is written again\n"
    )
    #expect(Tool.read(path).contains("more"))
    #expect(try third.stop() == 0)
  }

  /// More batches than the log keeps are appended after the last save.
  @Test func aLogThatWasTrimmedIsKnownByItsSession() throws {
    let first = try serve()
    let client = try SessionClient("anna", path)
    client.setNumber("n", to: 2)
    try save(client)
    for number in 3...510 { client.setNumber("n", to: number) }
    try client.confirm()
    try first.kill()
    try addMore()
    let second = try serve()
    try client.connectAgain()
    try client.receive { client.workspace.blocks["more"] != nil }
    #expect(client.number("n") == "510" && client.differences.isEmpty)
    #expect(try second.stop() == 0)
  }
}

import BlockLibrary
import FileTesting
import Glibc
import Testing

@testable import LiveSession
@testable import Workbench

/// A host forgets programs that no client is in.
@Suite struct IdleProgramTests {
  @Test func savedProgramsAreClosedAfterAWhile() throws {
    let folder = try TemporaryFolder()
    for name in ["a.json", "b.json"] {
      let file = try #require(fopen(folder.file(name), "w"))
      fputs("{}", file)
      fclose(file)
    }
    let server = try LiveServer(LiveServer.Options(path: folder.path), extensions: ProgramExtensions()) {
      () throws(OpenError) in
      do { return try StockBlocks.factory() } catch { throw OpenError("\(error)") }
    }
    let client = HostedClient { _ in }
    let (a, _) = (
      try server.program(named: "a.json", isOwnAccount: true), try server.program(named: "b.json", isOwnAccount: true)
    )
    a.host.enter(client, .init(author: "anna", name: "anna"), mostRole: .editor)
    let now = ContinuousClock.now
    server.closeIdlePrograms(at: now)
    #expect(server.programs.count == 2)
    server.closeIdlePrograms(at: now + .seconds(400))
    #expect(server.programs.keys.sorted() == ["a.json"])
    a.host.leave(client)
    server.closeIdlePrograms(at: now + .seconds(500))
    #expect(server.programs.count == 1)
    server.closeIdlePrograms(at: now + .seconds(900))
    #expect(server.programs.isEmpty)
    unlink(server.socketPath)
    #expect(folder.names == ["a.json", "b.json"])
  }
}

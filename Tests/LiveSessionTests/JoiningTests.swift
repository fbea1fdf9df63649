import BlockEditing
import BlockEvents
import BlockLibrary
import BlockModel
import Glibc
import RandomEditing
import Testing
import Workbench

@testable import LiveSession

/// Many may join a large program, which is not written anew for each.
@Suite struct JoiningTests {
  @Test func aSnapshotServesAllWhoComeSoonAfter() throws {
    let factory = try StockBlocks.factory()
    let document = try Document(
      bytes: Array(SimulationTests.program.utf8), path: nil, factory: factory, seed: 7,
      idGeneratorAfterLoading: SystemNumbers())
    let coordinator = WorkspaceLayoutCoordinator(workspace: document.workspace, eventManager: EventManager())
    let shared = SharedProgram(coordinator, eventFactory: .withMortiseEvents())
    let log = MemoryLog()
    var writings = 0
    let host = LiveHost(program: shared, log: log, session: "s", name: "p", number: 0) { number in
      writings += 1
      return ProgramSnapshot(of: shared, style: document.style, number: number)
    }
    func join(_ name: String) throws -> SimulatedClient {
      let client = SimulatedClient(name: name, seed: 1, factory: factory)
      let connection = SimulatedConnection()
      connection.hosted = HostedClient { [weak connection] in connection?.toClient.append($0) }
      client.connect(connection, session: "s")
      try deliver(client)
      return client
    }
    func deliver(_ client: SimulatedClient) throws {
      guard let connection = client.connection, let hosted = connection.hosted else { return }
      while !connection.toHost.isEmpty {
        switch try ClientMessage(connection.toHost.removeFirst()) {
        case .hello(let hello): host.enter(hosted, hello, mostRole: .editor)
        case let message: host.receive(message, from: hosted)
        }
      }
      while !connection.toClient.isEmpty { try client.receive(try HostMessage(connection.toClient.removeFirst())) }
      client.live?.catchUp()
    }
    let author = try join("author")
    let shadow = try #require(document.workspace.blocks.values.first { $0.type == "math_number" }).id
    var counts: [Int] = []
    for round in 0..<6 {
      for number in 0..<(round == 4 ? 300 : 20) {
        author.edit { $0.setField("NUM", of: author.block(shadow), to: .number(Double(number + 100 * round + 11))) }
        try deliver(author)
      }
      let client = try join("client \(round)")
      #expect(client.texts == EditingSession.texts(of: document.workspace) && client.differences == [])
      #expect(client.live?.number == host.number && client.live?.program.hash == shared.hash)
      counts.append(writings)
    }
    #expect(counts == [1, 1, 1, 1, 2, 2])
    // Who asks because the program differs gets it as it is.
    author.live?.send?(.reload(report: "test"))
    try deliver(author)
    #expect(writings == 3 && author.differences == [])
  }

  /// A program in the notation states neither ids nor places, which all make the same nevertheless.
  @Test func aTextIsTheSameForAll() throws {
    let factory = try StockBlocks.factory()
    let text = "print \"one\"\nset x to 5\n\nto f\n  print x\n"
    let document = try Document(
      bytes: Array(text.utf8), path: "p.blocktext", factory: factory, seed: 7, idGeneratorAfterLoading: SystemNumbers())
    let coordinator = WorkspaceLayoutCoordinator(workspace: document.workspace, eventManager: EventManager())
    let shared = SharedProgram(coordinator, eventFactory: .withMortiseEvents())
    let snapshot = ProgramSnapshot(of: shared, style: document.style, number: 0)
    let joined = try snapshot.document(factory: factory)
    let theirs = ProgramHash(of: joined.workspace, eventManager: EventManager())
    #expect(theirs.value == shared.hash, "\(snapshot.text)")
  }

  @Test(arguments: [
    (["ada.xml"], "homework: choose one of its programs: mortise join homework/ada.xml"),
    (["ada.xml", "ben.xml"], "homework: choose one of its programs: mortise join homework/ada.xml (also: ben.xml)"),
    (
      (1...9).map { "\($0).xml" },
      "homework: choose one of its programs: mortise join homework/1.xml (also: 2.xml, 3.xml, 4.xml, 5.xml, 6.xml, …)"
    ),
  ])
  func whoJoinsAFolderIsToldItsPrograms(programs: [String], message: String) throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    let (client, host) = (LineSocket(ends[0]), LineSocket(ends[1]))
    var reason = HostMessage.CloseReason("choose one of the folder’s programs")
    reason.programs = programs
    host.send(HostMessage.bye(reason).line)
    host.write()
    let error = #expect(throws: SocketError.self) {
      try JoinedSession(client, .init(author: "a", name: "a"), reconnect: SessionAddress("homework"))
    }
    #expect(error?.description == message)
  }
}

import BlockEditing
import BlockEvents
import BlockLayout
import BlockLibrary
import BlockModel
import Glibc
import Markup
import Testing
import Workbench

@testable import LiveSession
@testable import TerminalUI

/// A program of the editor that is shared, over a socket to a host in the same process.
@Suite struct SharedSessionTests {
  private static let program = #"{"blocks":{"blocks":[{"type":"math_number","id":"n","fields":{"NUM":1}}]}}"#

  private let host: LiveHost
  private let hosted: HostedClient
  private let ben = HostedClient { _ in }
  private let other: LineSocket
  private let workbench: WorkbenchController
  private let session: SharedSession
  private let messages = Messages()

  private final class Messages { var all: [String] = [] }

  init() throws {
    let factory = try StockBlocks.factory()
    let document = try Document(bytes: Array(Self.program.utf8), path: nil, factory: factory, seed: 1)
    let shared = SharedProgram(
      WorkspaceLayoutCoordinator(workspace: document.workspace, eventManager: EventManager()),
      eventFactory: .withMortiseEvents())
    host = LiveHost(program: shared, log: MemoryLog([]) { _ in }, session: "s", name: "p", number: 0, counts: [:]) {
      ProgramSnapshot(of: shared, style: document.style, number: $0)
    }
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    let (own, other) = (LineSocket(ends[0]), LineSocket(ends[1]))
    self.other = other
    hosted = HostedClient { line in
      other.send(line)
      _ = other.finish(atMost: .seconds(20))
    }
    let hello = ClientMessage.Hello(author: "anna", name: "Anna")
    host.enter(hosted, hello, mostRole: .owner)
    host.enter(ben, ClientMessage.Hello(author: "ben", name: "Ben"), mostRole: .editor)
    let joined = try JoinedSession(own, hello, reconnect: SessionAddress(path: "p.json"))
    // Its “hello” has arrived already.
    _ = other.read()
    let opened = try #require(joined.snapshot).document(factory: factory)
    let workbench = WorkbenchController(
      document: opened, toolbox: Toolbox(categories: []),
      style: LayoutStyle(usesBrackets: true, repertoire: .unicode, canvasWidth: 80), eventManager: EventManager())
    self.workbench = workbench
    session = SharedSession(
      joined, workbench, eventFactory: .withMortiseEvents(), say: { [messages] in messages.all.append($0) },
      ask: { _, _ in }, whenPreviewEnded: {}, whenRunBegins: {}, showLinks: { _, _, _ in }, isBusy: { false })
  }

  /// Ben makes a block.
  private func makeBlock(_ count: Int) throws {
    let event =
      #"{"type":"create","group":"g\#(count)","blockId":"b\#(count)","ids":["b\#(count)"],"#
      + #""json":{"type":"math_number","id":"b\#(count)","x":0,"y":\#(40 * count),"fields":{"NUM":0}}}"#
    host.receive(
      .edit(Batch(author: "ben", count: count, events: [try JSONParser.parse(Array(event.utf8))])), from: ben)
  }

  private func setNumber(_ number: Int) {
    _ = workbench.perform(.setField(FieldLocation(blockID: "n", name: "NUM"), input: "\(number)"))
    session.flush()
  }

  private var number: String? { workbench.workspace.blocks["n"]?.firstField(withName: "NUM")?.text }

  /// Own changes are there whenever a key is handled, however much has arrived.
  @Test func aKeyIsAnsweredWhileOthersChangesWait() throws {
    setNumber(5)
    for count in 1...4 { try makeBlock(count) }
    session.slice = .zero
    var looks = 0
    let isConnected = session.receive {
      looks += 1
      return looks >= 2
    }
    #expect(isConnected && session.isBehind)
    #expect(looks == 2)
    #expect(session.client.number < 4 && session.client.undoneCount == 0)
    #expect(number == "5")
    setNumber(6)
    #expect(session.receive { false })
    #expect(!session.isBehind && session.client.number == 4 && number == "6")
    for line in other.read() { host.receive(try ClientMessage(line), from: hosted) }
    #expect(session.receive { false })
    #expect(session.client.isConfirmed && session.client.program.hash == host.program.hash)
    #expect(workbench.workspace.blocks.count == 5)
  }

  @Test func refusalsThatArriveTogetherAreOneMessage() throws {
    setNumber(5)
    setNumber(6)
    let event =
      #"{"type":"delete","group":"d","blockId":"n","ids":["n"],"oldJson":{"type":"math_number","id":"n","fields":{"NUM":1}}}"#
    host.receive(.edit(Batch(author: "ben", count: 1, events: [try JSONParser.parse(Array(event.utf8))])), from: ben)
    for line in other.read() { host.receive(try ClientMessage(line), from: hosted) }
    #expect(session.receive { false })
    #expect(
      messages.all.last
        == "2 of 2 changes were not taken: “6” in number 1 (deleted by another user); ‘R’ brings blocks back")
    #expect(workbench.deletedStacks.map(\.description) == ["number 6"])
  }
}

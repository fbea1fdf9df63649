import BlockEditing
import BlockEvents
import BlockLibrary
import BlockModel
import RandomEditing
import SeededTesting

@testable import LiveSession
@testable import Workbench

/// An editor of Mortise in a session with pages, which edits at random, and what is under way between it and the host.
final class LiveEditor {
  var toHost: [[UInt8]] = []
  var toClient: [[UInt8]] = []
  private(set) lazy var hosted = makeHosted()
  private let seed: UInt64
  private let factory: BlockFactory
  private var live: LiveClient?
  private var editing: EditingSession?

  private let name: String

  init(_ name: String, seed: UInt64, factory: BlockFactory) {
    (self.name, self.seed, self.factory) = (name, seed, factory)
    toHost = [ClientMessage.hello(hello).line]
  }

  private var hello: ClientMessage.Hello {
    var hello = ClientMessage.Hello(author: name, name: name)
    hello.secret = "secret of \(name)"
    return hello
  }

  private func makeHosted() -> HostedClient { HostedClient { [weak self] in self?.toClient.append($0) } }

  /// The connection breaks: what is under way is lost. It connects again.
  func cut() {
    var hello = hello
    if let live {
      (hello.session, hello.number) = ("s", live.number)
      live.send = nil
    }
    (hosted, toHost, toClient) = (makeHosted(), [ClientMessage.hello(hello).line], [])
  }

  var text: String { live.map { EditingSession.text(of: $0.program.workspace) } ?? "" }

  func act() {
    editing?.act()
    live?.flush()
  }

  func receive(_ line: [UInt8]) throws {
    switch try HostMessage(line) {
    case .state(let state, let snapshot):
      if let live {
        live.send = sender
        try live.adopt(snapshot, lastCount: state.lastCount)
      } else {
        try open(snapshot)
      }
    case .resumed(let state):
      live?.send = sender
      live?.resend(after: state.lastCount)
    case .applied(let batch): live?.applied(batch)
    case .confirmed(let number, let count, let hash): live?.confirmed(number: number, count: count, hash: hash)
    case .refused(let count, let reason): live?.refused(count: count, reason: reason)
    default: break
    }
    live?.catchUp()
  }

  private var sender: (ClientMessage) -> Void { { [weak self] in self?.toHost.append($0.line) } }

  private func open(_ snapshot: ProgramSnapshot) throws {
    let document = try snapshot.document(factory: factory)
    document.workspace.draw(from: SeededGenerator(seed: seed &* 31))
    let manager = EventManager()
    let coordinator = WorkspaceLayoutCoordinator(workspace: document.workspace, eventManager: manager)
    let history = UndoHistory(target: coordinator, eventManager: manager)
    let known = try BlocklyHost.shared().types()
    editing = try EditingSession(
      seed: seed, coordinator: coordinator, history: history, manager: manager,
      restraints: [.valuesOfReturns, .typesOfVariables, .charactersOfXML]
    ) { known.contains($0) }
    let live = LiveClient(
      program: SharedProgram(coordinator, eventFactory: .withMortiseEvents()), history: history, author: name,
      number: snapshot.number)
    live.send = sender
    self.live = live
  }
}

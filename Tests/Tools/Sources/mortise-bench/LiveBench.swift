import BlockEditing
import BlockEvents
import BlockFormats
import BlockLibrary
import BlockModel
import FileTesting
import Glibc
import LiveSession
import PtyDriver
import Workbench

/// A program that several people edit: how soon the others see a change, how many changes a second the host takes, and
/// what a session costs when a program is joined and a key is pressed.
@MainActor struct LiveBench {
  private static let echoes = 500
  private static let events = 5_000

  let blocks: Int

  func run(_ verdicts: inout Verdicts) throws {
    let factory = try StockBlocks.factory()
    let program = try LoadingBench.text(blocks: blocks, format: .json, factory: factory)
    // A file of its own: the editor leaves a journal there.
    let own = try Files.withTemporary(Self.withNumbers(program), named: "program.json") { try keys([$0]) }
    try Files.withTemporary(Self.withNumbers(program), named: "program.json") { path in
      print("A program of \(blocks) blocks that two clients edit, on this machine")
      let host = try PtySession(
        program: BuiltPrograms.path(of: "mortise"), arguments: ["serve", path], deadlineSeconds: 60)
      _ = try host.bytesThrough(Array("\n".utf8))
      var table = Table(["", "median", "99 of 100", "bound", ""])
      let (loading, joining) = try joining(path, factory)
      let ratio = joining.median / loading.median
      table.add(["loading the file", time(loading.median), "", "", ""])
      table.add([
        "joining", time(joining.median), "", Bound.joining.cell,
        verdicts.check(.joining, ratio),
      ])
      let clients = [try BenchClient("a", path, factory), try BenchClient("b", path, factory)]
      let echo = try echo(clients[0], clients[1])
      table.add([
        "a change until the other has it", time(echo.median), time(echo.percentile(99)), Bound.echo.cell,
        verdicts.check(.echo, echo.percentile(99) * 1000),
      ])
      let rate = try rate(clients[0], clients[1])
      table.add([
        "changes a second", fixed(rate, 0), "", Bound.changes.cell,
        verdicts.check(.changes, rate),
      ])
      let joined = try keys(["join", path])
      table.add(["an own key alone", time(own.median), time(own.percentile(99)), "", ""])
      table.add([
        "an own key in the session", time(joined.median), time(joined.percentile(99)),
        Bound.sessionKey.cell,
        verdicts.check(.sessionKey, joined.median / own.median),
      ])
      table.show()
      host.signal(SIGTERM)
      _ = try host.end()
    }
  }

  /// The program with two numbers above everything else.
  static func withNumbers(_ program: [UInt8]) -> [UInt8] {
    let list = Array(#""blocks":["#.utf8)
    let numbers = Array(
      (#"{"type":"math_number","id":"first","x":0,"y":-640,"fields":{"NUM":1}},"#
        + #"{"type":"math_number","id":"second","x":0,"y":-320,"fields":{"NUM":1}},"#).utf8)
    guard let index = program.firstRange(of: list)?.upperBound else { return program }
    return program[..<index] + numbers + program[index...]
  }

  /// In turns, so that a slow machine affects both.
  private func joining(_ path: String, _ factory: BlockFactory) throws -> (loading: Samples, joining: Samples) {
    var (loading, joining) = (Samples(), Samples())
    for round in 0..<5 {
      loading.add(
        try seconds {
          let document = try Document.open(path, factory: factory)
          return WorkspaceLayoutCoordinator(workspace: document.workspace, eventManager: EventManager())
        })
      joining.add(try seconds { try BenchClient("j\(round)", path, factory) })
    }
    return (loading, joining)
  }

  private func echo(_ author: BenchClient, _ other: BenchClient) throws -> Samples {
    var samples = Samples()
    for number in 0..<Self.echoes {
      samples.add(
        try seconds {
          author.setNumber(number + 10)
          try other.receive { other.live.number > number }
        })
      try author.receive { author.live.isConfirmed }
    }
    return samples
  }

  private func rate(_ author: BenchClient, _ other: BenchClient) throws -> Double {
    let start = other.live.number
    let time = try seconds {
      for number in 0..<Self.events {
        author.setNumber(number + 10_000)
        if number % 20 == 0 { try other.takeIn() }
        try author.takeIn()
      }
      try author.receive { author.live.isConfirmed }
      try other.receive { other.live.number == start + Self.events }
    }
    return Double(Self.events) / time
  }

  /// Types into the first number of the program.
  private func keys(_ arguments: [String]) throws -> Samples {
    let session = try PtySession(
      program: BuiltPrograms.path(of: "mortise"), arguments: arguments,
      environment: ["MORTISE_IDLE_FD": "\(PtySession.lineDescriptor)", "ESCDELAY": "25"], deadlineSeconds: 60)
    while try session.nextLine(within: .milliseconds(500)) != nil {}
    _ = try session.bytesWritten()
    session.type("\u{1B}[H")
    _ = try session.bytesUntilIdle()
    var samples = Samples()
    for number in 0..<60 {
      var time = 0.0
      for key in ["\r", "\(number % 10)", "\r"] {
        time += try seconds {
          session.type(key)
          _ = try session.bytesUntilIdle()
        }
        // What the host answers is drawn, too.
        while try session.nextLine(within: .milliseconds(10)) != nil {}
      }
      samples.add(time)
    }
    session.signal(SIGKILL)
    _ = try session.end()
    return samples
  }
}

/// A client of the host, in this process.
@MainActor final class BenchClient: LiveClientDelegate {
  let live: LiveClient
  private let coordinator: WorkspaceLayoutCoordinator
  let socket: LineSocket

  init(_ name: String, _ path: String, _ factory: BlockFactory) throws {
    let joined = try SessionAddress(path: path).join(ClientMessage.Hello(author: name, name: name))
    guard let document = try joined.snapshot?.document(factory: factory) else {
      throw Files.Failure(what: "the host sends no program")
    }
    socket = joined.socket
    let manager = EventManager()
    coordinator = WorkspaceLayoutCoordinator(workspace: document.workspace, eventManager: manager)
    live = LiveClient(
      program: SharedProgram(coordinator, eventFactory: .withMortiseEvents()),
      history: UndoHistory(target: coordinator, eventManager: manager), author: name,
      number: joined.snapshot?.number ?? 0)
    live.delegate = self
    live.send = { [socket] message in
      socket.send(message.line)
      socket.write()
    }
    for line in joined.rest { try receive(line) }
  }

  func setNumber(_ number: Int) {
    guard let block = coordinator.workspace.blocks["second"] else { return }
    coordinator.eventManager.pushNewGroup()
    coordinator.setField("NUM", of: block, to: .number(Double(number)))
    coordinator.eventManager.popGroup()
    coordinator.eventManager.firePendingEvents()
    live.flush()
  }

  func receive(until isDone: () -> Bool) throws {
    while !isDone() {
      guard socket.wait(atMost: .seconds(20)), !socket.isClosed else {
        throw Files.Failure(what: "the host doesn’t answer")
      }
      try takeIn()
    }
  }

  func takeIn() throws {
    socket.write()
    for line in socket.read() { try receive(line) }
    live.catchUp()
  }

  private func receive(_ line: [UInt8]) throws {
    switch try HostMessage(line) {
    case .applied(let batch): live.applied(batch)
    case .confirmed(let number, let count, let hash): live.confirmed(number: number, count: count, hash: hash)
    case .refused(let count, let reason): live.refused(count: count, reason: reason)
    default: break
    }
  }

  func liveClient(_ client: LiveClient, didFind conflict: FieldConflict) {}
  func liveClient(_ client: LiveClient, didLayAside laidAside: LaidAside) {}
  func liveClient(_ client: LiveClient, didDiffer report: String) { print("the programs differ: \(report)") }
  func liveClient(_ client: LiveClient, mustReopen snapshot: ProgramSnapshot) {}
}

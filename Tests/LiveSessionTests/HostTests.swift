import BlockModel
import SeededTesting
import Testing

@testable import LiveSession

/// The host of a program, and what it tells its clients.
@Suite struct HostTests {
  @Test func aHostThatIsKilledGoesOnWithItsLog() throws {
    let simulation = try Simulation(seed: 3, clientCount: 3, program: SimulationTests.program)
    try simulation.settle()
    for round in 0..<10 {
      for client in simulation.clients { try client.act() }
      try simulation.deliverToHost()
      let acknowledged = simulation.batchCount
      try simulation.restartHost()
      #expect(simulation.batchCount == acknowledged, "round \(round)")
      for client in simulation.clients { try client.act() }
      try simulation.settle()
      for client in simulation.clients {
        #expect(client.texts == simulation.hostTexts, "round \(round)")
        #expect(client.live?.isConfirmed == true && client.differences == [], "round \(round)")
      }
    }
    #expect(try simulation.replayedTexts() == simulation.hostTexts)
  }

  /// Who has asked for a save that makes no new code may choose to have the blocks alone; the others hear of it only.
  @Test func whoAsksForASaveChoosesWhatIsSaved() throws {
    let simulation = try Simulation(seed: 3, clientCount: 0, program: SimulationTests.program)
    let host = simulation.host
    var lines: [String: [String]] = [:]
    func client(_ name: String, _ role: Role) -> HostedClient {
      let client = HostedClient { lines[name, default: []].append(String(decoding: $0, as: UTF8.self)) }
      host.enter(client, .init(author: name, name: name), mostRole: role)
      return client
    }
    let (anna, watcher, ben) = (client("anna", .owner), client("watcher", .watcher), client("ben", .editor))
    var calls = ""
    host.save = { calls += "s" }
    host.saveAnyway = { calls += "a" }
    lines = [:]
    for client in [anna, watcher] { host.receive(.save, from: client) }
    #expect(host.isAskedToSave)
    host.answerSavers("no code", isDone: false, choice: "save the blocks")
    #expect(!host.isAskedToSave)
    let plain = "{\"type\":\"saved\",\"message\":\"no code\",\"done\":false}\n"
    let asking = plain.replacing("}", with: ",\"choice\":\"save the blocks\"}")
    #expect(lines == ["anna": [asking], "watcher": [plain], "ben": [plain]])
    // The next answer asks nobody who hasn't asked again.
    host.answerSavers("no code", isDone: false, choice: "save the blocks")
    #expect(lines["anna"] == [asking, plain])
    for client in [watcher, ben] {
      host.receive(try ClientMessage(Array("{\"type\":\"save\",\"anyway\":true}".utf8)), from: client)
    }
    #expect(calls == "sssa")
    host.leave(watcher)
    host.leave(ben)
    #expect(!host.isAskedToSave)
  }

  @Test func newcomersMayBeWatchersUntilTheOwnerGivesThemThePen() throws {
    let simulation = try Simulation(seed: 3, clientCount: 2, program: SimulationTests.program)
    simulation.roleOfNewcomers = .watcher
    try simulation.settle()
    #expect(simulation.clients.map(\.role) == [.owner, .watcher])
    simulation.clients[0].live?.send?(.role(author: "c1", .editor))
    try simulation.settle()
    #expect(simulation.clients.map(\.role) == [.owner, .editor])
    // The pen is theirs when they come again.
    simulation.cut(simulation.clients[1])
    try simulation.settle()
    #expect(simulation.clients.map(\.role) == [.owner, .editor])
    // An owner takes the pen from nobody by accident who is one.
    simulation.clients[0].live?.send?(.role(author: "c0", .watcher))
    try simulation.settle()
    #expect(simulation.clients.map(\.role) == [.owner, .editor])
  }
}

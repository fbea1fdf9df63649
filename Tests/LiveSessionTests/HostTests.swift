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

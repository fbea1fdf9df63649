import BlockEditing
import BlockEvents
import BlockModel
import SeededTesting
import Testing

@testable import LiveSession

/// Programs that differ, whatever the reason, become equal by themselves.
@Suite struct DifferenceTests {
  private let simulation: Simulation
  private var anna: SimulatedClient { simulation.clients[0] }
  private var ben: SimulatedClient { simulation.clients[1] }

  init() throws {
    simulation = try Simulation(seed: 1, clientCount: 2, program: SimulationTests.program)
    try simulation.settle()
  }

  private func expectTheSame(_ context: Comment = "") throws {
    try simulation.settle()
    for client in simulation.clients {
      #expect(client.texts == simulation.hostTexts, context)
      #expect(client.live?.program.hash == simulation.hostHash, context)
      #expect(client.live?.isConfirmed == true, context)
    }
  }

  private var textID: String { simulation.hostWorkspace.blocks.values.first { $0.type == "text" }!.id }

  /// Changes a program behind the back of everybody who listens.
  private func damage(_ client: SimulatedClient) {
    client.live?.program.coordinator.using(EventManager()) {
      client.live?.program.coordinator.setField("TEXT", of: client.block(textID), to: .text("damaged"))
    }
  }

  @Test func aProgramThatWasDamagedHeals() throws {
    damage(ben)
    anna.edit { $0.set(.collapsed, to: .flag(true), of: anna.block(textID)) }
    try expectTheSame()
    #expect(ben.differences.count == 1 && anna.differences.isEmpty)
    #expect(simulation.hostTexts.contains("abc") && !simulation.hostTexts.contains("damaged"))
    #expect(!String(decoding: simulation.hostFile, as: UTF8.self).contains("damaged"))
  }

  /// No event says the order of variables.
  @Test func anotherOrderOfVariablesHeals() throws {
    anna.edit { coordinator in for name in ["x", "y", "z"] { _ = try? coordinator.createVariable(named: name) } }
    try simulation.settle()
    let variables = try #require(ben.live?.program.workspace.variables)
    variables.arrange(variables.all.map(\.id).reversed())
    ben.live?.program.programHash.noteOrder()
    anna.edit { $0.set(.collapsed, to: .flag(true), of: anna.block(textID)) }
    try expectTheSame()
    #expect(ben.differences.count == 1 && ben.reopenings == 0)
    #expect(variables.all.map(\.name) == ["x", "y", "z"])
  }

  @Test func ownChangesSurviveTheHealing() throws {
    damage(ben)
    anna.edit { $0.set(.collapsed, to: .flag(true), of: anna.block(textID)) }
    try simulation.deliverToHost()
    ben.edit { $0.set(.comment, to: .comment(BlockComment(text: "Ben’s")), of: ben.block(textID)) }
    try expectTheSame()
    #expect(simulation.hostTexts.contains("Ben’s"))
    #expect(!simulation.hostTexts.contains("damaged"))
  }

  @Test func aChangedLineOnTheWayHeals() throws {
    ben.distort = { line in
      line = Array(String(decoding: line, as: UTF8.self).replacing("hello", with: "hullo").utf8)
    }
    anna.edit { $0.setField("TEXT", of: anna.block(textID), to: .text("hello")) }
    try simulation.deliverToHost()
    try simulation.deliverToClients()
    #expect(ben.differences.count == 1)
    ben.distort = nil
    try expectTheSame()
    #expect(simulation.hostTexts.contains("hello"))
  }

  @Test func aLostLineHeals() throws {
    anna.edit { $0.setField("TEXT", of: anna.block(textID), to: .text("first")) }
    try simulation.deliverToHost()
    ben.connection?.toClient.removeAll()
    anna.edit { $0.setField("TEXT", of: anna.block(textID), to: .text("second")) }
    try expectTheSame()
    #expect(ben.differences == ["the number 1 is missing"])
  }

  /// The program was asked for, but the connection breaks before it comes.
  @Test func aLostProgramIsAskedForAgain() throws {
    damage(ben)
    anna.edit { $0.set(.collapsed, to: .flag(true), of: anna.block(textID)) }
    try simulation.deliverToHost()
    try simulation.deliverToClients()
    #expect(ben.differences.count == 1)
    simulation.cut(ben)
    try expectTheSame()
    #expect(!ben.texts.contains("damaged"))
  }

  /// Two programs that went different ways from one: a host that gets another log's program has its own changes in it.
  @Test(arguments: Seeds.first(5, from: 300_000)) func aProgramBecomesAnother(seed: UInt64) throws {
    if let only = Seeds.only, only != seed { return }
    let simulation = try Simulation(seed: seed, clientCount: 2, program: SimulationTests.program)
    try simulation.settle()
    for round in 0..<10 {
      for client in simulation.clients { for _ in 0..<8 { try client.act() } }
      let programs = try simulation.clients.map { try #require($0.live?.program) }
      let style = simulation.style
      let snapshot = ProgramSnapshot(of: programs[1], style: style, number: 0)
      let copy = SharedProgram(
        WorkspaceLayoutCoordinator(
          workspace: try ProgramSnapshot(of: programs[0], style: style, number: 0)
            .document(factory: simulation.clients[0].factory).workspace, eventManager: EventManager()),
        eventFactory: .withMortiseEvents())
      let other = try snapshot.document(factory: simulation.clients[0].factory)
      #expect(copy.become(other.workspace, like: snapshot, style: style).isEqual, "seed \(seed), round \(round)")
      try simulation.settle()
    }
  }

  /// Damage at random, among everything else that happens.
  @Test(arguments: Seeds.first(5, from: 200_000)) func randomDamageHeals(seed: UInt64) throws {
    if let only = Seeds.only, only != seed { return }
    let simulation = try Simulation(seed: seed, clientCount: 3, program: SimulationTests.program)
    try simulation.settle()
    for _ in 0..<6 {
      try simulation.run(steps: 30)
      simulation.damageSomebody()
    }
    try simulation.settle()
    // What was damaged and is not touched again can't be seen by the hash of what changes: everybody joins anew.
    for client in simulation.clients { client.live?.send?(.reload(report: "the test asks")) }
    try simulation.settle()
    for client in simulation.clients {
      #expect(client.texts == simulation.hostTexts, "seed \(seed), \(client.name)")
      #expect(client.live?.isConfirmed == true, "seed \(seed)")
    }
    #expect(try simulation.replayedTexts() == simulation.hostTexts, "seed \(seed)")
  }
}

extension Simulation {
  /// Everything that was sent reaches the host, whose answers stay under way.
  func deliverToHost() throws { for client in clients { while try deliver(of: client, toHost: true) {} } }

  /// What the host has sent reaches the clients.
  func deliverToClients() throws {
    for client in clients {
      while try deliver(of: client, toHost: false) {}
      client.live?.catchUp()
    }
  }

  /// A client's program changes, and nobody notices.
  func damageSomebody() {
    guard let client = pickClient(), let program = client.live?.program else { return }
    let blocks = program.workspace.blocks.values.filter { !$0.isShadow }.sorted { $0.id < $1.id }
    guard let block = blocks.first else { return }
    program.coordinator.using(EventManager()) {
      program.coordinator.set(.comment, to: .comment(BlockComment(text: "damage")), of: block)
    }
  }
}

import BlockModel
import Markup
import SeededTesting
import Testing

@testable import LiveSession

/// Everybody undoes their own changes, and never what somebody else has changed since.
@Suite struct OwnUndoTests {
  private static let program = """
    {"blocks":{"languageVersion":0,"blocks":[
    {"type":"math_number","id":"a","x":0,"y":0,"fields":{"NUM":-1}},
    {"type":"math_number","id":"b","x":0,"y":100,"fields":{"NUM":-2}}]}}
    """

  /// A model reads the log, and knows who wrote which value where.
  @Test(arguments: Seeds.first(200)) func nobodyUndoesAnothersLaterChange(seed: UInt64) throws {
    if let only = Seeds.only, only != seed { return }
    var random = SeededGenerator(seed: seed)
    let simulation = try Simulation(seed: seed, clientCount: 3, program: Self.program)
    try simulation.settle()
    /// Every value is written once, by the client of this number.
    var writers: [Double: String] = [:]
    for step in 0..<40 {
      guard let client = simulation.clients.randomElement(using: &random) else { return }
      switch Int.random(in: 0..<8, using: &random) {
      case 0..<3:
        let id = Bool.random(using: &random) ? "a" : "b"
        writers[Double(step)] = client.name
        client.edit { $0.setField("NUM", of: client.block(id), to: .number(Double(step))) }
      case 3, 4: client.goBack(forward: false)
      case 5: client.goBack(forward: true)
      default: try simulation.run(steps: 4, actions: false)
      }
    }
    try simulation.settle()
    var values: [String: Double] = ["a": -1, "b": -2]
    for batch in simulation.batches {
      let client = try #require(simulation.clients.first { $0.name == batch.batch.author })
      let sent = client.backward[batch.batch.count]
      for event in batch.batch.events {
        let id = try #require(event["blockId"]?.string)
        let value = try #require(event["newValue"]?.number)
        if let sent = sent?.first(where: { $0["blockId"]?.string == id }) {
          let known = sent["oldValue"]?.number
          let context: Comment = "seed \(seed): \(client.name) takes back \(known ?? 0), but it is \(values[id] ?? 0)"
          #expect(values[id] == known, context)
        } else {
          #expect(writers[value] == client.name, "seed \(seed)")
        }
        values[id] = value
      }
    }
    for client in simulation.clients {
      #expect(client.skipped.allSatisfy { $0.hasSuffix("by another user") }, "seed \(seed): \(client.skipped)")
      #expect(client.texts == simulation.hostTexts, "seed \(seed)")
      #expect(client.differences == [], "seed \(seed)")
    }
  }

  private let simulation: Simulation
  private var anna: SimulatedClient { simulation.clients[0] }
  private var ben: SimulatedClient { simulation.clients[1] }

  init() throws {
    simulation = try Simulation(seed: 1, clientCount: 2, program: Self.program)
    try simulation.settle()
  }

  private func number(_ id: String) -> String? {
    simulation.hostWorkspace.blocks[id]?.firstField(withName: "NUM")?.text
  }

  @Test func aGroupThatIsSkippedSaysWhy() throws {
    anna.edit { $0.setField("NUM", of: anna.block("b"), to: .number(4)) }
    anna.edit { $0.setField("NUM", of: anna.block("a"), to: .number(5)) }
    try simulation.settle()
    ben.edit { $0.setField("NUM", of: ben.block("a"), to: .number(6)) }
    try simulation.settle()
    anna.goBack(forward: false)
    try simulation.settle()
    #expect(anna.skipped == ["the field was changed by another user"])
    #expect(number("a") == "6")
    // The one before it can be undone.
    anna.goBack(forward: false)
    try simulation.settle()
    #expect(number("b") == "-2" && number("a") == "6")
  }

  /// An action that takes long reaches the log in two batches, and somebody else’s change comes between them.
  @Test(arguments: [0, 1, 2]) func anActionInTwoBatchesIsUndoneAsAWhole(confirmed: Int) throws {
    let live = try #require(anna.live)
    live.program.eventManager.pushGroup(groupID: "long")
    for (index, id) in ["a", "b"].enumerated() {
      live.program.coordinator.setField("NUM", of: anna.block(id), to: .number(Double(index + 5)))
      live.program.eventManager.firePendingEvents()
      live.flush()
      if index == 1 { ben.edit { $0.insert(BlockSnapshot(records: [BlockSnapshot.Record(type: "logic_null")])) } }
      // So many of both are confirmed before.
      if index < confirmed { try simulation.settle() }
    }
    live.program.eventManager.popGroup()
    // Ben's change comes first.
    while try simulation.deliver(of: ben, toHost: true) {}
    try simulation.settle()
    #expect(number("a") == "5" && number("b") == "6")
    anna.goBack(forward: false)
    try simulation.settle()
    #expect(number("a") == "-1" && number("b") == "-2" && anna.skipped.isEmpty)
    anna.goBack(forward: true)
    try simulation.settle()
    #expect(number("a") == "5" && number("b") == "6" && anna.skipped.isEmpty)
    #expect(anna.texts == simulation.hostTexts && ben.texts == simulation.hostTexts)
  }

  /// The other’s change is in the log already, but has not come here.
  @Test func anUndoThatComesTooLateIsRefused() throws {
    anna.edit { $0.setField("NUM", of: anna.block("a"), to: .number(5)) }
    try simulation.settle()
    ben.edit { $0.setField("NUM", of: ben.block("a"), to: .number(6)) }
    try simulation.deliverToHost()
    anna.goBack(forward: false)
    try simulation.settle()
    #expect(number("a") == "6")
    #expect(anna.laidAside.map(\.reason) == ["the field was changed by another user"])
    #expect(anna.texts == simulation.hostTexts && ben.texts == simulation.hostTexts)
  }

  @Test func undoTakesNothingOfOthersBack() throws {
    ben.edit { $0.setField("NUM", of: ben.block("a"), to: .number(6)) }
    try simulation.settle()
    anna.goBack(forward: false)
    try simulation.settle()
    #expect(number("a") == "6" && anna.skipped.isEmpty)
  }

  /// JSON says less of blocks in others than the host knows.
  @Test func blocksInBlocksAreTakenAwayAndComeBack() throws {
    anna.edit { coordinator in
      var snapshot = BlockSnapshot(records: [
        BlockSnapshot.Record(type: "lists_split", id: "list"), BlockSnapshot.Record(type: "text", id: "text"),
      ])
      (snapshot.records[0].position, snapshot.records[0].count) = (WorkspacePoint(x: 1, y: 2), 2)
      (snapshot.records[1].parent, snapshot.records[1].slot) = (0, .input(name: "INPUT", kind: .value))
      coordinator.insert(snapshot)
    }
    try simulation.settle()
    for forward in [false, true, false] {
      anna.goBack(forward: forward)
      try simulation.settle()
      #expect(anna.laidAside.map(\.reason) == [] && anna.skipped == [])
      #expect(simulation.hostWorkspace.blocks.count == (forward ? 4 : 2))
    }
  }

  @Test func aBlockThatSomebodyHasChangedIsNotTakenAway() throws {
    anna.edit { coordinator in
      var snapshot = BlockSnapshot(records: [BlockSnapshot.Record(type: "math_number", id: "new")])
      snapshot.records[0].position = WorkspacePoint(x: 1, y: 2)
      coordinator.insert(snapshot)
    }
    try simulation.settle()
    ben.edit { $0.setField("NUM", of: ben.block("new"), to: .number(6)) }
    try simulation.settle()
    anna.goBack(forward: false)
    try simulation.settle()
    #expect(anna.skipped == ["the block was changed by another user"])
    #expect(number("new") == "6")
  }

  @Test func undoAndRedoSurviveWhatOthersDoElsewhere() throws {
    anna.edit { $0.setField("NUM", of: anna.block("a"), to: .number(5)) }
    ben.edit { $0.setField("NUM", of: ben.block("b"), to: .number(6)) }
    try simulation.settle()
    anna.goBack(forward: false)
    ben.edit { $0.setField("NUM", of: ben.block("b"), to: .number(7)) }
    try simulation.settle()
    #expect(number("a") == "-1" && number("b") == "7")
    anna.goBack(forward: true)
    try simulation.settle()
    #expect(number("a") == "5" && number("b") == "7")
    #expect(anna.skipped.isEmpty && ben.skipped.isEmpty)
  }
}

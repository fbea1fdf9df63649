import BlockEvents
import BlockModel
import CorpusFiles
import SeededTesting
import Testing

@testable import LiveSession

/// Programs that several people edit at once are always the same for everybody.
@Suite struct SimulationTests {
  static let program = """
    {"blocks":{"languageVersion":0,"blocks":[{"type":"controls_repeat_ext","x":10,"y":10,"inputs":{
    "TIMES":{"shadow":{"type":"math_number","fields":{"NUM":10}}},
    "DO":{"block":{"type":"text_print","inputs":{"TEXT":{"shadow":{"type":"text","fields":{"TEXT":"abc"}}}}}}}}]}}
    """

  @Test(arguments: Seeds.campaign(2_000, share: 100)) func everybodyHasTheSameProgram(seed: UInt64) throws {
    if let only = Seeds.only, only != seed { return }
    let simulation = try Simulation(seed: seed, clientCount: 2 + Int(seed % 7), program: Self.program)
    try simulation.run(steps: 300)
    try expectTheSame(simulation, "seed \(seed)")
  }

  /// The programs that Blockly made, with all kinds of blocks.
  @Test(arguments: Seeds.first(6, from: 100_000)) func everybodyHasTheSameLargerProgram(seed: UInt64) throws {
    if let only = Seeds.only, only != seed { return }
    let paths = Corpus.programs()
    let path = paths[Int(seed) % paths.count]
    let simulation = try Simulation(
      seed: seed, clientCount: 2 + Int(seed % 3), program: String(decoding: Corpus.bytes(of: path), as: UTF8.self),
      factory: try Corpus.factory())
    try simulation.run(steps: 80)
    try expectTheSame(simulation, "seed \(seed), \(path)")
  }

  private func expectTheSame(_ simulation: Simulation, _ context: String) throws {
    try simulation.settle()
    let texts = simulation.hostTexts
    for client in simulation.clients {
      let context: Comment = "\(context), client \(client.name)"
      #expect(client.texts == texts, "\(context): \(Self.firstDifference(client.texts, texts))")
      if let program = client.live?.program {
        let anew = ProgramHash(of: program.workspace, eventManager: EventManager())
        #expect(program.hash == anew.value, context)
      }
      #expect(client.differences == [], context)
      #expect(client.live?.isConfirmed == true, context)
      #expect(client.live?.program.hash == simulation.hostHash, context)
      // Every batch is in the log, or the user was told once that it isn't, or it changed nothing.
      let logged = Set(simulation.batches.filter { $0.batch.author == client.name }.map(\.batch.count))
      #expect(logged.isSubset(of: client.sent), context)
      #expect(logged.isDisjoint(with: client.idle), context)
      #expect(client.sent.count == logged.count + client.idle.count + client.laidAside.count, context)
      #expect(client.laidAside.allSatisfy { !$0.reason.isEmpty }, context)
    }
    #expect(simulation.batches.allSatisfy { Set(simulation.authors).contains($0.batch.author) }, "\(context)")
    let sent = simulation.batches.map { "\($0.batch.author) \($0.batch.count)" }
    #expect(Set(sent).count == sent.count, "\(context): a batch is in the log twice")
    #expect(try simulation.replayedTexts() == texts, "\(context)")
    #expect(simulation.batchCount > 1, "\(context)")
  }

  static func firstDifference(_ left: String, _ right: String) -> String {
    let (left, right) = (left.split(separator: "\n"), right.split(separator: "\n"))
    guard let index = (0..<min(left.count, right.count)).first(where: { left[$0] != right[$0] }) else { return "" }
    return "line \(index): \(left[max(0, index - 8)...index].joined(separator: "\n")) instead of \(right[index])"
  }
}

extension Simulation {
  var authors: [String] { clients.map(\.name) }
}

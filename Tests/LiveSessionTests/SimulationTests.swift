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

  @Test(arguments: Seeds.first(20)) func everybodyHasTheSameProgram(seed: UInt64) throws {
    if let only = Seeds.only, only != seed { return }
    let simulation = try Simulation(seed: seed, clientCount: 2 + Int(seed % 4), program: Self.program)
    try simulation.run(steps: 300)
    try simulation.settle()
    let texts = simulation.hostTexts
    for client in simulation.clients {
      #expect(
        client.texts == texts, "seed \(seed), client \(client.name): \(Self.firstDifference(client.texts, texts))")
      #expect(client.live?.program.programHash.stale == [], "seed \(seed), client \(client.name)")
      #expect(client.differences == [], "seed \(seed), client \(client.name)")
      #expect(client.live?.isConfirmed == true, "seed \(seed)")
      #expect(client.live?.program.hash == simulation.hostHash, "seed \(seed)")
    }
    #expect(try simulation.replayedTexts() == texts, "seed \(seed)")
    #expect(simulation.batchCount > 10, "seed \(seed)")
  }

  static func firstDifference(_ left: String, _ right: String) -> String {
    let (left, right) = (left.split(separator: "\n"), right.split(separator: "\n"))
    guard let index = (0..<min(left.count, right.count)).first(where: { left[$0] != right[$0] }) else { return "" }
    return "line \(index): \(left[max(0, index - 8)...index].joined(separator: "\n")) instead of \(right[index])"
  }
}

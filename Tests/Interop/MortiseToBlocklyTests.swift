import Markup
import RandomEditing
import Testing

/// What Mortise records is replayed by Blockly, and ends in the same program.
@MainActor
@Suite(.enabled(if: BlocklyPackage.isThere, "\(BlocklyPackage.absence)"), .serialized)
struct MortiseToBlocklyTests {
  private static let actions = 200
  private static let exclusions = Exclusion.always.union([
    .elementsOfOurOwn, .inlineFalse, .shadowsOfPlaces, .shapeOfReturns, .callersOfDisabledProcedures,
  ])

  @Test(arguments: 1...30) func streamsEndInTheSameProgram(seed: UInt64) throws {
    let outcome = try replay(seed: seed, actions: Self.actions)
    guard outcome.difference != nil else { return }
    // The first action after which the programs differ.
    var (same, different) = (0, Self.actions)
    while different - same > 1 {
      let middle = (same + different) / 2
      if try replay(seed: seed, actions: middle).difference == nil { same = middle } else { different = middle }
    }
    let first = try replay(seed: seed, actions: different)
    Issue.record("seed \(seed), action \(different): \(first.report)")
  }

  private struct Outcome {
    var difference: String?
    var lastEvents: [String]
    var problems: [String]
    var report: String {
      let events = lastEvents.map { "    \($0.prefix(300))" }.joined(separator: "\n")
      return "\(difference ?? "no difference")\n\(events)\n    \(problems.suffix(3))"
    }
  }

  /// Records a session and has Blockly replay it.
  private func replay(seed: UInt64, actions: Int) throws -> Outcome {
    let host = try BlocklyHost.shared()
    let known = try host.types()
    let session = try EditingSession(
      seed: seed, program: StartProgram.text, restraints: [.valuesOfReturns, .shadowsInItems]
    ) { known.contains($0) }
    var before = 0
    for action in 1...actions {
      before = session.eventLines.count
      if action.isMultiple(of: 8) { try session.goBackAndForth() } else { session.act() }
    }
    try host.load(StartProgram.text)
    let applied = try host.apply(session.eventLines)
    let here = try ComparableProgram(text: session.text, without: Self.exclusions)
    let there = ComparableProgram(applied.state, without: Self.exclusions)
    return Outcome(
      difference: here.difference(from: there, names: ("Mortise", "Blockly")),
      lastEvents: Array(session.eventLines[before...]), problems: applied.problems)
  }
}

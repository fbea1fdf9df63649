import BlocklyCache
import Markup
import RandomEditing
import SeededTesting
import Testing

/// Blockly replays the events that Mortise records, and ends with the same program.
@MainActor
@Suite(.enabled(if: BlocklyPackage.isThere, "\(BlocklyPackage.absence)"), .serialized)
struct MortiseToBlocklyTests {
  private static let actions = 200
  private static let restraints: EditingSession.Restraints = [
    .valuesOfReturns, .typesOfVariables, .charactersOfXML,
  ]
  private static let exclusions = Exclusion.always.union([
    .elementsOfOurOwn, .inlineFalse, .shadowsOfPlaces, .shapeOfReturns,
  ])

  @Test(arguments: Seeds.first(10)) func blocklyReplaysMortisesEvents(seed: UInt64) throws {
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

  /// Blockly's own clients run every event literally, even those of shadows that are covered and uncovered. Then edits
  /// of such shadows are lost, as with Blockly's own events (see `LossyReplayTests`), and nothing else.
  @Test(arguments: Seeds.first(8, from: 101)) func literalReplayLosesOnlyEditsOfShadows(seed: UInt64) throws {
    let outcome = try replay(seed: seed, actions: Self.actions, literally: true)
    if outcome.difference != nil { Issue.record("seed \(seed): \(outcome.report)") }
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

  /// Records a session and lets Blockly replay it.
  private func replay(seed: UInt64, actions: Int, literally: Bool = false) throws -> Outcome {
    let host = try BlocklyHost.shared()
    let known = try host.types()
    let program = try StartProgram.text(seed: seed)
    let session = try EditingSession(
      seed: seed, program: program,
      restraints: literally ? Self.restraints.union(.shapesOfFields) : Self.restraints
    ) { known.contains($0) }
    var before = 0
    for action in 1...actions {
      before = session.eventLines.count
      if action.isMultiple(of: 8) { try session.goBackAndForth() } else { session.act() }
    }
    try host.load(program)
    let applied = try host.apply(session.eventLines, literally: literally)
    let lost = literally ? try replacedShadows(session.eventLines) : []
    let ours = try ComparableProgram(text: session.text, without: Self.exclusions, ignoringShadows: lost)
    let theirs = ComparableProgram(applied.state, without: Self.exclusions, ignoringShadows: lost)
    return Outcome(
      difference: ours.difference(from: theirs, names: ("Mortise", "Blockly")),
      lastEvents: Array(session.eventLines[before...]), problems: applied.problems)
  }

  /// The ids of shadows that were covered or removed, and of those nested in them.
  private func replacedShadows(_ events: [String]) throws -> Set<String> {
    var ids: Set<String> = []
    for event in try events.map({ try JSONParser.parse(Array($0.utf8)) }) where event["wasShadow"]?.boolean == true {
      ids.formUnion(event["ids"]?.elements.compactMap(\.string) ?? [])
    }
    return ids
  }
}

import BlockFormats
import BlockLibrary
import BlockModel
import BlocklyCache
import Markup
import ProgramDiff
import RandomEditing
import SeededTesting
import Testing

/// Blockly replays the events of a difference, and opens what a merge made.
@MainActor
@Suite(.enabled(if: BlocklyPackage.isThere, "\(BlocklyPackage.absence)"), .serialized)
struct DifferenceTests {
  private static let restraints: EditingSession.Restraints = [
    .valuesOfReturns, .typesOfVariables, .charactersOfXML, .shapesOfFields,
  ]
  private static let exclusions = Exclusion.always.union([
    .elementsOfOurOwn, .inlineFalse, .shadowsOfPlaces, .shapeOfReturns,
  ])

  private func session(_ seed: UInt64, _ program: String, actions: Int) throws -> EditingSession {
    let known = try BlocklyHost.shared().types()
    let session = try EditingSession(seed: seed, program: program, restraints: Self.restraints) { known.contains($0) }
    for _ in 0..<actions { session.act() }
    return session
  }

  private func read(_ text: String, _ factory: BlockFactory) throws -> Workspace {
    try ProgramReader.read(Array(text.utf8), factory: factory, randomness: SeededNumbers(seed: 7)).workspace
  }

  @Test(arguments: Seeds.first(10, from: 201)) func blocklyReplaysDifferences(seed: UInt64) throws {
    let host = try BlocklyHost.shared()
    let session = try session(seed, try StartProgram.text(seed: seed), actions: Int(seed % 40))
    let start = EditingSession.text(of: session.start)
    let own = try read(start, session.workspace.factory)
    let difference = try ProgramDifference(
      changing: ProgramMatch(own, try read(session.text, session.workspace.factory), isExact: true))
    let lines = difference.events.map { $0.json(in: own).text() }
    try host.load(start)
    let applied = try host.apply(lines)
    let wanted = try ComparableProgram(text: session.text, without: Self.exclusions)
    let theirs = ComparableProgram(applied.state, without: Self.exclusions)
    if let difference = wanted.difference(from: theirs, names: ("Mortise", "Blockly")) {
      Issue.record("seed \(seed): \(difference)\n\(lines.suffix(6).map { $0.prefix(400) }) \(applied.problems)")
    }
  }

  @Test(arguments: Seeds.first(10, from: 301)) func blocklyOpensMerges(seed: UInt64) throws {
    let host = try BlocklyHost.shared()
    let program = try StartProgram.text(seed: seed)
    let sides = try [1_000, 2_000].map { try session(seed &+ $0, program, actions: Int(seed % 30)) }
    let factory = sides[0].workspace.factory
    let result = try read(sides[0].text, factory)
    _ = try ProgramMerge(
      base: try read(EditingSession.text(of: sides[0].start), factory), ours: result,
      theirs: try read(sides[1].text, factory))
    let text = EditingSession.text(of: result)
    try host.load(text)
    let state = try host.apply([]).state
    let ours = try ComparableProgram(text: text, without: Self.exclusions)
    let difference = ours.difference(
      from: ComparableProgram(state, without: Self.exclusions), names: ("Mortise", "Blockly"))
    // Blockly itself disables “if … return” where it stands alone, and knows no order of blocks and comments.
    let details = (difference ?? "").split(separator: "\n").dropFirst().filter {
      !$0.contains("UNPARENTED_IFRETURN") && !$0.contains("mortise.blocksBefore")
    }
    if let difference, !details.isEmpty { Issue.record("seed \(seed): \(difference)") }
  }
}

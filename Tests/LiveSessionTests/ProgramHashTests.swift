import BlockEvents
import CorpusFiles
import RandomEditing
import SeededTesting
import Testing

@testable import LiveSession

/// The hash that events keep up to date is that of the program.
@Suite struct ProgramHashTests {
  @Test(arguments: Seeds.first(10)) func itEqualsAHashMadeAnew(seed: UInt64) throws {
    if let only = Seeds.only, only != seed { return }
    let paths = Corpus.programs()
    let program = seed % 2 == 0 ? SimulationTests.program : text(paths[Int(seed / 2) % paths.count])
    let session = try EditingSession(seed: seed, program: program, asXML: seed % 3 == 0, withMortiseEvents: true)
    let hash = ProgramHash(of: session.workspace, eventManager: session.manager)
    for step in 0..<150 {
      if step % 10 == 9 { try session.goBackAndForth() } else { session.act() }
      let anew = ProgramHash(of: session.workspace, eventManager: EventManager())
      #expect(hash.value == anew.value, "seed \(seed), step \(step)")
      if hash.value != anew.value { return }
    }
  }

  /// Whether a file states an id is a matter of its format: others give a copy of such a block an id of its own.
  @Test func implicitIDsAreNoDifference() throws {
    let session = try EditingSession(
      seed: 1, program: SimulationTests.program, asXML: false, withMortiseEvents: true)
    let before = ProgramHash(of: session.workspace, eventManager: EventManager()).value
    for block in session.workspace.blocks.values { block.hasImplicitID.toggle() }
    #expect(ProgramHash(of: session.workspace, eventManager: EventManager()).value == before)
  }

  private func text(_ path: String) -> String { String(decoding: Corpus.bytes(of: path), as: UTF8.self) }
}

import BlockFormats
import BlockLibrary
import BlockModel
import CorpusFiles
import Foundation
import ProgramDiff
import RandomEditing
import SeededTesting
import Testing

struct MergeTests {
  private struct Counts {
    var clean = 0
    var conflicts = 0
    /// What the oracle said.
    var different = 0
    var same = 0
  }

  @Test(.enabled(if: Histories.folder != nil, "no programs of other apps: set MORTISE_CORPUS to its folder"))
  func chains() throws {
    let factory = try Stock.factory.get()
    var counts: [String: Counts] = [:]
    for (name, files) in try Histories.chains() {
      let versions = files.compactMap { try? PairOfPrograms.read($0, factory).workspace }
      guard versions.count == files.count else { continue }
      let triple = TripleOfPrograms(base: files[1], ours: files[2], theirs: files[0], factory: factory)
      let app = name.split(separator: "-").first.map(String.init) ?? ""
      do {
        let outcome = try triple.merge()
        let conflicts = outcome.merge.conflicts
        if conflicts.isEmpty { counts[app, default: Counts()].clean += 1 }
        if let fault = outcome.fault { Issue.record("\(name): \(fault)") }
        if !conflicts.isEmpty {
          counts[app, default: Counts()].conflicts += 1
          print("\(name): \(conflicts.map { "\($0.kind.rawValue): \($0.message)" }.prefix(3))")
        }
        switch LineOracle(base: versions[1], ours: versions[2], theirs: versions[0]).verdict {
        case .different(let result):
          counts[app, default: Counts()].different += 1
          if let conflict = conflicts.first {
            Issue.record("\(name): the sides change different lines: \(conflict.message)")
          } else if outcome.meaning != result {
            Issue.record("\(name): another program\n\(PairOfPrograms.firstDifference(outcome.meaning, result))")
          }
        case .same(let words):
          counts[app, default: Counts()].same += 1
          if conflicts.isEmpty { Issue.record("\(name): both change the same: \(words)") }
        case .unknown: break
        }
      } catch { Issue.record("\(name): \(error)") }
    }
    for (app, counts) in counts.sorted(by: { $0.key < $1.key }) {
      print(
        "\(app): \(counts.clean) of \(counts.clean + counts.conflicts) chains are clean; by lines, \(counts.different) "
          + "change different things and \(counts.same) the same")
    }
  }

  /// What people made of both sides, block by block.
  @Test func realMerges() throws {
    let factory = try Stock.factory.get()
    let merges = try Histories.merges()
    #expect(merges.count == 5)
    for (name, base, ours, theirs, result) in merges {
      let triple = TripleOfPrograms(base: base, ours: ours, theirs: theirs, factory: factory)
      let outcome = try triple.merge()
      #expect(outcome.merge.conflicts.isEmpty && outcome.fault == nil, "\(name): \(outcome.fault ?? "conflicts")")
      let committed = try PairOfPrograms.read(result, factory).workspace
      #expect(outcome.meaning == PairOfPrograms.meaning(of: committed), "\(name)")
    }
  }

  @Test(arguments: Seeds.campaign(2_000, share: 5))
  func randomTriples(seed: UInt64) throws {
    try checkTriple(seed)
  }

  private func checkTriple(_ seed: UInt64) throws {
    let program = SeededPrograms.program(seed)
    let factory = try Stock.factory.get()
    let sides = (1...2).compactMap { side in
      try? EditingSession(
        seed: seed &+ UInt64(side) &* 1_000, program: program, factory: factory, withMortiseEvents: true)
    }
    guard sides.count == 2 else { return }
    for side in sides { for _ in 0..<Streams.length(seed) { side.act() } }
    let format: ProgramFormat = seed % 3 == 0 ? .xml : .json
    let ids = IDVariant.allCases[Int(seed / 3) % 3]
    func bytes(_ workspace: Workspace, _ ids: IDVariant) throws -> [UInt8] {
      try IDVariants(of: workspace, format).file(ids)
    }
    let triple = TripleOfPrograms(
      base: try bytes(sides[0].start, ids == .changed ? .kept : ids), ours: try bytes(sides[0].workspace, ids),
      theirs: try bytes(sides[1].workspace, ids == .changed ? .kept : ids), factory: factory)
    let files = ProgramFiles(factory: factory)
    let outcome = try triple.merge(knowsValues: ids == .kept, files: files)
    if let fault = outcome.fault { Issue.record("seed \(seed): \(fault)") }
    // Laws.
    for (base, ours, theirs, wanted) in [
      (triple.base, triple.base, triple.theirs, triple.theirs), (triple.base, triple.ours, triple.base, triple.ours),
      (triple.base, triple.ours, triple.ours, triple.ours),
    ] {
      let same = try TripleOfPrograms(base: base, ours: ours, theirs: theirs, factory: factory).merge(files: files)
      let expected = try files.file(wanted).meaning
      if !same.merge.conflicts.isEmpty { Issue.record("seed \(seed): law: \(same.merge.conflicts[0].message)") }
      if same.meaning != expected {
        Issue.record("seed \(seed): law: another program\n\(PairOfPrograms.firstDifference(same.meaning, expected))")
      }
    }
    let swapped = try TripleOfPrograms(
      base: triple.base, ours: triple.theirs, theirs: triple.ours, factory: factory
    ).merge(files: files)
    // How many places, moves, names and calls are in the way depends on what stands; the sides tell of a block in words
    // of their own, so that kinds are compared, and not the blocks.
    let kinds = [outcome, swapped].map { outcome in
      Dictionary(grouping: outcome.merge.conflicts.map(\.kind)) { $0 }.mapValues(\.count)
    }
    let isNamed = kinds.contains { $0[.name] != nil }
    let areAlike =
      kinds[0].isEmpty == kinds[1].isEmpty && (kinds[0][.move] == nil) == (kinds[1][.move] == nil)
      && (isNamed || kinds[0][.change] == kinds[1][.change] && kinds[0][.deletion] == kinds[1][.deletion])
    if !areAlike {
      Issue.record(
        "seed \(seed): swapped: \(kinds) \(outcome.merge.conflicts.map(\.message)) \(swapped.merge.conflicts.map(\.message))"
      )
    }
    if kinds.allSatisfy(\.isEmpty) {
      // Where both add blocks at one place, those of ours come first.
      let isOrdered = outcome.merge.remarks.isEmpty && swapped.merge.remarks.isEmpty
      let meanings = [outcome, swapped].map { outcome in
        isOrdered ? outcome.meaning : PairOfPrograms.unorderedMeaning(of: outcome.result)
      }
      if meanings[0] != meanings[1] {
        Issue.record(
          "seed \(seed): swapped: another program\n\(PairOfPrograms.firstDifference(meanings[0], meanings[1]))")
      }
    }
  }
}

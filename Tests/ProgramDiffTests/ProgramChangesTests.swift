import BlockFormats
import BlockLibrary
import BlockModel
import BlockNotation
import CorpusFiles
import Foundation
import ProgramDiff
import RandomEditing
import SeededTesting
import Testing

/// The view of a match agrees with the texts of the programs and with the events.
struct ProgramChangesTests {
  private let factory: BlockFactory
  private let library: NotationLibrary

  init() throws {
    factory = try Stock.factory.get()
    library = NotationLibrary.of(factory)
  }

  /// Checks the changes between two files.
  private func check(_ old: [UInt8], _ new: [UInt8], _ name: String, factory: BlockFactory? = nil) throws {
    let factory = factory ?? self.factory
    let library = factory === self.factory ? library : NotationLibrary.of(factory)
    guard let own = try? PairOfPrograms.read(old, factory).workspace,
      let other = try? PairOfPrograms.read(new, factory).workspace
    else { return }
    let areSame = StableText.text(of: own, library: library) == StableText.text(of: other, library: library)
    let match = ProgramMatch(own, other)
    let changes = ProgramChanges(renaming: match)
    let listing = ChangeListing(changes, library: library)
    let isSame = changes.isEmpty && listing.sections.isEmpty
    if isSame != areSame {
      Issue.record("\(name): the texts are \(areSame ? "equal" : "different"), but not the changes")
    }
    // What differs is shown.
    let isShown = listing.sections.contains { $0.rows.contains { $0.sign != .same } }
    if !changes.isEmpty, !isShown { Issue.record("\(name): nothing of \(changes.counts) is shown") }
    let (oldCount, newCount) = (own.blockCount, other.blockCount)
    let inserted = changes.changes.count { $0.old == nil }
    let deleted = changes.changes.count { $0.new == nil }
    #expect(newCount - oldCount == inserted - deleted, "\(name)")
    // The events create and delete as many blocks.
    let changed = try PairOfPrograms.read(old, factory).workspace
    let blocks = changed.blocks.values.filter { !$0.isShadow }
    _ = try ProgramDifference(changing: ProgramMatch(changed, try PairOfPrograms.read(new, factory).workspace))
    let kept = blocks.count { changed.blocks[$0.id] === $0 }
    #expect(deleted == blocks.count - kept && inserted == changed.blockCount - kept, "\(name)")
  }

  @Test(.enabled(if: Histories.folder != nil, "no programs of other apps: set MORTISE_CORPUS to its folder"))
  func successiveVersions() throws {
    for (name, versions) in try Histories.chains() {
      for (old, new) in zip(versions, versions.dropFirst()) { try check(old, new, name) }
    }
  }

  @Test func orderOfKeysIsNoDifference() throws {
    let parts = [
      #""fields":{"P":"1","Q":"2"}"#,
      #""inputs":{"A":{"block":{"type":"foo"}},"B":{"block":{"type":"text","fields":{"TEXT":"x"}}}}"#,
    ]
    let reversed = [
      #""inputs":{"B":{"block":{"type":"text","fields":{"TEXT":"x"}}},"A":{"block":{"type":"foo"}}}"#,
      #""fields":{"Q":"2","P":"1"}"#,
    ]
    let programs = [parts, reversed].map { parts in
      Array(#"{"blocks":{"blocks":[{"type":"foo","#.utf8) + Array((parts.joined(separator: ",") + "}]}}").utf8)
    }
    try check(programs[0], programs[1], "keys")
    let versions = try programs.map { try PairOfPrograms.read($0, factory).workspace }
    #expect(ProgramChanges(renaming: ProgramMatch(versions[0], versions[1])).isEmpty)
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func randomEdits(seed: UInt64) throws {
    let program = Corpus.programs().sorted()[Int(seed) % Corpus.programs().count]
    guard
      let session = try? EditingSession(
        seed: seed, program: String(decoding: Corpus.bytes(of: program), as: UTF8.self), asXML: seed % 2 == 0,
        withMortiseEvents: true)
    else { return }
    for _ in 0..<Int(seed % 20) * 3 { session.act() }
    let formats = [ProgramFormat.xml, .json]
    let old = formats.map { ProgramWriter.write(session.start, style: .pretty($0)).bytes }
    let new = formats.map { ProgramWriter.write(session.workspace, style: .pretty($0)).bytes }
    for (old, new) in zip(old, new) { try check(old, new, "seed \(seed)", factory: session.workspace.factory) }
  }
}

extension Workspace {
  fileprivate var blockCount: Int { blocks.values.count { !$0.isShadow } }
}

import BlockFormats
import BlockLibrary
import BlockModel
import BlockNotation
import ProgramDiff

/// A program and two versions that were made of it, as files.
struct TripleOfPrograms {
  let base: [UInt8]
  let ours: [UInt8]
  let theirs: [UInt8]
  let factory: BlockFactory

  struct Outcome {
    var merge: ProgramMerge
    var result: Workspace
    /// What the result says.
    var meaning: String
    /// Why the result is wrong; nil if it is right.
    var fault: String?
    var text: String
  }

  /// - Parameters:
  ///   - knowsValues: whether a single value is known again in another place, as by its id.
  ///   - files: keeps what was read.
  func merge(knowsValues: Bool = false, files: ProgramFiles? = nil) throws -> Outcome {
    let files = files ?? ProgramFiles(factory: factory)
    let versions = try [base, ours, theirs].map { try files.file($0) }
    let changed = try PairOfPrograms.read(ours, factory)
    let result = changed.workspace
    let merge = try ProgramMerge(
      base: versions[0].program.workspace, ours: result, theirs: versions[2].program.workspace)
    let meaning = PairOfPrograms.meaning(of: result)
    var outcome = Outcome(merge: merge, result: result, meaning: meaning, text: "")
    let written = ProgramWriter.write(result, style: changed.style).bytes
    outcome.text = String(decoding: written, as: UTF8.self)
    let read = try files.file(written)
    if let finding = read.program.findings.first(where: { $0.kind == .repair }) {
      outcome.fault = "repair: \(finding.message)"
    }
    if read.meaning != meaning {
      outcome.fault = "the file says something else\n\(PairOfPrograms.firstDifference(read.meaning, meaning))"
    }
    let text = StableText.text(of: result, library: .of(factory))
    if read.stableText != text {
      outcome.fault = "the file shows something else\n\(PairOfPrograms.firstDifference(read.stableText, text))"
    }
    if knowsValues {
      // Also in a conflict: what both sides have is there, and what ours added.
      let ids = versions.map { Set($0.program.workspace.blocks.values.filter { !$0.isShadow }.map(\.id)) }
      let wanted = ids[0].intersection(ids[1]).intersection(ids[2]).union(ids[1].subtracting(ids[0]))
      let lost = wanted.subtracting(result.blocks.keys)
      if let id = lost.min() {
        outcome.fault = "\(lost.count) lost, such as \(versions[2].program.workspace.blocks[id]?.type ?? id)"
      }
    }
    if merge.conflicts.isEmpty {
      let counts = versions.map { knowsValues ? $0.countsWithValues : $0.counts }
      outcome.fault = outcome.fault ?? BlockCounts.fault(counts, BlockCounts(result, withValues: knowsValues))
    } else if ConflictCopy.count(in: result) == 0 {
      outcome.fault = "the conflict isn't in the result: \(merge.conflicts[0].message)"
    }
    return outcome
  }
}

import BlockFormats
import BlockLibrary
import BlockModel
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
    /// Why the result is wrong; nil if it is right.
    var fault: String?
    var text: String
  }

  func merge() throws -> Outcome {
    let versions = try [base, ours, theirs].map { try PairOfPrograms.read($0, factory) }
    let result = versions[1].workspace
    let counts = versions.map { PairOfPrograms.counts(of: $0.workspace) }
    let merge = try ProgramMerge(base: versions[0].workspace, ours: result, theirs: versions[2].workspace)
    var outcome = Outcome(merge: merge, result: result, text: "")
    let written = ProgramWriter.write(result, style: versions[1].style).bytes
    outcome.text = String(decoding: written, as: UTF8.self)
    let read = try PairOfPrograms.read(written, factory)
    if let finding = read.findings.first(where: { $0.kind == .repair }) { outcome.fault = "repair: \(finding.message)" }
    let (saved, meaning) = (PairOfPrograms.meaning(of: read.workspace), PairOfPrograms.meaning(of: result))
    if saved != meaning {
      outcome.fault = "the file says something else\n\(PairOfPrograms.firstDifference(saved, meaning))"
    }
    if merge.conflicts.isEmpty {
      outcome.fault = outcome.fault ?? Self.fault(counts, PairOfPrograms.counts(of: result))
    } else if ConflictCopy.count(in: result) == 0 {
      outcome.fault = "the conflict isn't in the result: \(merge.conflicts[0].message)"
    }
    return outcome
  }

  /// Finds a block that a clean merge lost, doubled or invented.
  private static func fault(_ versions: [[String: Int]], _ result: [String: Int]) -> String? {
    for content in Set(versions.flatMap(\.keys)).union(result.keys) {
      let (base, ours, theirs) = (versions[0][content] ?? 0, versions[1][content] ?? 0, versions[2][content] ?? 0)
      // Both may have deleted, or added, the same block, or one each.
      let count = result[content] ?? 0
      let independent = ours + theirs - base
      let shared = (ours - base) * (theirs - base) > 0 ? min(abs(ours - base), abs(theirs - base)) : 0
      let range = ours < base ? independent...independent + shared : independent - shared...independent
      if !range.contains(count) { return "\(base) \(ours) \(theirs) gives \(count): \(content.prefix(300))" }
    }
    return nil
  }
}

import BlockFormats
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
    let contents = versions.map { PairOfPrograms.contents(of: $0.workspace) }
    let merge = try ProgramMerge(base: versions[0].workspace, ours: result, theirs: versions[2].workspace)
    var outcome = Outcome(merge: merge, result: result, text: "")
    let written = ProgramWriter.write(result, style: versions[1].style).bytes
    outcome.text = String(decoding: written, as: UTF8.self)
    let read = try PairOfPrograms.read(written, factory)
    if let finding = read.findings.first(where: { $0.kind == .repair }) { outcome.fault = "repair: \(finding.message)" }
    if PairOfPrograms.meaning(of: read.workspace) != PairOfPrograms.meaning(of: result) {
      outcome.fault = "the file of the result says something else"
    }
    if merge.conflicts.isEmpty {
      outcome.fault = outcome.fault ?? Self.fault(contents, PairOfPrograms.contents(of: result))
    } else if MergeConflict.count(in: result) == 0 {
      outcome.fault = "the conflict isn't in the result: \(merge.conflicts[0].message)"
    }
    return outcome
  }

  /// Finds a block that a clean merge lost, doubled or invented.
  private static func fault(_ versions: [[String: Int]], _ result: [String: Int]) -> String? {
    for content in Set(versions.flatMap(\.keys)).union(result.keys) {
      let counts = versions.map { $0[content] ?? 0 }
      let (base, ours, theirs) = (counts[0], counts[1], counts[2])
      // Both may have changed the same block alike, or one each.
      let count = result[content] ?? 0
      if count != ours + theirs - base, ours != theirs || count != ours { return "\(base) \(ours) \(theirs) gives \(count): \(content.prefix(300))" }
    }
    return nil
  }
}

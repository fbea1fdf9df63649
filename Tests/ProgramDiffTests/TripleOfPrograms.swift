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
    /// Why the result is wrong; nil if it is right.
    var fault: String?
    var text: String
  }

  /// - Parameter knowsValues: whether a single value is known again in another place, as by its id.
  func merge(knowsValues: Bool = false) throws -> Outcome {
    let versions = try [base, ours, theirs].map { try PairOfPrograms.read($0, factory) }
    let result = versions[1].workspace
    let contents = versions.map { PairOfPrograms.contents(of: $0.workspace, withValues: knowsValues) }
    let ids = versions.map { Set($0.workspace.blocks.values.filter { !$0.isShadow }.map(\.id)) }
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
    let library = NotationLibrary(factory: factory)
    let texts = [read.workspace, result].map { StableText.text(of: $0, library: library) }
    if texts[0] != texts[1] {
      outcome.fault = "the file shows something else\n\(PairOfPrograms.firstDifference(texts[0], texts[1]))"
    }
    if knowsValues {
      // Also in a conflict: what both sides have is there, and what ours added.
      let wanted = ids[0].intersection(ids[1]).intersection(ids[2]).union(ids[1].subtracting(ids[0]))
      let lost = wanted.subtracting(result.blocks.keys)
      if let id = lost.min() {
        outcome.fault = "\(lost.count) lost, such as \(versions[2].workspace.blocks[id]?.type ?? id)"
      }
    }
    if merge.conflicts.isEmpty {
      outcome.fault =
        outcome.fault ?? Self.fault(contents, PairOfPrograms.contents(of: result, withValues: knowsValues))
    } else if ConflictCopy.count(in: result) == 0 {
      outcome.fault = "the conflict isn't in the result: \(merge.conflicts[0].message)"
    }
    return outcome
  }

  /// Finds a type of which a clean merge lost, doubled or invented a block.
  private static func fault(_ versions: [[String: [String: Int]]], _ result: [String: [String: Int]]) -> String? {
    for type in Set(versions.flatMap(\.keys)).union(result.keys) {
      let contents = versions.map { $0[type] ?? [:] }
      let counts = contents.map { $0.values.reduce(0, +) }
      let count = (result[type] ?? [:]).values.reduce(0, +)
      // Both may have deleted the same block, or added it.
      let deleted = contents.dropFirst().map { less(contents[0], than: $0) }
      let added = contents.dropFirst().map { less($0, than: contents[0]) }
      let independent = counts[1] + counts[2] - counts[0]
      let range = independent - (added.min() ?? 0)...independent + (deleted.min() ?? 0)
      if !range.contains(count) { return "\(counts) gives \(count): \(type)" }
    }
    return nil
  }

  /// How many blocks are in one but not in the other.
  private static func less(_ contents: [String: Int], than others: [String: Int]) -> Int {
    contents.reduce(0) { $0 + max(0, $1.value - (others[$1.key] ?? 0)) }
  }
}

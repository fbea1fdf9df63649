import MortiseScreen
import ProgramDiff

/// The numbers of insertions, deletions, changes and moves, a line for each file, and a total (`--stat`).
struct StatOutput: ComparisonOutput {
  private var rows: [(name: String, counts: ChangeCounts)] = []
  private var lines: [String] = []

  mutating func addOnly(_ path: String, inOld: Bool) {
    lines.append("only in \(inOld ? "A" : "B"): \(Console.sanitized(path))")
  }

  mutating func add(_ comparison: ProgramComparison) {
    rows.append((Console.sanitized(ProgramFile.displayName(comparison.newPath)), comparison.changes.counts))
  }

  mutating func finish(isDifferent: Bool) -> Bool {
    if !isDifferent { return true }
    let total = rows.reduce(into: ChangeCounts()) { $0 += $1.counts }
    rows.append((rows.count == 1 ? "1 program" : "\(rows.count) programs", total))
    let width = rows.map { TextWidth.columns(of: $0.name) }.max() ?? 0
    for (name, counts) in rows {
      let gap = String(repeating: " ", count: width - TextWidth.columns(of: name))
      lines.append("\(name)\(gap) | \(Self.words(counts))")
    }
    return Console.show(lines.map { $0 + "\n" }.joined())
  }

  private static func words(_ counts: ChangeCounts) -> String {
    "+\(counts.inserted) -\(counts.deleted) ~\(counts.changed) >\(counts.moved)"
  }
}

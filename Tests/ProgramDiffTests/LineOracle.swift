import BlockModel

/// Judges a merge by lines alone, slowly: a line for each block, with its depth and what it says. It knows nothing of how
/// the merge finds out what changed.
struct LineOracle {
  private typealias Line = PairOfPrograms.Line

  enum Verdict {
    /// The sides change different lines, with an unchanged line between them. The merged program says this.
    case different(result: String)
    /// Both change one part of a line differently, or one deletes what the other changes.
    case same(String)
    /// Lines can't tell.
    case unknown
  }

  /// A run of lines of the base that a side replaced.
  private struct Edit {
    var base: Range<Int>
    var lines: [Line]
  }

  private let versions: [Workspace]
  private let base: [Line]
  private let ours: [Line]
  private let theirs: [Line]
  private let edits: (ours: [Edit], theirs: [Edit])

  init(base: Workspace, ours: Workspace, theirs: Workspace) {
    versions = [base, ours, theirs]
    let lines = versions.map(Self.lines)
    (self.base, self.ours, self.theirs) = (lines[0], lines[1], lines[2])
    edits = (Self.edits(lines[0], lines[1]), Self.edits(lines[0], lines[2]))
  }

  var verdict: Verdict {
    if let words = sameThing() { return .same(words) }
    if let result = independent() { return .different(result: result) }
    return .unknown
  }

  // MARK: - Lines

  private static let end = Line(depth: -1, parts: [])

  private static func lines(of workspace: Workspace) -> [Line] {
    PairOfPrograms.stacks(of: workspace).flatMap { $0 + [end] }
  }

  /// The fewest lines that differ: a longest common subsequence.
  private static func edits(_ old: [Line], _ new: [Line]) -> [Edit] {
    let width = new.count + 1
    var lengths = Array(repeating: 0, count: (old.count + 1) * width)
    for i in old.indices.reversed() {
      for j in new.indices.reversed() {
        lengths[i * width + j] =
          old[i] == new[j]
          ? lengths[(i + 1) * width + j + 1] + 1 : max(lengths[(i + 1) * width + j], lengths[i * width + j + 1])
      }
    }
    var edits: [Edit] = []
    var (i, j) = (0, 0)
    while i < old.count || j < new.count {
      if i < old.count, j < new.count, old[i] == new[j] {
        (i, j) = (i + 1, j + 1)
        continue
      }
      let (start, other) = (i, j)
      while i < old.count || j < new.count {
        if i < old.count, j < new.count, old[i] == new[j] { break }
        if j >= new.count || i < old.count && lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
          i += 1
        } else {
          j += 1
        }
      }
      edits.append(Edit(base: start..<i, lines: Array(new[other..<j])))
    }
    return edits
  }

  // MARK: - Different things

  /// The program with both edits, if no two of them touch and no name may have been changed.
  private func independent() -> String? {
    for own in edits.ours {
      for other in edits.theirs
      where own.base.lowerBound <= other.base.upperBound && other.base.lowerBound <= own.base.upperBound {
        return nil
      }
    }
    if !hasSameBlockAround || mayBeRenamed { return nil }
    var merged = base
    for edit in (edits.ours + edits.theirs).sorted(by: { $0.base.lowerBound > $1.base.lowerBound }) {
      merged.replaceSubrange(edit.base, with: edit.lines)
    }
    let comments = versions.map { $0.comments.map { "comment \($0.text) \($0.isCollapsed)" } }
    guard comments[0] == comments[1] || comments[0] == comments[2] else { return nil }
    let stacks = merged.split(separator: Self.end).map(Array.init)
    return PairOfPrograms.meaning(of: stacks, comments: comments[0] == comments[1] ? comments[2] : comments[1])
  }

  /// Whether no side changes the number or order of lines around which the other one changes something.
  private var hasSameBlockAround: Bool {
    func holders(of edit: Edit) -> Set<Int> {
      var depth = edit.lines.map(\.depth).min() ?? Int.max
      for index in edit.base { depth = min(depth, base[index].depth) }
      var holders: Set<Int> = []
      for index in (0..<edit.base.lowerBound).reversed() where base[index].depth < depth {
        if base[index].depth < 0 { break }
        holders.insert(index)
        depth = base[index].depth
      }
      return holders
    }
    func touches(_ edits: [Edit], _ others: [Edit]) -> Bool {
      let holders = others.reduce(into: Set<Int>()) { $0.formUnion(holders(of: $1)) }
      return edits.contains { $0.base.contains { holders.contains($0) } }
    }
    return !touches(edits.ours, edits.theirs) && !touches(edits.theirs, edits.ours)
  }

  private var mayBeRenamed: Bool {
    let names = versions.map { version in Set(version.variables.all.map { "\($0.name): \($0.type)" }) }
    return names.dropFirst().contains { !$0.isSuperset(of: names[0]) && !$0.isSubset(of: names[0]) }
  }

  // MARK: - The same thing

  private func sameThing() -> String? {
    for own in edits.ours {
      for other in edits.theirs where own.base == other.base && own.base.count == 1 {
        let line = base[own.base.lowerBound]
        if line == Self.end || count(line, base) > 1 { continue }
        if own.lines.count == 1, other.lines.count == 1, let words = change(line, own.lines[0], other.lines[0]) {
          return words
        }
        for (deleting, changing, version) in [(own, other, ours), (other, own, theirs)]
        where deleting.lines.isEmpty && changing.lines.count == 1 && isChanged(line, changing.lines[0]) {
          if !version.contains(where: { $0.parts == line.parts }) { return "deleted and changed: \(line.text)" }
        }
      }
    }
    return nil
  }

  private func count(_ line: Line, _ lines: [Line]) -> Int { lines.count { $0.parts == line.parts } }

  private func isChanged(_ line: Line, _ other: Line) -> Bool {
    line.depth == other.depth && line.parts.first == other.parts.first && line.parts != other.parts
  }

  /// A field of the line that both change differently.
  private func change(_ line: Line, _ own: Line, _ other: Line) -> String? {
    guard isChanged(line, own), isChanged(line, other), own.parts.count == line.parts.count,
      other.parts.count == line.parts.count
    else { return nil }
    for (before, (ours, theirs)) in zip(line.parts, zip(own.parts, other.parts))
    where before != ours && before != theirs && ours != theirs && before.contains("=") && !before.hasPrefix("<") {
      return "\(before): \(ours), \(theirs)"
    }
    return nil
  }
}

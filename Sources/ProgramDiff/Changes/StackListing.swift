import BlockModel
import BlockNotation

/// Combines the lines of two programs' stacks.
struct StackListing {
  private typealias Row = ChangeListing.Row

  private let changes: ProgramChanges
  private let match: ProgramMatch
  private var oldLines: ProgramLines
  private(set) var newLines: ProgramLines
  private let oldIndices: [ObjectIdentifier: Int]
  private let newIndices: [ObjectIdentifier: Int]
  /// The lines of the old stacks to show, and the range of each stack.
  private var old: [Line] = []
  private var oldStacks: [Int: Range<Int>] = [:]
  /// The old lines of each block.
  private var oldLinesOfBlocks: [Int: [Int]] = [:]
  /// The blocks of the new program whose lines differ from the old ones.
  private var blocksWithChangedLines: Set<Int> = []
  /// The lines of the new stacks to show, and the index of each one's old line; -1 for none.
  private var newStacks: [Int: (lines: [Line], partners: [Int])] = [:]
  /// The texts that deleted and inserted lines share, with the version of the lines in which they differ.
  private var ambiguous: [String: Int] = [:]

  private struct Line {
    var text: ProgramLines.Line
    /// The index of the block.
    var block: Int
    /// Whether a line of the new program is its counterpart.
    var isPaired = false
  }

  init(_ changes: ProgramChanges, library: NotationLibrary) {
    self.changes = changes
    match = changes.match
    let usesToolbox = ProgramLines.prefersToolbox(match.newWorkspace, library: library)
    oldLines = ProgramLines(
      match.oldWorkspace, library: library, isExact: match.isExact, usesToolbox: usesToolbox, isInWords: true)
    newLines = ProgramLines(
      match.newWorkspace, library: library, isExact: match.isExact, usesToolbox: usesToolbox, isInWords: true)
    oldIndices = Self.indices(match.old)
    newIndices = Self.indices(match.new)
  }

  private static func indices(_ tree: ProgramTree) -> [ObjectIdentifier: Int] {
    Dictionary(uniqueKeysWithValues: tree.blocks.enumerated().map { (ObjectIdentifier($1), $0) })
  }

  mutating func sections(showsAll: Bool) -> [ChangeListing.Section] {
    let (oldStacks, newStacks) = changedStacks()
    for stack in match.old.stacks where showsAll || oldStacks.contains(stack) { writeOld(stack) }
    var sections: [ChangeListing.Section] = []
    let shown = match.new.stacks.filter { showsAll || newStacks.contains($0) }
    for stack in shown { writeNew(stack) }
    findAmbiguous()
    sections += shown.map(section)
    for stack in match.old.stacks where oldStacks.contains(stack) && changes.stacks.toNew[stack] == nil {
      let rows = deletedRows(ofStack: stack).map(\.row)
      if rows.isEmpty { continue }
      let isWhole = rows.count == self.oldStacks[stack]?.count
      let title = old[self.oldStacks[stack]?.first { old[$0].text.part == .head } ?? 0].text.text
      sections.append(
        ChangeListing.Section(kind: .stack, title: isWhole ? "deleted: \(title)" : title, rows: rows))
    }
    return sections
  }

  /// The stacks that contain differences, by their first blocks.
  private func changedStacks() -> (old: Set<Int>, new: Set<Int>) {
    var (oldStacks, newStacks): (Set<Int>, Set<Int>) = ([], [])
    func root(_ index: Int, _ tree: ProgramTree, _ roots: inout [Int]) {
      roots.append(tree.holder[index] < 0 ? tree.head[index] : roots[tree.holder[index]])
    }
    var oldRoots: [Int] = []
    var newRoots: [Int] = []
    for index in match.old.blocks.indices {
      root(index, match.old, &oldRoots)
      if match.toNew[index] < 0 { oldStacks.insert(oldRoots[index]) }
    }
    for index in match.new.blocks.indices {
      root(index, match.new, &newRoots)
      let own = match.toOld[index]
      if own >= 0, !changes.isMoved[index], !changes.isChanged[index] { continue }
      newStacks.insert(newRoots[index])
      if own >= 0 { oldStacks.insert(oldRoots[own]) }
    }
    for (old, new) in changes.stacks.toNew where oldStacks.contains(old) || newStacks.contains(new) {
      oldStacks.insert(old)
      newStacks.insert(new)
    }
    return (oldStacks, newStacks)
  }

  private mutating func writeOld(_ stack: Int) {
    let start = old.count
    for line in oldLines.lines(ofStack: match.old.blocks[stack]) {
      let block = oldIndices[ObjectIdentifier(line.block)] ?? stack
      oldLinesOfBlocks[block, default: []].append(old.count)
      old.append(Line(text: line, block: block))
    }
    oldStacks[stack] = start..<old.count
  }

  private mutating func writeNew(_ stack: Int) {
    let lines = newLines.lines(ofStack: match.new.blocks[stack]).map { line in
      Line(text: line, block: newIndices[ObjectIdentifier(line.block)] ?? stack)
    }
    newStacks[stack] = (lines, pair(lines))
  }

  private mutating func findAmbiguous() {
    var deleted: [String: [ProgramLines.Line]] = [:]
    for line in old where !line.isPaired {
      // One of several identical lines is enough.
      if deleted[line.text.text]?.last?.versions != line.text.versions {
        deleted[line.text.text, default: []].append(line.text)
      }
    }
    for (lines, partners) in newStacks.values {
      for (line, partner) in zip(lines, partners) where partner < 0 {
        let others = (deleted[line.text.text] ?? []).prefix(Self.mostCompared)
        let levels = others.compactMap { line.text.level(tellingFrom: $0) }
        if let level = levels.max() { ambiguous[line.text.text] = max(level, ambiguous[line.text.text] ?? 0) }
      }
    }
  }

  /// The maximum number of deleted lines with the same text that an inserted one is compared with.
  private static let mostCompared = 10

  /// The text of a line without a counterpart.
  private func words(of line: ProgramLines.Line) -> String { line.versions[ambiguous[line.text] ?? 0] }

  // MARK: - One stack

  private func section(ofStack stack: Int) -> ChangeListing.Section {
    let (lines, partners) = newStacks[stack] ?? ([], [])
    let oldStack = changes.stacks.toOld[stack]
    let oldRange = oldStack.flatMap { oldStacks[$0] } ?? 0..<0
    // Deleted lines come after the last kept line before them.
    let anchors = ListAlignment.increasing(
      partners.enumerated().compactMap { new, old in oldRange.contains(old) ? (old, new) : nil }
        .sorted { $0.old < $1.old })
    var deleted: [Int: [Row]] = [:]
    var next = 0
    if let oldStack {
      for (line, row) in deletedRows(ofStack: oldStack) {
        while next < anchors.count, anchors[next].old < line { next += 1 }
        deleted[next > 0 ? anchors[next - 1].new : -1, default: []].append(row)
      }
    }
    var rows = deleted[-1] ?? []
    for (index, line) in lines.enumerated() {
      rows.append(row(line, partner: partners[index]))
      rows += deleted[index] ?? []
    }
    let head = lines.first { $0.text.part == .head }?.text.text ?? ""
    let isNew = rows.allSatisfy { $0.sign == .inserted }
    return ChangeListing.Section(kind: .stack, title: isNew ? "new: \(head)" : head, rows: rows)
  }

  /// The index of the old line of each line of a new stack; -1 for none.
  private mutating func pair(_ lines: [Line]) -> [Int] {
    var partners = Array(repeating: -1, count: lines.count)
    var linesOfBlocks: [Int: [Int]] = [:]
    for (index, line) in lines.enumerated() where match.toOld[line.block] >= 0 {
      linesOfBlocks[line.block, default: []].append(index)
    }
    for (block, own) in linesOfBlocks {
      let others = oldLinesOfBlocks[match.toOld[block]] ?? []
      for part in [ProgramLines.Line.Part.comment, .head, .more] {
        let (mine, before) = (own.filter { lines[$0].text.part == part }, others.filter { old[$0].text.part == part })
        if mine.count == 1, before.count == 1 {
          partners[mine[0]] = before[0]
          continue
        }
        let pairs = LineAlignment.pairs(before.map { old[$0].text.text }, mine.map { lines[$0].text.text })
        var (start, otherStart) = (0, 0)
        for (end, otherEnd) in pairs + [(before.count, mine.count)] {
          for offset in 0..<min(end - start, otherEnd - otherStart) {
            partners[mine[otherStart + offset]] = before[start + offset]
          }
          if end < before.count { partners[mine[otherEnd]] = before[end] }
          (start, otherStart) = (end + 1, otherEnd + 1)
        }
      }
    }
    for partner in partners where partner >= 0 { old[partner].isPaired = true }
    for (index, line) in lines.enumerated() {
      if partners[index] >= 0, old[partners[index]].text.versions == line.text.versions { continue }
      blocksWithChangedLines.insert(line.block)
    }
    for (block, own) in linesOfBlocks where own.count != oldLinesOfBlocks[match.toOld[block]]?.count {
      blocksWithChangedLines.insert(block)
    }
    return partners
  }

  private func deletedRows(ofStack stack: Int) -> [(line: Int, row: Row)] {
    (oldStacks[stack] ?? 0..<0).compactMap { index in
      let line = old[index]
      if line.isPaired { return nil }
      var row = Row(
        sign: .deleted, level: line.text.level, old: words(of: line.text), oldBlock: match.old.blocks[line.block])
      row.isPartOfKept = match.toNew[line.block] >= 0
      return (index, row)
    }
  }

  private func row(_ line: Line, partner: Int) -> Row {
    let block = match.new.blocks[line.block]
    var row = Row(sign: .inserted, level: line.text.level, new: line.text.text, newBlock: block)
    guard partner >= 0 else {
      row.new = words(of: line.text)
      row.isPartOfKept = match.toOld[line.block] >= 0
      return row
    }
    let before = old[partner]
    row.oldBlock = match.old.blocks[before.block]
    let level = line.text.level(tellingFrom: before.text) ?? 0
    (row.old, row.new) = (before.text.versions[level], line.text.versions[level])
    row.oldLevel = before.text.level
    row.sign = row.old == row.new ? .same : .changed
    guard line.text.part == .head else { return row }
    if changes.isMoved[line.block] {
      row.sign = .moved
      row.note = moveNote(line.block)
    } else if changes.isChanged[line.block], !blocksWithChangedLines.contains(line.block) {
      row.sign = .changed
      row.note = "changed: " + changes.names(ofPartsAt: line.block).joined(separator: ", ")
    }
    return row
  }

  /// The places that a block was moved between; empty if it follows one that was moved together with it.
  private func moveNote(_ index: Int) -> String {
    let above = match.new.above[index]
    if above >= 0, changes.isMoved[above], match.toOld[above] >= 0,
      match.old.above[match.toOld[index]] == match.toOld[above]
    {
      return ""
    }
    let from = BlockPlace.words(of: match.toOld[index], in: match.old)
    return "from \(from) to \(BlockPlace.words(of: index, in: match.new))"
  }
}

extension ProgramLines.Line {
  /// The first version that differs from another line's, if possible by more than the brackets that types need; nil
  /// if none does.
  fileprivate func level(tellingFrom other: Self) -> Int? {
    func words(_ text: String) -> String { String(text.filter { $0 != "(" && $0 != ")" }) }
    let differing = versions.indices.filter { versions[$0] != other.versions[$0] }
    guard differing.first == 0, words(text) == words(other.text) else { return differing.first }
    return differing.dropFirst().first ?? 0
  }
}

import BlockLayout
import BlockLibrary
import BlockModel
import MortiseScreen
import ProgramRunning

/// The notes after the lines of blocks while values are shown: how often a statement ran, and the values in it.
struct ValueNotes {
  private let run: ProgramRun
  /// The first steps of the active calls, by function.
  private let starts: [Int: Int]
  private let coverage: RunCoverage
  /// The number of the next statement if it is about to begin, so that it has no values yet; 0 for none.
  private let next: Int
  /// Whether the notes show how often statements ran, as nothing else does.
  private let countsStatements: Bool

  /// - Returns: nil if a run has no values, or if it is of an older version, whose values would be shown at the wrong
  ///   blocks.
  init?(of run: ProgramRun, countsStatements: Bool) {
    guard run.hasValues, !run.isOlder, let recording = run.recording, let coverage = run.coverage else { return nil }
    (self.run, self.coverage, starts) = (run, coverage, run.callStarts)
    self.countsStatements = countsStatements
    let next = recording.block(at: run.step)
    self.next = recording.iteration(of: next, at: run.step) == nil || Self.asksAgain(next, run) ? next : 0
  }

  /// The maximum number of characters of a value in a note.
  private static let valueLimit = 40
  /// The maximum number of characters of the label of a value.
  private static let labelLimit = 24

  /// Whether a loop recalculates its values for each iteration.
  private static func asksAgain(_ number: Int, _ run: ProgramRun) -> Bool {
    run.plan.numbers.id(of: number).flatMap { run.program.workbench.workspace.blocks[$0] }?.type
      == "controls_whileUntil"
  }

  /// Whether a block is in the next statement. Its value, if it has one, is then from an earlier execution.
  private func isNext(_ block: Block) -> Bool {
    next > 0 && run.plan.numbers.statement(of: run.plan.numbers.number(of: block.id)) == next
  }

  private func words(of block: Block, limit: Int = valueLimit) -> String? {
    guard let words = run.value(ofBlock: block.id, starts)?.words else { return nil }
    return words.count > limit ? words.prefix(limit - 1) + "…" : words
  }

  /// Returns how often a statement ran; nil for other blocks.
  private func count(of block: Block) -> Int? {
    countsStatements && block.previousConnection != nil ? coverage.count(of: block.id) : nil
  }

  /// Returns the note after a line: first the statement's own values, then those inside them.
  /// - Parameters:
  ///   - isFirst: whether it is the first line of the statement.
  ///   - room: the available columns; parts beyond them may be missing.
  func note(behind line: [PlacedToken], of statement: Block, isFirst: Bool, room: Int) -> String {
    var parts: [String] = []
    var length = 0
    func add(_ part: String) {
      parts.append(part)
      length += part.count + 3
    }
    if isFirst, !Surroundings.isLoop(statement), let count = count(of: statement),
      count > 1 || count == 1 && Surroundings(of: statement).isInLoop
    {
      add("\(count.grouped)×")
    }
    if isNext(statement) { return parts.joined(separator: " · ") }
    var seen: Set<String> = [statement.id]
    let blocks = line.map(\.token.block).filter { seen.insert($0.id).inserted }
    let outer = blocks.filter { $0.outputConnection?.targetBlock === statement }
    let compound = outer.filter { !Self.isLeaf($0) }
    var labels: Set<String> = []
    for block in outer + blocks.filter({ block in !outer.contains { $0 === block } }) where length < room {
      guard let words = words(of: block) else { continue }
      if compound.count == 1, block === compound[0] {
        add("= \(words)")
        continue
      }
      let label = BlockLabel.summary(of: block, limit: Self.labelLimit)
      if labels.insert(label).inserted { add(Self.isLeaf(block) ? "\(label) = \(words)" : "\(label): \(words)") }
    }
    return parts.joined(separator: " · ")
  }

  /// Whether a value contains no others, as a variable does.
  private static func isLeaf(_ block: Block) -> Bool { block.inputs.allSatisfy { $0.connection == nil } }

  /// Returns the text about a block for the status line; nil for none.
  func words(ofBlockAtCursor block: Block) -> String? {
    if count(of: block) == nil || Surroundings.isLoop(block) {
      return words(of: block, limit: 200).map { (isNext(block) ? "last value " : "value ") + $0 }
    }
    return coverage.words(for: block.id)
  }
}

import BlockLayout
import BlockLibrary
import BlockModel
import MortiseScreen
import ProgramRunning

/// What stands behind the lines of blocks while values are shown: how often a statement ran, and the values in it.
struct ValueNotes {
  private let run: ProgramRun
  /// Where the calls begin that go on.
  private let starts: [Int: Int]
  private let coverage: RunCoverage
  /// The number of the statement that comes next, if it begins: it has no values yet; 0 for none.
  private let next: Int
  /// Whether nothing else says how often statements ran.
  private let countsStatements: Bool

  /// - Returns: nil if a run has no values, or is that of an older version: its values would stand behind other blocks.
  init?(of run: ProgramRun, countsStatements: Bool) {
    guard run.hasValues, !run.isOlder, let recording = run.recording, let coverage = run.coverage else { return nil }
    (self.run, self.coverage, starts) = (run, coverage, run.callStarts)
    self.countsStatements = countsStatements
    let next = recording.block(at: run.step)
    self.next = recording.iteration(of: next, at: run.step) == nil || Self.asksAgain(next, run) ? next : 0
  }

  /// The characters of a value that a note shows.
  private static let valueLimit = 40
  /// The characters of the words that name a value.
  private static let labelLimit = 24

  /// Whether a loop calculates its values for each round.
  private static func asksAgain(_ number: Int, _ run: ProgramRun) -> Bool {
    run.plan.numbers.id(of: number).flatMap { run.program.workbench.workspace.blocks[$0] }?.type
      == "controls_whileUntil"
  }

  /// Whether a block is of the statement that comes next: its value, if it has one, is that of another time.
  private func isNext(_ block: Block) -> Bool {
    next > 0 && run.plan.numbers.statement(of: run.plan.numbers.number(of: block.id)) == next
  }

  private func words(of block: Block, limit: Int = valueLimit) -> String? {
    guard let words = run.value(ofBlock: block.id, starts)?.words else { return nil }
    return words.count > limit ? words.prefix(limit - 1) + "…" : words
  }

  /// How often a statement ran; nil for other blocks.
  private func count(of block: Block) -> Int? {
    countsStatements && block.previousConnection != nil ? coverage.count(of: block.id) : nil
  }

  /// Returns what stands behind a line: first the values that the statement itself takes, then those in them.
  /// - Parameters:
  ///   - isFirst: whether it is the first line of the statement.
  ///   - room: the columns that there are; what follows them may be missing.
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

  /// Whether a value has no others in it, such as a variable.
  private static func isLeaf(_ block: Block) -> Bool { block.inputs.allSatisfy { $0.connection == nil } }

  /// What the status line says of a block; nil for nothing.
  func words(ofBlockAtCursor block: Block) -> String? {
    if count(of: block) == nil || Surroundings.isLoop(block) {
      return words(of: block, limit: 200).map { (isNext(block) ? "last value " : "value ") + $0 }
    }
    return coverage.words(for: block.id)
  }
}

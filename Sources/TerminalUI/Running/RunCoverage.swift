import BlockModel
import CodeGeneration
import MortiseScreen
import ProgramRunning

/// The counts of how often the blocks of a run have run, up to the shown moment.
struct RunCoverage {
  let numbers: BlockNumbers
  /// The counts, by the numbers of the blocks.
  let counts: [Int: Int]
  /// Whether the run has ended and the past is not shown, so that blocks that did not run never will.
  let isFinal: Bool

  /// Returns how often the statement of a block ran; nil for a block that the run doesn't have.
  func count(of id: String) -> Int? {
    let number = numbers.statement(of: numbers.number(of: id))
    return number == 0 ? nil : counts[number] ?? 0
  }

  /// Returns how often a block ran, as text; nil for a block that the run doesn't have.
  func words(for id: String) -> String? {
    count(of: id).map { count in
      switch count {
      case 0: isFinal ? "never ran" : "has not run yet"
      case 1: "ran once"
      default: "ran \(count.grouped) times"
      }
    }
  }
}

extension ProgramRun {
  /// The coverage up to the shown moment, calculated once for each moment; nil if nothing was recorded.
  var coverage: RunCoverage? {
    guard let recording else { return nil }
    let (step, isFinal) = (step, !isActive && past == nil)
    if let counted, counted.step == step, counted.coverage.isFinal == isFinal { return counted.coverage }
    let coverage = RunCoverage(numbers: plan.numbers, counts: recording.visitCounts(before: step), isFinal: isFinal)
    counted = (step, coverage)
    return coverage
  }
}

extension ProgramRunner {
  /// The coverage of the shown program; nil if the user doesn't want to see it, or nothing was recorded.
  var coverage: RunCoverage? { countsBlocks ? shownRun?.coverage : nil }

  /// Why blocks can't be counted; nil if they can.
  var refusalToCount: String? {
    if shownRun?.isRunning == true, shownRun?.recording != nil { return nil }
    return refusalToLookBack
  }

  /// Toggles the counts of how often blocks ran.
  func toggleCoverage() {
    countsBlocks = coverage == nil
    guard let coverage else { return showStatus("the run counts are no longer shown") }
    let statements = workbench.workspace.blocks.values.filter {
      $0.outputConnection == nil && coverage.count(of: $0.id) != nil
    }
    let ran = statements.count { coverage.count(of: $0.id) != 0 }
    let all = statements.count.grouped
    showStatus(
      ran == statements.count
        ? "all \(all) statements ran; the counts are at the right edge"
        : "\(ran.grouped) of \(all) statements ran; ○ marks the others")
  }
}

import BlockModel
import CodeGeneration
import ProgramRunning

/// How often the blocks of a run have run, up to the moment that is shown.
struct RunCoverage {
  let numbers: BlockNumbers
  /// By the numbers of the blocks.
  let counts: [Int: Int]

  /// How often the statement of a block ran; nil for a block that the run doesn't have.
  func count(of id: String) -> Int? {
    let number = numbers.statement(of: numbers.number(of: id))
    return number == 0 ? nil : counts[number] ?? 0
  }

  /// How often a block ran, in words.
  func words(for id: String) -> String? {
    count(of: id).map { $0 == 0 ? "never ran" : $0 == 1 ? "ran once" : "ran \(RunRecording.text($0)) times" }
  }
}

extension ProgramRunner {
  /// How often the blocks of the shown program have run, where the user wants to see it.
  var coverage: RunCoverage? {
    guard countsBlocks, let run = shownRun, let recording = run.recording else { return nil }
    let step = run.past?.step ?? recording.stepCount
    if let counted, counted.run == run.number, counted.step == step { return counted.coverage }
    let coverage = RunCoverage(numbers: run.plan.numbers, counts: recording.visitCounts(before: step))
    counted = (run.number, step, coverage)
    return coverage
  }

  /// Why blocks can't be counted; nil if they can.
  var refusalToCount: String? {
    if shownRun?.isRunning == true, shownRun?.recording != nil { return nil }
    return refusalToLookBack
  }

  /// Shows how often blocks ran, or no longer.
  func toggleCoverage() {
    countsBlocks = coverage == nil
    guard let coverage else { return showStatus("how often blocks ran is not shown any longer") }
    let statements = workbench.workspace.blocks.values.filter {
      $0.outputConnection == nil && coverage.count(of: $0.id) != nil
    }
    let ran = statements.count { coverage.count(of: $0.id) != 0 }
    let all = RunRecording.text(statements.count)
    showStatus(
      ran == statements.count
        ? "all \(all) statements ran; how often stands at the right edge"
        : "\(RunRecording.text(ran)) of \(all) statements ran; ○ marks the others")
  }
}

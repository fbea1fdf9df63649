import BlockModel
import MortiseScreen
import ProgramRunning

extension ProgramRunner {
  /// The coverage of the shown program; nil if the user doesn't want to see it, or nothing was recorded.
  var coverage: RunCoverage? { countsBlocks ? shownRun?.coverage : nil }

  /// Why blocks can't be counted; nil if they can.
  var refusalToCount: String? {
    if coverage != nil || shownRun?.isRunning == true && shownRun?.recording != nil { return nil }
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

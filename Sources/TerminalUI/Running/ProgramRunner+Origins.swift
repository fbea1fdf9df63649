import BlockLayout
import ProgramRunning

/// The origins of values, and the reasons why blocks didn't run.
extension ProgramRunner {
  /// Why the origin of the value at the cursor can't be shown; nil if it can.
  var refusalToTellOrigin: String? {
    if let reason = refusalToLookBack { return reason }
    guard let block = workbench.cursorBlock else { return "there is no block here" }
    return shownRun?.plan.numbers.number(of: block.id) == 0 ? "this block is not in the version that ran" : nil
  }

  /// Shows where the value of the block at the cursor came from, or why the block didn't run.
  func showOrigin() {
    guard let run = shownRun, let block = workbench.cursorBlock, let origins = origins(of: run) else { return }
    // In the past, the effect of the next statement is already known.
    let step = run.step + (run.past == nil ? 0 : 1)
    if let origin = origins.origin(ofBlock: block.id, before: step) { begin(with: origin) }
  }

  /// Shows where the value of a variable came from.
  func showOrigin(ofVariable name: String) {
    if let reason = refusalToLookBack { return showStatus(reason) }
    guard let run = shownRun, let origins = origins(of: run) else { return }
    begin(with: origins.origin(ofVariable: name, at: run.step))
  }

  /// Shows where a line of the output came from.
  /// - Parameter line: its number among all lines of the output, from 0.
  func showOrigin(ofOutputLine line: Int) {
    guard let run = shownRun, let origin = origins(of: run)?.origin(ofOutputLine: line) else { return }
    begin(with: origin)
  }

  private func origins(of run: ProgramRun) -> RunOrigins? {
    run.recording.map { recording in
      RunOrigins(
        recording, in: run.program.workbench.workspace, library: run.program.workbench.notation, outcome: run.outcome
      ) { BlockLabel.header(of: $0, limit: 60) }
    }
  }

  private func begin(with origin: RunOrigin) {
    originTrail = []
    show(origin)
  }

  /// Shows the origin of a value that was used.
  func follow(_ use: RunOrigin.Use) {
    guard let run = shownRun, let origins = origins(of: run) else { return }
    if let origin = origins.origin(of: use) { return show(origin) }
    if let step = use.step { go(toStep: step, note: use.words) }
    if let id = use.blockID { goTo(id, in: run.program) }
  }

  /// Goes back to the origin that used the present one.
  func followBack() {
    originTrail.removeLast()
    if let origin = originTrail.popLast() { show(origin) }
  }

  /// Moves to an origin, describes it in the status line, and lists the values that it used.
  private func show(_ origin: RunOrigin) {
    guard let run = shownRun else { return }
    originTrail.append(origin)
    if let step = origin.step, step < run.presentStep {
      go(toStep: step, note: origin.words)
    } else {
      showStatus(origin.words)
    }
    if let id = origin.blockID { goTo(id, in: run.program) }
    if !origin.uses.isEmpty { open(.origin) }
  }
}

import BlockLayout
import BlockModel
import ProgramRunning

extension ProgramRunner {
  /// The values shown after the blocks; nil while none are shown.
  var valueNotes: ValueNotes? {
    showsValues ? shownRun.flatMap { ValueNotes(of: $0, countsStatements: !countsBlocks) } : nil
  }

  var refusalToShowValues: String? { showsValues || shownRun != nil ? nil : refusalToStart }

  /// Turns the display of values on or off. If the run has none, the same key again runs the program with them.
  func toggleValues() {
    if showsValues {
      showsValues = false
      return showStatus("values are no longer shown")
    }
    if let run = shownRun, run.hasValues, !run.isOlder {
      showsValues = true
      return showStatus("values are shown after the blocks")
    }
    if let run = shownRun, run.recording == nil { return showStatus(run.causeOfNoRecording) }
    let reason =
      if let run = shownRun {
        run.isOlder && run.hasValues ? "the values are those of an older version" : "this run keeps no values"
      } else {
        "the program has not run yet"
      }
    let key = CanvasMode.canvasCommands.command(named: "show-values")?.keys.first.map(KeyText.long) ?? ""
    let offer = "\(reason); \(key) again runs it with values"
    // There was no other message since.
    guard screen.pastMessages.last == offer else { return showStatus(offer) }
    showsValues = true
    start()
  }

  /// The name and the value of the block at the cursor; nil if it has no value.
  var valueAtCursor: (name: String, value: RunValue)? {
    guard let run = shownRun, run.hasValues, let block = workbench.cursorBlock,
      let value = run.value(ofBlock: block.id, run.callStarts)?.value
    else { return nil }
    return (BlockLabel.summary(of: block, limit: 60), value)
  }

  var refusalToReadValue: String? {
    guard workbench.cursorBlock != nil else { return "there is no block here" }
    guard let run = shownRun else { return Self.noRun }
    if !run.hasValues {
      return "this run keeps no values\(CanvasMode.canvasCommands.hint("show-values", "offers one with them"))"
    }
    return valueAtCursor == nil ? "this block has no value at this moment" : nil
  }
}

import BlockLayout
import BlockModel
import BlockNotation
import ProgramRunning
import Workbench

extension ProgramRunner {
  var refusalToSetBreakpoint: String? {
    guard let statement else { return "there is no block here" }
    return statement.isEnabled ? nil : "this block is disabled, so it doesn't run"
  }

  var refusalToListBreakpoints: String? {
    breakpointBlocks.isEmpty
      ? "there are no breakpoints" + CanvasMode.canvasCommands.hint("breakpoint", "sets one") : nil
  }

  func toggleBreakpoint() {
    guard let statement else { return }
    let isSet = programs.shown.breakpoints.toggle(statement.id)
    shownActive?.set(programs.shown.breakpoints)
    showStatus((isSet ? "breakpoint set" : "breakpoint removed") + ": \(text(of: statement))")
  }

  /// Sets a breakpoint with a condition at a block. An empty condition always holds.
  /// - Returns: why the condition can't be set; nil if it was.
  func setCondition(_ condition: String, at id: String) -> String? {
    let condition = condition.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if !condition.isEmpty {
      var conditions = BreakpointConditions(for: workbench.workspace, library: workbench.notation)
      do throws(ValueLines.Mistake) {
        try conditions.add(condition, at: id)
      } catch {
        return error.message
      }
    }
    programs.shown.breakpoints.set(condition, at: id)
    shownActive?.set(programs.shown.breakpoints)
    var text = condition.isEmpty ? "stops here always" : "stops here if \(condition)"
    if let run = shownActive, !condition.isEmpty, condition != run.breakpoints.conditions[id] {
      do throws(ValueLines.Mistake) {
        try run.code(of: condition)
      } catch {
        text += "; from the next run on, as \(error.message)"
      }
    }
    showStatus(text)
    return nil
  }

  /// The blocks with breakpoints, in reading order.
  var breakpointBlocks: [Block] {
    let known = programs.shown.breakpoints.conditions.keys.compactMap { workbench.workspace.blocks[$0] }
    if known.isEmpty { return [] }
    let ids = Set(known.map(\.id))
    return (workbench.layout?.stacks ?? []).compactMap { $0.first?.block }.flatMap { top in
      top.descendants().filter { ids.contains($0.id) }
    }
  }

  /// Returns a block as a line, in quotation marks.
  func text(of block: Block) -> String {
    let line = LineWriter.words(of: block, library: workbench.notation, in: workbench.workspace)
    return "‘\(line ?? BlockLabel.header(of: block, limit: 60))’"
  }
}

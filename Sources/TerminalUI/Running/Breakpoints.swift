import BlockLayout
import BlockModel
import BlockNotation
import ProgramRunning
import Workbench

/// The breakpoints of an open program, by the ids of their blocks. A deleted block keeps its breakpoint, in case it
/// is restored.
struct Breakpoints {
  /// The conditions; empty for breakpoints without one.
  private(set) var conditions: [String: String] = [:]

  func has(_ id: String) -> Bool { conditions[id] != nil }

  func condition(of id: String) -> String { conditions[id] ?? "" }

  /// Sets or removes a breakpoint.
  /// - Returns: whether there is a breakpoint now.
  mutating func toggle(_ id: String) -> Bool {
    if conditions.removeValue(forKey: id) != nil { return false }
    conditions[id] = ""
    return true
  }

  /// Sets a breakpoint. An empty condition always holds.
  mutating func set(_ condition: String, at id: String) { conditions[id] = condition }

  /// Returns the breakpoints for a program that is already running. The conditions from its start are compiled in; a
  /// changed condition is evaluated where the program stops. If that isn't possible, it takes effect in the next run,
  /// and the previous condition applies until then.
  /// - Parameters:
  ///   - start: the breakpoints at the start of the run.
  ///   - number: returns a block's number; 0 for none.
  ///   - read: returns the evaluation of a condition; nil if it can't be evaluated.
  func running(
    since start: Breakpoints, number: (String) -> Int, read: (String) -> RunBreakpoints.Condition?
  ) -> RunBreakpoints {
    var breakpoints = RunBreakpoints()
    for (id, condition) in conditions {
      let number = number(id)
      if number == 0 { continue }
      if condition.isEmpty {
        if !start.condition(of: id).isEmpty { breakpoints.conditions[number] = .always }
      } else if condition != start.conditions[id] {
        if let condition = read(condition) {
          breakpoints.conditions[number] = condition
        } else if !start.has(id) {
          continue
        }
      }
      breakpoints.blocks.insert(number)
    }
    return breakpoints
  }
}

extension ProgramRunner {
  func toggleBreakpoint() {
    guard let statement else { return }
    let isSet = programs.shown.breakpoints.toggle(statement.id)
    noteBreakpoints()
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
    noteBreakpoints()
    var text = condition.isEmpty ? "stops here always" : "stops here if \(condition)"
    if let run = shownActive, !condition.isEmpty, condition != run.breakpoints.conditions[id] {
      do {
        _ = try code(of: condition, in: run)
      } catch {
        text += "; from the next run on, as \(error.message)"
      }
    }
    showStatus(text)
    return nil
  }

  /// Returns the code that evaluates a condition in a program that is already running.
  private func code(of condition: String, in run: ProgramRun) throws(ValueLines.Mistake) -> ValueCode {
    if run.recording == nil { throw ValueLines.Mistake(message: "this run is not recorded") }
    let workbench = run.program.workbench
    let lines = ValueLines(for: workbench.workspace, library: workbench.notation)
    defer { withExtendedLifetime(lines) {} }
    return try run.plan.code(of: lines.read(condition))
  }

  private func noteBreakpoints() {
    guard let run = shownActive else { return }
    run.session?.setBreakpoints(
      run.program.breakpoints.running(since: run.breakpoints, number: run.plan.numbers.number) {
        (try? code(of: $0, in: run)).map { .value($0) }
      })
  }

  func numbers(of ids: some Sequence<String>, in plan: RunPlan) -> Set<Int> {
    Set(ids.map(plan.numbers.number).filter { $0 > 0 })
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

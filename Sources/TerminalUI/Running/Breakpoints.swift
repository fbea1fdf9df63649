import BlockLayout
import BlockModel
import BlockNotation
import ProgramRunning
import Workbench

/// The breakpoints of an open program, by the ids of their blocks. A block that was deleted keeps its breakpoint until
/// it comes back.
struct Breakpoints {
  /// The conditions; empty for breakpoints without one.
  private(set) var conditions: [String: String] = [:]

  func has(_ id: String) -> Bool { conditions[id] != nil }

  func condition(of id: String) -> String { conditions[id] ?? "" }

  /// - Returns: whether there is a breakpoint now.
  mutating func toggle(_ id: String) -> Bool {
    if conditions.removeValue(forKey: id) != nil { return false }
    conditions[id] = ""
    return true
  }

  /// Sets a breakpoint. An empty condition always holds.
  mutating func set(_ condition: String, at id: String) { conditions[id] = condition }

  /// The ids of the blocks at which a program stops that is run already: conditions are compiled in, so a new one takes
  /// effect at the next run.
  /// - Parameter start: the breakpoints when it was started.
  func active(since start: Breakpoints) -> [String] {
    conditions.filter { $0.value.isEmpty || start.has($0.key) }.map(\.key)
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
    let text = condition.isEmpty ? "stops here always" : "stops here if \(condition)"
    showStatus(shownActive == nil ? text : "\(text); from the next run on")
    return nil
  }

  private func noteBreakpoints() {
    guard let run = shownActive else { return }
    run.session?.setStops(numbers(of: run.program.breakpoints.active(since: run.breakpoints), in: run.plan))
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

  /// A block as a line.
  func text(of block: Block) -> String {
    let line = LineWriter.words(of: block, library: workbench.notation, in: workbench.workspace)
    return "‘\(line ?? BlockLabel.header(of: block, limit: 60))’"
  }
}

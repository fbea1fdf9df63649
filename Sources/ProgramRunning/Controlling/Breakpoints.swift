/// The breakpoints of an open program, by the ids of their blocks. A deleted block keeps its breakpoint, in case it
/// is restored.
package struct Breakpoints: Sendable {
  /// The conditions; empty for breakpoints without one.
  package private(set) var conditions: [String: String] = [:]

  package init() {}

  func has(_ id: String) -> Bool { conditions[id] != nil }

  package func condition(of id: String) -> String { conditions[id] ?? "" }

  /// Sets or removes a breakpoint.
  /// - Returns: whether there is a breakpoint now.
  package mutating func toggle(_ id: String) -> Bool {
    if conditions.removeValue(forKey: id) != nil { return false }
    conditions[id] = ""
    return true
  }

  /// Sets a breakpoint. An empty condition always holds.
  package mutating func set(_ condition: String, at id: String) { conditions[id] = condition }

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

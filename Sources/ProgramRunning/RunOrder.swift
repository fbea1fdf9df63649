import CodeGeneration
import Markup

/// An order to a stopped program to continue.
public enum RunOrder: Hashable, Sendable {
  /// To the next breakpoint.
  case run
  /// To the next statement.
  case into
  /// To the next statement that is not inside the present one, nor in a function that it calls.
  case over
  /// To the next statement after the present function.
  case out
  /// To a block, by its number, or the next breakpoint.
  case until(Int)
}

/// The lines that a runtime reads.
enum RunLine {
  /// Returns the first line, with the code after it.
  static func start(_ plan: RunPlan, breakpoints: RunBreakpoints, isPaused: Bool) -> [UInt8] {
    JSONWriter.line { json in
      json.member("code", Double(plan.code.count))
      json.member("hooks", plan.watching != .errors)
      json.member("do", isPaused ? "into" : "run")
      json.member("watch", plan.variables.keys.sorted())
      write(breakpoints, to: &json)
      if let slots = plan.slots { write(slots, of: plan, to: &json) }
    } + plan.code
  }

  /// Writes the keys of a recorded run's variables, by their names in the code.
  private static func write(_ slots: RunSlots, of plan: RunPlan, to json: inout JSONWriter) {
    json.member("records", true)
    json.array("slots") { json in
      for (code, name) in plan.variables.sorted(by: { $0.key < $1.key }) {
        guard let key = slots.key(ofGlobal: name) else { continue }
        json.beginArray()
        json.string(code)
        json.integer(key)
        json.endArray()
      }
    }
    json.object("locals") { json in
      for (number, function) in plan.functions.sorted(by: { $0.key < $1.key }) {
        json.array(String(number)) { json in
          for name in function.parameters { if let key = slots.key(of: name, in: number) { json.integer(key) } }
        }
      }
    }
  }

  /// Returns the answer to a report of a running program.
  static func go(breakpoints: RunBreakpoints?) -> [UInt8] {
    JSONWriter.line { json in
      json.member("do", "go")
      if let breakpoints { write(breakpoints, to: &json) }
    }
  }

  static func order(_ order: RunOrder, at block: Int, breakpoints: RunBreakpoints, plan: RunPlan) -> [UInt8] {
    JSONWriter.line { json in
      switch order {
      case .run, .until: json.member("do", "run")
      case .into: json.member("do", "into")
      case .over: json.member("do", "over")
      case .out: json.member("do", "out")
      }
      if case .until(let number) = order { json.member("until", Double(number)) }
      json.member("last", Double(plan.numbers.last(in: block)))
      write(breakpoints, to: &json)
    }
  }

  private static func write(_ breakpoints: RunBreakpoints, to json: inout JSONWriter) {
    json.array("breakpoints") { for number in breakpoints.blocks.sorted() { $0.integer(number) } }
    json.array("asked") { for number in breakpoints.conditions.keys.sorted() { $0.integer(number) } }
  }
}

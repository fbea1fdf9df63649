import Markup

/// A call of one of the program's functions.
public struct RunCall: Hashable, Sendable {
  /// The number of the function's definition.
  public var function: Int
  /// The values of its parameters, as texts.
  public var arguments: [String]
  /// The number of the block that called it; 0 if that isn't known.
  public var caller: Int
}

/// The state of a program: its current block, variables and calls.
public struct RunState: Hashable, Sendable {
  /// The number of the block that runs next, or that failed; 0 if that isn't known.
  public var block: Int
  /// The values of the variables by their names in the program, as texts.
  public var variables: [String: String] = [:]
  /// The calls that are not finished, the last one first. At most 100.
  public var calls: [RunCall] = []
}

/// An error that ended a program.
public struct RunError: Hashable, Sendable {
  /// The message in plain words.
  public var message: String
  /// The language's own message, such as “ZeroDivisionError: division by zero”.
  public var original: String
  /// The state of the program when it failed.
  public var state: RunState
  /// The numbers of the blocks that the error passed: the first one raised it, the others called functions. At most
  /// 100.
  public var trace: [Int]
}

/// A report from a program's runtime.
struct RunReport {
  /// The kind of event.
  enum Kind {
    /// It runs, or waits for input.
    case running(question: Int?)
    /// It waits for an order. `problem` is about a breakpoint's condition.
    case stopped(RunState, atBreakpoint: Bool, problem: String?)
    case failed(RunError)
  }

  var kind: Kind
  /// The number of the current block; 0 if that isn't known.
  var block: Int

  /// The longest line that is read, in bytes.
  static let longestLine = 4 << 20

  /// Reads a line.
  /// - Returns: nil for anything other than a report: the program can write to the same pipe.
  init?(_ line: [UInt8], plan: RunPlan) {
    guard let json = try? JSONParser.parse(line), json.kind == .object else { return nil }
    guard let number = Self.number(json["at"]) else { return nil }
    var state = RunState(block: plan.numbers.id(of: number) == nil ? 0 : number)
    for (name, text) in Self.texts(json["variables"]) {
      if let known = plan.variables[name] { state.variables[known] = text }
    }
    state.calls = json["calls"].map { Self.calls($0, plan) } ?? []
    if let message = json["error"]?.string {
      let lines = json["lines"].map { $0.elements.compactMap(Self.number) } ?? []
      let parts = json["columns"].map { $0.elements.map(Self.range) } ?? []
      let trace = lines.prefix(100).enumerated().map { index, line in
        guard parts.indices.contains(index), let part = parts[index] else { return plan.number(ofLine: line) }
        return plan.number(ofLine: line, part: part)
      }.filter { $0 > 0 }
      if let first = trace.first { state.block = first }
      let name = json["kind"]?.string ?? ""
      let full = name.isEmpty ? message : "\(name): \(message)"
      let words = plan.language.runtime?.errorWords.first { full.hasPrefix($0.key) }?.value
      let error = RunError(
        message: words ?? message, original: message.isEmpty ? name : full, state: state,
        trace: trace.isEmpty && state.block > 0 ? [state.block] : trace)
      kind = .failed(error)
    } else if let why = json["stop"]?.string {
      kind = .stopped(state, atBreakpoint: why != "step", problem: why == "step" || why == "stop" ? nil : why)
    } else {
      kind = .running(question: Self.number(json["asks"]))
    }
    block = state.block
  }

  /// Returns the number of a block, a line or a question, or an offset in a line; nil for an invalid one.
  private static func number(_ json: JSONValue?) -> Int? {
    json?.integer.flatMap { 0...Int(Int32.max) ~= $0 ? $0 : nil }
  }

  private static func texts(_ json: JSONValue?) -> [(key: String, value: String)] {
    guard let json, json.kind == .object else { return [] }
    return json.members.compactMap { member in member.value.string.map { (member.key, $0) } }
  }

  private static func range(_ json: JSONValue) -> Range<Int>? {
    let ends = json.kind == .array ? json.elements.compactMap(number) : []
    return ends.count == 2 && ends[0] <= ends[1] ? ends[0]..<ends[1] : nil
  }

  private static func calls(_ json: JSONValue, _ plan: RunPlan) -> [RunCall] {
    json.elements.prefix(100).compactMap { call in
      guard let function = number(call["function"]), plan.functions[function] != nil else { return nil }
      let caller = number(call["at"]) ?? number(call["line"]).map(plan.number(ofLine:)) ?? 0
      let arguments = call["arguments"].map { $0.elements.compactMap(\.string) } ?? []
      return RunCall(
        function: function, arguments: arguments, caller: plan.numbers.id(of: caller) == nil ? 0 : caller)
    }
  }
}

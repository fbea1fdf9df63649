import BlockLibrary
import BlockModel
import RunTesting

@testable import ProgramRunning

/// Runs a program block by block, as directly as can be: each value carries the steps that it came from. It writes what
/// a runtime logs. A subset of blocks, without errors: the run ends at the first one.
final class OriginTracer {
  enum Value: Hashable {
    case nothing
    case truth(Bool)
    case integer(Int)
    case list(Int)
  }

  /// A value with the steps that it came from; of a list, those that made it what it was at first.
  struct Traced {
    var value: Value
    var steps: Set<Int> = []
  }

  private struct List {
    var items: [Traced]
    /// Where its changes came from.
    var steps: Set<Int> = []
    var isLogged = false
  }

  private enum Outcome {
    case next, leave, goOn
    case back(Traced)
  }

  private struct End: Error {}

  struct Step {
    var block: Int
    /// The step that decided that it runs; nil for none.
    var control: Int?
    /// Where the variables that it sees came from, by name.
    var origins: [String: Set<Int>]
  }

  private(set) var steps: [Step] = []
  /// Where the variables came from in the end.
  private(set) var last: [String: Set<Int>] = [:]
  /// Whether there were too many steps, so that the last one wasn't carried out as a run would.
  private(set) var isCut = false
  /// Whether it ran to the end of the program.
  private(set) var hasEnded = false
  private var log = RunLogBuilder()

  private let workspace: Workspace
  private let recording: RunRecording
  private var globals: [String: Traced] = [:]
  /// The calls with their variables; the first one is the program itself.
  private var frames: [(function: Int, variables: [String: Traced])] = [(0, [:])]
  /// Whether loops have variables of their own.
  private let hasLoopVariables: Bool
  private var lists: [List] = []
  private var control: Int?
  private let mostSteps: Int

  init(_ workspace: Workspace, _ recording: RunRecording, mostSteps: Int = 300) {
    (self.workspace, self.recording, self.mostSteps) = (workspace, recording, mostSteps)
    hasLoopVariables = recording.plan.language.id == "lua"
  }

  /// Runs the program, and fills the recording.
  func run() {
    do {
      for top in workspace.topBlocks where ProcedureBlocks.name(definedBy: top) == nil { _ = try run(top) }
      last = origins
      hasEnded = true
    } catch {}
    recording.add(log.take()[...])
  }

  private func number(_ block: Block) -> Int { recording.plan.numbers.number(of: block.id) }

  /// The last step of the statements in each call.
  private var own = [0]

  /// The step of the statement that runs.
  private var current: Int { own[own.count - 1] }

  private var visible: [String: Traced] {
    globals.merging(frames[frames.count - 1].variables) { $1 }
  }

  private var origins: [String: Set<Int>] { visible.mapValues(all) }

  private func all(_ traced: Traced) -> Set<Int> {
    if case .list(let list) = traced.value { traced.steps.union(lists[list].steps) } else { traced.steps }
  }

  /// Notes where everything came from when the run ends here.
  private func end() -> End {
    last = origins
    return End()
  }

  private func step(_ block: Block) throws {
    if steps.count >= mostSteps {
      isCut = true
      throw end()
    }
    steps.append(Step(block: number(block), control: control, origins: origins))
    own[own.count - 1] = steps.count - 1
    log.step(number(block))
  }

  private func key(_ name: String) -> Int {
    if let frame = frames.last, frame.variables[name] != nil {
      let parameter = recording.slots.key(of: name, in: frame.function)
      return parameter ?? recording.slots.key(ofLoopsOver: name, in: frame.function) ?? 0
    }
    return recording.slots.key(ofGlobal: name) ?? 0
  }

  /// Sets the variable of a loop.
  private func setLoop(_ name: String, _ traced: Traced) {
    if hasLoopVariables { frames[frames.count - 1].variables[name] = traced }
    set(name, traced)
  }

  private func set(_ name: String, _ traced: Traced) {
    log.set(key(name), logged(traced.value))
    if frames.last?.variables[name] != nil {
      frames[frames.count - 1].variables[name] = traced
    } else {
      globals[name] = traced
    }
  }

  private func logged(_ value: Value) -> RunLogBuilder.Value {
    switch value {
    case .nothing: return .nothing
    case .truth(let truth): return .truth(truth)
    case .integer(let integer): return .integer(integer)
    case .list(let list):
      if !lists[list].isLogged {
        lists[list].isLogged = true
        log.list(list + 1, lists[list].items.map { logged($0.value) })
      }
      return .list(list + 1)
    }
  }

  // MARK: - Statements

  private func run(_ first: Block?) throws -> Outcome {
    var next = first
    while let block = next {
      next = block.nextBlock
      if !block.isEnabled { continue }
      let outcome = try statement(block)
      guard case .next = outcome else { return outcome }
    }
    return .next
  }

  private func body(_ block: Block, _ input: String, of head: Int) throws -> Outcome {
    let around = control
    control = head
    defer { control = around }
    return try run(block.firstInput(withName: input)?.connectedBlock)
  }

  private func name(_ block: Block) -> String { block.firstField(withName: "VAR")?.text ?? "" }

  private func statement(_ block: Block) throws -> Outcome {
    try step(block)
    let start = current
    switch block.type {
    case "variables_set":
      let value = try value(block, "VALUE")
      set(name(block), Traced(value: value.value, steps: all(value).union([start])))
    case "math_change":
      let before = visible[name(block)] ?? Traced(value: .nothing)
      let change = try value(block, "DELTA")
      set(
        name(block),
        Traced(
          value: .integer(clipped((integer(before) ?? 0) + (integer(change) ?? 0))),
          steps: before.steps.union(change.steps).union([start])))
    case "controls_if":
      for branch in 0..<10 where block.firstInput(withName: "IF\(branch)") != nil {
        if try truth(block, "IF\(branch)") { return try body(block, "DO\(branch)", of: start) }
      }
      return try body(block, "ELSE", of: start)
    case "controls_repeat_ext":
      let times = integer(try value(block, "TIMES")) ?? 0
      return try loop(block) { $0 < times }
    case "controls_whileUntil":
      let isUntil = block.firstField(withName: "MODE")?.state?.text == "UNTIL"
      return try loop(block) { _ in try truth(block, "BOOL") != isUntil }
    case "controls_for":
      let (from, to, by) = (try value(block, "FROM"), try value(block, "TO"), try value(block, "BY"))
      let (low, high) = (integer(from) ?? 0, integer(to) ?? 0)
      return try loop(block) { round in
        let value = low <= high ? low + round : low - round
        let origins = from.steps.union(by.steps).union([current])
        if low <= high ? value > high : value < high {
          // JavaScript's variable has gone beyond.
          if recording.plan.language.id == "javascript" {
            set(name(block), Traced(value: .integer(value), steps: origins))
          }
          return false
        }
        setLoop(name(block), Traced(value: .integer(value), steps: origins))
        return true
      }
    case "controls_forEach":
      let list = try value(block, "LIST")
      guard case .list(let number) = list.value else { throw end() }
      return try loop(block) { round in
        guard round < lists[number].items.count else { return false }
        let item = lists[number].items[round]
        setLoop(name(block), Traced(value: item.value, steps: all(item).union([current])))
        return true
      }
    case "controls_flow_statements":
      var loop = block.surroundingBlock
      while let around = loop, !around.type.hasPrefix("controls_") || around.type == "controls_if" {
        loop = around.surroundingBlock
      }
      guard let loop else { return .next }
      let inner = control
      control = controlOfLoops.last ?? nil
      defer { control = inner }
      try step(loop)
      return block.firstField(withName: "FLOW")?.state?.text == "BREAK" ? .leave : .goOn
    case "lists_setIndex":
      guard case .list(let list) = try value(block, "LIST").value else { throw end() }
      let index = try value(block, "AT")
      let value = try value(block, "TO")
      let inserts = block.firstField(withName: "MODE")?.state?.text == "INSERT"
      let place = (integer(index) ?? 0) - 1
      guard place >= 0, place < lists[list].items.count + (inserts ? 1 : 0) else { throw end() }
      let item = Traced(value: value.value, steps: all(value).union([start]))
      _ = logged(.list(list))
      if inserts {
        log.insert(list + 1, place, logged(value.value))
        lists[list].items.insert(item, at: place)
      } else {
        log.setItem(list + 1, place, logged(value.value))
        lists[list].items[place] = item
      }
      lists[list].steps.formUnion(item.steps.union(index.steps))
    case "procedures_callnoreturn": _ = try call(block)
    case "procedures_ifreturn":
      if try truth(block, "CONDITION") {
        let value = try value(block, "VALUE")
        return .back(Traced(value: value.value, steps: all(value).union([start])))
      }
    case "text_print":
      _ = try value(block, "TEXT")
      log.event(-11, 0, .text("line\n"))
    default: throw end()
    }
    return .next
  }

  /// What the loops around were controlled by.
  private var controlOfLoops: [Int?] = []

  private func loop(_ block: Block, _ goesOn: (Int) throws -> Bool) throws -> Outcome {
    controlOfLoops.append(control)
    let before = frames[frames.count - 1].variables[name(block)]
    defer {
      controlOfLoops.removeLast()
      if hasLoopVariables { frames[frames.count - 1].variables[name(block)] = before }
    }
    var round = 0
    while try goesOn(round) {
      switch try body(block, "DO", of: current) {
      case .next: try step(block)
      case .goOn: break
      case .leave: return .next
      case .back(let value): return .back(value)
      }
      round += 1
    }
    return .next
  }

  private func call(_ block: Block) throws -> Traced {
    let mutator = block.mutator as? MutatorProcedureCaller
    guard let definition = ProcedureBlocks.definition(of: mutator?.name ?? "", in: workspace), frames.count < 7 else {
      throw end()
    }
    let caller = current
    let names = (definition.mutator as? MutatorProcedureDefinition)?.parameters.map(\.name) ?? []
    var variables: [String: Traced] = [:]
    for (index, name) in names.enumerated() {
      let value = try value(block, "ARG\(index)")
      variables[name] = Traced(value: value.value, steps: all(value).union([caller]))
    }
    log.call(number(definition), names.map { logged(variables[$0]?.value ?? .nothing) })
    frames.append((number(definition), variables))
    let around = (control, controlOfLoops)
    (control, controlOfLoops) = (caller, [])
    defer {
      frames.removeLast()
      (control, controlOfLoops) = around
    }
    own.append(0)
    defer { own.removeLast() }
    try step(definition)
    var result = Traced(value: .nothing)
    var isDone = false
    if case .back(let value) = try run(definition.firstInput(withName: "STACK")?.connectedBlock) {
      (result, isDone) = (value, true)
    }
    if !isDone, definition.firstInput(withName: "RETURN")?.connectedBlock != nil {
      if definition.firstInput(withName: "STACK")?.connectedBlock != nil { try step(definition) }
      let last = current
      let value = try value(definition, "RETURN")
      result = Traced(value: value.value, steps: all(value).union([last]))
    }
    log.returns(number(definition), logged(result.value))
    return result
  }

  // MARK: - Values

  private func integer(_ traced: Traced) -> Int? {
    if case .integer(let integer) = traced.value { integer } else { nil }
  }

  private func clipped(_ integer: Int) -> Int { max(-1000, min(1000, integer)) }

  private func truth(_ block: Block, _ input: String) throws -> Bool { try value(block, input).value == .truth(true) }

  private func value(_ block: Block, _ input: String) throws -> Traced {
    guard let child = block.firstInput(withName: input)?.connectedBlock else { return Traced(value: .nothing) }
    let result = try value(child)
    if recording.hasValues, child.type != "math_number" { log.set(number(child), logged(result.value)) }
    return result
  }

  private func choice(_ block: Block, _ field: String) -> String {
    block.firstField(withName: field)?.state?.text ?? ""
  }

  private func value(_ block: Block) throws -> Traced {
    switch block.type {
    case "math_number": return Traced(value: .integer(Int(choice(block, "NUM")) ?? 0))
    case "variables_get":
      let traced = visible[name(block)] ?? Traced(value: .nothing)
      return Traced(value: traced.value, steps: all(traced))
    case "math_arithmetic":
      let (a, b) = (try value(block, "A"), try value(block, "B"))
      let (x, y) = (integer(a) ?? 0, integer(b) ?? 0)
      let result = choice(block, "OP") == "ADD" ? x + y : x - y
      return Traced(value: .integer(clipped(result)), steps: a.steps.union(b.steps))
    case "logic_compare":
      let (a, b) = (try value(block, "A"), try value(block, "B"))
      let (x, y) = (integer(a) ?? 0, integer(b) ?? 0)
      return Traced(value: .truth(choice(block, "OP") == "LT" ? x < y : x == y), steps: a.steps.union(b.steps))
    case "logic_operation":
      let a = try value(block, "A")
      if (a.value == .truth(true)) == (choice(block, "OP") == "OR") { return a }
      let b = try value(block, "B")
      return Traced(value: b.value, steps: a.steps.union(b.steps))
    case "logic_ternary":
      let condition = try value(block, "IF")
      let result = try value(block, condition.value == .truth(true) ? "THEN" : "ELSE")
      return Traced(value: result.value, steps: condition.steps.union(result.steps))
    case "lists_create_with":
      var items: [Traced] = []
      for input in block.inputs where input.connectedBlock != nil { items.append(try value(block, input.name)) }
      let steps = items.reduce(into: Set<Int>()) { $0.formUnion($1.steps) }
      lists.append(List(items: items.map { Traced(value: $0.value, steps: $0.steps.union([current])) }))
      return Traced(value: .list(lists.count - 1), steps: steps)
    case "lists_length":
      let list = try value(block, "VALUE")
      guard case .list(let number) = list.value else { throw end() }
      return Traced(value: .integer(lists[number].items.count), steps: list.steps)
    case "lists_getIndex":
      guard case .list(let list) = try value(block, "VALUE").value else { throw end() }
      let index = try value(block, "AT")
      let count = lists[list].items.count
      let place =
        switch choice(block, "WHERE") {
        case "FIRST": 0
        case "LAST": count - 1
        default: (integer(index) ?? 0) - 1
        }
      guard 0..<count ~= place else { throw end() }
      let item = lists[list].items[place]
      let result = Traced(value: item.value, steps: all(item).union(index.steps))
      if choice(block, "MODE") != "GET" {
        _ = logged(.list(list))
        log.remove(list + 1, place)
        lists[list].items.remove(at: place)
        lists[list].steps.insert(current)
      }
      return result
    case "procedures_callreturn":
      let result = try call(block)
      return Traced(value: result.value, steps: all(result))
    default: throw end()
    }
  }
}

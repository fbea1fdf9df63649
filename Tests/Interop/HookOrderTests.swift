import BlockFormats
import BlockLibrary
import BlockModel
import BlockNotation
import BlocklyCache
import CodeGeneration
import MortiseFiles
import ProgramRunning
import SeededTesting
import Synchronization
import Testing

/// The statements of a program run in the order in which Blockly's JavaScript runs them, in all languages.
@MainActor
@Suite(.enabled(if: BlocklyPackage.isThere, "\(BlocklyPackage.absence)"), .serialized)
struct HookOrderTests {
  @Test(arguments: Seeds.first(10)) func statementsRunInBlocklysOrder(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let text = TerminatingProgram.text(using: &random)
    let workspace = try NotationReader.read(
      Array(text.utf8), library: Self.library.get(), randomness: SeededNumbers(seed: 1)
    ).workspace
    // Blockly must know the same ids.
    for block in workspace.blocks.values { block.hasImplicitID = false }
    let host = try BlocklyHost.shared()
    try host.load(String(decoding: ProgramWriter.write(workspace, style: .compact(.json)).bytes, as: UTF8.self))
    let theirs = try host.trace()
    #expect(theirs.count > 3)
    for language in try Self.languages.get() {
      let ours = try Self.trace(workspace, language)
      let difference = zip(ours, theirs).enumerated().first { $1.0 != $1.1 }?.offset ?? min(ours.count, theirs.count)
      let isEqual = ours == theirs
      #expect(isEqual, "seed \(seed), \(language.origin.id), statement \(difference) of \(theirs.count):\n\(text)")
    }
  }

  private static let library = Result { NotationLibrary.of(try StockBlocks.factory()) }
  private static let languages = Result {
    let factory = try StockBlocks.factory()
    return try CodeLanguages.standard.runnable.map { try GeneratorLanguage($0, factory: factory) }
  }

  /// Returns the ids of the statements that run.
  private static func trace(_ workspace: Workspace, _ language: GeneratorLanguage) throws -> [String] {
    let plan = try RunPlan(workspace, in: language, watching: .recording(values: false))
    let interpreter = try #require(
      Interpreter.find(for: [language.origin], searchPath: BlocklyPackage.variable("PATH") ?? ""))
    var settings = RunSettings()
    settings.streams = .text(input: [])
    let trace = Trace()
    settings.trace = { trace.take($0, plan) }
    _ = try RunSession(plan, with: interpreter, settings: settings) { trace.take($0) }
    return try trace.finished()
  }

  private nonisolated final class Trace: Sendable {
    private struct State {
      var ids: [String] = []
      var problem: String?
    }

    struct Failure: Error { var what: String }

    private let state = Mutex(State())
    private let ending = Semaphore()

    func take(_ steps: [TracedStep], _ plan: RunPlan) {
      state.withLock { $0.ids += steps.map { plan.numbers.id(of: $0.block) ?? "" } }
    }

    func take(_ event: RunEvent) {
      switch event {
      case .failed(let error): state.withLock { $0.problem = error.original }
      case .ended: ending.signal()
      case .progress, .stopped: break
      }
    }

    func finished() throws -> [String] {
      guard ending.wait(atMost: .seconds(20)) else { throw Failure(what: "it doesn't end") }
      return try state.withLock { state in
        if let problem = state.problem { throw Failure(what: problem) }
        return state.ids
      }
    }
  }
}

/// Random programs that end: loops count, and functions call only those before them. Their numbers are small and not
/// negative, so that all languages calculate the same.
private struct TerminatingProgram {
  private var lines: [String] = []
  private var functions = 0
  private var counters = 0
  private var budget = 25

  static func text(using random: inout SeededGenerator) -> String {
    var program = TerminatingProgram()
    program.lines = ["set a to 1", "set b to 2", "set c to 3"]
    program.budget = 25
    program.body(0, loop: false, function: false, &random)
    let main = program.lines
    var definitions: [[String]] = []
    for number in 0..<2 {
      program.lines = ["to f\(number) with: p"]
      program.functions = number
      program.budget = 6
      program.body(1, loop: false, function: true, &random)
      program.lines.append("return \(program.value(&random, own: ["p"]))")
      definitions.append(program.lines)
    }
    return ([main] + definitions).map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  init() { functions = 2 }

  private mutating func add(_ line: String, _ depth: Int) { lines.append(String(repeating: "  ", count: depth) + line) }

  private mutating func value(_ random: inout SeededGenerator, own: [String] = []) -> String {
    let names = ["a", "b", "c"] + own
    func leaf() -> String {
      if Bool.random(using: &random) { return names.randomElement(using: &random) ?? "a" }
      return "\(Int.random(in: 0...5, using: &random))"
    }
    switch Int.random(in: 0..<6, using: &random) {
    case 0...2: return leaf()
    case 3: return "remainder of (\(leaf()) + \(leaf())) ÷ 7"
    case 4: return "remainder of (\(leaf()) × \(leaf())) ÷ 11"
    default:
      if functions == 0 { return leaf() }
      return "f\(Int.random(in: 0..<functions, using: &random)) with: p \(leaf())"
    }
  }

  private mutating func condition(_ random: inout SeededGenerator) -> String {
    let sign = ["=", "<", ">", "≤"].randomElement(using: &random) ?? "="
    return "(\(value(&random))) \(sign) \(Int.random(in: 0...4, using: &random))"
  }

  private mutating func body(_ depth: Int, loop: Bool, function: Bool, _ random: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      budget -= 1
      let kind = Int.random(in: 0..<(budget <= 0 || depth > 3 ? 3 : 10), using: &random)
      switch kind {
      case 0: add("set \(["a", "b", "c"].randomElement(using: &random) ?? "a") to \(value(&random))", depth)
      case 1: add("print \(value(&random))", depth)
      case 2: add("set c to \(value(&random))", depth)
      case 3:
        add("repeat \(Int.random(in: 0...3, using: &random)) times", depth)
        body(depth + 1, loop: true, function: function, &random)
      case 4:
        counters += 1
        add("count with k\(counters) from \(Int.random(in: 0...3, using: &random)) to 3 by 1", depth)
        body(depth + 1, loop: true, function: function, &random)
      case 5:
        counters += 1
        add("set w\(counters) to \(Int.random(in: 0...3, using: &random))", depth)
        add("repeat while w\(counters) > 0", depth)
        add("set w\(counters) to w\(counters) - 1", depth + 1)
        body(depth + 1, loop: true, function: function, &random)
      case 6:
        counters += 1
        add("for each item e\(counters) in list [(\(value(&random))), (\(value(&random)))]", depth)
        body(depth + 1, loop: true, function: function, &random)
      case 7:
        add("if \(condition(&random))", depth)
        body(depth + 1, loop: loop, function: function, &random)
        if Bool.random(using: &random) {
          add("else if \(condition(&random))", depth)
          body(depth + 1, loop: loop, function: function, &random)
        }
        if Bool.random(using: &random) {
          add("else", depth)
          body(depth + 1, loop: loop, function: function, &random)
        }
      case 8 where loop:
        add("if \(condition(&random))", depth)
        let way = Bool.random(using: &random) ? "break out of loop" : "continue with next iteration of loop"
        add(way, depth + 1)
      case 9 where function: add("if \(condition(&random)) return \(value(&random))", depth)
      default: add("change a by 1", depth)
      }
    }
  }
}

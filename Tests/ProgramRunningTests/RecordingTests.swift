import RunTesting
import SeededTesting
import Synchronization
import Testing

@testable import ProgramRunning

/// A recording shows each step as it was.
@Suite struct RecordingTests {
  private static let program = """
    to f with: a
      set x to a
    return x

    set x to 1
    set y to create list with 1, 2
    print f with: a x
    """

  /// Its plan, made once.
  private static let plan = Result { try RunScene(program, watching: .recording(values: true)).plan }

  /// A program, a recording of nothing, and what is expected of its steps: the texts of variables and calls.
  private struct Scene {
    let recording: RunRecording
    var log = RunLogBuilder()
    var random: SeededGenerator
    var globals: [String: RunLogBuilder.Value] = [:]
    var lists: [Int: [RunLogBuilder.Value]] = [:]
    var frames: [[RunLogBuilder.Value]] = []
    var expected:
      [(
        block: Int, variables: [String: String], calls: [[String]], output: String,
        counts: [Int: Int]
      )] = []
    /// How often statements ran and functions were called.
    var counts: [Int: Int] = [:]
    var output = ""
    let function: Int

    init(seed: Int, budget: Int) throws {
      let plan = try RecordingTests.plan.get()
      recording = try #require(RunRecording(plan, budget: budget))
      log = RunLogBuilder(hasWords: seed % 3 == 0)
      random = SeededGenerator(seed: UInt64(seed))
      function = try #require(plan.functions.keys.first)
    }

    func text(_ value: RunLogBuilder.Value, depth: Int = 4) -> String {
      switch value {
      case .nothing: return "null"
      case .truth(let truth): return "\(truth)"
      case .integer(let integer): return "\(integer)"
      case .number(let number): return recording.words.text(number)
      case .text(let text): return "\"\(text)\""
      case .other(let text): return text
      case .longText: return ""
      case .list(let list):
        var text = ""
        for item in lists[list] ?? [] {
          if text.count > 200 || depth == 0 {
            text += ", …"
            break
          }
          text += (text.isEmpty ? "" : ", ") + self.text(item, depth: depth - 1)
        }
        text = "[\(text)]"
        return text.count > 200 ? text.prefix(199) + "…" : text
      }
    }

    mutating func note(_ block: Int) {
      expected.append(
        (block, globals.mapValues { text($0) }, frames.reversed().map { $0.map { text($0) } }, output, counts))
      if block != function { counts[block, default: 0] += 1 }
    }

    mutating func value() -> RunLogBuilder.Value {
      switch Int.random(in: 0..<7, using: &random) {
      case 0: return .nothing
      case 1: return .truth(Bool.random(using: &random))
      case 2: return .integer(Int.random(in: -1000...1000, using: &random))
      case 3: return .number(Double.random(in: -10...10, using: &random))
      case 4: return .text("text \(Int.random(in: 0..<50, using: &random))")
      case 5: return .other("something")
      default: return lists.keys.sorted().randomElement(using: &random).map { .list($0) } ?? .integer(0)
      }
    }

    mutating func change() {
      let names = ["x", "y"]
      switch Int.random(in: 0..<12, using: &random) {
      case 0...2:
        let (name, value) = (names.randomElement(using: &random) ?? "", value())
        log.set(recording.slots.key(ofGlobal: name) ?? 0, value)
        globals[name] = value
      case 3:
        let items = (0..<Int.random(in: 0...400, using: &random)).map { _ in value() }
        let list = Bool.random(using: &random) ? lists.count + 1 : Int.random(in: 1...(lists.count + 1), using: &random)
        lists[list] = items
        log.list(list, items)
      case 4...6:
        guard let list = lists.keys.sorted().randomElement(using: &random) else { return }
        for _ in 0..<Int.random(in: 1...200, using: &random) { changeList(list) }
      case 7 where frames.count < 6:
        frames.append([value()])
        counts[function, default: 0] += 1
        log.call(function, frames[frames.count - 1])
      case 8 where !frames.isEmpty:
        frames.removeLast()
        log.returns(function, value())
      case 9 where !frames.isEmpty:
        let value = value()
        frames[frames.count - 1] = [value]
        log.set(recording.slots.key(of: "a", in: function) ?? 0, value)
      case 10:
        let text = "line \(output.count)\n"
        output += text
        log.event(-11, 0, .text(text))
      default: break
      }
    }

    /// Runs 300 statements.
    /// - Parameter body: is told each one by a trace.
    mutating func run(_ body: (TracedStep) -> Void) throws {
      let steps = Mutex<[TracedStep]>([])
      var trace = RunTrace(recording) { new in steps.withLock { $0 += new } }
      let blocks = recording.plan.numbers.ids.count
      for _ in 0..<300 {
        let block = Int.random(in: 1...blocks, using: &random)
        note(block)
        log.step(block)
        for _ in 0..<Int.random(in: 0...2, using: &random) { change() }
        if Int.random(in: 0..<20, using: &random) == 0 { recording.add(log.take()[...]) { trace.passOn() } }
      }
      recording.add(log.take()[...]) { trace.passOn() }
      note(0)
      steps.withLock { $0 }.forEach(body)
    }

    mutating func changeList(_ list: Int) {
      let count = lists[list]?.count ?? 0
      let value = value()
      switch Int.random(in: 0..<3, using: &random) {
      case 0 where count > 0:
        let index = Int.random(in: 0..<count, using: &random)
        lists[list]?[index] = value
        log.setItem(list, index, value)
      case 1 where count > 0:
        let index = Int.random(in: 0..<count, using: &random)
        lists[list]?.remove(at: index)
        log.remove(list, index)
      default:
        let index = Int.random(in: 0...count, using: &random)
        lists[list]?.insert(value, at: index)
        log.insert(list, index, value)
      }
    }
  }

  @Test(arguments: 1...12) func eachStepIsAsItWas(seed: Int) throws {
    // A small budget makes the oldest steps go.
    var scene = try Scene(seed: seed, budget: seed % 2 == 0 ? 1 << 18 : 1 << 30)
    var trace: [TracedStep] = []
    try scene.run { trace.append($0) }
    let recording = scene.recording
    #expect(!recording.isBroken && recording.stepCount == 300, "seed \(seed)")
    #expect((recording.firstStep > 0) == (seed % 2 == 0), "seed \(seed)")
    for step in (recording.firstStep...300).shuffled(using: &scene.random) {
      let (state, expected) = (recording.state(at: step), scene.expected[step])
      #expect(state.block == expected.block, "seed \(seed), step \(step)")
      let variables = state.variables.filter { expected.variables[$0.key] != nil || $0.value != "null" }
      #expect(variables == expected.variables, "seed \(seed), step \(step)")
      #expect(state.calls.map(\.arguments) == expected.calls, "seed \(seed), step \(step)")
      let lines = recording.output(before: step).lines.joined(separator: "\n")
      #expect(lines == expected.output, "seed \(seed), step \(step)")
      #expect(recording.visitCounts(before: step) == expected.counts, "seed \(seed), step \(step)")
    }
    // All of them were passed on before they went.
    #expect(trace.map(\.block) == scene.expected.dropLast().map(\.block), "seed \(seed)")
    var known: [String: String] = [:]
    for (step, (traced, expected)) in zip(trace, scene.expected).enumerated() {
      var variables = expected.variables
      if let call = expected.calls.first { variables["a"] = call[0] }
      let changed = Set(known.keys).union(variables.keys)
        .filter { known[$0] ?? "null" != variables[$0] ?? "null" }.sorted()
      #expect(traced.changes.map(\.name) == changed, "seed \(seed), step \(step)")
      for change in traced.changes {
        #expect(change.value == variables[change.name] ?? "null", "seed \(seed), step \(step)")
      }
      known = variables
    }
  }

  /// What a block read from a variable is what the variable was then.
  @Test func blocksReadVariables() throws {
    var scene = try Scene(seed: 3, budget: 1 << 20)
    let (recording, block) = (scene.recording, 2)
    let key = try #require(recording.slots.key(ofGlobal: "x"))
    scene.log.step(1)
    scene.log.read(block, ofVariable: key)
    for value in [RunLogBuilder.Value.integer(5), .text("a"), .truth(true)] {
      scene.log.step(1)
      scene.log.set(key, value)
      scene.log.read(block, ofVariable: key)
    }
    scene.log.set(key, .integer(6))
    recording.add(scene.log.take()[...])
    #expect((1...4).map { recording.value(ofBlock: block, at: $0)?.words } == ["null", "5", "\"a\"", "true"])
    // None of the program's blocks or variables.
    for (block, key) in [(0, key), (1 << 20, key), (block, 0), (block, block), (block, 1 << 20)] {
      scene.log.read(block, ofVariable: key)
    }
    recording.add(scene.log.take()[...])
    #expect(!recording.isBroken && recording.value(ofBlock: block, at: 4)?.words == "true")
  }

  /// Words that say nothing, or whose entries don't come.
  @Test(arguments: [[8 << 60], [1, .max, 2], [14 << 60 | 1]]) func wrongWordsAreRefused(words: [UInt64]) throws {
    let recording = try Scene(seed: 1, budget: 1 << 20).recording
    let bytes = words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
    recording.add(([UInt8(ascii: "T"), UInt8(bytes.count), 0, 0, 0] + bytes)[...])
    #expect(recording.isBroken)
  }

  /// Whatever comes, it is taken or refused.
  @Test(arguments: 1...200) func damagedLogsDoNoHarm(seed: Int) throws {
    var scene = try Scene(seed: seed, budget: 1 << 20)
    for _ in 0..<30 {
      scene.log.step(1)
      scene.change()
    }
    var bytes = scene.log.take()
    for _ in 0..<Int.random(in: 1...5, using: &scene.random) {
      bytes[Int.random(in: bytes.indices, using: &scene.random)] = UInt8.random(in: 0...255, using: &scene.random)
    }
    scene.recording.add(bytes[...])
    for step in 0...scene.recording.stepCount { _ = scene.recording.state(at: step) }
  }
}

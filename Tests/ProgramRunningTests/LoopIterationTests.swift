import RunTesting
import SeededTesting
import Testing

@testable import ProgramRunning

/// A recording tells which iteration of a loop a step is in, also where functions that the loop calls run it again.
@Suite struct LoopIterationTests {
  private static let program = """
    to f with: a
      for each item i in list a
        set x to i
        f with: a a

    to g with: a
      set x to 0
      for each item k in list a
        set x to k

    for each item j in list y
      g with: a y
      f with: a y
    set x to 1
    """

  /// Logs a run, and notes which iteration each step is in.
  private struct Scene {
    let recording: RunRecording
    var log = RunLogBuilder()
    var random: SeededGenerator
    /// The loop and the iteration of each step; nil for none.
    var expected: [(loop: Int, index: Int?)] = []
    let numbers: [String: Int]

    init(seed: UInt64) throws {
      let scene = try RunScene(LoopIterationTests.program, watching: .recording(values: false))
      recording = try #require(RunRecording(scene.plan))
      random = SeededGenerator(seed: seed)
      var numbers: [String: Int] = [:]
      for line in ["set x to i", "set x to k", "set x to 0", "g with: a y", "f with: a y", "f with: a a"] {
        numbers[line] = try scene.number(line)
      }
      for (number, function) in scene.plan.functions { numbers[function.name] = number }
      // A loop, its list, and the first statement in it.
      numbers["loop i"] = try scene.number("set x to i") - 2
      numbers["loop k"] = try scene.number("set x to k") - 2
      numbers["loop j"] = try scene.number("g with: a y") - 2
      self.numbers = numbers
    }

    mutating func step(_ line: String, in loop: String, _ index: Int?) {
      log.step(numbers[line] ?? 0)
      expected.append((numbers[loop] ?? 0, index))
    }

    mutating func loop(_ name: String, most: Int, body: (inout Scene, Int) -> Void) {
      step(name, in: name, nil)
      for index in 0..<Int.random(in: 0...most, using: &random) {
        body(&self, index)
        step(name, in: name, index)
      }
    }

    mutating func f(depth: Int) {
      log.call(numbers["f"] ?? 0, [.nothing])
      loop("loop i", most: 3) { scene, index in
        scene.step("set x to i", in: "loop i", index)
        scene.step("f with: a a", in: "loop i", index)
        if depth < 3 { scene.f(depth: depth + 1) }
      }
      log.returns(numbers["f"] ?? 0)
    }

    mutating func g() {
      log.call(numbers["g"] ?? 0, [.nothing])
      step("set x to 0", in: "loop k", nil)
      loop("loop k", most: 4) { scene, index in scene.step("set x to k", in: "loop k", index) }
      log.returns(numbers["g"] ?? 0)
    }
  }

  @Test(arguments: 0..<10) func iterationsAreCountedInTheirOwnCall(seed: UInt64) throws {
    var scene = try Scene(seed: seed)
    scene.loop("loop j", most: 4) { scene, index in
      scene.step("g with: a y", in: "loop j", index)
      scene.g()
      scene.step("f with: a y", in: "loop j", index)
      scene.f(depth: 0)
    }
    scene.recording.add(scene.log.take()[...])
    #expect(scene.recording.stepCount == scene.expected.count)
    for (step, expected) in scene.expected.enumerated() {
      #expect(
        scene.recording.iteration(of: expected.loop, at: step)?.index == expected.index, "step \(step), seed \(seed)")
      for call in scene.recording.calls(at: step) {
        let around = scene.expected[call.caller]
        #expect(scene.recording.iteration(of: around.loop, at: call.caller)?.index == around.index, "seed \(seed)")
      }
    }
  }

  /// The way to the beginning of a loop doesn't lead through all that it called.
  @Test func aLoopOfManyIterationsIsCounted() throws {
    var scene = try Scene(seed: 1)
    let numbers = scene.numbers
    scene.log.step(numbers["loop j"] ?? 0)
    for _ in 0..<100_000 {
      for line in ["g with: a y", "set x to 0", "loop k", "f with: a y", "loop j"] {
        if line == "set x to 0" { scene.log.call(numbers["g"] ?? 0, [.nothing]) }
        scene.log.step(numbers[line] ?? 0)
        if line == "loop k" { scene.log.returns(numbers["g"] ?? 0) }
      }
    }
    scene.log.step(numbers["g with: a y"] ?? 0)
    scene.recording.add(scene.log.take()[...])
    let iteration = scene.recording.iteration(of: numbers["loop j"] ?? 0, at: scene.recording.stepCount - 1)
    #expect(iteration?.index == 100_000 && iteration?.start == 0)
  }
}

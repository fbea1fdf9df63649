import RunTesting
import SeededTesting
import Testing

@testable import ProgramRunning

/// Steps back and on are those that the program itself would go.
@Suite struct RecordedSteppingTests {
  private static let program = """
    to f with: a
      set x to a
    return x

    count with i from 1 to 2 by 1
      set y to i
      print f with: a i
    set x to 5
    if x = 5
      set y to 1
    """

  /// A run of the program, in which any statement may call the function.
  private struct Run {
    let recording: RunRecording
    var steps: [(block: Int, frames: [Int])] = []
    private var frames = [0]
    private var frameCount = 0
    private var log = RunLogBuilder()
    private var random: SeededGenerator
    private let statements: [Int]

    init(seed: Int) throws {
      let plan = try RunScene(RecordedSteppingTests.program, watching: .recording(values: false)).plan
      recording = try #require(RunRecording(plan))
      random = SeededGenerator(seed: UInt64(seed))
      statements = (1...plan.numbers.ids.count).filter { plan.numbers.statement(of: $0) == $0 }
      try #require(statements.count == 8)
      let loop = statements[2]
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        step(loop)
        step(statements[3], calls: 1)
        step(statements[4], calls: 2)
      }
      step(loop)
      step(statements[5], calls: 2)
      step(statements[6], calls: 1)
      if Bool.random(using: &random) { step(statements[7]) }
      recording.add(log.take()[...])
    }

    private mutating func step(_ block: Int, calls: Int = 0) {
      steps.append((block, frames))
      log.step(block)
      for _ in 0..<Int.random(in: 0...calls, using: &random) where frames.count < 5 {
        frameCount += 1
        frames.append(frameCount)
        log.call(statements[0], [.integer(1)])
        if Bool.random(using: &random) {
          step(statements[0])
          step(statements[1], calls: 1)
        }
        log.returns(statements[0])
        frames.removeLast()
      }
    }

    /// The blocks in the statement of a step; none at the end.
    func blocks(at step: Int) -> Range<Int> {
      guard step < steps.count else { return 0..<0 }
      return steps[step].block..<recording.plan.numbers.last(in: steps[step].block) + 1
    }

    func over(from step: Int) -> Int? {
      let (_, frames) = steps[step]
      return steps.indices.dropFirst(step + 1).first { next in
        guard let frame = steps[next].frames.last, frames.contains(frame) else { return false }
        return frame != frames.last || !blocks(at: step).contains(steps[next].block)
      }
    }

    func out(from step: Int) -> Int? {
      let frames = steps[step].frames.dropLast()
      return steps.indices.dropFirst(step + 1).first { steps[$0].frames.last.map(frames.contains) ?? false }
    }

    /// The last step before another one in one of the calls, or in what is outside of all calls.
    func last(before step: Int, in frame: Int?) -> Int? {
      steps.indices.prefix(step).last { steps[$0].frames.last == frame }
    }
  }

  @Test(arguments: 1...60) func stepsAreThoseOfTheProgram(seed: Int) throws {
    let run = try Run(seed: seed)
    let recording = run.recording
    #expect(recording.stepCount == run.steps.count)
    for step in 0...run.steps.count {
      let frames = step < run.steps.count ? run.steps[step].frames : [0]
      let place: Comment = "seed \(seed), step \(step) of \(run.steps)"
      #expect(recording.stepBack(from: step) == (step > 0 ? step - 1 : nil), place)
      if step < run.steps.count {
        #expect(recording.stepOver(from: step) == run.over(from: step), place)
        #expect(recording.stepOut(from: step) == (frames.count > 1 ? run.out(from: step) : nil), place)
      }
      let parent = frames.dropLast().last
      #expect(recording.outBack(from: step) == parent.flatMap { run.last(before: step, in: $0) }, place)
      guard let before = run.last(before: step, in: frames.last) else {
        #expect(recording.overBack(from: step) == recording.outBack(from: step), place)
        continue
      }
      let target = try #require(recording.overBack(from: step), place)
      #expect(run.steps[target].frames == frames, place)
      let block = step < run.steps.count ? run.steps[step].block : 0
      if run.blocks(at: target).contains(block) {
        // The head of what is around the statement.
        #expect(target == before, place)
        continue
      }
      #expect(step == run.steps.count ? run.over(from: target) == nil : run.over(from: target) == step, place)
      let earlier = run.last(before: target, in: frames.last)
      #expect(!run.blocks(at: target).contains(earlier.map { run.steps[$0].block } ?? 0), place)
      for other in 1...recording.plan.numbers.ids.count where recording.plan.numbers.statement(of: other) == other {
        let whole = other...recording.plan.numbers.last(in: other)
        let isAround = other != run.steps[target].block && whole.contains(run.steps[target].block)
        #expect(!isAround || whole.contains(block), place)
      }
    }
  }
}

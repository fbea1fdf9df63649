import RunTesting
import SeededTesting
import Testing

@testable import ProgramRunning

/// Origins are those that a slow, direct tracer finds.
@Suite struct OriginTests {
  /// All steps that something came from, by one hop after the other.
  private func steps(of source: OriginSource, _ finder: OriginFinder) -> Set<Int> {
    var result: Set<Int> = []
    var seen: Set<OriginSource> = [source]
    var pending = [source]
    while let next = pending.popLast() {
      let origin = finder.origin(of: next)
      if let entry = origin.entry, origin.kind != .evaluated { result.insert(finder.store.step(UInt32(entry))) }
      pending += origin.parts.compactMap(\.source).filter { seen.insert($0).inserted }
    }
    return result
  }

  private func finder(_ recording: RunRecording) -> OriginFinder {
    recording.store.withLock { store in
      OriginFinder(store: store, uses: recording.uses, plan: recording.plan, hasValues: recording.hasValues)
    }
  }

  /// Compares all origins in a recording with those of a tracer.
  /// - Returns: the first difference; nil if there is none.
  private func difference(_ recording: RunRecording, _ tracer: OriginTracer, _ scene: RunScene) throws -> String? {
    let finder = finder(recording)
    let end = OriginTracer.Step(block: 0, control: nil, origins: tracer.last)
    for (step, expected) in (tracer.steps + (tracer.isCut ? [] : [end])).enumerated() {
      let time = finder.store.time(of: step)
      let block = finder.store.blockOfEntry(time)
      let control = block == 0 ? nil : finder.control(of: Int(time)).entry.map { finder.store.step(UInt32($0)) }
      if control != expected.control {
        return "step \(step), \(scene.line(block)): decided by \(control ?? -1), not \(expected.control ?? -1)"
      }
      for (name, origins) in expected.origins {
        let function = finder.store.call(at: time).map { finder.store.calls[$0].function } ?? 0
        let key = try #require(finder.key(of: name, at: block > 0 ? block : function, in: Int(time)))
        let found = steps(of: .variable(key: key, time: time, entry: Int(time)), finder)
        if recording.hasValues ? found == origins : found.isSuperset(of: origins) { continue }
        let run = tracer.steps.prefix(step).enumerated().map { "\($0) \(scene.line($1.block))" }
        return "step \(step), \(name): found \(found.subtracting(origins).sorted()) too much, "
          + "not \(origins.subtracting(found).sorted())\n\(run.suffix(40).joined(separator: "\n"))"
      }
    }
    return nil
  }

  private func check(seed: Int, values: Bool) throws {
    let text = RandomRunProgram.text(seed: seed, isSimple: !values)
    let scene = try RunScene(text, watching: .recording(values: values))
    let recording = try #require(RunRecording(scene.plan))
    let tracer = OriginTracer(scene.workspace, recording)
    tracer.run()
    #expect(recording.stepCount == tracer.steps.count && !recording.isBroken, "seed \(seed)\n\(text)")
    if let difference = try difference(recording, tracer, scene) {
      Issue.record("seed \(seed), values \(values), \(difference)\n\(text)")
    }
  }

  private static let seeds = Seeds.campaign(500, share: 25).map(Int.init)

  @Test(arguments: seeds) func originsAreThoseOfATracer(seed: Int) throws { try check(seed: seed, values: true) }

  /// Without the values of blocks, nothing is left out.
  @Test(arguments: seeds) func nothingIsLeftOutWithoutValues(seed: Int) throws { try check(seed: seed, values: false) }

  /// The same in programs that really run.
  @Test(arguments: RunScene.languages) func originsInRunsAreThoseOfATracer(language: String) throws {
    var count = 0
    var others: [String] = []
    let seeds = Seeds.campaign(500, share: 50).map(Int.init)
    for seed in seeds {
      let text = RandomRunProgram.text(seed: seed, isSimple: false)
      let scene = try RunScene(text, language, watching: .recording(values: true))
      let tracer = OriginTracer(scene.workspace, try #require(RunRecording(scene.plan)))
      tracer.run()
      if !tracer.hasEnded || tracer.steps.count < 10 { continue }
      var settings = RunScene.text()
      settings.time = .seconds(1)
      let running = try scene.start(settings)
      let error = try running.end().error
      let recording = try #require(running.session.recording)
      // Languages differ in how they compute, in what they evaluate first, and in what fails.
      let blocks = (0..<recording.stepCount).map { recording.block(at: $0) }
      if error != nil || blocks != tracer.steps.map(\.block) {
        let step = zip(blocks, tracer.steps).prefix { $0 == $1.block }.count
        others.append("seed \(seed), step \(step) of \(blocks.count)")
        continue
      }
      count += 1
      if let difference = try difference(recording, tracer, scene) {
        Issue.record("\(language), seed \(seed), \(difference)\n\(text)")
      }
    }
    #expect(count >= seeds.count / 8, "\(count): \(others)")
  }
}

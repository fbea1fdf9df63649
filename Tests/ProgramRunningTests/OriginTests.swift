import RunTesting
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

  private func check(seed: Int, values: Bool) throws {
    let text = RandomRunProgram.text(seed: seed, isSimple: !values)
    let scene = try RunScene(text, watching: .recording(values: values))
    let recording = try #require(RunRecording(scene.plan))
    let tracer = OriginTracer(scene.workspace, recording)
    tracer.run()
    let finder = finder(recording)
    #expect(recording.stepCount == tracer.steps.count && !recording.isBroken, "seed \(seed)\n\(text)")
    let end = OriginTracer.Step(block: 0, control: nil, origins: tracer.last)
    for (step, expected) in (tracer.steps + [end]).enumerated() {
      let time = finder.store.time(of: step)
      let block = finder.store.blockOfEntry(time)
      if block > 0 {
        let control = finder.control(of: Int(time)).entry.map { finder.store.step(UInt32($0)) }
        if control != expected.control {
          Issue.record(
            "seed \(seed), step \(step), \(scene.line(block)): \(control ?? -1), not \(expected.control ?? -1)\n\(text)"
          )
          return
        }
      }
      for (name, origins) in expected.origins {
        let function = finder.store.call(at: time).map { finder.store.calls[$0].function } ?? 0
        let key = try #require(finder.key(of: name, at: block > 0 ? block : function, in: Int(time)))
        let found = steps(of: .variable(key: key, time: time, entry: Int(time)), finder)
        if values ? found != origins : !found.isSuperset(of: origins) {
          let difference =
            "found \(found.subtracting(origins).sorted()) too much, not \(origins.subtracting(found).sorted())"
          let run = tracer.steps.prefix(step).enumerated().map { "\($0) \(scene.line($1.block))" }.joined(
            separator: "\n")
          Issue.record(
            "seed \(seed), values \(values), step \(step), \(name): \(difference)\n\(run.suffix(1500))\n\(text)")
          return
        }
      }
    }
  }

  @Test(arguments: 1...60) func originsAreThoseOfATracer(seed: Int) throws {
    try check(seed: seed, values: true)
  }

  /// Without the values of blocks, nothing is left out.
  @Test(arguments: 1...40) func nothingIsLeftOutWithoutValues(seed: Int) throws {
    try check(seed: seed, values: false)
  }
}

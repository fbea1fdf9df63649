import RunTesting
import SeededTesting
import Testing

@testable import ProgramRunning

/// The recorded values of blocks are those that code tells which is instrumented in another way.
@Suite struct InstrumentedCodeTests {
  @Test(arguments: RunScene.languages) func valuesAreThoseOfInstrumentedCode(language: String) throws {
    var (told, possible) = (0, 0)
    for seed in Seeds.campaign(500, share: 30) {
      func scene(_ watching: RunPlan.Watching) throws -> RunScene {
        if seed.isMultiple(of: 2) {
          return try RunScene(RandomRun.text(seed: seed, language), language, watching: watching)
        }
        // The address of a list is chance.
        let lists = "local old = tostring; tostring = function(v) return type(v) == 'table' and 'list' or old(v) end; "
        let code =
          (language == "lua" ? lists : "") + HeldState.prologue(language).split(separator: "\n").joined(separator: "; ")
        let start = "<block type=\"\(language)\"><field name=\"CODE\" xml:space=\"preserve\">\(code)</field></block>"
        return try RunScene(xml: RandomValue.program(seed: seed, after: start), language, watching: watching)
      }
      let (plain, recorded) = (try scene(.errors), try scene(.recording(values: true)))
      let instrumented = InstrumentedCode(plain.plan)
      let theirs: [InstrumentedCode.Told]
      do {
        theirs = try instrumented.run(with: plain.interpreter)
      } catch {
        Issue.record("\(language), seed \(seed): \(error)\n\(instrumented.text)")
        continue
      }
      let running = try recorded.start(RunScene.text())
      _ = try running.end()
      let recording = try #require(running.session.recording)
      let groups = recording.told(of: instrumented.numbers)
      if let difference = Self.difference(groups, theirs) {
        Issue.record("\(language), seed \(seed): \(difference)\n\(instrumented.text)")
      }
      told += theirs.count
      let all = (1...recorded.plan.numbers.ids.count).map { ($0, $0) }
      possible += recording.told(of: Dictionary(uniqueKeysWithValues: all)).reduce(0) { $0 + $1.count }
    }
    #expect(told > possible / 2, "\(told) of \(possible)")
  }

  /// Returns the first difference of values; nil for none.
  private static func difference(
    _ groups: [[InstrumentedCode.Told]], _ others: [InstrumentedCode.Told]
  ) -> String? {
    var rest = others[...]
    for group in groups {
      let next = Array(rest.prefix(group.count))
      rest = rest.dropFirst(group.count)
      func counts(_ values: [InstrumentedCode.Told]) -> [InstrumentedCode.Told: Int] {
        values.reduce(into: [:]) { $0[$1, default: 0] += 1 }
      }
      if counts(group) != counts(next) {
        return "recorded \(group.map { "\($0.block) \($0.value)" }), not \(next.map { "\($0.block) \($0.value)" })"
      }
    }
    return rest.first.map { "\($0.block) \($0.value) isn't recorded" }
  }
}

import BlockModel
import SeededTesting
import Testing

@testable import CodeGeneration

/// Code that is recorded does what the program does.
@Suite struct RecordedCodeTests {
  @Test(arguments: RecordedCode.languages) func hooksChangeNothing(_ language: String) throws {
    let runner = try RecordedCode(language)
    let seeds = Array(Seeds.first(60))
    var codes: [[String]] = [[], [], []]
    for seed in seeds {
      let workspace = try GeneratedProgram.workspace(ChangingProgram.xml(seed: seed))
      var options = GenerationOptions()
      options.isZeroBased = seed.isMultiple(of: 3)
      for (index, showsValues) in [nil, false, true].enumerated() {
        codes[index].append(try runner.code(workspace, showsValues: showsValues, options: options))
      }
    }
    let outputs = try codes.map { try runner.output(of: $0) }
    var finished = 0
    for (index, seed) in seeds.enumerated() {
      for kind in 1...2 where outputs[kind][index] != outputs[0][index] {
        Issue.record(
          """
          seed \(seed):
          \(codes[0][index])
          prints
          \(outputs[0][index])
          \(codes[kind][index])
          prints
          \(outputs[kind][index])
          """)
      }
      if !outputs[0][index].hasSuffix("failed\n") { finished += 1 }
    }
    // Programs that fail early show little.
    #expect(finished > seeds.count / 3, "\(finished)")
  }
}

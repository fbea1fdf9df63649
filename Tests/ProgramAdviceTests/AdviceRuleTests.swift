import BlockLibrary
import BlockModel
import ProgramAdvice
import Testing

/// The rules find what they must, and nothing else.
@Suite struct AdviceRuleTests {
  @Test(arguments: AdviceCase.all) func aRuleFindsWhatItsCaseSays(example: AdviceCase) throws {
    let (workspace, library) = try example.workspace()
    #expect(try example.found(in: workspace, library) == example.findings)
  }

  @Test func eachRuleHasCasesWithAndWithoutFindings() {
    for rule in AdviceRules.all.map(\.id) {
      let cases = AdviceCase.all.filter { $0.rule == rule }
      #expect(cases.contains { !$0.findings.isEmpty }, "\(rule) has no case with a finding")
      #expect(cases.contains { $0.findings.isEmpty }, "\(rule) has no case without findings")
    }
  }

  @Test(arguments: ["en", "de", "fr", "es"]) func eachMessageIsThereInFourLanguages(language: String) {
    let (texts, english) = (AdviceTexts(language: language), AdviceTexts())
    for example in AdviceCase.all where !example.findings.isEmpty && language != "en" {
      #expect(texts.title(of: example.rule) != english.title(of: example.rule), "\(example.rule)")
      #expect(texts.hint(of: example.rule) != english.hint(of: example.rule), "\(example.rule)")
    }
  }
}

import BlockLibrary
import BlockModel
import ProgramAdvice
import Testing

/// The rules find what they must, and nothing else.
@Suite struct AdviceRuleTests {
  @Test(arguments: AdviceCase.all) func aRuleFindsWhatItsCaseSays(example: AdviceCase) throws {
    let found = try example.found(in: example.workspace())
    #expect(found == example.findings, "found:\n\(found.joined(separator: "\n"))")
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
      let level = (AdviceRules.all + AdviceRules.praise).first { $0.id == example.rule }?.level
      #expect(texts.hint(of: example.rule) != english.hint(of: example.rule) || level == .praise, "\(example.rule)")
    }
  }
}

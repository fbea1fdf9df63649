import CodeGeneration
import Testing

@testable import TerminalUI

/// Keywords, texts, numbers and comments of each language.
@MainActor @Suite struct CodeHighlightingTests {
  @Test(arguments: [
    (
      "python", "  if x_1 != 'it\\'s # 1' and 12.5 < y:  # why if",
      "if:keyword 'it\\'s # 1':string and:keyword 12.5:number # why if:comment"
    ),
    ("javascript", "var text = `a` + \"b // c\"; // end", "var:keyword `a`:string \"b // c\":string // end:comment"),
    ("lua", "local a = 3 -- three", "local:keyword 3:number -- three:comment"),
    (
      "php", "foreach ($if as $x) { print('a' . 1.5e3);",
      "foreach:keyword as:keyword print:keyword 'a':string 1.5e3:number"
    ),
    ("dart", "num x = 0; // null", "num:keyword 0:number // null:comment"),
    ("python", "'no end \\", "'no end \\:string"),
  ])
  func partsAreFound(language: String, line: String, parts: String) throws {
    let highlighting = try #require(CodeHighlighting.of(language))
    let characters = Array(line)
    let found = highlighting.spans(in: characters).map { "\(String(characters[$0.range])):\($0.role)" }
    #expect(found.joined(separator: " ") == parts)
  }

  @Test func everyLanguageIsKnown() {
    for language in CodeLanguages.standard.all { #expect(CodeHighlighting.of(language.id) != nil) }
  }
}

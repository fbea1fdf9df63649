import BlockLayout
import BlockLibrary
import Testing

@testable import TerminalUI

@MainActor struct SpokenWordsTests {
  private static func words(_ language: String = "en") throws -> SpokenWords {
    SpokenWords(messages: try #require(StockBlocks.messages(in: language)))
  }

  @Test(arguments: [
    ("set a to b = c", "set a to b equals c"), ("b ≠ c", "b is not equal to c"),
    ("b \u{200F}< c", "b is below c"), ("b ≤ c", "b is at most c"), ("b > c", "b is above c"),
    ("b ≥ c", "b is at least c"), ("b + c", "b plus c"), ("b - c", "b minus c"), ("b × c", "b times c"),
    ("b ÷ c", "b divided by c"), ("b ^ c", "b to the power of c"), ("set a to -5", "set a to minus 5"),
    ("get # c", "get item c"), ("(1 + x) × 2", "left paren 1 plus x right paren times 2"),
    ("2 × ((1 + x) - 3)", "2 times left paren left paren 1 plus x right paren minus 3 right paren"),
    ("repeat (10) times", "repeat (10) times"),
  ]) func signsAreWords(_ sentence: String, _ spoken: String) throws {
    #expect(try Self.words().spoken(QuotedWords.quoted(sentence)) == spoken)
  }

  @Test func operatorsHaveWordsInAllLanguages() throws {
    for language in StockBlocks.languages {
      let words = try Self.words(language)
      for sign in ["=", "≠", "<", "≤", ">", "≥", "+", "-", "×", "÷", "^", "#"] {
        let spoken = words.spoken("b \(sign) c")
        #expect(spoken.allSatisfy { $0.isLetter || $0 == " " } && spoken.count > 5, "\(language): \(spoken)")
      }
    }
  }

  @Test(arguments: [
    ("print “a, b; c?”", "print a comma b semicolon c question"), ("print “Too low”", "print Too low"),
    ("print “Hm”", "print text Hm"), ("print “”", "print empty text"), ("print “ x ”", "print space x space"),
    ("print “  ”", "print space space"), ("text “Hm”", "text Hm"),
  ]) func textsOfTheProgramAreSpelledOut(_ sentence: String, _ spoken: String) throws {
    #expect(try Self.words().spoken(QuotedWords.quoted(sentence)) == spoken)
  }

  @Test func namesAndPartsOfASentenceAreShort() throws {
    let words = try Self.words()
    #expect(words.spoken("next: ‘print total’ in “average” · total = 1") == "next: print total in average, total is 1")
    #expect(words.spoken("1 remark: ‘;’ lists it") == "1 remark: ; lists it")
    #expect(words.spoken("“;” isn’t a name") == "semicolon isn’t a name")
    #expect(words.spoken("\(QuotedWords.quoted("if x = 1")), empty · total = 1") == "if x equals 1, empty, total is 1")
    #expect(words.spoken("number 12 · line 1 of 2") == "12, line 1 of 2")
    #expect(words.spoken("“print “A”” isn't there") == "print A isn't there")
  }
}

import BlockLibrary
import BlockNotation
import Testing
import Workbench

/// Patterns with which lessons check programs.
@Suite struct BlockPatternTests {
  private static let library = Result { NotationLibrary.of(try StockBlocks.factory()) }

  private func matches(_ pattern: String, _ program: String, isWhole: Bool = false) throws -> Bool {
    let library = try Self.library.get()
    let workspace = try LessonNotation.read(program, library: library)
    return try BlockPattern(pattern, library: library, isWhole: isWhole).matches(workspace)
  }

  @Test(arguments: [
    ("print \"A\"", "repeat 3 times\n  print \"a\"", true),
    ("print \"A\"", "print \"B\"", false),
    ("print _", "print 5", true),
    ("repeat _ times", "repeat n times\n  print 1", true),
    ("repeat 3 times\n  print 1\n  print 3", "repeat 3 times\n  print 1\n  print 2\n  print 3", true),
    ("repeat 3 times\n  print 3\n  print 1", "repeat 3 times\n  print 1\n  print 3", false),
    ("print 1\nprint 3", "print 1\nprint 2\nprint 3", true),
    ("print 1\nprint 3", "print 1\nrepeat 2 times\n  print 3", false),
    ("print 1\nprint 3", "print 1\n\nprint 3", false),
    ("if _\nelse", "if x\n  print 1", false),
    ("if _", "if x\n  print 1\nelse\n  print 2", true),
    ("(x + 1)", "print x + 1", true),
    ("(x + 1)", "print y + 1", false),
    ("greet()", "Greet()\n\nto Greet\n  print 1", true),
    ("greet()", "leave()\n\nto leave\n  print 1", false),
    ("print 1", "print 1 @disabled", false),
    ("print 1 @disabled", "print 1 @disabled", true),
    ("set x to [1, 2]", "set x to [1, 2, 3]", true),
    ("set x to 2.0", "set X to 2", true),
  ]) func blocksAreFound(_ pattern: String, _ program: String, _ isFound: Bool) throws {
    #expect(try matches(pattern, program) == isFound)
  }

  @Test(arguments: [
    ("print 1\nprint 2", "print 1\nprint 2", true),
    ("print 1\nprint 2", "print 1\nprint 2\nprint 3", false),
    ("print 1\n\nprint 2", "print 2\n\nprint 1", true),
    ("print 1", "print 1\n\nprint 1", false),
    ("repeat 3 times", "repeat 3 times\n  print 1", false),
    ("if x\n  print 1", "if x\n  print 1\nelse\n  print 2", false),
    ("set x to [1, 2]", "set x to [1, 2, 3]", false),
    ("", "", true),
  ]) func wholeProgramsAreCompared(_ pattern: String, _ program: String, _ isEqual: Bool) throws {
    #expect(try matches(pattern, program, isWhole: true) == isEqual)
  }

  /// Patterns and programs may be deep and long.
  @Test func deepAndLongOnesAreCompared() throws {
    let depth = 150
    let deep = String(repeating: "repeat 1 times {", count: depth) + "print 1" + String(repeating: "}", count: depth)
    #expect(try matches(deep, deep))
    #expect(try matches(deep, deep, isWhole: true))
    let long = String(repeating: "print 1\n", count: 2_000)
    #expect(try !matches("print 1\nprint 1\nprint 2", long))
  }

  /// The words of blocks in a text are those of the user's language.
  @Test func textsShowBlocksInWords() throws {
    let german = try StockBlocks.factory(messages: try #require(StockBlocks.messages(in: "de")))
    let library = NotationLibrary.of(german)
    let text = LessonNotation.wording(of: "Tippe `print \"A\"` und `no such block %`.", library: library)
    #expect(text == "Tippe ‘schreibe \"A\"’ und ‘no such block %’.")
  }
}

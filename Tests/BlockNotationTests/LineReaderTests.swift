import BlockLibrary
import BlockModel
import Testing

@testable import BlockNotation

/// What unfinished lines mean.
@MainActor struct LineReaderTests {
  let workspace: Workspace
  let library: NotationLibrary

  init() throws {
    library = try NotationScene.library()
    let text = """
      to average with: numbers
        print numbers

      set total to 1
      set text to 2
      set time to 3
      set x to 4
      set `my list` to 5
      """
    workspace = try NotationReader.read(Array(text.utf8), library: library).workspace
  }

  private func readings(_ line: String, _ kind: LineKind) -> [LineReading] {
    LineReader(library: library, workspace: workspace).readings(of: line, as: kind)
  }

  @Test(arguments: [
    ("if x>3", "if x>3"),
    ("if x >", "if x > _"),
    ("pr", "print _"),
    ("print", "print _"),
    ("print \"Fizz", "print \"Fizz\""),
    ("print x", "print x"),
    ("repeat 10", "repeat 10 times"),
    ("count", "count with `i` from _ to _ by _"),
    ("count with k from 1 to 100", "count with k from 1 to 100 by _"),
    ("x += 1", "x += 1"),
    ("n = 1", "n = 1"),
    ("def f(a", "def f(a)"),
    ("for i in range(1, 101)", "for i in range(1, 101)"),
    ("for k in x", "for k in x"),
    ("while x < 3", "while x < 3"),
    ("set tot", "set total to _"),
    ("aver", "average(_)"),
    ("print (x + 1", "print (x + 1)"),
    ("print tex", "print text"),
  ])
  func theBestReadingOfAStatement(line: String, text: String) {
    #expect(readings(line, .statement).first?.text == text)
  }

  @Test(arguments: [
    ("15", "15"),
    ("to", "total"),
    ("x", "x"),
    ("x +", "x + _"),
    ("divisible", "_ is divisible by _"),
    ("x is di", "x is divisible by _"),
    ("total / length of t", "total / length of total"),
    ("le", "length of _"),
    ("tru", "true"),
    ("newname", "newname"),
    ("[1, 2", "[1, 2]"),
    ("-5", "-5"),
  ])
  func theBestReadingOfAValue(line: String, text: String) {
    #expect(readings(line, .value).first?.text == text)
  }

  @Test func unknownNamesAreNew() throws {
    let reading = try #require(readings("set speed to fast", .statement).first)
    #expect(reading.newVariables == ["speed", "fast"])
    let call = try #require(readings("dance", .statement).first { !$0.newFunctions.isEmpty })
    #expect(call.newFunctions == ["dance"])
  }

  @Test func missingInputsAreHoles() throws {
    let loop = try #require(readings("count with k", .statement).first)
    #expect(loop.holes.map(\.input) == ["FROM", "TO", "BY"])
    let comparison = try #require(readings("if x > ", .statement).first)
    #expect(comparison.holes.map(\.input) == ["B"])
    // The defaults of the others will do.
    let reading = try #require(readings("count with k from _ to 3", .statement).first)
    #expect(reading.holes.isEmpty)
    #expect(reading.snapshot.records.filter(\.isShadow).count == 3)
  }

  @Test func nothingIsCompletedInsideOfATextThatIsNotClosed() {
    #expect(readings("print \"to", .statement).map(\.text) == ["print \"to\""])
    #expect(readings("print `tot", .statement).map(\.text) == ["print total", "print `tot`"])
  }

  /// A pasted name may have a million characters, which would be looked through for every line.
  @Test func aNameLongerThanALineIsNotProposed() {
    let name = "sesame" + String(repeating: "s", count: 300)
    workspace.variables.add(id: "long", name: name)
    #expect(readings("print ses", .statement).allSatisfy { !$0.text.contains(name) })
  }

  /// Closing them one by one takes seconds.
  @Test func manyBracketsAreClosedAtOnce() {
    for (begin, end) in [("(", ")"), ("[", "]"), ("(1 + ", ")"), ("sqrt(", ")")] {
      let text = "print " + String(repeating: begin, count: 40) + "x"
      #expect(readings(text, .statement).first?.text == text + String(repeating: end, count: 40))
    }
  }

  @Test func aTypeThatWasChosenIsTheOnlyOne() {
    #expect(readings("length of text", .value).map(\.otherType).contains("lists_length"))
    #expect(readings("length of text", .value).allSatisfy { !$0.text.contains("::") })
    #expect(readings("length of text ::lists_length", .value).map(\.text) == ["length of text ::lists_length"])
  }

  /// Internal names are for whoever types them.
  @Test func whatOtherWordsMeanIsToldWithoutTypes() {
    let reading = readings("total = len(numbers) - 1", .statement).first
    #expect(
      reading?.wording == "set total to length of numbers - 1")
  }

  @Test func aNameAndAnEqualsSignCompareWhereAValueBelongs() throws {
    #expect(readings("x = 3", .value).first?.snapshot.records.first?.type == "logic_compare")
    #expect(readings("x = 3", .statement).first?.snapshot.records.first?.type == "variables_set")
  }

  @Test func aProposalHasTheWordThatWasTyped() {
    #expect(readings("random", .statement).first?.text == "in list _ remove random")
    #expect(readings("letter", .value).map(\.text).contains("in text _ get letter # _"))
  }

  /// What people write who don't know the notation.
  @Test(arguments: [
    ("Print 5", "print 5"), ("PRINT \"Hi Ann\"", "print \"Hi Ann\""), ("set x = 5", "set x = 5"),
    ("set my list to 3", "set `my list` to 3"), ("print my list", "print `my list`"),
    ("print \"my list\"", "print \"my list\""),
  ])
  func otherSpellingsAreUnderstood(line: String, text: String) {
    #expect(readings(line, .statement).first?.text == text)
  }

  /// `x = 7 // 2` once made a comment of the operand.
  @Test(arguments: [
    ("x = 7 // 2", [LineSlashes.division, .comment]), ("print total * 2 // x", [.division, .comment]),
    ("x = 7 // two", [.comment, .division]), ("print 1 // note", [.comment, .division]),
    ("x = 7 // ", [.comment, .division]),
    ("print 1 // the first one", [.comment]), ("print \"http://a\"", []), ("repeat 7 // 2", [.division]),
  ])
  func slashesDivideOrBeginAComment(line: String, meanings: [LineSlashes]) {
    let found = readings(line, .statement).compactMap(\.slashes)
    #expect(found.starts(with: meanings) && Set(found) == Set(meanings))
  }

  @Test func slashesDivideWhatIsMultiplied() throws {
    let reading = try #require(readings("2 + x * 3 // 2 // total * 5", .value).first)
    let types = reading.snapshot.records.filter { !$0.isCovered && !$0.isShadow }.map(\.type)
    #expect(
      types == [
        "math_arithmetic", "math_arithmetic", "math_round", "math_arithmetic", "math_round", "math_arithmetic",
        "math_arithmetic", "variables_get", "variables_get",
      ])
  }

  /// `sum(nums)` once made an empty function.
  @Test(arguments: [
    ("sum(x)", "math_on_list"), ("max(x)", "math_on_list"), ("abs(x)", "math_single"), ("sqrt(x)", "math_single"),
    ("round(x)", "math_round"), ("len(x)", "lists_length"), ("input(\"Name?\")", "text_prompt_ext"),
  ])
  func functionsOfOtherLanguagesAreBlocks(line: String, type: String) throws {
    let reading = try #require(readings(line, .value).first)
    #expect(reading.snapshot.records[0].type == type)
    #expect(reading.newFunctions.isEmpty)
  }

  @Test func theProgramsOwnFunctionsComeFirst() throws {
    let text = "to sum with: a\n\nreturn 1\n\nset x to 1"
    let workspace = try NotationReader.read(Array(text.utf8), library: library).workspace
    let reader = LineReader(library: library, workspace: workspace)
    #expect(reader.read("sum(x)", as: .value)?.snapshot.records[0].type == "procedures_callreturn")
    #expect(reader.read("sum(x)", as: .statement) == nil)
    #expect(reader.read("max(x, 3)", as: .value)?.snapshot.records[0].type == "math_on_list")
  }

  /// Wordings of typed lines begin with `item` and `random`, which are names of many programs.
  @Test(arguments: ["item", "random", "letter"]) func theProgramsVariablesComeFirst(name: String) throws {
    let text = "set \(name) to 1"
    let workspace = try NotationReader.read(Array(text.utf8), library: library).workspace
    let reader = LineReader(library: library, workspace: workspace)
    for line in ["print \(name)", "print \(name) + 1", "\(name) = 2", "print 1 + \(name)"] {
      let reading = try #require(reader.readings(of: line, as: .statement).first)
      #expect(reading.text == line && reading.isWhole)
    }
  }

  @Test func mistakesAreExplained() {
    let reader = LineReader(library: library, workspace: workspace)
    #expect(reader.mistake(in: "wait 3", as: .statement) == "no block begins with “wait”")
    #expect(reader.mistake(in: "if x > 3", as: .statement) == nil)
  }

  @Test func proposalsAreSpaced() {
    let texts = readings("if x >", .statement).map(\.text)
    #expect(texts.contains("if x > total") && texts.contains("if x > not _"))
    #expect(readings("le", .value).map(\.text).contains("len(_)"))
  }

  @Test func theInputsOfANewFunctionGetNames() throws {
    let call = try #require(readings("dance(total, 3, 4, Total)", .statement).first)
    #expect(call.newFunctions == ["dance"])
    let mutation = call.snapshot.records.first?.mutation?.xml?.xmlText() ?? ""
    for name in ["total", "x", "y", "Total2"] { #expect(mutation.contains("name=\"\(name)\""), "\(mutation)") }
  }

  @Test func everyPhraseIsRead() {
    let reader = LineReader(library: library, workspace: workspace)
    // Code of its own isn't typed in a line.
    for phrase in library.phrases where !phrase.text.hasPrefix("Python:") {
      let reading = reader.read(phrase.beginning, as: phrase.isValue ? .value : .statement)
      #expect(reading != nil, "\(phrase.text)" as Comment)
    }
  }
}

extension LineReaderTests {
  @Test(arguments: [
    ("else", LineContinuation.otherwise, "else"),
    ("el", .elseIf, "else if _"),
    ("else if x > 3", .elseIf, "else if x > 3"),
    ("elif x", .elseIf, "elif x"),
    ("return total / 2", .returns, "return total / 2"),
  ])
  func aLineGoesOnWithTheStatementAroundIt(line: String, continuation: LineContinuation, text: String) throws {
    let readings = LineReader(library: library, workspace: workspace).readings(
      of: line, as: .statement, continuations: [.elseIf, .otherwise, .returns])
    let best = try #require(readings.first)
    #expect(best.continuation == continuation)
    #expect(best.text == text)
    #expect(best.snapshot.isEmpty == !line.contains(" ") || best.text.hasSuffix("x"))
  }
}

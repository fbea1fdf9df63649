import BlockFormats
import BlockLibrary
import BlockModel
import BlockNotation
import ProgramDiff
import Testing

/// What changed between two programs, in lines.
struct ChangeListingTests {
  private let factory: BlockFactory
  private let library: NotationLibrary

  init() throws {
    factory = try Stock.factory.get()
    library = NotationLibrary.of(factory)
  }

  private func read(_ text: String, seed: UInt64) throws -> Workspace {
    let context = ReadingContext(factory: factory, randomness: SeededNumbers(seed: seed))
    let isXML = text.hasPrefix("<")
    return try isXML
      ? ProgramReader.read(Array(text.utf8), factory: factory, randomness: SeededNumbers(seed: seed)).workspace
      : TextFormat().read(Array(text.utf8), context).workspace
  }

  private func listing(_ old: String, _ new: String, isExact: Bool = false) throws -> ChangeListing {
    let match = ProgramMatch(try read(old, seed: 1), try read(new, seed: 2), isExact: isExact)
    return ChangeListing(ProgramChanges(renaming: match), library: library)
  }

  /// The changed lines: sign, words and, in parentheses, the note.
  private func lines(_ old: String, _ new: String) throws -> [String] {
    try listing(old, new).sections.flatMap(\.rows).filter { $0.sign != .same }.map { row in
      let words = WordChanges.spans(row.old ?? row.new ?? "", row.new ?? row.old ?? "").map { span in
        switch span.kind {
        case .same: span.text
        case .deleted: "[-\(span.text)-]"
        case .inserted: "{+\(span.text)+}"
        }
      }
      let indentation = String(repeating: "  ", count: row.level)
      return "\(row.sign.rawValue) \(indentation)\(words.joined())" + (row.note.isEmpty ? "" : " (\(row.note))")
    }
  }

  private static let letters = "print \"A\"\nprint \"B\"\nprint \"C\"\nprint \"D\"\n"

  @Test func equalProgramsHaveNone() throws {
    #expect(try listing(Self.letters, Self.letters).sections.isEmpty)
    #expect(try listing("", "").sections.isEmpty)
    #expect(
      try listing("print \"A\" @id(\"a\") @at(1, 2)\n", "print \"A\" @id(\"b\") @at(30, 40)\n").sections.isEmpty)
    #expect(try listing("print \"A\"\n\nset x to 1\n", "set x to 1\n\nprint \"A\"\n").sections.isEmpty)
  }

  @Test func statementsAreInsertedAndDeleted() throws {
    let three = "print \"A\"\nprint \"C\"\nprint \"D\"\n"
    #expect(try lines(three, Self.letters) == ["+ print \"B\""])
    #expect(try lines(Self.letters, three) == ["- print \"B\""])
    #expect(try lines("", "print \"A\"\nprint \"B\"\n") == ["+ print \"A\"", "+ print \"B\""])
    #expect(try lines("print \"A\"\n\nset x to 5\n", "print \"A\"\n").prefix(1) == ["- set x to 5"])
  }

  @Test func changedWordsAreMarked() throws {
    #expect(try lines("wait\n".replacing("wait", with: "set x to 5"), "set x to 6\n") == ["~ set x to [-5-]{+6+}"])
    #expect(
      try lines("print \"one small step\"\n", "print \"one giant step\"\n")
        == ["~ print \"one [-small-]{+giant+} step\""])
    #expect(try lines("set x to 1.5\n", "set x to 1.75\n") == ["~ set x to [-1.5-]{+1.75+}"])
    #expect(try lines("repeat 5 times\n", "repeat 7 times\n") == ["~ repeat [-5-]{+7+} times"])
    #expect(try lines("print x\n", "print x @disabled\n") == ["~ print x{+ @disabled+}"])
    #expect(try lines("print x\n", "print x @collapsed\n") == ["~ print x{+ @collapsed+}"])
    #expect(try lines("// old\nprint x\n", "// new\nprint x\n") == ["~ // [-old-]{+new+}"])
    #expect(try lines("print x\n", "// new\nprint x\n") == ["+ // new"])
  }

  @Test func movedStatementsSayFromWhereToWhere() throws {
    func stack(_ letters: String) -> String { letters.map { "print \"\($0)\" @id(\"\($0)\")\n" }.joined() }
    #expect(
      try lines(stack("ABCD"), stack("BCAD")) == ["> print \"A\" (from the top level to below print “C”)"])
    // What moves together is one move.
    #expect(
      try lines(stack("ABCDE"), stack("CDEAB"))
        == ["> print \"A\" (from the top level to below print “E”)", "> print \"B\""])
    // A statement that says something is known again without ids.
    let moved = "print \"B\"\nprint \"C\"\nprint \"A\"\nprint \"D\"\n"
    #expect(try lines(Self.letters, moved) == ["> print \"A\" (from the top level to below print “C”)"])
    let before = "print \"A\"\nset x to 1\nrepeat 10 times\n  print \"B\"\n"
    let after = "print \"A\"\nrepeat 10 times\n  print \"B\"\n  set x to 1\n"
    #expect(
      try lines(before, after)
        == [">   set x to 1 (from below print “A” to below print “B”, in do of repeat)"])
  }

  @Test func aStatementThatMovedAndChangedIsKnownByHalfOfIt() throws {
    let change = "in list list set last as length of \"A\"\n"
    #expect(
      try lines(change + Self.letters, Self.letters + change.replacing("A", with: "B")) == [
        "> in list list set last as length of \"[-A-]{+B+}\" (from the top level to below print “D”)"
      ])
  }

  @Test func anInsertedBlockAroundAStackMovesNothing() throws {
    let plain = "set x to 1\nset y to 2\nset z to 3\n"
    let wrapped = "set x to 1\nrepeat 10 times\n  set y to 2\n  set z to 3\n"
    #expect(try lines(plain, wrapped) == ["+ repeat 10 times"])
    #expect(try lines(wrapped, plain) == ["- repeat 10 times"])
    #expect(try lines(plain, "repeat 10 times\n  set x to 1\n  set y to 2\n  set z to 3\n") == ["+ repeat 10 times"])
  }

  @Test func aRenamedVariableIsOneChange() throws {
    let old = "set i to 1\nprint i\nchange i by 2\n"
    #expect(try lines(old, old.replacing("i ", with: "k ").replacing("print i", with: "print k")) == ["~ [-i-]{+k+}"])
    func xml(_ name: String) -> String {
      "<xml><variables><variable id='aaaaaaaaaaaaaaaaaaaa'>\(name)</variable></variables>"
        + "<block type='variables_get'><field name='VAR' id='aaaaaaaaaaaaaaaaaaaa'>\(name)</field></block></xml>"
    }
    #expect(try lines(xml("i"), xml("k")) == ["~ [-i-]{+k+}"])
  }

  @Test func aRenamedFunctionIsOneChange() throws {
    let old = "to greet with: name\n  print name\n\ngreet with: name \"A\"\ngreet with: name \"B\"\n"
    #expect(try lines(old, old.replacing("greet", with: "welcome")) == ["~ to [-greet-]{+welcome+} with: name"])
    let parameter = old.replacing("with: name", with: "with: person").replacing("print name", with: "print person")
    #expect(try lines(old, parameter) == ["~ [-name-]{+person+}"])
  }

  @Test func changedParametersChangeTheirCallers() throws {
    let old = "to greet with: name\n  print name\n\ngreet with: name \"A\"\n"
    let new = "to greet with: name, end\n  print name\n\ngreet with: name \"A\", end \"!\"\n"
    #expect(
      try lines(old, new) == [
        "~ to greet with: name{+, end+}", "~ greet with: name \"A\"{+, end \"!\"+}", "+ end",
      ])
  }

  @Test func branchesComeAndGo() throws {
    let old = "if x = 1\n  set a to 1\nelse if x = 2\n  set b to 2\nelse\n  set c to 3\n"
    let fewer = "if x = 2\n  set b to 2\nelse\n  set c to 3\n"
    let more = old.replacing("else if x = 2", with: "else if x = 5\n  print \"new\"\nelse if x = 2")
    #expect(try lines(old, more) == ["+ else if x = 5", "+   print \"new\""])
    #expect(try lines(more, old) == ["- else if x = 5", "-   print \"new\""])
    #expect(try lines(old, fewer).contains("-   set a to 1"))
    #expect(try lines(old, fewer).allSatisfy { !$0.hasPrefix(">") })
    #expect(
      try lines("if x = 1\n  set a to 1\n", "if x = 1\n  set a to 1\nelse\n  set b to 2\n")
        == ["+ else", "+   set b to 2", "+ b"])
  }

  @Test func commentsOfTheWorkspaceAreCompared() throws {
    #expect(try lines("// one two\n\nprint x\n", "// one three\n\nprint x\n") == ["~ // one [-two-]{+three+}"])
    #expect(try lines("print x\n", "// new\n\nprint x\n") == ["+ // new"])
    #expect(try lines("// old\n\nprint x\n", "print x\n") == ["- // old"])
  }

  @Test func shadowsAreCompared() throws {
    func xml(_ value: String) -> String {
      "<xml><block type='text_print'><value name='TEXT'>\(value)</value></block></xml>"
    }
    func shadow(_ text: String) -> String { "<shadow type='text'><field name='TEXT'>\(text)</field></shadow>" }
    #expect(try lines(xml(shadow("a")), xml(shadow("b"))) == ["~ print \"[-a-]{+b+}\""])
    let sum = "<block type='math_arithmetic'><value name='A'>\(shadow("a"))</value></block>"
    #expect(try lines("<xml/>", xml(sum)) == ["+ print \"a\" + _"])
    let covered = "<block type='logic_null'/>"
    #expect(!(try lines(xml(shadow("a") + covered), xml(shadow("b") + covered)).isEmpty))
    #expect(!(try lines(xml(shadow("a")), xml(shadow("a").replacing("shadow", with: "block"))).isEmpty))
  }

  @Test func linesHaveWordsWithoutTypes() throws {
    #expect(
      try lines("repeat 5 times ::controls_repeat\n", "repeat 6 times ::controls_repeat\n") == [
        "~ repeat [-5-]{+6+} times"
      ])
    #expect(try lines("", "print length of x ::lists_length\n").first == "+ print length of x")
    // An unknown block has no words but its type.
    #expect(try lines("::move(SPEED = 5)\n", "::move(SPEED = 6)\n") == ["~ move(SPEED = [-5-]{+6+})"])
    // Words that would not be read as the block are its words nevertheless.
    let loop = "::controls_whileUntil(MODE = \"WHILE\", DO: { print \"A\" })\n"
    #expect(
      try lines("", "::math_single(OP = \"HALF\", NUM: 9)\n" + loop)
        == ["+ HALF 9", "+ repeat while _", "+   print \"A\""])
    #expect(
      try lines("print ::math_single(OP = \"HALF\", NUM: 9)\n", "print ::math_single(OP = \"HALF\", NUM: 8)\n")
        == ["~ print HALF [-9-]{+8+}"])
  }

  @Test func typesTellEqualWordsApart() throws {
    #expect(
      try lines("print length of x\n", "print length of x ::lists_length\n") == [
        "~ print length of x{+ ::lists_length+}"
      ])
    #expect(
      try lines("repeat 5 times\n", "repeat 5 times ::controls_repeat\n")
        == ["- repeat 5 times", "+ repeat 5 times ::controls_repeat"])
    // Shadows are told without types, and only where they differ.
    let shadows = "print ~5\nprint length of x ::lists_length\n"
    #expect(try lines(shadows, "print ~5\nprint \"b\"\n").allSatisfy { !$0.contains("5") })
    #expect(
      try lines("print ::foo(A: ~5)\n", "print ::foo(A: 5)\n").first == "~ print foo(A: [-~-]5)")
    #expect(try lines("print foo\n", "print ::foo\n").contains("~ print {+::+}foo"))
  }

  @Test func idsAndSpaceInMutationsAreNoDifference() throws {
    func xml(_ parameter: String, space: String = "") -> String {
      "<xml><block type='strange'><mutation name='f'>\(space)<arg name='a' \(parameter)/></mutation></block></xml>"
    }
    #expect(try listing(xml("id='1'"), xml("id='2'", space: "\n  ")).sections.isEmpty)
    #expect(!(try listing(xml("type='1'"), xml("type='2'")).sections.isEmpty))
  }

  @Test func foreignPartsAreCompared() throws {
    let block = "<block type='logic_null'/>"
    #expect(
      try lines("<xml>\(block)</xml>", "<xml>\(block)<foo/></xml>") == ["+ @foreign(\"<foo></foo>\")"])
    #expect(
      try lines("<xml><block type='strange'/></xml>", "<xml><block type='strange'><data>d</data></block></xml>").count
        == 1)
  }

  @Test func allCountsIdsAndPlaces() throws {
    let (one, other) = ("print \"A\" @id(\"a\") @at(1, 2)\n", "print \"A\" @id(\"a\") @at(30, 2)\n")
    #expect(try listing(one, other).sections.isEmpty)
  }
}

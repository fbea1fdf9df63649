import BlockEvents
import BlockFormats
import BlockLayout
import BlockLibrary
import BlockModel
import BlockNotation
import Testing

@testable import ProgramDiff

/// Merges of programs that need more than the text of their blocks.
struct MergedProgramTests {
  /// Who renames a variable that nothing uses doesn't contradict who deletes it and adds one of the new name.
  @Test func aRenamedVariableThatTheOtherSideDeleted() throws {
    let (old, new) = ("abcdefghijklmnopqrst", "tsrqponmlkjihgfedcba")
    func program(_ name: String, _ id: String, _ blocks: String = "") -> [UInt8] {
      Array("<xml><variables><variable id='\(id)'>\(name)</variable></variables>\(blocks)</xml>".utf8)
    }
    let renamed = program("n", old)
    let added = program("n", new, "<block type='variables_get'><field name='VAR' id='\(new)'>n</field></block>")
    for (ours, theirs) in [(renamed, added), (added, renamed)] {
      let outcome = try TripleOfPrograms(
        base: program("x", old), ours: ours, theirs: theirs, factory: try Stock.factory.get()
      ).merge()
      #expect(outcome.fault == nil && outcome.merge.conflicts.isEmpty, "\(outcome.merge.conflicts.map(\.message))")
    }
  }

  /// A name such as “ST” doesn't say whether an unknown block's input is for statements; theirs does.
  @Test func statementsInAnUnknownBlock() throws {
    func program(_ field: String, _ statements: String) -> [UInt8] {
      Array("<xml><block type='start' id='s'><field name='F'>\(field)</field>\(statements)</block></xml>".utf8)
    }
    let statements =
      "<statement name='ST'><block type='declare' id='a'><next><block type='declare' id='b'/></next></block></statement>"
    let sides = [program("2", ""), program("1", statements)]
    for (ours, theirs) in [(sides[0], sides[1]), (sides[1], sides[0])] {
      let outcome = try TripleOfPrograms(
        base: program("1", ""), ours: ours, theirs: theirs, factory: try Stock.factory.get()
      ).merge()
      #expect(outcome.fault == nil && outcome.merge.conflicts.isEmpty)
      let wanted = try PairOfPrograms.read(program("2", statements), try Stock.factory.get()).workspace
      #expect(outcome.meaning == PairOfPrograms.meaning(of: wanted))
    }
  }

  /// Shadows are merged with all that they say, shown or covered.
  @Test(
    arguments: [
      ("", "<mutation a='1'/>"), ("", "<comment>note</comment>"), ("", "<data>d</data>"), (" collapsed='true'", ""),
      (" disabled-reasons='MANUALLY_DISABLED'", ""), (" inline='false'", ""), (" deletable='false'", ""),
      (" foo='1'", ""), ("", "<field name='N'>2</field>"),
    ], [false, true])
  func shadows(_ parts: (attributes: String, elements: String), isCovered: Bool) throws {
    func program(_ field: String, isChanged: Bool) -> [UInt8] {
      let elements = parts.elements.hasPrefix("<field") && !isChanged ? "<field name='N'>1</field>" : ""
      let shadow =
        "<shadow type='mine' id='s'\(isChanged ? parts.attributes : "")>\(isChanged ? parts.elements : elements)</shadow>"
      let cover = isCovered ? "<block type='text' id='c'/>" : ""
      return Array(
        "<xml><block type='own' id='b'><field name='F'>\(field)</field><value name='V'>\(shadow)\(cover)</value></block></xml>"
          .utf8)
    }
    let factory = try Stock.factory.get()
    let base = program("1", isChanged: false)
    let sides = [program("2", isChanged: false), program("1", isChanged: true)]
    for (ours, theirs) in [(sides[0], sides[1]), (sides[1], sides[0])] {
      let outcome = try TripleOfPrograms(base: base, ours: ours, theirs: theirs, factory: factory).merge()
      #expect(outcome.fault == nil && outcome.merge.conflicts.isEmpty)
      let wanted = try PairOfPrograms.read(program("2", isChanged: true), factory).workspace
      #expect(outcome.meaning == PairOfPrograms.meaning(of: wanted))
    }
  }

  @Test func bothSidesChangeAShadow() throws {
    func program(_ text: String) -> [UInt8] {
      Array("<xml><block type='own'><value name='V'><shadow type='mine'>\(text)</shadow></value></block></xml>".utf8)
    }
    for part in ["comment", "data"] {
      let outcome = try TripleOfPrograms(
        base: program(""), ours: program("<\(part)>a</\(part)>"), theirs: program("<\(part)>b</\(part)>"),
        factory: try Stock.factory.get()
      ).merge()
      #expect(outcome.fault == nil && outcome.merge.conflicts.map(\.kind) == [.change])
    }
  }

  @Test func copiesStandBehindOursInTheFile() throws {
    let factory = try Stock.factory.get()
    let ours = try MergeCaseTests.read("print 2\nprint 4\n\nset x to 6", factory)
    let merge = try ProgramMerge(
      base: try MergeCaseTests.read("print 1\nprint 3\n\nset x to 5", factory), ours: ours,
      theirs: try MergeCaseTests.read("set x to 7\n\nprint 9\nprint 8", factory))
    #expect(merge.conflicts.count == 3)
    let blocks = ours.topBlocks.map { ConflictCopy.isCopy($0) ? "copy of \($0.type)" : $0.type }
    let copy = "copy of text_print"
    #expect(blocks == ["text_print", copy, copy, "variables_set", "copy of variables_set"])
    let values = ours.topBlocks.filter(ConflictCopy.isCopy).map { Array($0.descendants()).last?.onlyField?.text }
    #expect(values == ["9", "8", "7"])
  }

  @Test func branchesAtDifferentPlacesContradict() throws {
    let factory = try Stock.factory.get()
    let first = "if x = 1\n  print \"a\"\n"
    let last = "else if x = 2\n  print \"b\""
    let sides = [first + "else if x = 3\n" + last, first + last + "\nelse if _"]
    for (ours, theirs) in [(sides[0], sides[1]), (sides[1], sides[0])] {
      let merge = try ProgramMerge(
        base: try MergeCaseTests.read(first + last, factory), ours: try MergeCaseTests.read(ours, factory),
        theirs: try MergeCaseTests.read(theirs, factory))
      #expect(merge.conflicts.first?.kind == .change)
    }
  }

  /// Blockly makes a variable for each name that a call has for its inputs.
  @Test func inputsOfCallsAreVariables() throws {
    let factory = try Stock.factory.get()
    let ours = try MergeCaseTests.read("to f with: y\n  print 1\n\nprint 2\nf with: y 5", factory)
    let merge = try ProgramMerge(
      base: try MergeCaseTests.read("to f with: y\n  print 1\n\nprint 2", factory), ours: ours,
      theirs: try MergeCaseTests.read("to f\n  print 1\n\nprint 2", factory))
    #expect(merge.conflicts.map(\.kind) == [.parameters])
    #expect(ours.variables.all.map(\.name) == ["y"])
  }
}

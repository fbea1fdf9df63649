import BlockFormats
import BlockLibrary
import BlockModel
import BlockNotation
import ProgramDiff
import Testing
import Workbench
import WorkbenchTesting

/// Conflicts are settled by one intent, which is one undo step, with ids and without.
struct ConflictSettlingTests {
  nonisolated struct Sample: Sendable, CustomStringConvertible {
    var description: String
    var base: String
    var ours: String
    var theirs: String
    /// Theirs taken; nil for what theirs is.
    var taken: String?
    /// The number of conflicts.
    var count = 1
  }

  nonisolated static func number(_ number: Int, _ id: String) -> String {
    #"<block type="math_number" id="\#(id)"><field name="NUM">\#(number)</field></block>"#
  }

  nonisolated static func loop(_ value: String, _ statements: String = "", _ next: String = "") -> String {
    #"<block type="controls_repeat_ext" id="loop"><value name="TIMES">\#(value)</value>"#
      + (statements.isEmpty ? "" : #"<statement name="DO">\#(statements)</statement>"#)
      + (next.isEmpty ? "" : "<next>\(next)</next>") + "</block>"
  }

  nonisolated static func count(_ from: Int, _ to: Int) -> String {
    #"<block type="controls_for" id="for"><field name="VAR">i</field><value name="FROM">"# + number(from, "a")
      + #"</value><value name="TO">"# + number(to, "b") + "</value></block>"
  }

  nonisolated static func print(_ text: String, _ id: String, _ next: String = "") -> String {
    #"<block type="text_print" id="\#(id)"><value name="TEXT"><block type="text" id="\#(id)t"><field name="TEXT">\#(text)"#
      + "</field></block></value>" + (next.isEmpty ? "" : "<next>\(next)</next>") + "</block>"
  }

  nonisolated static func function(_ name: String, _ call: String) -> String {
    #"<block type="procedures_defnoreturn" id="def"><field name="NAME">\#(name)</field></block>"#
      + #"<block type="procedures_callnoreturn" id="call"><mutation name="\#(call)"></mutation></block>"#
  }

  nonisolated static let samples = [
    Sample(
      description: "both change a field of a line with statements", base: loop(number(5, "n"), print("a", "p")),
      ours: loop(number(6, "n"), print("a", "p") + ""), theirs: loop(number(7, "n"), print("a", "p"))),
    Sample(
      description: "ours also changed another value of the line", base: count(1, 10), ours: count(2, 20),
      theirs: count(3, 10), taken: count(3, 20)),
    Sample(
      description: "ours also changed a statement in it", base: loop(number(5, "n"), print("a", "p", print("b", "q"))),
      ours: loop(number(6, "n"), print("A", "p")), theirs: loop(number(7, "n"), print("a", "p", print("b", "q"))),
      taken: loop(number(7, "n"), print("A", "p"))),
    Sample(
      description: "theirs deletes what ours changes", base: print("a", "p", print("b", "q", print("c", "r"))),
      ours: print("a", "p", print("B", "q", print("c", "r"))), theirs: print("a", "p", print("c", "r"))),
    Sample(
      description: "ours deletes what theirs changes", base: print("a", "p", print("b", "q", print("c", "r"))),
      ours: print("a", "p", print("c", "r")), theirs: print("a", "p", print("B", "q", print("c", "r")))),
    Sample(
      description: "ours deletes the first statement in a block, which theirs changes",
      base: loop(number(5, "n"), print("a", "p", print("b", "q"))), ours: loop(number(5, "n"), print("b", "q")),
      theirs: loop(number(5, "n"), print("A", "p", print("b", "q")))),
    Sample(
      description: "both put a value into one input", base: #"<block type="text_print" id="p"></block>"#,
      ours: print("a", "p"), theirs: print("b", "p")),
    Sample(
      description: "both rename a function", base: function("f", "f"), ours: function("g", "g"),
      theirs: function("h", "h"), count: 2),
    Sample(
      description: "both move a statement to different places",
      base: loop(number(1, "n"), print("x", "x", print("y", "y")), print("a", "p", print("b", "q"))),
      ours: loop(number(1, "n"), print("a", "p", print("x", "x", print("y", "y"))), print("b", "q")),
      theirs: loop(number(1, "n"), print("x", "x", print("y", "y", print("a", "p"))), print("b", "q"))),
  ]

  private let factory: BlockFactory
  private let library: NotationLibrary

  init() throws {
    factory = try Stock.factory.get()
    library = NotationLibrary.of(factory)
  }

  private func workspace(_ blocks: String, hasIDs: Bool) throws -> Workspace {
    var text = "<xml>\(blocks)</xml>"
    if !hasIDs { text.replace(#/ id="[a-z]+"/#, with: "") }
    return try ProgramReader.read(Array(text.utf8), factory: factory).workspace
  }

  private func text(_ workspace: Workspace) -> String { StableText.text(of: workspace, library: library, rest: []) }

  private func merged(_ sample: Sample, hasIDs: Bool) throws -> WorkbenchScene {
    let versions = try [sample.base, sample.ours, sample.theirs].map { try workspace($0, hasIDs: hasIDs) }
    _ = try ProgramMerge(base: versions[0], ours: versions[1], theirs: versions[2])
    #expect(ConflictCopy.count(in: versions[1]) == sample.count)
    let file = ProgramWriter.write(versions[1], style: .pretty(.xml)).bytes
    return try WorkbenchScene(String(decoding: file, as: UTF8.self), .xml, factory: factory)
  }

  /// Settles all conflicts.
  private func settle(
    _ scene: WorkbenchScene, _ sample: Sample, by intent: Intent, hasIDs: Bool
  ) throws {
    for _ in 0..<ConflictCopy.count(in: scene.workspace) where ConflictCopy.count(in: scene.workspace) > 0 {
      let step = {
        scene.controller.perform(.nextConflict)
        let outcome = scene.controller.perform(intent)
        #expect(outcome.refusal == nil)
        let count = ConflictCopy.count(in: scene.workspace)
        #expect(outcome.statusMessage?.hasSuffix(count == 0 ? "no conflict is left" : "1 conflict left") ?? false)
      }
      // Other clients know the blocks by their ids.
      if hasIDs, sample.count == 1 { try scene.check(step) } else { step() }
    }
    #expect(scene.controller.perform(.nextConflict).refusal == "no conflict is left in this program")
  }

  @Test(arguments: samples, [true, false]) func theirs(_ sample: Sample, hasIDs: Bool) throws {
    let scene = try merged(sample, hasIDs: hasIDs)
    try settle(scene, sample, by: .takeTheirs, hasIDs: hasIDs)
    #expect(text(scene.workspace) == text(try workspace(sample.taken ?? sample.theirs, hasIDs: hasIDs)))
  }

  @Test(arguments: samples, [true, false]) func ours(_ sample: Sample, hasIDs: Bool) throws {
    let scene = try merged(sample, hasIDs: hasIDs)
    try settle(scene, sample, by: .takeOurs, hasIDs: hasIDs)
    #expect(text(scene.workspace) == text(try workspace(sample.ours, hasIDs: hasIDs)))
  }

  @Test(arguments: samples, [true, false]) func both(_ sample: Sample, hasIDs: Bool) throws {
    let scene = try merged(sample, hasIDs: hasIDs)
    let count = scene.workspace.blocks.count
    try settle(scene, sample, by: .keepBoth, hasIDs: hasIDs)
    #expect(scene.workspace.blocks.count == count)
    #expect(scene.workspace.blocks.values.allSatisfy { $0.isEnabled && $0.comment == nil })
  }

  @Test func callsByTheNameOfACopyStay() throws {
    let stray = #"<block type="procedures_callnoreturn" id="stray"><mutation name="h"></mutation></block>"#
    let sample = Sample(
      description: "", base: Self.function("f", "f"), ours: Self.function("g", "g") + stray,
      theirs: Self.function("h", "h"))
    let versions = try [sample.base, sample.ours, sample.theirs].map { try workspace($0, hasIDs: true) }
    _ = try ProgramMerge(base: versions[0], ours: versions[1], theirs: versions[2])
    let file = ProgramWriter.write(versions[1], style: .pretty(.xml)).bytes
    let scene = try WorkbenchScene(String(decoding: file, as: UTF8.self), .xml, factory: factory)
    while ConflictCopy.count(in: scene.workspace) > 0 {
      scene.controller.perform(.nextConflict)
      scene.controller.perform(.takeOurs)
    }
    #expect(scene.workspace.blocks["stray"] != nil)
  }

  /// Earlier versions stated types in notes.
  @Test(arguments: ["set x to 2", "set x to 2 ::variables_set_dynamic"]) func linesAreKnownWithTypes(
    line: String
  ) throws {
    func block(_ number: Int, _ rest: String = "", _ comment: String = "") -> String {
      #"<block type="variables_set_dynamic" \#(rest)>\#(comment)<field name="VAR">x</field><value name="VALUE">"#
        + Self.number(number, "n\(number)") + "</value></block>"
    }
    let comment =
      "<comment>\(ConflictCopy.mark): theirs\nNUM: before “1”, ours “2”, theirs “3”\nOurs: block 7 of stack 1: \(line)</comment>"
    let text = "<xml>\(Self.print("a", "p"))\(block(2))\(block(3, #"disabled="true""#, comment))</xml>"
      .replacing(#/ id="[a-z0-9]+"/#, with: "")
    let scene = try WorkbenchScene(text, .xml, factory: factory)
    scene.controller.perform(.nextConflict)
    #expect(scene.controller.perform(.takeTheirs).refusal == nil)
    #expect(self.text(scene.workspace) == self.text(try workspace(Self.print("a", "p") + block(3), hasIDs: false)))
  }

  /// Statements below each other, without ids.
  private static func chain(_ texts: [String]) -> String {
    texts.reversed().reduce("") { print($1, "p", $0) }
  }

  private func text(ofChain texts: [String]) throws -> String {
    text(try workspace(Self.chain(texts), hasIDs: false))
  }

  private func merged(
    _ base: [String], _ ours: [String], _ theirs: [String], _ change: (String) -> String = { $0 }
  ) throws -> WorkbenchScene {
    let versions = try [base, ours, theirs].map { try workspace(Self.chain($0), hasIDs: false) }
    _ = try ProgramMerge(base: versions[0], ours: versions[1], theirs: versions[2])
    let file = String(decoding: ProgramWriter.write(versions[1], style: .pretty(.xml)).bytes, as: UTF8.self)
    return try WorkbenchScene(change(file), .xml, factory: factory)
  }

  @Test func theRightOneOfSeveralEqualBlocksIsFoundBelowAnInsertedOne() throws {
    let scene = try merged(["a", "a", "a", "b"], ["a", "a", "a", "a"], ["a", "a", "a", "t"]) { file in
      let added: String = Self.print("new", "p", "HERE").replacing(#/ id="[a-z]+"/#, with: "")
      let first = added.split(separator: "HERE")
      let start = file.firstRange(of: "<block")?.lowerBound ?? file.endIndex
      // The first stack ends where the copy begins.
      let end = file.firstRange(of: "\n  </block>\n")?.upperBound ?? file.endIndex
      let parts: [Substring] = [file[..<start], first[0], file[start..<end], first[1], file[end...]]
      return parts.joined()
    }
    let copy = scene.workspace.topBlocks.first(where: ConflictCopy.isCopy)
    #expect(copy?.comment?.text.contains("block 7 of stack 1, 4 of 4 alike: print \"a\"") ?? false)
    scene.controller.perform(.nextConflict)
    #expect(scene.controller.perform(.takeTheirs).refusal == nil)
    #expect(text(scene.workspace) == (try text(ofChain: ["new", "a", "a", "a", "t"])))
  }

  @Test(arguments: ["block 0 of stack 1", "block 1 of stack 0", "block 1 of stack 1, 0 of 2 alike"])
  func
    aNumberBelowOneFindsNothing(place: String) throws
  {
    let comment = "<comment>\(ConflictCopy.mark), theirs:\nx\n\nOurs: \(place): print &quot;a&quot;</comment>"
    let copy = Self.print("t", "p").replacing(">", with: " disabled=\"true\">" + comment, maxReplacements: 1)
    let line = Self.print("a", "p")
    let file: String = "<xml>\(line)\(line)\(copy)</xml>"
    let scene = try WorkbenchScene(file.replacing(#/ id="[a-z]+"/#, with: ""), .xml, factory: factory)
    scene.controller.perform(.nextConflict)
    #expect(scene.controller.perform(.takeTheirs).refusal != nil)
  }

  @Test func oneOfAnotherNumberOfEqualBlocksIsNotGuessed() throws {
    let scene = try merged(["a", "a", "b"], ["a", "a", "a"], ["a", "a", "t"]) { file in
      file.replacing(">a<", with: ">A<", maxReplacements: 1)
    }
    scene.controller.perform(.nextConflict)
    #expect(
      scene.controller.perform(.takeTheirs).refusal
        == "the original of this copy no longer exists; keep both, and move the copy there")
  }

  @Test func equalBlocksInConflictAreSettledOneAfterAnother() throws {
    let scene = try merged(["b", "b", "b"], ["a", "a", "a"], ["t", "u", "v"])
    for _ in 0..<3 {
      scene.controller.perform(.nextConflict)
      #expect(scene.controller.perform(.takeTheirs).refusal == nil)
    }
    #expect(text(scene.workspace) == (try text(ofChain: ["t", "u", "v"])))
    for _ in 0..<3 { scene.controller.perform(.undo) }
    #expect(ConflictCopy.count(in: scene.workspace) == 3)
    scene.controller.perform(.nextConflict)
    scene.controller.perform(.nextConflict)
    scene.controller.perform(.keepBoth)
    for _ in 0..<2 {
      scene.controller.perform(.nextConflict)
      #expect(scene.controller.perform(.takeTheirs).refusal == nil)
    }
    let expected = try workspace(Self.chain(["t", "u", "a"]) + Self.print("v", "p"), hasIDs: false)
    #expect(text(scene.workspace) == text(expected))
  }

  @Test func theProblemIsToldInTheSameWords() throws {
    let text =
      "<xml><block type=\"math_number\" disabled=\"true\"><comment>\(ConflictCopy.mark): theirs\n"
      + "NUM: before “1”, ours “2”, theirs “3”</comment><field name=\"NUM\">3</field></block></xml>"
    let scene = try WorkbenchScene(text, .xml, factory: try Stock.factory.get())
    #expect(
      scene.controller.perform(.nextProblem).statusMessage?.contains(
        "settled: ours changed 1 to 2, theirs to 3; delete")
        ?? false)
  }

  @Test func theBlocksOwnCommentStays() throws {
    var note = ConflictNote(side: "theirs", messages: ["one", "two"])
    note.parts = ["FROM NUM", "comment"]
    note.block = .index(stack: 2, block: 3, line: "print “a: b”")
    note.place = .input(
      "DO0", of: .index(stack: 1, block: 12, alike: .init(number: 2, of: 3), line: "x, 1 of 2 alike: y"))
    note.wasDisabled = true
    note.ownComment = "Ours: id x\n\nComment:\nmine"
    let read = try #require(ConflictNote(text: note.text))
    #expect(read.side == "theirs" && read.messages == ["one", "two"] && read.parts == note.parts && read.wasDisabled)
    #expect(read.block == note.block && read.place == note.place && read.ownComment == note.ownComment)
  }

  @Test func whatIsGoneIsNotGuessed() throws {
    let scene = try merged(Self.samples[0], hasIDs: true)
    scene.controller.perform(.focus(.block(id: "loop")))
    scene.controller.perform(.delete)
    scene.controller.perform(.nextConflict)
    #expect(
      scene.controller.perform(.takeTheirs).refusal
        == "the original of this copy no longer exists; keep both, and move the copy there")
  }
}

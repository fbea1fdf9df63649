import BlockFormats
import BlockLibrary
import BlockModel
import BlockNotation
import Testing
import Workbench
import WorkbenchTesting

/// Changes since an earlier version are visited, told, and taken back, each as one undo step.
struct LineChangesTests {
  nonisolated struct Sample: Sendable, CustomStringConvertible {
    var description: String
    var old: String
    var new: String
    /// What the status line says on each change.
    var words: [String]
  }

  private nonisolated static let loop = ConflictSettlingTests.loop
  private nonisolated static let print = ConflictSettlingTests.print
  private nonisolated static let number = ConflictSettlingTests.number

  /// A block with two conditions, of which the second one is given.
  private nonisolated static func branches(_ second: String = "") -> String {
    #"<block type="controls_if" id="if"><mutation elseif="1"></mutation><value name="IF0"><block type="logic_boolean" id="b">"#
      + #"<field name="BOOL">TRUE</field></block></value>"#
      + (second.isEmpty
        ? "" : #"<value name="IF1"><block type="logic_compare" id="c"><field name="OP">EQ</field></block></value>"#)
      + "</block>"
  }

  private nonisolated static func lengthOf(_ type: String) -> String {
    #"<block type="text_print" id="p"><value name="TEXT"><block type="\#(type)" id="\#(type)"></block></value></block>"#
  }

  nonisolated static let samples = [
    Sample(
      description: "a field", old: loop(number(5, "n"), print("a", "p", ""), ""),
      new: loop(number(6, "n"), print("a", "p", ""), ""), words: ["before: repeat 5 times"]),
    Sample(
      description: "another value", old: loop(number(5, "n"), "", ""),
      new: loop(#"<block type="math_random_float" id="r"></block>"#, "", ""), words: ["before: repeat 5 times"]),
    Sample(
      description: "a value that is gone", old: print("a", "p", ""), new: #"<block type="text_print" id="p"></block>"#,
      words: ["before: print \"a\""]),
    Sample(
      description: "a value that is gone from another row", old: branches("c"), new: branches(),
      words: ["gone: … = …"]),
    Sample(
      description: "a value that is new in another row", old: branches(), new: branches("c"),
      words: ["new: … = …"]),
    Sample(
      description: "a value with the same words", old: lengthOf("text_length"), new: lengthOf("lists_length"),
      words: ["another block with the same words: length of …"]),
    Sample(
      description: "a block of several rows",
      old: print("a", "p", branches()), new: print("a", "p", ""), words: ["deleted here: if true"]),
    Sample(
      description: "a new statement", old: print("a", "p", print("c", "r", "")),
      new: print("a", "p", print("b", "q", print("c", "r", ""))), words: ["new"]),
    Sample(
      description: "a deleted statement", old: print("a", "p", print("b", "q", print("c", "r", ""))),
      new: print("a", "p", print("c", "r", "")), words: ["deleted here: print \"b\""]),
    Sample(
      description: "the first statement in a block",
      old: loop(number(5, "n"), print("a", "p", print("b", "q", "")), ""),
      new: loop(number(5, "n"), print("b", "q", ""), ""), words: ["deleted here: print \"a\""]),
    Sample(
      description: "a moved statement",
      old: loop(number(1, "n"), print("x", "x", print("y", "y", print("z", "z", ""))), print("a", "p", "")),
      new: loop(number(1, "n"), print("x", "x", print("y", "y", print("z", "z", print("a", "p", "")))), ""),
      words: ["moved from below repeat 1 times to below print “z”, in do of repeat"]),
    Sample(
      description: "a deleted stack and a new one", old: print("a", "p", "") + loop(number(1, "n"), "", ""),
      new: print("a", "p", "") + #"<block type="controls_if" id="i"></block>"#,
      words: ["new", "deleted here: repeat 1 times"]),
    Sample(
      description: "a deleted variable",
      old: #"<variables><variable id="w">w</variable><variable id="v">v</variable></variables>"#
        + #"<block type="text_print" id="p"><value name="TEXT"><block type="variables_get" id="g"><field name="VAR" id="v">v"#
        + "</field></block></value></block>",
      new: #"<variables><variable id="w">w</variable></variables>"# + print("a", "p", ""), words: ["before: print v"]),
  ]

  @Test(arguments: samples) func takingBack(_ sample: Sample) throws {
    let factory = try Stock.factory.get()
    let library = NotationLibrary.of(factory)
    let (old, new) = ("<xml>\(sample.old)</xml>", "<xml>\(sample.new)</xml>")
    let scene = try WorkbenchScene(new, .xml, factory: factory)
    let workbench = scene.controller
    #expect(workbench.perform(.nextChange).refusal?.hasPrefix("changes aren't marked") ?? false)
    workbench.compare(with: .file(path: "old.xml", bytes: Array(old.utf8)))
    var words: [String] = []
    var steps: [() throws -> Void] = []
    for _ in sample.words {
      steps.append {
        let status = workbench.perform(.nextChange).statusMessage ?? ""
        let told = workbench.perform(.tellChange).statusMessage ?? ""
        words.append(told)
        #expect(status.hasPrefix("change ") && status.contains(told))
        let outcome = workbench.perform(.takeBackChange)
        let taken = told.hasPrefix("before: ") ? " the change · " : ": \(told)"
        #expect(outcome.isChange && outcome.statusMessage?.hasPrefix("reverted\(taken)") ?? false)
      }
    }
    try scene.check(steps)
    #expect(words == sample.words)
    let expected = try ProgramReader.read(Array(old.utf8), factory: factory).workspace
    #expect(
      StableText.text(of: scene.workspace, library: library, rest: [])
        == StableText.text(of: expected, library: library, rest: []))
    #expect(workbench.perform(.nextChange).refusal == "there are no changes against old.xml")
  }

  @Test func aBlockAroundOthersIsUnwrapped() throws {
    let scene = try WorkbenchScene(
      "<xml>\(Self.loop(Self.number(5, "n"), Self.print("a", "p", ""), ""))</xml>", .xml)
    scene.controller.compare(
      with: .file(path: "old.xml", bytes: Array("<xml>\(Self.print("a", "p", ""))</xml>".utf8)))
    scene.controller.perform(.nextChange)
    #expect(scene.controller.perform(.takeBackChange).refusal?.contains("put around others") ?? false)
  }

  @Test func anUnreadableVersionIsToldOnce() throws {
    let scene = try WorkbenchScene("<xml>\(Self.print("a", "p", ""))</xml>", .xml)
    scene.controller.compare(with: .file(path: "old.xml", bytes: Array("<xml><".utf8)))
    #expect(scene.controller.perform(.nextChange).refusal?.hasPrefix("old.xml:1:") ?? false)
  }

  @Test func aLargeProgramIsComparedWhenTheUserAsks() throws {
    let blocks = (0...10_000).map { #"<block type="text_print" id="p\#($0)"></block>"# }.joined()
    let scene = try WorkbenchScene("<xml>\(blocks)</xml>", .xml)
    let workbench = scene.controller
    workbench.compare(with: .lastSave)
    let comparison = try #require(workbench.comparison)
    #expect(try comparison.update().counts.isEmpty)
    #expect(!comparison.followsEdits && comparison.words == "since the last save")
    workbench.perform(.toggleDisabled)
    #expect(comparison.words == "since the last save, before the last edits")
    #expect(workbench.perform(.nextChange).statusMessage?.hasPrefix("change 1 of 1") ?? false)
    #expect(comparison.words == "since the last save" && comparison.shown?.counts == "~1")
  }
}

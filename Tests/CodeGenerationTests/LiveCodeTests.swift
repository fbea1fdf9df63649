import BlockEvents
import BlockFormats
import BlockLibrary
import BlockModel
import RandomEditing
import SeededTesting
import Testing

@testable import CodeGeneration

/// Code that follows edits is the same as that of the whole program.
@MainActor @Suite struct LiveCodeTests {
  /// Notes the changes of a program as the editor does.
  private final class Notes: EventManagerListener {
    var codes: [LiveCode] = []

    func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) {
      for code in codes { code.noteChange() }
    }
  }

  private static let start = """
    <xml>
    <block type="procedures_defnoreturn"><field name="NAME">do something</field><comment>What it does</comment></block>
    <block type="controls_repeat" y="100"><statement name="DO"><block type="text_print"/></statement></block>
    <block type="controls_repeat" y="200"><statement name="DO"><block type="controls_repeat"/></statement></block>
    <block type="math_on_list" y="300"><mutation op="MODE"></mutation><field name="OP">MODE</field></block>
    <block type="math_on_list" y="400"><mutation op="MODE"></mutation><field name="OP">MODE</field></block>
    </xml>
    """

  @Test(arguments: Seeds.first(6)) func editedCodeIsThatOfTheWholeProgram(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let session = try EditingSession(seed: seed, program: Self.start, withMortiseEvents: true)
    var options = GenerationOptions()
    options.isZeroBased = random.next().isMultiple(of: 2)
    if random.next().isMultiple(of: 3) { options.statementSuffix = "leave(%1);" }
    let notes = Notes()
    let languages = try GeneratedProgram.languages.map(GeneratedProgram.language)
    notes.codes = languages.map { LiveCode(session.workspace, in: $0, options: options) }
    session.manager.addListener(notes)
    for step in 0..<60 {
      if step % 10 == 9 { try session.goBackAndForth() } else { session.act() }
      // Some updates are interrupted, by changes or not.
      let patience = Int.random(in: 0...6, using: &random)
      for (live, language) in zip(notes.codes, languages) {
        var count = 0
        let isDone = live.update {
          count += 1
          return count < patience
        }
        if !isDone, patience < 3 { continue }
        live.update()
        #expect(!live.isBehind)
        let whole = try CodeGenerator(session.workspace, in: language, options: options, isLenient: true).generate()
        let (text, expected) = (
          String(decoding: live.code.bytes, as: UTF8.self), String(decoding: whole.bytes, as: UTF8.self)
        )
        try #require(text == expected, "seed \(seed), step \(step), \(language.origin.id)")
        try #require(
          live.code.lines.elementsEqual(whole.lines, by: ===), "seed \(seed), step \(step), \(language.origin.id)")
        try #require(live.code.problems == whole.problems, "seed \(seed), step \(step)")
      }
    }
  }

  @Test func updatesGoOnWhereTheyWereInterrupted() throws {
    let workspace = try GeneratedProgram.workspace(
      """
      <xml><block type="text_print"/><block type="text_print" y="100"/><block type="text_print" y="200"/></xml>
      """)
    let live = LiveCode(workspace, in: try GeneratedProgram.language("python"), options: GenerationOptions())
    var updates = 1
    while !live.update(while: { false }) { updates += 1 }
    // Each reads or generates one stack; the last one has nothing after it that could wait.
    #expect(updates == 6)
    #expect(live.code.lineCount == 5)
    live.noteChange()
    #expect(!live.update(while: { false }))
    #expect(live.isBehind)
    #expect(live.version == 1)
  }

  @Test func linesOfBlocksAreFound() throws {
    let workspace = try GeneratedProgram.workspace(
      """
      <xml>
      <block type="variables_set" id="set"><field name="VAR">x</field><value name="VALUE"><block type="logic_null" id="null"/></value></block>
      <block type="controls_repeat" id="loop" y="100"><statement name="DO"><block type="text_print" id="print"/></statement></block>
      </xml>
      """)
    let live = LiveCode(workspace, in: try GeneratedProgram.language("javascript"), options: GenerationOptions())
    live.update()
    let code = live.code
    func lines(_ id: String) throws -> [Int] { code.lines(of: try #require(workspace.blocks[id])) }
    #expect(
      (0..<code.lineCount).map { String(decoding: code.bytes(ofLine: $0), as: UTF8.self) }.joined(separator: "\n")
        + "\n"
        == String(decoding: code.bytes, as: UTF8.self))
    #expect(try lines("set") == [3])
    #expect(try lines("null") == [3])
    #expect(try lines("loop") == [5, 7])
    #expect(try lines("print") == [6])
    #expect(code.block(ofLine: 0) == nil)
    #expect(code.block(ofLine: 6)?.id == "print")
  }
}

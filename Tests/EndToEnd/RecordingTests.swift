import FileTesting
import Testing

/// Recordings can be replayed, even on a program whose file has no ids.
@Suite struct RecordingTests {
  private static func text(_ number: Int) -> String {
    """
    <xml xmlns="https://developers.google.com/blockly/xml">
      <block type="text_print" x="16" y="32">
        <value name="TEXT">
          <block type="math_number">
            <field name="NUM">\(number)</field>
          </block>
        </value>
      </block>
    </xml>

    """
  }

  @Test func blocksWithoutIDsAreFoundAgain() throws {
    let folder = try TemporaryFolder()
    let (path, events, original) = (folder.file("a.xml"), folder.file("e.jsonl"), folder.file("original.xml"))
    for file in [path, original] { try Tool.write(Self.text(1), to: file) }
    let editor = try EditorProcess([path, "--record-events", events])
    try editor.type(["\u{1B}[C", "\r", "7", "\r", "\u{13}"])
    editor.session.type("q")
    #expect(try editor.session.end() == 0)
    #expect(Tool.read(path) == Self.text(7))
    for (options, number) in [([], 7), (["--undo", "all"], 1), (["--undo", "all", "--redo", "1"], 7)] {
      let outcome = try Tool.run(["replay", original, "--events", events] + options)
      #expect(outcome == Tool.Outcome(code: 0, output: Self.text(number), errors: ""), "\(options)")
    }
  }
}

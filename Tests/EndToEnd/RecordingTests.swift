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
    for (options, number) in [
      ([], 7), (["--undo", "all"], 1), (["--undo", "all", "--redo", "1"], 7), (["-o", "-"], 7),
    ] {
      let outcome = try Tool.run(["replay", original, "--events", events] + options)
      #expect(outcome == Tool.Outcome(code: 0, output: Self.text(number), errors: ""), "\(options)")
    }
  }

  @Test(arguments: ["a 1\nb 2\n", "{\n  \"blocks\": {}\n}\n", "\u{1B}\n[]\n"])
  func aFileWithoutEventsIsToldInOneLine(text: String) throws {
    let folder = try TemporaryFolder()
    let (path, events, output) = (folder.file("a.xml"), folder.file("e.txt"), folder.file("o.xml"))
    try Tool.write(Self.text(1), to: path)
    try Tool.write(String(repeating: text, count: 200), to: events)
    let outcome = try Tool.run(["replay", path, "--events", events, "-o", output])
    #expect(outcome.code == 1 && outcome.output.isEmpty && Tool.read(output).isEmpty)
    #expect(outcome.errors.hasPrefix("mortise: \(events):") && outcome.errors.contains("takes recorded events"))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test func manyMistakesAreCounted() throws {
    let folder = try TemporaryFolder()
    let (path, events, output) = (folder.file("a.xml"), folder.file("e.txt"), folder.file("o.xml"))
    try Tool.write(Self.text(1), to: path)
    let mistakes = String(repeating: "{\"type\":\"move\",\"blockId\":\"none\"}\n", count: 11)
    try Tool.write(mistakes, to: events)
    let none = try Tool.run(["replay", path, "--events", events, "-o", output])
    #expect(none.code == 1 && Tool.read(output).isEmpty)
    let lines = none.errors.split(separator: "\n").suffix(2)
    #expect(
      lines == [
        "mortise: \(events): 1 more line could not be applied",
        "mortise: \(events): no event could be applied, so nothing is written",
      ])
    // The rest is applied.
    try Tool.write("{\"type\":\"var_create\",\"varId\":\"v\",\"varName\":\"v\"}\n" + mistakes, to: events)
    let some = try Tool.run(["replay", path, "--events", events, "-o", output])
    #expect(some.code == 1 && some.errors.split(separator: "\n").count == 11 && Tool.read(output).contains("id=\"v\""))
  }
}

import FileTesting
import Testing

/// Apps' files in the commands and in the editor.
@Suite struct AppsFileCommandTests {
  private let folder: TemporaryFolder
  private let flows: String

  init() throws {
    folder = try TemporaryFolder()
    flows = folder.file("flows.json")
    try Tool.write(Self.flows("1", "2", "{}"), to: flows)
  }

  private static func flows(_ one: String, _ two: String, _ rest: String) -> String {
    func node(_ name: String, _ text: String) -> String {
      #"{"name":"\#(name)","func":"","workspaceXml":"<xml><block type=\"text_print\" id=\"p\" x=\"0\" y=\"0\"><value name=\"TEXT\"><block type=\"text\" id=\"a\"><field name=\"TEXT\">\#(text)</field></block></value></block></xml>"}"#
    }
    return "[\(node("one", one)),\(node("two", two)),\(rest)]"
  }

  @Test func checkNamesTheProgramsOfAFile() throws {
    let outcome = try Tool.run(["check", flows])
    #expect(
      outcome.output == """
        \(flows)#program=one: 2 blocks, no problems
        \(flows)#program=one:1:1: note: the code beside the blocks isn't what Mortise generates from them; Node-RED runs the code
        \(flows)#program=two: 2 blocks, no problems
        \(flows)#program=two:1:1: note: the code beside the blocks isn't what Mortise generates from them; Node-RED runs the code

        """)
    #expect(outcome.code == 0)
    let one = try Tool.run(["render", flows])
    #expect(
      one.errors == "mortise: \(flows): it has 2 programs: add #program= and one of “one” or “two”\n" && one.code == 1)
  }

  @Test func commandsTakeTheNameOfAProgram() throws {
    #expect(try Tool.run(["render", flows + "#program=two"]).output.contains("“2”"))
    #expect(try Tool.run(["generate", flows + "#program=two", "--to", "python"]).output.contains("print('2')"))
    let text = folder.file("a.blocktext")
    #expect(try Tool.run(["convert", flows + "#program=one", "-o", text]).code == 0)
    #expect(Tool.read(text).hasSuffix("print \"1\"\n"))
    let shown = try Tool.run(["show", flows]).output
    #expect(shown.hasPrefix("@program one\nprint \"1\"\n") && shown.contains("@program two\nprint \"2\"\n"))
  }

  @Test func programsAreComparedByTheirNames() throws {
    let other = folder.file("other.json")
    try Tool.write(Self.flows("1", "3", "{\"x\":1}"), to: other)
    let outcome = try Tool.run(["diff", flows, other])
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("#program=two") && outcome.output.contains("3"))
    #expect(outcome.output.contains("\"x\": 1"))
    #expect(try Tool.run(["diff", flows + "#program=one", other + "#program=one"]).output.contains("\"x\": 1"))
  }

  @Test func mergesPutEachProgramInItsPlace() throws {
    let (ours, theirs, out) = (folder.file("ours.json"), folder.file("theirs.json"), folder.file("out.json"))
    try Tool.write(Self.flows("1", "3", "{}"), to: ours)
    try Tool.write(Self.flows("4", "2", "[9]"), to: theirs)
    let outcome = try Tool.run(["merge", flows, ours, theirs, "-o", out])
    #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let merged = Tool.read(out)
    #expect(merged.contains(">4<") && merged.contains(">3<") && merged.hasSuffix(",[9]]"))
    #expect(merged.contains(#""func":"window.alert('4');""#))
    try Tool.write(Self.flows("5", "2", "[8]"), to: ours)
    let conflict = try Tool.run(["merge", flows, ours, theirs, "-o", out])
    #expect(conflict.code == 1)
    #expect(conflict.errors.contains("conflict: both sides change the text around the programs; ours is kept"))
    #expect(conflict.errors.contains("conflict: program “one”: "))
  }

  private static let program =
    #"<xml><block type="text_print" id="p" x="0" y="0"><value name="TEXT"><block type="text" id="a">"#
    + #"<field name="TEXT">1</field></block></value></block></xml>"#
  private static let ftcEnd = "\n<Extra>\n<OpModeMeta flavor=\"TELEOP\" />\n</Extra>\n"

  private func events(_ number: Int) throws -> String {
    let events = folder.file("e.jsonl")
    try Tool.write(
      #"{"type":"change","group":"g","blockId":"a","element":"field","name":"TEXT","newValue":"\#(number)"}"#
        + "\n", to: events)
    return events
  }

  @Test func replayKeepsWhatIsAroundTheProgram() throws {
    let (file, out, events) = (folder.file("a.blk"), folder.file("o.blk"), try events(7))
    try Tool.write(Self.program + Self.ftcEnd, to: file)
    for output in [out, file] {
      let outcome = try Tool.run(["replay", file, "--events", events, "-o", output])
      #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
      #expect(Tool.read(output) == Self.program.replacing(">1<", with: ">7<") + Self.ftcEnd)
    }
    let outcome = try Tool.run(["replay", flows + "#program=one", "--events", events])
    #expect(outcome.output.contains(">7<") && outcome.output.contains(#""name":"two""#), "\(outcome.errors)")
    #expect(outcome.output.contains(#""func":"window.alert('7');""#))
  }

  /// Old code would run with the new blocks.
  @Test func replaySaysThatTheCodeStays() throws {
    let script = folder.file("a.js")
    try Tool.write("old();\n//" + Self.program.replacing("text_print", with: "beep"), to: script)
    let outcome = try Tool.run(["replay", script, "--events", try events(7)])
    #expect(outcome.errors == "mortise: \(script): the code beside the blocks stays as it was; ioBroker runs it\n")
    #expect(outcome.code == 0 && outcome.output.hasPrefix("old();\n//<xml>") && outcome.output.contains(">7<"))
  }

  @Test func convertNeverDropsAnAppsFileUnasked() throws {
    let (copy, plain, text) = (folder.file("copy.json"), folder.file("plain.json"), folder.file("a.blocktext"))
    // The same extension: the same bytes.
    #expect(
      try Tool.run(["convert", flows + "#program=one", "-o", copy]) == Tool.Outcome(code: 0, output: "", errors: ""))
    #expect(Tool.read(copy) == Tool.read(flows))
    // The program alone is written where the user asks for it.
    #expect(try Tool.run(["convert", flows + "#program=one", "-o", plain, "--to", "json"]).code == 0)
    #expect(Tool.read(plain).contains("text_print") && !Tool.read(plain).contains("workspaceXml"))
    // An app's file is not replaced by a program.
    #expect(try Tool.run(["convert", plain, "-o", text]).code == 0)
    for arguments in [[flows + "#program=one", "--to", "json"], [plain], [text]] {
      let outcome = try Tool.run(["convert"] + arguments + ["-o", copy])
      #expect(outcome.code == 1 && outcome.errors.contains("\(copy) is a file of Node-RED"), "\(outcome.errors)")
      #expect(outcome.errors.split(separator: "\n").count == 1)
      #expect(Tool.read(copy) == Tool.read(flows))
    }
  }

  @Test func openRobertasFilesAreMerged() throws {
    func file(_ version: String, _ wait: String, _ more: String = "", _ pin: String = "1") -> String {
      """
      <export xmlns="http://de.fhg.iais.roberta.blockly">
          <program>
              <block_set robottype="microbit" xmlversion="\(version)" description="" tags="">
                  <instance x="200" y="50">
                      <block type="robControls_start" id="1" intask="true" deletable="false"/>
                      <block type="robControls_wait_time" id="2" intask="true">
                          <value name="WAIT">
                              <block type="math_number" id="3" intask="true">
                                  <field name="NUM">\(wait)</field>
                              </block>
                          </value>
                      </block>\(more)
                  </instance>
              </block_set>
          </program>
          <config>
              <block_set robottype="microbit" xmlversion="3.0" description="" tags="">
                  <instance x="1" y="2">
                      <block type="robConf_led" id="4" intask="true">
                          <field name="PIN1">\(pin)</field>
                      </block>
                  </instance>
              </block_set>
          </config>
      </export>

      """
    }
    let more = "\n                <block type=\"own\" id=\"5\" intask=\"true\"/>"
    let (base, ours, theirs) = (folder.file("base.xml"), folder.file("ours.xml"), folder.file("theirs.xml"))
    let out = folder.file("out.xml")
    try Tool.write(file("3.0", "500"), to: base)
    try Tool.write(file("3.0", "700"), to: ours)
    try Tool.write(file("3.1", "500", more, "2"), to: theirs)
    for (one, other) in [(ours, theirs), (theirs, ours)] {
      let outcome = try Tool.run(["merge", base, one, other, "-o", out])
      #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
      #expect(Tool.read(out) == file("3.1", "700", more, "2"))
    }
    try Tool.write(file("3.0", "900"), to: theirs)
    let conflict = try Tool.run(["merge", base, ours, theirs, "-o", out])
    #expect(conflict.code == 1 && conflict.errors.contains("program “program”"), "\(conflict.errors)")
    #expect(Tool.read(out).contains("disabled=\"true\"") && Tool.read(out).contains("700"))
    let check = try Tool.run(["check", out])
    #expect(check.code == 1 && check.output.contains("conflict"), "\(check.output)")
    let converted = try Tool.run(["convert", out + "#program=configuration", "--to", "json", "-o", "-"])
    #expect(converted.code == 0 && converted.output.contains("robConf_led"), "\(converted.errors)")
  }

  @Test func codeIsMadeWithTheUsersGenerators() throws {
    let (script, blocks) = (folder.file("script.js"), folder.file("blocks.json"))
    try Tool.write(
      "old();\n//<xml><block type=\"beep\" id=\"b\" x=\"0\" y=\"0\"></block></xml>", to: script)
    try Tool.write(
      #"[{"type": "beep", "message0": "beep", "previousStatement": null, "generators": {"javascript": ["beep();\n"]}}]"#,
      to: blocks)
    #expect(try Tool.run(["check", script]).output.contains("whether the code matches the blocks is unknown"))
    #expect(try Tool.run(["check", "--blocks", blocks, script]).output.contains("isn't what Mortise generates"))
    try Tool.write(Tool.read(script).replacing("old();", with: "beep();"), to: script)
    #expect(
      try Tool.run(["check", "--blocks", blocks, script]).output.contains("the code beside the blocks matches them"))
  }

  @Test func aMemberOfAnyJSONIsAProgram() throws {
    let file = folder.file("odd.json")
    try Tool.write(#"{"nodes": [{"b": {"c": "<xml><block type=\"logic_null\"/></xml>"}}]}"#, to: file)
    #expect(try Tool.run(["check", "--member", "nodes.*.b.c", file]).output.hasPrefix("\(file): 1 block, no problems"))
    let wrong = try Tool.run(["check", "--member", "a..b", file])
    #expect(wrong.code == 2 && wrong.errors.contains("--member takes keys with dots between them"))
  }

  @Test(.enabled(if: TmuxSession.isNeeded, "tmux is not installed")) func theEditorListsTheProgramsOfAFile() throws {
    let session = try TmuxSession([flows], stateFolder: folder.file("state"))
    #expect(try session.sees("flows.json: one"))
    try session.press("Btwo<Enter>")
    #expect(try session.sees("flows.json: two  2 of 2"))
    try session.press("<Right><Enter>7<Enter><C-s>")
    #expect(try session.sees("saved flows.json"))
    #expect(try session.pressLast("q") == "ended 0")
    let saved = Tool.read(flows)
    #expect(saved.contains(">7<") && saved.contains(#""func":"window.alert('7');""#) && saved.contains(">1<"))
  }

  @Test(.enabled(if: TmuxSession.isNeeded, "tmux is not installed")) func oldCodeIsSavedOnlyAfterAQuestion() throws {
    let script = folder.file("script.js")
    let xml = #"<xml><block type="on" id="o" x="0" y="0"><field name="A">1</field></block></xml>"#
    try Tool.write("old();\n//\(xml)", to: script)
    let session = try TmuxSession([script], stateFolder: folder.file("state"))
    #expect(try session.sees("code: unknown"))
    try session.press("d<C-s>")
    #expect(try session.sees("ioBroker runs the code beside the blocks"))
    try session.press("n")
    #expect(Tool.read(script) == "old();\n//\(xml)")
    try session.press("d<C-s>y")
    #expect(try session.sees("saved script.js"))
    #expect(try session.pressLast("q") == "ended 0")
  }

  /// Exports of one project differ by the times of their entries.
  @Test(.enabled(if: Tool.has("python3"), "python3 is not installed")) func whatIsPackedIsShownAndMergedByItsContent()
    throws
  {
    func project(_ name: String, year: Int, text: String = "1", title: String = "Quiz", picture: Int = 1) throws
      -> String
    {
      let path = folder.file(name)
      let made = try Tool.run(
        [
          "-c",
          """
          import sys, zipfile
          with zipfile.ZipFile(sys.argv[1], 'w') as archive:
            def add(name, content):
              archive.writestr(zipfile.ZipInfo(name, (int(sys.argv[2]), 1, 1, 0, 0, 0)), content)
            add('src/appinventor/ai_me/Quiz/Screen1.scm', '#|\\n$JSON\\n{"Title":"' + sys.argv[4] + '"}\\n|#')
            add('src/appinventor/ai_me/Quiz/Screen1.bky', '<xml><block type="text_print" id="p" x="1" y="2"><value '
              'name="TEXT"><block type="text" id="a"><field name="TEXT">' + sys.argv[3] + '</field></block></value></block></xml>')
            add('assets/cat.png', bytes([0, int(sys.argv[5])]))
          """, path, "\(year)", text, title, "\(picture)",
        ], program: "python3")
      #expect(made.code == 0, "\(made.errors)")
      return path
    }
    let base = try project("base.aia", year: 2020)
    let shown = try Tool.run(["show", base]).output
    #expect(
      shown == """
        print "1"

        @behind assets/cat.png: 2 bytes, checksum 36de2269
        @behind src/appinventor/ai_me/Quiz/Screen1.bky
        @behind src/appinventor/ai_me/Quiz/Screen1.scm
        @behind   #|
        @behind   $JSON
        @behind   {"Title":"Quiz"}
        @behind   |#

        """)
    #expect(try Tool.run(["show", try project("later.aia", year: 2021)]).output == shown)
    let (ours, out) = (try project("ours.aia", year: 2021, text: "2"), folder.file("out.aia"))
    let theirs = try project("theirs.aia", year: 2022, title: "New")
    #expect(try Tool.run(["merge", base, ours, theirs, "-o", out]) == Tool.Outcome(code: 0, output: "", errors: ""))
    let merged = try Tool.run(["show", out]).output
    #expect(merged.hasPrefix("print \"2\"\n") && merged.contains("\"New\""))
    let other = try project("other.aia", year: 2022, picture: 2)
    #expect(
      try Tool.run(["merge", base, theirs, other, "-o", out]).errors.contains("both sides change the text around"))
    // The first program says so until somebody deletes it.
    let checked = try Tool.run(["check", out])
    #expect(checked.code == 1 && checked.output.contains("both sides change the text around the programs"))
    #expect(try Tool.run(["show", out]).output.contains("assets/cat.png: 2 bytes, checksum"))
    let note = try Tool.run(["diff", theirs, out]).output
    #expect(note.contains("Merge conflict (mortise): both sides change") && !note.contains("Quiz/Screen1.bky"))
  }
}

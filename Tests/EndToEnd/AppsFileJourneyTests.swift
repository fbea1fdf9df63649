import FileTesting
import Testing

/// Journeys with apps' files in a real terminal.
@Suite(.enabled(if: TmuxSession.isNeeded, "tmux is not installed")) struct AppsFileJourneyTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A robot's program is typed with the robot's blocks; what the robot's page keeps behind it stays.
  @Test func aRobotsProgramIsTyped() throws {
    let path = folder.file("drive.blk")
    let behind =
      "\n<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n<Extra>\n<OpModeMeta flavor=\"AUTO\" />\n</Extra>\n"
    let program = """
      <xml xmlns="https://developers.google.com/blockly/xml">
      <block type="procedures_defnoreturn" id="r" deletable="false" x="25" y="25">
      <field name="NAME">runOpMode</field>
      <statement name="STACK">
      <block type="robot_wait" id="w"/>
      </statement>
      </block>
      </xml>
      """
    try Tool.write(program + behind, to: path)
    // As `mortise blocks --record` writes it.
    try Tool.write(
      """
      [{"type": "robot_wait", "message0": "wait for start", "previousStatement": null, "nextStatement": null},
       {"type": "robot_power", "message0": "set power of %1 to %2", "args0": [
         {"type": "field_dropdown", "name": "MOTOR", "options": [["left", "LEFT"], ["right", "RIGHT"]]},
         {"type": "field_number", "name": "POWER"}], "previousStatement": null, "nextStatement": null}]
      """, to: folder.file("drive.blocks.json"))
    let session = try TmuxSession([path], stateFolder: folder.file("state"))
    #expect(try session.sees("wait for start"))
    #expect(try session.sees("code: remade by the app"))
    try session.press("<Down>aset power of right to 5<Enter><Esc>")
    #expect(try session.sees("to  5"))
    // The toolbox has them, too.
    try session.press("t<End><Enter>")
    #expect(try session.sees("wait for start · 1 of 2 · FTC Blocks"))
    try session.press("<Esc><C-s>")
    #expect(try session.sees("saved drive.blk"))
    #expect(try session.pressLast("q") == "ended 0")
    let saved = Tool.read(path)
    #expect(saved.hasPrefix(String(program.prefix { $0 != "/" }.dropLast(9))) && saved.hasSuffix("</xml>" + behind))
    #expect(saved.contains("\n<field name=\"MOTOR\">RIGHT</field>\n<field name=\"POWER\">5</field>\n"))
    #expect(try Tool.run(["check", path]).output.hasPrefix("\(path): 3 blocks, no problems\n"))
  }

  /// A project with three screens: each is opened and changed, and the archive is whole.
  @Test(.enabled(if: Tool.has("python3"), "python3 is not installed")) func aProjectOfThreeScreensIsEdited() throws {
    let path = folder.file("quiz.aia")
    let made = try Tool.run(
      [
        "-c",
        """
        import sys, zipfile
        with zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as archive:
          for name in 'Screen1', 'Quiz', 'End':
            archive.writestr('src/appinventor/ai_me/Quiz/' + name + '.scm', '#|\\n$JSON\\n{}\\n|#')
            archive.writestr('src/appinventor/ai_me/Quiz/' + name + '.bky', '<xml><block type="text" id="a" x="1" y="2">'
              '<field name="TEXT">' + name + '</field></block></xml>')
          archive.writestr('assets/cat.png', bytes(range(256)))
        """, path,
      ], program: "python3")
    #expect(made.code == 0)
    let session = try TmuxSession([path], stateFolder: folder.file("state"))
    #expect(try session.sees("quiz.aia: Screen1"))
    try session.press("BEnd<Enter>")
    #expect(try session.sees("quiz.aia: End  2 of 2"))
    try session.press("<Right><Enter>1<Enter><C-s>")
    #expect(try session.sees("saved quiz.aia"))
    try session.press("BQuiz<Enter>")
    #expect(try session.sees("quiz.aia: Quiz  3 of 3"))
    try session.press("<Right><Enter>2<Enter><C-s>")
    #expect(try session.sees("saved quiz.aia"))
    #expect(try session.pressLast("q") == "ended 0")
    let read = try Tool.run(
      [
        "-c",
        """
        import sys, zipfile
        archive = zipfile.ZipFile(sys.argv[1])
        assert archive.testzip() is None
        assert archive.read('assets/cat.png') == bytes(range(256))
        for name, text in [('Screen1', 'Screen1'), ('Quiz', '2'), ('End', '1')]:
          assert ('>' + text + '<') in archive.read('src/appinventor/ai_me/Quiz/' + name + '.bky').decode(), name
          assert archive.read('src/appinventor/ai_me/Quiz/' + name + '.scm') == b'#|\\n$JSON\\n{}\\n|#'
        """, path,
      ], program: "python3")
    #expect(read == Tool.Outcome(code: 0, output: "", errors: ""))
  }
}

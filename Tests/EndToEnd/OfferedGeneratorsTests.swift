import FileTesting
import Testing

/// Generators that lie beside a program are used in the editor only after its user has said so.
@Suite(.enabled(if: TmuxSession.isNeeded, "tmux is not installed")) struct OfferedGeneratorsTests {
  @Test func theEditorAsksBeforeItUsesThem() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("drive.xml")
    try Tool.write(
      "<xml><block type=\"robot_move\" id=\"a\"><field name=\"N\">5</field></block></xml>", to: path)
    try Tool.write(
      """
      [{"type":"robot_move","message0":"drive %1 steps","args0":[{"type":"field_number","name":"N"}],\
      "previousStatement":null,"nextStatement":null,"generators":{"python":{"code":"robot.move({{N}})"}}}]
      """, to: folder.file("drive.blocks.json"))
    let state = folder.file("state")
    // The user has used the editor before, and said what the terminal looks like.
    _ = try Tool.run(["-p", state + "/mortise"], program: "mkdir")
    for name in ["greeted", "dark-background"] { try Tool.write("", to: state + "/mortise/\(name)") }
    defer { _ = try? Tool.run(["-rf", state], program: "rm") }
    let session = try TmuxSession([path], columns: 100, rows: 30, stateFolder: state)
    try session.press("$")
    #expect(try session.sees("There are generators beside the program"))
    try session.press("y")
    #expect(try session.sees("robot.move(5)"))
    #expect(try session.pressLast("q") == "ended 0")
    // The answer holds as long as the file stays as it is.
    let again = try TmuxSession([path], columns: 100, rows: 30, stateFolder: state)
    try again.press("$")
    #expect(try again.sees("robot.move(5)"))
    #expect(try again.pressLast("q") == "ended 0")
  }
}

import FileTesting
import Glibc
import Testing

/// Several programs in one editor in a real terminal: blocks go from one to the other, and both come back after a kill.
@Suite(.enabled(if: TmuxSession.isNeeded, "tmux is not installed")) struct SeveralProgramsTests {
  private let folder: TemporaryFolder
  private let first: String
  private let second: String

  init() throws {
    folder = try TemporaryFolder()
    first = folder.file("first.xml")
    second = folder.file("second.json")
    try Tool.write(#"<xml><block type="text_print" id="p"/><block type="math_number" id="n" y="90"/></xml>"#, to: first)
    try Tool.write(#"{"blocks": {"blocks": [{"type": "logic_boolean", "id": "b", "x": 0, "y": 0}]}}"#, to: second)
  }

  private func editor() throws -> TmuxSession { try TmuxSession([first], stateFolder: folder.file("state")) }

  @Test func blocksGoFromOneToTheOther() throws {
    let session = try editor()
    #expect(try session.sees("saved"))
    try session.press("<C-x>")
    #expect(try session.sees("first.xml") && session.sees(" changed "))
    // The list of the folder finds the other file by a few letters.
    try session.press("<F3>sec<Enter>")
    #expect(try session.sees("second.json  2 of 2"))
    try session.press("P")
    #expect(try session.sees("second.json  2 of 2") && session.sees(" changed "))
    try session.press("<C-s>")
    #expect(try session.sees("saved second.json"))
    try session.press("<F4>")
    #expect(try session.sees("first.xml  1 of 2") && session.sees(" changed "))
    try session.press("<C-s>")
    #expect(try session.sees("saved first.xml"))
    #expect(try session.pressLast("q") == "ended 0")
    #expect(!Tool.read(first).contains("text_print"))
    #expect(Tool.read(second).contains("text_print") && Tool.read(second).contains("logic_boolean"))
    // Both are in the list of recent files, the one saved last first.
    #expect(Tool.read(folder.file("state/mortise/recent")) == "\(first)\n\(second)\n")
  }

  @Test func severalFilesAreOpenedInOneEditor() throws {
    // One file has two names here.
    let same = folder.path + "/./first.xml"
    let session = try TmuxSession([first, same, second + "#block=b"], stateFolder: folder.file("state"))
    #expect(try session.sees("first.xml  1 of 2"))
    try session.press("<C-x><F4>")
    #expect(try session.sees("second.json  2 of 2"))
    try session.press("P<C-s>")
    #expect(try session.sees("saved second.json"))
    try session.press("q")
    #expect(try session.sees("Save the changes of first.xml before quitting?"))
    #expect(try session.pressLast("s") == "ended 0")
    #expect(!Tool.read(first).contains("text_print"))
    #expect(Tool.read(second).contains("text_print") && Tool.read(second).contains("logic_boolean"))
    #expect(!folder.names.contains { $0.hasSuffix("mortise-journal") })
  }

  @Test func bothComeBackAfterAKill() throws {
    let process = try EditorProcess([first])
    try process.type(["d"])
    // The keys that arrive while the other program is read wait for it.
    try process.type(["\u{1B}OR", "sec", "\r"])
    let shown = try process.shown()
    #expect(shown.contains("2 of 2"), "\(shown)")
    try process.type(["d", "d"])
    try process.kill()
    let session = try editor()
    #expect(try session.sees(": 1 step"))
    try session.press("o")
    #expect(try session.sees("this is the unsaved work"))
    try session.press("<F3>sec<Enter>")
    #expect(try session.sees(": 2 steps"))
    try session.press("o")
    #expect(try session.sees("second.json  2 of 2") && session.sees(" changed "))
    try session.press("q")
    #expect(try session.sees("Save 2 programs before quitting: first.xml, second.json?"))
    #expect(try session.pressLast("s") == "ended 0")
    #expect(Tool.read(first).ranges(of: "text_print").count == 2)
    #expect(Tool.read(second).ranges(of: "logic_boolean").count == 3)
    #expect(!folder.names.contains { $0.hasSuffix("mortise-journal") })
  }
}

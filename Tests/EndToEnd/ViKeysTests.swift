import FileTesting
import Testing

/// Vi's keys with counts and selections.
@Suite struct ViKeysTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let program = """
    print "one"
    print "two"
    repeat 3 times
      print "three"
    print "four"

    """

  /// Types keys, and returns the screen.
  private func screen(after keys: [String]) throws -> String {
    let path = folder.file("program.blocktext")
    try Tool.write(Self.program, to: path)
    let editor = try EditorProcess(["--keys", "vi", path])
    try editor.type(keys)
    _ = try editor.shown()
    // Draws all of it again.
    try editor.type(["\u{C}"])
    let shown = try editor.shown()
    editor.session.type("ZQ")
    return shown
  }

  /// The screen is gone then.
  @Test func savingAndQuittingIsToldInTheShell() throws {
    let path = folder.file("program.blocktext")
    try Tool.write(Self.program, to: path)
    let editor = try EditorProcess(["--keys", "vi", path])
    try editor.type(["d", "d"])
    editor.session.type("ZZ")
    #expect(try editor.session.errorText() == "mortise: saved program.blocktext\n")
    #expect(Tool.read(path).hasPrefix("print \"two\""))
  }

  @Test(arguments: [
    (["V", "G", "d"], "An empty program"), (["V", "j", "d"], "cut 2 blocks"),
    (["G", "V", "g", "g", "d"], "An empty program"),
    // What is refused changes nothing, so one statement is cut.
    (["j", "2", ">", ">", "d", "d"], "cut print “two”"),
    (["y", "y", "3", "p", "u"], "undone: pasted 3 times"),
    // A loop isn't cut along with its number.
    (["j", "j", "l", "d", "d"], "h goes to repeat"), (["l", "d", "d"], "cut print “one”"),
  ]) func keysDoWhatTheySay(keys: [String], words: String) throws {
    let screen = try screen(after: keys)
    #expect(screen.contains(words), "\(keys): \(screen)")
  }

  @Test func aNumberBeforeAKeyThatEditsIsNoText() throws {
    #expect(try screen(after: ["l", "5", "r"]).contains("one"))
  }
}

import FileTesting
import Glibc
import PtyDriver
import Testing

/// The editor on programs as text.
@Suite struct TextEditingTests {
  private let folder: TemporaryFolder
  private var file: String { folder.file("a.blocktext") }

  init() throws { folder = try TemporaryFolder() }

  private func saveAndQuit(_ editor: EditorProcess) throws {
    try editor.type(["\u{13}"])
    editor.session.type("q")
    #expect(try editor.session.end() == 0)
  }

  @Test func workIsRecoveredAfterAKillAndUndone() throws {
    let text = "if true {print 1}\n\nf\n"
    try Tool.write(text, to: file)
    let first = try EditorProcess([file])
    try first.type(["d", "G", "d", "u"])
    try first.kill()
    #expect(Tool.read(file) == text)
    let second = try EditorProcess([file])
    #expect(try second.shown().contains("1 step"))
    try second.type(["\r", "\u{13}"])
    let saved = Tool.read(file)
    #expect(saved == "if true\n  print 1\nif true\n  print 1\n\nf()\n\nto f\n")
    // What was undone is redone, and everything undone.
    try second.type(["U", "\u{13}"])
    #expect(Tool.read(file) != saved)
    try second.type(["u", "u"])
    try saveAndQuit(second)
    #expect(Tool.read(file) == text)
    #expect(folder.names == ["a.blocktext"])
  }

  @Test func aNewTextIsWritten() throws {
    let editor = try EditorProcess([file])
    try editor.type(["\u{1B}[200~print \"Hi\"\u{1B}[201~"])
    try saveAndQuit(editor)
    #expect(Tool.read(file) == "print \"Hi\"\n")
  }

  @Test func aTextWithMistakesIsNotOpened() throws {
    try Tool.write("set x 5\nprint )\n", to: file)
    let editor = try EditorProcess([file])
    let shown = try editor.shown()
    #expect(shown.contains("a.blocktext:1:7:") && shown.contains("a.blocktext:2:7:"))
    editor.session.type("q")
    #expect(try editor.session.end() == 1)
    let outcome = try Tool.run([file])
    #expect(outcome.code == 1)
    #expect(
      outcome.errors == """
        mortise: there are 2 mistakes
        mortise: \(file):1:7: “5” doesn't fit here; expected “to” or “=”
        mortise: \(file):2:7: “)” doesn't fit here; expected a value

        """)
    #expect(Tool.read(file) == "set x 5\nprint )\n" && folder.names == ["a.blocktext"])
  }
}

import FileTesting
import Glibc
import PtyDriver
import Testing

/// Blocks are copied from one running editor into another.
@Suite final class SharedClipboardTests {
  private let folder: TemporaryFolder
  private var clipboard: String { folder.file("mortise/clipboard") }

  init() throws { folder = try TemporaryFolder() }

  deinit {
    unlink(clipboard)
    rmdir(folder.file("mortise"))
  }

  private func editor(_ name: String, _ text: String) throws -> EditorProcess {
    try Tool.write(text, to: folder.file(name))
    return try EditorProcess(
      [folder.file(name)], environment: ["XDG_RUNTIME_DIR": folder.path, "SSH_TTY": "/dev/pts/0"])
  }

  private func save(_ editor: EditorProcess) throws {
    try editor.type(["\u{13}"])
    editor.session.type("q")
    #expect(try editor.session.end() == 0)
  }

  /// A call in a loop brings its function, the function that this calls, and their variables.
  @Test func aStackIsCopiedWithFunctionsAndVariables() throws {
    let program = """
      count with i from 1 to 10 by 1
        greet with: name i
      print i

      to greet with: name
        set last to name
        shout with: name last

      to shout with: name
        print name
        greet with: name "again"

      """
    let first = try editor("a.blocktext", program)
    let second = try editor("b.blocktext", "set i to 5\n")
    // The keys of both: copy the stack, paste it.
    try first.type(["Y"])
    try second.type(["P"])
    try save(second)
    #expect(Tool.read(folder.file("b.blocktext")) == "set i to 5\n" + program)
    #expect(TemporaryFolder.mode(folder.file("mortise")) == 0o700 && TemporaryFolder.mode(clipboard) == 0o600)
    try first.kill()
  }

  /// A stack from one program into a loop of another takes few keys, those to both places included.
  @Test func copyingAStackTakesAtMostEightKeys() throws {
    let down = "\u{1B}[B"
    let copying = ["n", "Y"]
    let pasting = [down, down, "P"]
    #expect(copying.count + pasting.count <= 8)
    let first = try editor("a.blocktext", "print 0\n\nset x to 1\nif x > 0\n  print x\nprint \"end\"\n")
    let second = try editor("b.blocktext", "print \"start\"\nrepeat 3 times\n")
    try first.type(copying)
    try second.type(pasting)
    try save(second)
    let expected = """
      print "start"
      repeat 3 times
        set x to 1
        if x > 0
          print x
        print "end"

      """
    #expect(Tool.read(folder.file("b.blocktext")) == expected)
    try first.kill()
  }

  @Test func theNewestCopyIsPasted() throws {
    let first = try editor("a.blocktext", "print 1\n")
    let second = try editor("b.blocktext", "print 2\n")
    try first.type(["y"])
    try second.type(["y", "P"])
    try first.type(["P"])
    for editor in [first, second] { try save(editor) }
    #expect(Tool.read(folder.file("a.blocktext")) == "print 1\nprint 2\n")
    #expect(Tool.read(folder.file("b.blocktext")) == "print 2\nprint 2\n")
  }

  /// Keys typed behind a paste come behind it.
  @Test func keysWaitForThePaste() throws {
    let first = try editor("a.blocktext", "print 1\n")
    try first.type(["y"])
    first.session.type("PPuP\u{13}q")
    #expect(try first.session.end() == 0)
    #expect(Tool.read(folder.file("a.blocktext")) == "print 1\nprint 1\nprint 1\n")
  }

  @Test func aDamagedFileIsToldOnceAndTheOwnClipboardIsPasted() throws {
    let editor = try editor("a.blocktext", "print 1\n")
    try editor.type(["y"])
    try Tool.write("{\"mortiseClipboard\":1,\"time\":", to: clipboard)
    _ = try editor.shown()
    try editor.type(["P"])
    #expect(try editor.shown().contains("the copy from another editor is damaged"))
    try editor.type(["P"])
    #expect(try !editor.shown().contains("damaged"))
    try save(editor)
    #expect(Tool.read(folder.file("a.blocktext")) == "print 1\nprint 1\nprint 1\n")
  }

  /// The folder of another user, or a link that leads elsewhere, is not used.
  @Test func aFolderThatIsALinkIsNotUsed() throws {
    let target = folder.file("target")
    mkdir(target, 0o700)
    symlink(target, folder.file("mortise"))
    defer { rmdir(target) }
    let editor = try editor("a.blocktext", "print 1\n")
    _ = try editor.shown()
    try editor.type(["y"])
    #expect(try editor.shown().contains("other editors can't get what you copied"))
    try editor.type(["P"])
    try save(editor)
    #expect(Tool.read(folder.file("a.blocktext")) == "print 1\nprint 1\n")
    #expect(TemporaryFolder.status(target).st_nlink == 2)
    unlink(folder.file("mortise"))
  }

  /// The system's clipboard gets the notation, in base64: `print 1` and a line break.
  @Test func theTerminalGetsTheNotation() throws {
    let editor = try editor("a.blocktext", "print 1\n")
    _ = try editor.session.bytesWritten()
    try editor.type(["y"])
    let output = String(decoding: try editor.session.bytesWritten(), as: UTF8.self)
    #expect(output.contains("\u{1B}]52;c;cHJpbnQgMQo=\u{7}"))
    try editor.kill()
  }

  /// Notation pasted by the terminal becomes blocks; a line that can't be read stays open, with its number.
  @Test func pastedNotationBecomesBlocks() throws {
    let editor = try editor("a.blocktext", "print 1\n")
    try editor.type(["\u{1B}[200~repeat 3 times\r  print \"Hi\"\u{1B}[201~"])
    _ = try editor.shown()
    try editor.type(["\u{1B}[200~print 1\rpront 2\u{1B}[201~"])
    #expect(try editor.shown().contains("line 2 of 2: “pront 2”"))
    try editor.type(["\u{1B}"])
    try editor.type(["u"])
    try save(editor)
    #expect(Tool.read(folder.file("a.blocktext")) == "print 1\nrepeat 3 times\n  print \"Hi\"\n")
  }
}

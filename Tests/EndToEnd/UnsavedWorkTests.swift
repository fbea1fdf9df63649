import FileTesting
import Glibc
import PtyDriver
import Testing

/// Work is not lost, whatever happens to the terminal or the file.
@Suite(.enabled(if: TmuxSession.isNeeded, "tmux is not installed")) struct UnsavedWorkTests {
  private let file: NumberProgram
  private var folder: TemporaryFolder { file.folder }
  private var path: String { file.path }

  init() throws { file = try NumberProgram() }

  private func editor() throws -> TmuxSession {
    try TmuxSession([path], columns: 80, rows: 24, term: "xterm-256color", locale: "C.UTF-8")
  }

  /// The editor in its own pseudo-terminal, after the number was changed.
  private func editedInPty() throws -> PtySession {
    let session = try PtySession(
      program: Tool.binary, arguments: [path], environment: ["MORTISE_IDLE_FD": "\(PtySession.lineDescriptor)"])
    _ = try session.nextLine()
    for key in ["\r", "7", "\r"] {
      session.type(key)
      _ = try session.nextLine()
    }
    return session
  }

  private var journal: String { folder.file(".n.xml.mortise-journal") }

  /// Opens the program again: the unsaved work is offered, opened and saved.
  private func expectRecovery() throws {
    #expect(Tool.read(path) == NumberProgram.text(1))
    #expect(Tool.read(journal).contains(#""newValue":7"#))
    let session = try editor()
    #expect(try session.sees(": 1 step"))
    try session.press("<Enter>")
    #expect(try session.sees("n.xml") && session.sees(" changed "))
    #expect(try session.sees("this is the unsaved work; save to keep it"))
    try session.press("<C-s>")
    #expect(try session.sees("saved n.xml"))
    #expect(try session.pressLast("q") == "ended 0")
    #expect(Tool.read(path) == NumberProgram.text(7))
    #expect(folder.names == ["n.xml"])
  }

  @Test func workIsRecoveredAfterAHangUp() throws {
    let session = try editedInPty()
    session.hangUp()
    _ = try session.end()
    try expectRecovery()
  }

  @Test(arguments: [SIGHUP, SIGTERM, SIGQUIT, SIGUSR1, SIGXCPU]) func workIsRecoveredAfterASignal(number: Int32) throws
  {
    let session = try editedInPty()
    session.signal(number)
    _ = try session.end()
    #expect(session.isCooked)
    try expectRecovery()
  }

  /// Text in a dialog is no step yet; it comes back in its dialog.
  @Test(arguments: [SIGKILL, SIGTERM, SIGHUP]) func typedTextIsRecovered(number: Int32) throws {
    let first = try EditorProcess([path])
    try first.type(["w", "somebody typed", " this"])
    first.session.signal(number)
    _ = try first.session.end()
    let session = try editor()
    #expect(try session.sees(": text being typed"))
    try session.press("<Enter>")
    #expect(try session.sees("the text you were typing"))
    #expect(try session.sees("somebody typed this"))
    try session.press("<C-s>")
    #expect(try session.sees("n.xml") && session.sees(" changed "))
    try session.press("<C-s>")
    #expect(try session.sees("saved n.xml"))
    #expect(try session.pressLast("q") == "ended 0")
    #expect(Tool.read(path).contains("somebody typed this"))
    #expect(folder.names == ["n.xml"])
  }

  @Test func recoveredWorkCanBeKeptOrDiscarded() throws {
    let first = try editedInPty()
    first.signal(SIGTERM)
    _ = try first.end()
    let keeping = try editor()
    try keeping.press("k")
    #expect(try keeping.sees("kept in"))
    #expect(try keeping.pressLast("q") == "ended 0")
    #expect(folder.names.count == 2)
    let throwing = try editor()
    try throwing.press("d")
    #expect(try throwing.sees("deleted"))
    #expect(try throwing.pressLast("q") == "ended 0")
    #expect(folder.names == ["n.xml"])
    #expect(Tool.read(path) == NumberProgram.text(1))
  }

  @Test func withoutUnsavedWorkNoJournalStays() throws {
    let session = try PtySession(
      program: Tool.binary, arguments: [path], environment: ["MORTISE_IDLE_FD": "\(PtySession.lineDescriptor)"])
    _ = try session.nextLine()
    session.signal(SIGTERM)
    _ = try session.end()
    #expect(folder.names == ["n.xml"])
  }

  @Test func aFailedSaveKeepsTheEditorOpen() throws {
    let inner = folder.file("inner")
    mkdir(inner, 0o700)
    let copy = inner + "/n.xml"
    try Tool.write(NumberProgram.text(1), to: copy)
    let session = try TmuxSession([copy], columns: 80, rows: 24, term: "xterm-256color", locale: "C.UTF-8")
    try session.press("<Enter>7<Enter>")
    unlink(copy)
    unlink(inner + "/.n.xml.mortise-journal")
    rmdir(inner)
    try session.press("<C-s>")
    #expect(try session.sees("folder"))
    // The editor is still open, and saves elsewhere.
    try session.press("<Esc>S")
    try session.press("\(folder.file("m.xml"))<Enter>")
    #expect(try session.sees("saved m.xml"))
    #expect(try session.pressLast("q") == "ended 0")
    #expect(Tool.read(folder.file("m.xml")) == NumberProgram.text(7))
  }

  @Test func aReadOnlyFileIsNotWritten() throws {
    guard getuid() != 0 else { return }
    chmod(path, 0o400)
    let session = try editor()
    try session.press("<Enter>7<Enter><C-s>")
    #expect(try session.sees("Not saved"))
    #expect(Tool.read(path) == NumberProgram.text(1))
  }

  @Test func aFileChangedByAnotherProgramIsNotOverwrittenUnasked() throws {
    let session = try editor()
    try session.press("<Enter>7<Enter>")
    let theirs = NumberProgram.text(2)
    try Tool.write(theirs, to: path)
    try session.press("<C-s>")
    #expect(try session.sees("The file was changed by another program"))
    try session.press("n")
    #expect(try session.sees("not saved"))
    #expect(Tool.read(path) == theirs)
    try session.press("<C-s>o")
    #expect(try session.sees("saved n.xml"))
    #expect(try session.pressLast("q") == "ended 0")
    #expect(Tool.read(path) == NumberProgram.text(7))
  }

  @Test func aBrokenFileIsReportedInOneLineAndNotChanged() throws {
    try Tool.write("<xml>\n  <block type=\"a\">\n</xml>\n", to: path)
    let before = TemporaryFolder.status(path)
    // The error is shown in the editor, and printed when it exits.
    let session = try PtySession(
      program: Tool.binary, arguments: [path], environment: ["MORTISE_IDLE_FD": "\(PtySession.lineDescriptor)"])
    _ = try session.nextLine()
    session.type("q")
    #expect(try session.end() == 1)
    let errors = try session.errorText()
    #expect(errors.hasPrefix("mortise: \(path):3:3: "))
    #expect(errors.filter(\.isNewline).count == 1)
    // Without a terminal it is printed immediately.
    let found = try Tool.run([path])
    #expect(found.code == 1 && found.errors == errors)
    let after = TemporaryFolder.status(path)
    #expect(before.st_mtim.tv_nsec == after.st_mtim.tv_nsec && before.st_ino == after.st_ino)
    #expect(folder.names == ["n.xml"])
  }

  @Test func theFirstSaveCreatesTheFile() throws {
    let new = folder.file("new.json")
    let session = try TmuxSession([new], columns: 80, rows: 24, term: "xterm-256color", locale: "C.UTF-8")
    #expect(access(new, F_OK) != 0)
    try session.press("t<Enter><Enter><C-s>")
    #expect(try session.sees("saved new.json"))
    #expect(try session.pressLast("q") == "ended 0")
    #expect(Tool.read(new).contains(#""controls_if""#))
  }
}

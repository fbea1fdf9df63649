import FileTesting
import Glibc
import PtyDriver
import Testing

/// Journals with several editors, unusual folders, and disks that can't be written.
@Suite(.enabled(if: TmuxSession.isNeeded, "tmux is not installed")) struct SharedFileTests {
  private let file: NumberProgram
  private var folder: TemporaryFolder { file.folder }
  private var path: String { file.path }

  init() throws { file = try NumberProgram() }

  private var journals: [String] { folder.names.filter { $0.hasSuffix(".mortise-journal") } }

  /// When the editor is idle, the journal's line is on the disk.
  @Test func shownChangesAreInTheJournal() throws {
    let editor = try EditorProcess([path])
    let journal = folder.file(".n.xml.mortise-journal")
    for number in 2...9 {
      try editor.type(["\r", "\(number)"])
      #expect(!Tool.read(journal).contains("\"newValue\":\(number)"))
      try editor.type(["\r"])
      #expect(Tool.read(journal).contains("\"newValue\":\(number)"))
    }
    try editor.type(["u"])
    #expect(Tool.read(journal).hasSuffix("{\"undo\":1}\n"))
    try editor.type(["U", "\u{13}"])
    #expect(Tool.read(journal).split(separator: "\n").last?.hasPrefix("{\"saved\":") == true)
    editor.session.type("q")
    #expect(try editor.session.end() == 0)
    #expect(folder.names == ["n.xml"])
  }

  @Test func aSecondEditorReportsTheFirst() throws {
    let first = try EditorProcess([path])
    try first.type(["\r", "7", "\r"])
    let second = try TmuxSession([path])
    #expect(try second.sees("Another editor has this file open: process "))
    try second.press("l")
    #expect(journals == [".n.xml.mortise-journal"])
    try first.type(["u"])
    first.session.type("q")
    #expect(try first.session.end() == 0)
    #expect(folder.names == ["n.xml"])
  }

  /// Two editors are killed, and the work of both is offered, one after the other.
  @Test func theWorkOfTwoKilledEditorsIsOffered() throws {
    let first = try EditorProcess([path])
    try first.type(["\r", "7", "\r"])
    let second = try EditorProcess([path])
    try second.type(["e", "\r", "8", "\r", "\r", "9", "\r"])
    try first.kill()
    try second.kill()
    #expect(Tool.read(path) == NumberProgram.text(1) && journals.count == 2)

    let third = try TmuxSession([path])
    #expect(try third.sees("Unsaved work from "))
    try third.press("k")
    // The message of the first choice would not fit beside the next question.
    #expect(try third.sees("\n open the unsaved work (o/y) · 1 of 3 · Unsaved work from "))
    try third.press("k")
    #expect(try third.sees("\n kept in"))
    #expect(try third.pressLast("q") == "ended 0")
    #expect(journals.count == 2)

    // The work with two groups is discarded, the other one is opened.
    let fourth = try TmuxSession([path])
    for _ in 1...2 {
      let steps = try #require(try fourth.firstSeen(of: [": 1 step ", ": 2 steps "]))
      try fourth.press(steps == ": 1 step " ? "k" : "d")
    }
    #expect(try fourth.pressLast("q") == "ended 0")
    let fifth = try TmuxSession([path])
    #expect(try fifth.sees(": 1 step"))
    try fifth.press("o")
    try fifth.press("<C-s>")
    #expect(try fifth.sees("saved n.xml"))
    #expect(try fifth.pressLast("q") == "ended 0")
    #expect(Tool.read(path) == NumberProgram.text(7) && folder.names == ["n.xml"])
  }

  @Test func recoveryReportsAFileChangedInTheMeantime() throws {
    let editor = try EditorProcess([path])
    try editor.type(["\r", "7", "\r"])
    try editor.kill()
    try Tool.write(NumberProgram.text(2), to: path)
    let session = try TmuxSession([path])
    #expect(try session.sees(": 1 step; file changed since"))
    try session.press("o<C-s>")
    #expect(try session.sees("The file was changed by another program"))
    try session.press("n")
    #expect(Tool.read(path) == NumberProgram.text(2))
    try session.press("<C-s>o")
    #expect(try session.sees("saved n.xml"))
    #expect(try session.pressLast("q") == "ended 0")
    #expect(Tool.read(path) == NumberProgram.text(7) && folder.names == ["n.xml"])
  }

  @Test func aJournalIsFoundThroughALink() throws {
    let links = try TemporaryFolder()
    let link = links.file("link.xml")
    symlink(path, link)
    let editor = try EditorProcess([link])
    try editor.type(["\r", "7", "\r"])
    try editor.kill()
    #expect(links.names == ["link.xml"] && journals.count == 1)
    let session = try TmuxSession([path])
    #expect(try session.sees(": 1 step"))
    try session.press("o<C-s>")
    #expect(try session.sees("saved n.xml"))
    #expect(try session.pressLast("q") == "ended 0")
    #expect(Tool.read(link) == NumberProgram.text(7) && folder.names == ["n.xml"])
  }

  @Test func anUnnamedProgramIsRecovered() throws {
    let here = try TemporaryFolder()
    let shell = "cd '\(here.path)'"
    let editor = try EditorProcess([], shell: shell)
    try editor.type(["t", "\r", "\r"])
    // A second unnamed editor has another program.
    let other = try TmuxSession([], shell: shell)
    #expect(try other.sees("An empty program"))
    #expect(try other.pressLast("q") == "ended 0")
    try editor.kill()
    #expect(here.names == [".unnamed.xml.mortise-journal"])
    let session = try TmuxSession([], shell: shell)
    #expect(try session.sees(": 1 step"))
    try session.press("o<C-s>")
    #expect(try session.sees("Save as"))
    try session.press("<Enter>")
    #expect(try session.sees("saved program.xml"))
    #expect(try session.pressLast("q") == "ended 0")
    #expect(here.names == ["program.xml"])
    #expect(Tool.read(here.file("program.xml")).contains("controls_if"))
  }

  private static let asNobody = "setpriv --reuid=65534 --regid=65534 --clear-groups"
  /// Root may write anywhere, so another user is needed, who must be able to run the binary.
  private static var canBeAnother: Bool {
    getuid() != 0 || (try? TmuxSession.run(["sh", "-c", "\(asNobody) '\(Tool.binary)' --version"]).code) == 0
  }

  @Test(.enabled(if: canBeAnother, "nobody else can run it")) func aReadOnlyFolderIsReported() throws {
    chmod(folder.path, 0o555)
    chmod(path, 0o644)
    defer { chmod(folder.path, 0o755) }
    let shell = getuid() == 0 ? "exec \(Self.asNobody) \"$0\" \"$@\"" : "true"
    let editor = try EditorProcess([path], shell: shell)
    #expect(try editor.shown().contains("unsaved work is not protected: "))
    try editor.type(["\r", "7", "\r"])
    #expect(try editor.shown().contains("7"))
    try editor.type(["\u{13}"])
    #expect(try editor.shown().contains("Not saved"))
    try editor.type(["\r", "q"])
    editor.session.type("d")
    #expect(try editor.session.end() == 0)
    #expect(Tool.read(path) == NumberProgram.text(1) && folder.names == ["n.xml"])
  }

  /// A limit on file sizes acts like a full disk.
  @Test func aFullDiskIsReported() throws {
    let filler = String(repeating: "long ", count: 2000)
    let large = NumberProgram.text(1).replacing(
      "</xml>",
      with:
        "  <!-- -->\n  <block type=\"text\" id=\"t\" x=\"16\" y=\"160\">\n    <field name=\"TEXT\">\(filler)</field>\n  </block>\n</xml>"
    )
    try Tool.write(large, to: path)
    let editor = try EditorProcess([path], shell: "ulimit -f 4")
    try editor.type(["\r", "7", "\r"])
    #expect(try editor.shown().contains("unsaved work is not protected: "))
    try editor.type(["\u{13}"])
    let shown = try editor.shown()
    #expect(shown.contains("Not") && shown.contains("saved") && shown.contains("space"), "\(shown)")
    #expect(Tool.read(path) == large)
    // Quitting asks, and leaves nothing behind.
    try editor.type(["\r", "q"])
    editor.session.type("d")
    #expect(try editor.session.end() == 0)
    #expect(Tool.read(path) == large && folder.names == ["n.xml"])
  }
}

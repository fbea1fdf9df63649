import Glibc
import PtyDriver
import Testing

/// A terminal that accepts no output, behind a dead connection, doesn't block the user's work.
@Suite struct StalledTerminalTests {
  private let file: NumberProgram
  private let editor: EditorProcess
  private var session: PtySession { editor.session }
  private var journal: String { file.folder.file(".n.xml.mortise-journal") }

  init() throws {
    file = try NumberProgram()
    editor = try EditorProcess([file.path])
  }

  private func editWhileStalled() throws {
    session.stall()
    for key in ["\r", "7", "\r"] { session.type(key) }
    // There is no idle signal before everything is shown.
    let limit = ContinuousClock.now + .seconds(20)
    while !Tool.read(journal).contains(#""newValue":7"#), ContinuousClock.now < limit {
      #expect(try session.nextLine(within: .milliseconds(50)) == nil)
    }
    #expect(Tool.read(journal).contains(#""newValue":7"#))
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT]) func aSignalEndsTheEditor(number: Int32) throws {
    try editWhileStalled()
    session.signal(number)
    #expect(try session.end() == 0)
    #expect(session.isCooked)
    #expect(Tool.read(journal).contains(#""newValue":7"#))
    #expect(Tool.read(file.path) == NumberProgram.text(1))
  }

  @Test func theChangesAreShownWhenTheTerminalResumes() throws {
    try editWhileStalled()
    session.goOn()
    _ = try session.nextLine()
    #expect(try editor.shown().contains("chang"))
    try editor.type(["\u{13}"])
    #expect(Tool.read(file.path) == NumberProgram.text(7))
    session.type("q")
    #expect(try session.end() == 0)
  }

  @Test func theProgramCanBeSavedAndClosed() throws {
    try editWhileStalled()
    session.type("\u{13}")
    session.type("q")
    #expect(try session.end() == 0)
    #expect(session.isCooked)
    #expect(Tool.read(file.path) == NumberProgram.text(7))
    #expect(file.folder.names == ["n.xml"])
  }
}

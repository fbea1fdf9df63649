import FileTesting
import Testing

/// The option `--language`, and the language of the environment.
@Suite struct LanguageTests {
  private static let program = """
    <xml><block type="controls_if"><statement name="DO0"><block type="text_print"/></statement></block></xml>
    """

  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("p.xml")
    try Tool.write(Self.program, to: path)
  }

  private func text(_ arguments: String...) throws -> String {
    try Tool.run(["convert", path, "--to", "text", "-o", "-"] + arguments).output
  }

  @Test func theWordsAreThoseOfTheLanguage() throws {
    #expect(try text("--language", "de") == "@language(\"de\")\n\nfalls _\n  schreibe _\n")
    #expect(try text("--language", "fr") == "@language(\"fr\")\n\nsi _\n  afficher _\n")
    #expect(try text() == "if _\n  print _\n")
  }

  @Test func textInAnotherLanguageIsRead() throws {
    try Tool.write(try text("--language", "de"), to: folder.file("p.blocktext"))
    let back = try Tool.run(["convert", folder.file("p.blocktext"), "--to", "xml", "--compact", "-o", "-"])
    #expect(back.code == 0 && back.output.contains(#"<block type="text_print""#))
  }

  @Test func aFileOfMessagesIsALanguage() throws {
    try Tool.write(#"{"@metadata":{},"TEXT_PRINT_TITLE":"stampa %1"}"#, to: folder.file("it.json"))
    #expect(try text("--language", folder.file("it.json")) == "@language(\"it\")\n\nif _\n  stampa _\n")
  }

  @Test func anUnknownLanguageIsReported() throws {
    let outcome = try Tool.run(["check", path, "--language", "xx"])
    #expect(outcome.code == 1)
    #expect(
      outcome.errors
        == "mortise: unknown language “xx”; known are en, de, es, fr, and files of messages that end in .json\n")
  }

  @Test(.enabled(if: TmuxSession.isNeeded, "tmux is not installed")) func theEditorFollowsTheEnvironment() throws {
    let session = try TmuxSession([path], columns: 120, locale: "de_AT.UTF-8")
    #expect(try session.sees("falls") && session.sees("Schleifen"))
    #expect(try session.pressLast("q") == "ended 0")
  }
}

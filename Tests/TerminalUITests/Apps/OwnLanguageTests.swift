import CasePlaying
import CodeGeneration
import RunTesting
import TerminalUI
import Testing

/// A language that an app brings: in the code beside the blocks, in runs and in the settings.
@Suite struct OwnLanguageTests {
  private static let program = """
    <xml><block type="text_print"><value name="TEXT"><block type="text"><field name="TEXT">it's</field></block></value>
    </block></xml>
    """

  private static func play(_ languages: CodeLanguages, _ keys: String) throws -> CaseSession {
    var testCase = try CaseEditor(xml: program, keys: keys)
    testCase.languages = languages
    let session = try CaseSession(testCase)
    try session.play()
    return session
  }

  @Test func theFirstLanguageIsShownAndRuns() throws {
    let session = try Self.play(CodeLanguages([ShellLanguage.language] + CodeLanguages.standard.all), "$\n<F5>\n&")
    #expect(session.statusLines.contains("  the code in Shell"))
    #expect(session.statusLines.contains { $0.hasPrefix("  ended · last line: it's") }, "\(session.statusLines)")
    #expect(session.statusLines.last == "  the code in Python")
  }

  @Test func theCodeIsShown() throws {
    let screen = try Self.play(CodeLanguages([ShellLanguage.language]), "$\n&").screen
    #expect(screen.contains("Shell: 1 line") && screen.contains("echo 'it'\\''s'"), "\(screen)")
  }

  @Test func aMistakeInItsGeneratorsIsShown() throws {
    let bad = CodeLanguage(id: "bad", name: "Bad", fileExtension: "bad", generators: Array("{\"text\": 7}".utf8))
    let screen = try Self.play(CodeLanguages([bad]), "$").screen
    #expect(screen.contains("the generators of Bad: 1:10: “text” must be an object"), "\(screen)")
  }

  @Test func nothingRunsWithoutARuntime() throws {
    let notes = CodeLanguage(id: "abc", name: "ABC notation", fileExtension: "abc", generators: [])
    let session = try Self.play(CodeLanguages([notes]), "<F5>")
    #expect(session.statusLines.last == "  programs can't be run in abc")
  }

  @Test func settingsNameTheLanguages() {
    let languages = ShellLanguage.languages
    #expect(SettingsTemplate.text(languages).contains("\"php\", \"dart\" or \"sh\"."))
    let bytes = Array("{\"code\": \"sh\"}".utf8)
    #expect(SettingsReader(bytes, languages: languages).settings.codeLanguage == "sh")
    let problem = SettingsReader(bytes, languages: .standard).problems.first?.message
    #expect(problem == "“code” must be one of “python”, “javascript”, “lua”, “php”, “dart”")
  }
}

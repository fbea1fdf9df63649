import FileTesting
import Glibc
import PtyDriver
import Testing

/// The settings file, and what the options for the look do, with the real binary.
@Suite final class SettingsTests {
  private let folder: TemporaryFolder
  private let path: String
  private let settings: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("p.xml")
    settings = folder.file("mortise/settings.json")
    mkdir(folder.file("mortise"), 0o700)
    try Tool.write("<xml><block type=\"text_print\" id=\"p\"/></xml>", to: path)
  }

  deinit {
    unlink(settings)
    rmdir(folder.file("mortise"))
  }

  private var variables: [String: String] { ["XDG_CONFIG_HOME": folder.path] }

  /// What the editor writes until it waits for the first key.
  private func firstScreen(_ options: [String], _ more: [String: String] = [:]) throws -> String {
    let editor = try EditorProcess(options + [path], environment: variables.merging(more) { $1 })
    return String(decoding: try editor.session.bytesWritten(), as: UTF8.self)
  }

  /// Returns the screen with the list of the toolbox's categories.
  private func toolboxScreen() throws -> String {
    let editor = try EditorProcess([path], environment: variables)
    try editor.type(["t"])
    return try editor.shown()
  }

  // MARK: - The file

  @Test func configWritesAFileOnceAndThenChecksIt() throws {
    let place = "export XDG_CONFIG_HOME='\(folder.path)'"
    #expect(
      try Tool.run(["config"], shell: place) == Tool.Outcome(code: 0, output: "wrote \(settings)\n", errors: ""))
    let template = Tool.read(settings)
    #expect(template.contains("\"keySet\"") && template.contains("//"))
    #expect(
      try Tool.run(["config"], shell: place)
        == Tool.Outcome(code: 0, output: "\(settings): no mistakes\n", errors: ""))
    #expect(Tool.read(settings) == template)
    try Tool.write("{\n  \"wrap\": 1,\n  \"bel\": true\n}\n", to: settings)
    let outcome = try Tool.run(["config"], shell: place)
    let errors = outcome.errors.split(separator: "\n")
    #expect(outcome.code == 1 && errors.count == 2, "\(errors)")
    #expect(errors.first?.hasPrefix("mortise: \(settings):2:11: ") == true, "\(errors)")
    #expect(errors.last?.hasPrefix("mortise: \(settings):3:") == true, "\(errors)")
  }

  @Test func mistakesAreToldAndTheRestIsUsed() throws {
    try Tool.write("{ \"wrap\": 1,\n  \"theme\": \"drak\", \"language\": \"de\" }\n", to: settings)
    let editor = try EditorProcess([path], environment: variables)
    let shown = try editor.shown()
    #expect(shown.contains("settings.json:1:11:") && shown.contains("schreibe"), "\(shown)")
    editor.session.type("q")
    #expect(try editor.session.end() == 0)
    let errors = try editor.session.errorText()
    #expect(errors.contains("settings.json:1:11:") && errors.contains("drak"), "\(errors)")
  }

  @Test func theKeysOfACallWin() throws {
    try Tool.write("{ \"keySet\": \"blockly\" }\n", to: settings)
    let editor = try EditorProcess(["--keys", "vi", path], environment: variables)
    #expect(try editor.shown().contains("o type"))
    editor.session.type("ZQ")
    #expect(try editor.session.end() == 0)
    let outcome = try Tool.run(["--keys", "emacs", path])
    #expect(
      outcome.code == 2 && outcome.errors.contains("there is no key set “emacs”; the sets are mortise, vi, blockly"),
      "\(outcome)")
  }

  // MARK: - Changes in the editor

  /// The keys that choose German in the list of settings.
  private static let german = ["\u{1B},"] + down + down + ["\r"] + down + down + ["\r"]
  private static let down = ["\u{1B}[B"]
  private static let up = ["\u{1B}[A"]

  @Test func aChangedLanguageTakesEffectAtOnce() throws {
    let editor = try EditorProcess([path], environment: variables)
    #expect(try editor.shown().contains("print"))
    try editor.type(Self.german)
    let shown = try editor.shown()
    #expect(shown.contains("schreibe") && !shown.contains("next start"), "\(shown)")
    #expect(Tool.read(settings).contains("\"language\": \"de\""))
    // A new program has the same words.
    try editor.type(["\u{1B}", "\u{0E}", "t", "\u{0C}"])
    #expect(try editor.shown().contains("Schleifen"))
    try editor.type(["\u{1B}"])
    editor.session.type("q")
    #expect(try editor.session.end() == 0)
  }

  /// Blocks have the words of the selected language, as long as it is selected.
  @Test func aLanguageIsPreviewed() throws {
    let editor = try EditorProcess(["--language", "fr", path], environment: variables)
    #expect(try editor.shown().contains("afficher"))
    let german = ["\u{1B},"] + Self.down + Self.down + ["\r"] + Self.up + Self.up
    try editor.type(german)
    #expect(try editor.shown().contains("schreibe"))
    #expect(Tool.read(settings) == "")
    try editor.type(["\u{1B}", "\u{0C}"])
    #expect(try editor.shown().contains("afficher"), "the language before comes back")
    try editor.type(["\u{1B}"] + german + ["\r", "\u{0C}"])
    #expect(try editor.shown().contains("schreibe"))
    // That of the environment can be chosen again.
    try editor.type(["\r"] + Self.up + Self.up + ["\r", "\u{0C}"])
    #expect(try editor.shown().contains("print"))
    #expect(Tool.read(settings).contains("\"language\": \"auto\""))
    try editor.type(["\u{1B}"])
    editor.session.type("q")
    #expect(try editor.session.end() == 0)
  }

  @Test func aChangedProgramTakesTheWordsAndCanBeUndone() throws {
    let before = Tool.read(path)
    let editor = try EditorProcess([path], environment: variables)
    _ = try editor.shown()
    try editor.type(["d"] + Self.german)
    let shown = try editor.shown()
    #expect(shown.contains("schreibe") && !shown.contains("next start"), "\(shown)")
    try editor.type(["\u{1B}", "\u{0C}"])
    #expect(try !editor.shown().contains("print"))
    #expect(Tool.read(settings).contains("\"language\": \"de\""))
    try editor.type(["u", "\u{13}"])
    editor.session.type("q")
    #expect(try editor.session.end() == 0)
    #expect(Tool.read(path) == before)
  }

  @Test func theToolboxIsTheUsersOwn() throws {
    let toolbox = folder.file("toolbox.json")
    try Tool.write(
      """
      {"kind": "categoryToolbox", "contents": [
        {"kind": "category", "name": "Lesson one", "contents": [{"kind": "block", "type": "text_print"}]}]}
      """, to: toolbox)
    #expect(try !toolboxScreen().contains("Lesson one"))
    try Tool.write("{ \"toolbox\": \"\(toolbox)\" }\n", to: settings)
    let screen = try toolboxScreen()
    #expect(screen.contains("Lesson one") && !screen.contains("Loops"), "\(screen)")
    unlink(toolbox)
    try expectStart(inSpiteOf: toolbox, showing: "print")
  }

  /// What the settings name and what can't be read is told, and the editor starts without it.
  private func expectStart(inSpiteOf mistake: String, showing words: String) throws {
    let editor = try EditorProcess([path], environment: variables)
    let shown = try editor.shown()
    #expect(shown.contains("settings.json: “") && shown.contains(words), "\(shown)")
    editor.session.type("q")
    #expect(try editor.session.end() == 0)
    #expect(try editor.session.errorText().contains(mistake))
  }

  @Test(arguments: ["german", "nowhere.json"]) func aLanguageThatIsNoneIsLeftOut(language: String) throws {
    try Tool.write("{ \"language\": \"\(language)\" }\n", to: settings)
    try expectStart(inSpiteOf: language, showing: "print")
    // What a call names must be there.
    let outcome = try Tool.run(["--language", language, path])
    #expect(outcome.code != 0 && outcome.errors.contains(language), "\(outcome)")
  }

  // MARK: - Keys

  @Test func keySetsAreShown() throws {
    let vi = try Tool.run(["keys", "--set", "vi"])
    #expect(vi.code == 0 && vi.output.contains("| d d, x, ") && vi.output.contains("| g g, "), "\(vi)")
    #expect(try Tool.run(["keys", "--names"]).output.contains("duplicate"))
    let unknown = try Tool.run(["keys", "--set", "emacs"])
    #expect(unknown.code == 2 && unknown.errors.contains("the sets are mortise, vi, blockly"), "\(unknown)")
  }

  // MARK: - The look

  @Test func anOptionWinsOverTheThemeOfTheSettings() throws {
    let dark = try firstScreen(["--theme", "dark"])
    try Tool.write("{ \"theme\": \"high-contrast\" }\n", to: settings)
    #expect(try firstScreen([]) != dark)
    #expect(try firstScreen(["--theme", "dark"]) == dark)
  }

  @Test func anUnknownThemeIsReported() throws {
    let outcome = try Tool.run(["--theme", "drak", path])
    #expect(outcome.code == 1 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("drak") && outcome.errors.contains("high-contrast"), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test func aPlainScreenHasNoColoursAndBorders() throws {
    let plain = try firstScreen(["--plain"], ["COLORTERM": "truecolor"])
    let colours = plain.matches(of: #/\u{1B}\[([0-9;]*)m/#).flatMap { $0.1.split(separator: ";") }
      .compactMap { Int($0) }.filter { (30...49).contains($0) || (90...107).contains($0) }
    // The terminal's own colours may be chosen again.
    #expect(Set(colours).isSubset(of: [39, 49]), "\(colours)")
    #expect(plain.contains("print") && !plain.contains("│") && !plain.contains("─"))
  }

  /// The terminal entry with true colours is for curses alone. A program has no terminal to draw on.
  @Test(.enabled(if: Tool.has("python3"))) func programsThatRunGetNoTerminalEntry() throws {
    let (script, found) = (folder.file("python3"), folder.file("variables"))
    try Tool.write("#!/bin/sh\nenv >'\(found)'\nexec /usr/bin/python3 \"$@\"\n", to: script)
    chmod(script, 0o700)
    let editor = try EditorProcess(
      [path], environment: ["COLORTERM": "truecolor", "PATH": "\(folder.path):/usr/bin:/bin"])
    #expect(String(decoding: try editor.session.bytesWritten(), as: UTF8.self).contains("8;2;"), "no true colours")
    editor.session.type("\u{1B}[15~")
    _ = try editor.session.outputUpTo("ended")
    let variables = Tool.read(found).split(separator: "\n")
    #expect(variables.contains("TERM=dumb") && !variables.contains { $0.hasPrefix("TERMINFO") })
  }
}

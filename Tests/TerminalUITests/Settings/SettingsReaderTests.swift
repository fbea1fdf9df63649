import ProgramRunning
import Testing
import Workbench

@testable import TerminalUI

/// Settings files: what they set, and what is said of their mistakes.
@Suite struct SettingsReaderTests {
  private func read(_ text: String) -> SettingsReader { SettingsReader(Array(text.utf8), languages: .standard) }

  @Test func everySettingIsRead() {
    let reader = read(
      """
      // “//” begins a comment, but not in a text
      { "keySet": "vi", "theme": "dark", "language": "de", "toolbox": "//here/a\\"b", // this one
        "mouse": false, "codeCommands": { "iobroker": ["node", "make code.js"], "nodered": ["x"] }, "verbosity": "full", "wrap": true, "bell": true,
        "keys": { "canvas": { "duplicate": ["<C-d>", "g d"], "delete": "x", "undo": [] }, "list": { "close": ["q"] } } }
      """)
    #expect(reader.problems == [])
    let settings = reader.settings
    #expect(settings.keySet == .vi && settings.theme == "dark" && settings.language == "de")
    #expect(settings.toolbox == "//here/a\"b" && !settings.usesMouse && settings.verbosity == .full)
    #expect(settings.wraps && settings.ringsBell)
    #expect(settings.codeCommands == ["iobroker": CodeMaker(["node", "make code.js"]), "nodered": CodeMaker(["x"])])
    #expect(
      settings.keys.keys == [
        "canvas": ["duplicate": ["<C-d>", "g d"], "delete": ["x"], "undo": []], "list": ["close": ["q"]],
      ])
  }

  @Test(arguments: [
    ("", "1:1: the file contains no JSON value"), ("[]", "1:1: the settings must be an object: { … }"),
    ("{\n  \"wrap\": true,\n  wrap\n}", "3:3: "), ("{\"mouse\": 1}", "1:11: “mouse” must be true or false"),
    ("{\"them\": \"dark\"}", "1:10: there is no setting “them”; the settings are keySet, "),
    ("{\"theme\": \"\"}", "1:11: “theme” must be a text"),
    ("{\"wrap\": true, \"wrap\": false}", "1:24: “wrap” is set twice; this one counts"),
    ("{\"keySet\": \"emacs\"}", "1:12: “keySet” must be one of “mortise”, “vi”, “blockly”"),
    ("{\"codeCommands\": []}", "1:18: “codeCommands” must be an object of commands"),
    (
      "{\"codeCommands\": {\"ftc\": [\"a\"]}}", "1:26: no app runs the code of “ftc”; the names are iobroker, nodered, "
    ),
    ("{\"codeCommands\": {\"iobroker\": \"a b\"}}", "1:31: the command of “iobroker” must be a list of words"),
    ("{\"codeCommands\": {\"iobroker\": [\"a\", 1]}}", "1:31: the command of “iobroker” must be a list of words"),
    ("{\"codeCommands\": {\"iobroker\": []}}", "1:31: the command of “iobroker” must be a list of words"),
    ("{\"keys\": []}", "1:10: “keys” must be an object of modes"),
    ("{\"keys\": {\"cavnas\": {}}}", "1:21: there is no mode “cavnas”; the modes are bookmarks, "),
    ("{\"keys\": {\"reading\": {}}}", "1:22: there is no mode “reading”; the modes are "),
    ("{\"keys\": {\"list\": {\"new\": \"c\"}}}", "1:27: “list” has no command “new”"),
    ("{\"keys\": {\"canvas\": 1}}", "1:21: “canvas” must be an object of commands"),
    ("{\"keys\": {\"canvas\": {\"dup\": \"d\"}}}", "1:29: “canvas” has no command “dup”"),
    ("{\"keys\": {\"canvas\": {\"copy\": 1}}}", "1:30: the keys of “copy” must be a list of names"),
    ("{\"keys\": {\"canvas\": {\"copy\": [\"<C-\"]}}}", "1:31: “<C-” is not the name of a key"),
    ("{\"keys\": {\"canvas\": {\"copy\": [\"a b c\"]}}}", "1:31: “a b c” is not the name of a key"),
    ("{\"keys\": {\"canvas\": {\"copy\": \"c\", \"cut\": [\"c\"]}}}", "1:43: “c” is a key of “copy” already"),
  ]) func mistakesAreReportedAndLeftOut(text: String, problem: String) {
    let reader = read(text)
    #expect(reader.problems.count == 1)
    #expect(reader.problems.first?.description.hasPrefix(problem) == true, "\(reader.problems)")
    #expect(reader.settings.keySet == .mortise && reader.settings.usesMouse)
  }

  @Test func theTemplateSetsNothingAndNamesEverySetting() {
    let reader = read(SettingsTemplate.text(.standard))
    #expect(reader.problems == [])
    #expect(reader.settings.keys == KeyBindings() && !reader.settings.wraps)
    for name in SettingsReader.names { #expect(SettingsTemplate.text(.standard).contains("\"\(name)\": "), "\(name)") }
    // Without the comment signs, it is a settings file, too.
    let lines = SettingsTemplate.text(.standard).split(separator: "\n").map { line in
      line.hasPrefix("  // \"") ? String(line.dropFirst(5)) : String(line)
    }
    let shown = read(lines.joined(separator: "\n"))
    #expect(shown.problems == [])
    #expect(shown.settings.keys.keys["canvas"]?["outline"] == ["f", "g o"])
  }

  /// As its first line says.
  @Test func eachSettingOfTheTemplateCanBeUsedAlone() throws {
    for name in SettingsReader.names { try use(name) }
  }

  private func use(_ name: String) throws {
    let template = SettingsTemplate.text(.standard)
    let text = template.replacing("// \"\(name)\"", with: "\"\(name)\"")
    #expect(text != template && read(text).problems == [], "\(name)")
    // The settings window adds others.
    let other = name == "theme" ? "verbosity" : "theme"
    let changed = try SettingsText(Array(text.utf8)).setting(other, to: other == "theme" ? "light" : "full")
    #expect(read(String(decoding: changed, as: UTF8.self)).problems == [], "\(name)")
  }
}

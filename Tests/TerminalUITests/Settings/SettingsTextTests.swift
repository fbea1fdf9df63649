import CodeGeneration
import Glibc
import MortiseFiles
import Testing

@testable import TerminalUI

/// A setting is changed in the file without a byte of the others.
@MainActor @Suite struct SettingsTextTests {
  private func changed(_ text: String, _ name: String, _ value: String) throws -> String {
    String(decoding: try SettingsText(Array(text.utf8)).setting(name, to: value), as: UTF8.self)
  }

  @Test(arguments: [
    ("{}", "{\n  \"theme\": \"light\",\n}"),
    ("{\n}\n", "{\n  \"theme\": \"light\",\n}\n"),
    ("{\r\n}\r\n", "{\r\n  \"theme\": \"light\",\r\n}\r\n"),
    (
      "{ // mine\n  \"wrap\": true // \"theme\": 1\n}",
      "{\n  \"theme\": \"light\",\n // mine\n  \"wrap\": true // \"theme\": 1\n}"
    ),
    ("{\"theme\" : \"dark\" , \"wrap\":true}", "{\"theme\" : \"light\" , \"wrap\":true}"),
    (
      "{\"keys\": {\"theme\": [\"}\", \"\\\"\"]},\n// \"theme\": \"dark\",\n\"theme\": \"dark\" // why\n}",
      "{\"keys\": {\"theme\": [\"}\", \"\\\"\"]},\n// \"theme\": \"dark\",\n\"theme\": \"light\" // why\n}"
    ),
    ("{\"theme\": {\"a\": [1, 2]}, \"bell\": false}", "{\"theme\": \"light\", \"bell\": false}"),
    ("{\"theme\": 12}", "{\"theme\": \"light\"}"),
    ("{\n  // \"theme\": \"auto\",\n}", "{\n  \"theme\": \"light\",\n}"),
    ("{\n  // \"theme\": \"mine\",\n}", "{\n  \"theme\": \"light\",\n  // \"theme\": \"mine\",\n}"),
    (
      "{\n  \"wrap\": true\n  // \"theme\": \"auto\",\n}",
      "{\n  \"theme\": \"light\",\n  \"wrap\": true\n  // \"theme\": \"auto\",\n}"
    ),
    (
      "{\n  \"keys\": {\n    // \"theme\": \"auto\",\n  }\n}",
      "{\n  \"theme\": \"light\",\n  \"keys\": {\n    // \"theme\": \"auto\",\n  }\n}"
    ),
  ])
  func onlyTheSettingChanges(before: String, after: String) throws {
    #expect(try changed(before, "theme", "light") == after)
    let reader = SettingsReader(Array(after.utf8), languages: .standard)
    #expect(reader.settings.theme == "light")
  }

  @Test func theTemplateTakesEverySetting() throws {
    var text = SettingsTemplate.text(.standard)
    for (name, value) in [("theme", "light"), ("keySet", "vi"), ("language", "de"), ("verbosity", "full")] {
      let lines = text.split(separator: "\n")
      text = try changed(text, name, value)
      let changes = text.split(separator: "\n").difference(from: lines)
      #expect(changes.insertions.count == 1 && changes.removals.count == 1)
      #expect(text.contains("\n  \"\(name)\": \"\(value)\",\n") && !text.contains("// \"\(name)\""))
    }
    let reader = SettingsReader(Array(text.utf8), languages: .standard)
    #expect(reader.problems.isEmpty)
    #expect(reader.settings.keySet == .vi && reader.settings.language == "de" && reader.settings.verbosity == .full)
  }

  /// What can't be read or written says so, and where.
  @Test func whyAFileIsNotChangedIsSaid() {
    let broken = SettingsFile(name: "settings.json") {
      Array("{\n  a\n}".utf8)
    } write: { _ in
    }
    let error = #expect(throws: SettingsTextError.self) { try broken.set("theme", to: "light") }
    #expect(error?.description.hasPrefix("settings.json:2:3: ") == true)
    let locked = SettingsFile(name: "settings.json") {
      Array("{}".utf8)
    } write: { _ throws(FileError) in
      throw FileError(.save, "/etc/settings.json", code: EACCES)
    }
    #expect(throws: FileError.self) { try locked.set("theme", to: "light") }
  }

  @Test(arguments: ["", "[]", "{\"a\": }", "{\"a\": 1"]) func whatIsBrokenIsNotChanged(text: String) {
    #expect(throws: SettingsTextError.self) { try changed(text, "theme", "light") }
  }
}

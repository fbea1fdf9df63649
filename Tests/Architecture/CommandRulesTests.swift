import Testing

/// The rules about commands find made-up sources that break them, and only those.
@Suite struct CommandRulesTests {
  private func lines(_ violations: [Violation]) -> [Int] { violations.map(\.line) }

  private func switches(_ text: String) -> [Int] {
    lines(
      Rules.commandSwitches([
        SourceFile(
          path: "Sources/TerminalUI/A.swift",
          text: "enum LogCommand: String {\n  case up, down\n  case show(Int)\n}\nenum Way {\n  case up, left\n}\n"),
        SourceFile(path: "Sources/Workbench/B.swift", text: text),
      ]))
  }

  @Test(arguments: [
    "switch command {\ncase .a: b()\ndefault: break\n}",
    "switch table.command(for: key) {\ncase .a: b()\ndefault: break\n}",
    "return switch self.logCommand\n{\ndefault: 1\n}",
    "switch it {\ncase .up, .show(let index): b()\ndefault: break\n}",
    "switch x {\ncase .left:\n  switch command {\n  case .up: break\n  default: break\n  }\ncase .right: break\n}",
    "switch command { default: break }", "switch command.action {\ncase .a: if b { c() }\n@unknown default : break\n}",
  ])
  func defaultsOverCommands(text: String) {
    #expect(switches(text).count == 1, "\(text)")
  }

  @Test(arguments: [
    "switch command {\ncase .a: b()\ncase .c: d()\n}", "switch it {\ncase .left: b()\ndefault: break\n}",
    "switch command {\ncase .a:\n  switch way {\n  case .left: break\n  default: break\n  }\ncase .b: break\n}",
    "// switch command { default: break }\nlet a = \"switch command { default: break }\"",
    "switch it {\ncase .up, .left: b()\ndefault: break\n}", "switch text {\ncase \"up\": b()\ndefault: break\n}",
  ])
  func otherSwitches(text: String) {
    #expect(switches(text).isEmpty, "\(text)")
  }

  @Test(arguments: [
    "switch key.code {", "if key?.code == .escape {", "let a = Key(name: \"q\")", "if key == .control(\"q\") {",
    "case .key(.control(\"q\")): quit()", "switch key {",
  ])
  func keysBesideTheTables(text: String) {
    func found(_ path: String) -> [Int] { lines(Rules.boundKeys([SourceFile(path: path, text: "\n" + text)])) }
    #expect(found("Sources/TerminalUI/Windows/A.swift") == [2], "\(text)")
    #expect(found("Sources/TerminalUI/Commands/A.swift").isEmpty)
    #expect(found("Sources/MortiseTerminal/A.swift").isEmpty)
  }

  @Test(arguments: ["case .key(let key): press(key, in: editor)", "key.typedCharacter", "let monkey = monKey(1)"])
  func keysThatAreHandedOn(text: String) {
    #expect(Rules.boundKeys([SourceFile(path: "Sources/TerminalUI/A.swift", text: text)]).isEmpty)
  }
}

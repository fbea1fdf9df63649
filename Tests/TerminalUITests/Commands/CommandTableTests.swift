import MortiseTerminal
import Testing

@testable import TerminalUI

@Suite struct CommandTableTests {
  private final class Count { var count = 0 }

  private func command(_ name: String, _ keys: [String], hint: String? = nil) -> Command<Count> {
    Command(
      name, keys: keys, group: .editing, help: "help for \(name)", hint: hint, runIn: { count, _ in count.count += 1 })
  }

  @Test func keysThatAreBoundTwiceOrAreNoneAreFaulty() {
    let table = CommandTable("here", "Here", [command("a", ["a", "<Up>"]), command("b", ["<Up>", "<Nothing>", "b"])])
    #expect(table.invalidKeys == ["<Up>", "<Nothing>"])
    #expect(table[Key(.up)]?.name == "a")
    #expect(table[Key("b")]?.name == "b")
    #expect(table[Key("c")] == nil)
  }

  @Test func hintsAreInTheOrderOfTheTable() {
    let table = CommandTable(
      "here", "Here",
      [
        command("up", ["<S-Up>"], hint: ""), command("none", ["x"]), command("down", ["<S-Down>"], hint: "move"),
        command("save", ["<C-s>", "s"], hint: "save"),
      ])
    #expect(table.hints(in: Count()).map { "\($0.keyText) \($0.actionText)" } == ["⇧↑ ", "⇧↓ move", "Ctrl+S save"])
    #expect(table.hints(in: Count(), groups: [.finishing]).isEmpty)
    #expect(table.hint(ofCommandNamed: "save", in: Count()) == "Ctrl+S save")
    #expect(table.hint(ofCommandNamed: "none", in: Count()) == nil)
  }

  /// With less room, the ways out stay, and keys that share their words go together.
  @Test func shorterHintsKeepTheWaysOut() {
    let table = CommandTable(
      "here", "Here",
      [
        command("up", ["<Up>"], hint: ""), command("down", ["<Down>"], hint: "move"),
        Command<Count>("drop", "<Enter>", group: .finishing, help: "drop it", hint: "drop", run: { _ in }),
        Command<Count>("cancel", "<Esc>", group: .finishing, help: "cancel it", hint: "cancel", run: { _ in }),
      ])
    #expect(
      table.shorterHints(in: Count(), groups: [.editing, .finishing]) == ["Enter drop  Esc cancel", "Enter drop"])
    #expect(table.shorterHints(in: Count(), groups: [.editing]) == [])
  }

  @Test func anAdaptedCommandIsTheSame() {
    let adapted = command("save", ["<C-s>"], hint: "save").adapted { (_: CommandTableTests) in Count() }
    #expect((adapted.name, adapted.keys, adapted.help) == ("save", ["<C-s>"], "help for save"))
    #expect(adapted.hint(self) == "save")
  }

  @Test(arguments: [
    ("a", "a", "a"), ("A", "A", "A"), ("<Space>", "Space", "Space"), ("<Lt>", "<", "<"), ("<C-s>", "Ctrl+S", "Ctrl+S"),
    ("<S-Up>", "Shift+↑", "⇧↑"), ("<Delete>", "Delete", "Del"), ("<C-A-Left>", "Ctrl+Alt+←", "Ctrl+Alt+←"),
    ("<F1>", "F1", "F1"), ("<PageUp>", "PageUp", "PageUp"),
  ])
  func keysAreWrittenForUsers(name: String, long: String, short: String) {
    #expect(KeyText.long(name) == long)
    #expect(KeyText.short(name) == short)
  }
}

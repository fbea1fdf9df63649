import MortiseScreen
import MortiseTerminal
import Testing
import Workbench

@testable import TerminalUI

/// The key sets, and keys of the user's own.
@Suite struct KeySetTests {
  @Test(arguments: EditorSettings.KeySet.allCases) func everySetIsSound(set: EditorSettings.KeySet) {
    defer { KeyBindings.current = KeyBindings() }
    for (mode, commands) in KeySets.bindings(of: set).keys {
      let known = CommandReference().commandNames[mode] ?? []
      #expect(Set(commands.keys).subtracting(known) == [], "\(set): \(mode)")
    }
    var settings = EditorSettings()
    settings.keySet = set
    settings.useKeys()
    let table = CanvasMode.canvasCommands
    #expect(table.invalidKeys == [])
    for command in table.commands {
      // Refactorings are in the list of one key.
      let isListed = RefactoringKind(rawValue: command.name) != nil
      #expect(command.keys.isEmpty == isListed, "\(set): \(command.name) has no key")
      for name in command.keys {
        let keys = Key.sequence(named: name) ?? []
        let found = keys.count == 1 ? table[keys[0]] : table.continuations(of: keys[0])[keys[1]]
        #expect(found?.name == command.name, "\(set): \(name) is \(found?.name ?? "nothing"), not \(command.name)")
        // A key that begins others would never do anything alone.
        #expect(keys.count == 2 || table.continuations(of: keys[0]).isEmpty, "\(set): \(name)")
      }
    }
  }

  @Test func blocklysKeysInTheToolbox() {
    defer { KeyBindings.current = KeyBindings() }
    KeyBindings.current = KeySets.bindings(of: .blockly)
    let added = ToolboxSelection.table.adapted { (_: ListPopup) -> ToolboxSelection in fatalError("isn't used") }
    let table = ListPopup.table(adding: added)
    #expect(table[Key("h")]?.name == "next-heading" && table[Key("H")]?.name == "previous-heading")
    #expect(table.invalidKeys == [])
  }

  @Test func theUsersKeysWin() {
    defer { KeyBindings.current = KeyBindings() }
    var settings = EditorSettings()
    settings.keys = KeyBindings(keys: ["canvas": ["duplicate": ["u"], "delete": [], "find": ["g g"]]])
    settings.useKeys()
    let table = CanvasMode.canvasCommands
    #expect(table[Key("u")]?.name == "duplicate")
    #expect(table.command(named: "undo")?.keys == ["<C-z>"])
    #expect(table.command(named: "delete")?.keys == [] && table[Key(.delete)] == nil)
    #expect(table.continuations(of: Key("g"))[Key("g")]?.name == "find")
    #expect(table.command(named: "first")?.keys == ["<Home>", "<C-Home>"])
    KeyBindings.current = KeyBindings()
    #expect(table[Key("u")]?.name == "undo" && table.command(named: "first")?.keys == ["<Home>", "g", "<C-Home>"])
  }

  @Test func messagesNameTheUsersKeys() {
    defer { KeyBindings.current = KeyBindings() }
    KeyBindings.current = KeyBindings(keys: ["canvas": ["toolbox": ["<F7>"], "move": []]])
    let table = CanvasMode.canvasCommands
    #expect(table.hint("toolbox", "opens the toolbox") == "; F7 opens the toolbox")
    #expect(table.hint("move", "moves it") == "")
  }

  @Test func whatAListAddsHasATableOfItsOwn() {
    defer { KeyBindings.current = KeyBindings() }
    KeyBindings.current = KeyBindings(keys: ["variables": ["new": ["x"]], "list": ["close": ["X"]]])
    let added = VariableSelection.table.adapted { (_: ListPopup) -> VariableSelection in fatalError("isn't used") }
    let table = ListPopup.table(adding: added)
    #expect(table[Key("x")]?.name == "new" && table[Key("n")] == nil && table[Key("X")]?.name == "close")
  }
}

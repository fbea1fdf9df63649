import Testing

@testable import TerminalUI

/// The list of all commands finds what users mean, in their own words.
@Suite struct PaletteTests {
  /// What is typed, and the beginning of the help of the command that must come first.
  static let queries: [(typed: String, help: String)] = [
    ("rename", "variables: create, rename"), ("umbenennen", "variables: create, rename"),
    ("renommer", "variables: create, rename"), ("renombrar", "variables: create, rename"),
    ("wrap", "type blocks into"), ("comment out", "disable or enable"), ("auskommentieren", "disable or enable"),
    ("duplicate line", "duplicate the selected"), ("dupliquer", "duplicate the selected"), ("speichern", "save"),
    ("guardar", "save"), ("exécuter", "run the program"), ("indent", "move the statement, or the selecte"),
    ("clean up", "arrange the stacks"), ("go to line", "go to a row"), ("fold", "collapse or expand the selected"),
    ("delete", "delete the selected"), ("shortcuts", "help: all keys"), ("copy", "copy the selected"),
    // What newcomers ask for.
    ("print", "type blocks into"), ("big text", "help: all keys"), ("speak", "read the whole block"),
    ("how to loop", "type blocks into"), ("make function", "type blocks into"), ("colors", "settings"),
    ("save as", "save as"), ("undo", "undo"), ("zoom", "help: all keys"), ("find word", "find words"),
    ("help", "help: all keys"), ("run program", "run the program"), ("stop", "stop the program"),
    ("language", "settings"), ("dark mode", "settings"), ("teacher", "tutor: lessons"), ("loop", "type blocks into"),
    ("add block", "type blocks into"), ("function", "type blocks into"), ("variable", "variables: create"),
    ("screen reader", "settings"), ("font size", "help: all keys"), ("example", "tutor: lessons"),
    ("error", "list the problems"), ("start", "run the program"), ("step", "step over"), ("download", "save as"),
    ("export python", "show or hide the code"), ("trash", "deleted blocks"), ("how do i", "help: all keys"),
    ("german", "settings"), ("lesson", "tutor: lessons"), ("cancel", "clear the selection"), ("quit", "quit"),
    ("new file", "new program"), ("open file", "open another"), ("move block", "move the block"),
    ("ausgeben", "type blocks into"), ("schleife", "type blocks into"), ("fehler", "list the problems"),
    ("dunkler modus", "settings"), ("rückgängig", "undo"), ("funktion anlegen", "type blocks into"),
    ("boucle", "type blocks into"), ("mode sombre", "settings"), ("annuler", "undo"), ("professeur", "tutor: lessons"),
    ("imprimir", "type blocks into"), ("bucle", "type blocks into"), ("deshacer", "undo"),
    ("modo oscuro", "settings"), ("ejemplo", "tutor: lessons"),
    ("vim", "settings"), ("keyboard", "settings"), ("tastatur", "settings"), ("paramètres", "settings"),
    ("clavier", "settings"), ("configuración", "settings"), ("opciones", "settings"), ("teclado", "settings"),
    ("tastenkürzel", "help: all keys"), ("raccourci clavier", "help: all keys"), ("consejo", "help: all keys"),
    ("punto de interrupción", "set or remove a brea"), ("suprimir", "delete the selected"),
    ("uncomment", "disable or enable"),
    ("find and replace", "replace"), ("show variables", "variables: create"), ("goto line", "go to a row"),
    ("undo all", "undo"), ("multi select", "select"), ("gray out", "disable or enable"),
    ("see python", "show or hide the code"), ("definition", "list the uses"), ("git blame", "history of this file"),
    ("make the output larger", "go to the output"), ("braille", "settings"), ("hand in", "save as"),
    ("delete line", "delete the selected"), ("debugger", "step over"), ("add comment", "edit the comment"),
    ("infinite loop", "stop the program"), ("lost", "deleted blocks"), ("read again", "read the status line"),
    ("Python anzeigen", "show or hide the code"), ("voir les variables", "variables: create"),
    ("set nu", "settings"), ("change language", "settings"), ("point d’arrêt", "set or remove a brea"),
    ("anhalten", "stop the program"), ("neue datei", "new program"), ("how do i save", "save"),
    // Other editors' names.
    ("w", "save"), ("write", "save"), ("wq", "save and quit"), ("e", "open another"), ("bd", "close the program"),
    ("exit", "quit"), ("set", "settings"), ("stack", "where the program is"),
  ]

  private static func status(_ keys: String) throws -> String {
    try CommandScene().play([keys]).last?.statusLine ?? ""
  }

  @Test func aCommandIsFoundByItsMeaning() throws {
    let lines = ["<Down>"] + Self.queries.flatMap { [":" + $0.typed, "<Esc>"] }
    let impressions = try CommandScene().play(lines)
    try #require(impressions.count == lines.count)
    for (index, query) in Self.queries.enumerated() {
      let line = impressions[1 + 2 * index].statusLine
      // What was typed is left out where there is little room.
      let start = line.firstRange(of: "”: ")?.upperBound ?? line.startIndex
      let found = line[start...].drop { $0 == " " }
      #expect(found.hasPrefix(query.help), "\(query.typed): \(line)")
    }
  }

  /// What vi's users type behind the colon, and what it means with their keys and with others.
  @Test(arguments: [
    ("q!", ColonLine.discard, true), (":wq!", .command("save-and-quit"), true),
    ("x", .command("save-and-quit"), false), ("12", .row(12), true), ("e a b.xml", .open("a b.xml"), true),
    ("w! n.xml", .save("n.xml"), true), ("%s/a/b/g", .replace("a", with: "b"), true),
    ("%s/a/", .replace("a", with: ""), true), ("%s#a/b#c#", .replace("a/b", with: "c"), true),
    ("noh", .command("escape"), false), ("h w", .command("help"), false), ("d", .command("cut"), false),
    ("set number", .command("settings"), false), ("syntax on", .command("settings"), false),
    ("1,3d", .advice("rows of a command: {select-statements} selects statements, a command then takes them"), true),
    ("!ls", .advice("the shell: {suspend} goes there"), true),
  ]) func linesOfViAreRead(line: String, meaning: ColonLine, isForAll: Bool) {
    #expect(ColonLine(line, isVi: true) == meaning)
    #expect(ColonLine(line, isVi: false) == (isForAll ? meaning : nil))
  }

  @Test(arguments: ["", "!", "delete block", "edit comment", "rename", "save as", "%", "s", "undo all", "+1"])
  func otherWordsAreNoLinesOfVi(words: String) {
    #expect(ColonLine(words, isVi: false) == nil || words == "!")
    if words.contains("e") { #expect(ColonLine(words, isVi: true) != .command("cut")) }
  }

  @Test func everyCommandHasWords() {
    let names = CanvasMode.canvasCommands.commandNames + EditorScreen.globalCommands.commandNames
    let known = CommandWords().commandNames
    #expect(names.filter { !known.contains($0) } == [], "Resources/commands.json says how users call a command")
  }

  /// Whatever is selected by any number of keys can be chosen.
  @Test func nothingUnavailableIsSelected() throws {
    for typed in ["", "p", "undo", "program", "re"] {
      for keys in ["", "<Down>", "<Down><Down><Down>", "<PageDown><PageDown>", "<PageDown><Up>"] {
        var isPalette = false
        _ = try CommandScene().play([":" + typed + keys]) { editor in
          let palette = editor.screen.modes.top as? Picker
          isPalette = palette != nil
          #expect(palette?.selectedEntry?.refusal == nil, "\(typed)\(keys)")
          if typed == "" { #expect(palette?.selectedEntry != nil) }
        }
        #expect(isPalette)
      }
    }
  }

  @Test func whatIsUnavailableSaysWhy() throws {
    let impressions = try CommandScene().play([":undo", "<Enter>"])
    #expect(impressions.allSatisfy { $0.statusLine.contains("nothing to undo") }, "\(impressions.map(\.statusLine))")
  }

  /// A book may be pasted, and each of hundreds of commands is compared with what is typed.
  @Test(.timeLimit(.minutes(1))) func whatIsLongerThanACommandIsNotReadForEachOne() {
    let ranking = CommandRanking()
    let book = String(repeating: "print x to ", count: 100_000)
    let entry = CommandEntry(name: "undo", help: "take back the last change", keys: ["u"], group: .finishing)
    #expect((0..<600).allSatisfy { _ in ranking.rank(of: entry, typed: book) == nil })
  }

  @Test func theLastCommandComesFirst() throws {
    let status = try Self.status("<Down>:disable<Enter>:")
    #expect(status.hasPrefix(" disable or enable"), "\(status)")
  }

  /// Letters that are scattered over many helps don't bring them up beside what was meant.
  @Test func thereIsNoNoise() throws {
    let rows = try CommandScene().play([":save"]).last?.screen ?? []
    #expect(rows.filter { $0.contains("│ ") && $0.contains("save") }.count >= 3)
    #expect(!rows.contains { $0.contains("select and") || $0.contains("statements") }, "\(rows)")
  }

  @Test func listsSayThatMoreFollows() throws {
    for keys in [":", "<Down>,"] {
      let rows = try CommandScene().play([keys]).last?.screen ?? []
      #expect(rows.contains { $0.contains(/└.* ↓ (\d+ more )?┘/) }, "\(rows)")
    }
  }
}

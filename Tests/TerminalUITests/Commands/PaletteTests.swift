import Testing

@testable import TerminalUI

/// The list of all commands finds what users mean, in their own words.
@Suite struct PaletteTests {
  /// What is typed, and the title of the command that must come first.
  static let queries: [(typed: String, title: String)] = [
    ("rename", "Variables…"), ("umbenennen", "Variables…"),
    ("renommer", "Variables…"), ("renombrar", "Variables…"),
    ("wrap", "Wrap in…"), ("surround", "Wrap in…"), ("umschließen", "Wrap in…"), ("entourer", "Wrap in…"),
    ("envolver", "Wrap in…"), ("put into a loop", "Wrap in…"), ("comment out", "Disable or enable"),
    ("auskommentieren", "Disable or enable"),
    ("duplicate line", "Duplicate"), ("dupliquer", "Duplicate"), ("speichern", "Save"),
    ("guardar", "Save"), ("exécuter", "Run"), ("indent", "Move into the block above"),
    ("clean up", "Arrange the stacks"), ("go to line", "Go to line…"), ("fold", "Collapse or expand"),
    ("delete", "Delete"), ("shortcuts", "Help and keys"), ("copy", "Copy"),
    // What newcomers ask for.
    ("print", "Type blocks…"), ("big text", "Help and keys"), ("speak", "Read the block"),
    ("how to loop", "Type blocks…"), ("make function", "Type blocks…"), ("colors", "Settings…"),
    ("save as", "Save as…"), ("undo", "Undo"), ("zoom", "Help and keys"), ("find word", "Find…"),
    ("help", "Help and keys"), ("run program", "Run"), ("stop", "Stop"),
    ("language", "Settings…"), ("dark mode", "Settings…"), ("teacher", "Tutor…"), ("loop", "Type blocks…"),
    ("add block", "Type blocks…"), ("function", "Type blocks…"), ("variable", "Variables…"),
    ("screen reader", "Settings…"), ("font size", "Help and keys"), ("example", "Tutor…"),
    ("error", "Problems…"), ("start", "Run"), ("step", "Step over"), ("download", "Save as…"),
    ("export python", "Show or hide the code"), ("trash", "Deleted blocks…"), ("how do i", "Help and keys"),
    ("german", "Settings…"), ("lesson", "Tutor…"), ("cancel", "Clear the selection"), ("quit", "Quit"),
    ("new file", "New"), ("open file", "Open…"), ("move block", "Move"),
    ("ausgeben", "Type blocks…"), ("schleife", "Type blocks…"), ("fehler", "Problems…"),
    ("dunkler modus", "Settings…"), ("rückgängig", "Undo"), ("funktion anlegen", "Type blocks…"),
    ("boucle", "Type blocks…"), ("mode sombre", "Settings…"), ("annuler", "Undo"), ("professeur", "Tutor…"),
    ("imprimir", "Type blocks…"), ("bucle", "Type blocks…"), ("deshacer", "Undo"),
    ("modo oscuro", "Settings…"), ("ejemplo", "Tutor…"),
    ("vim", "Settings…"), ("keyboard", "Settings…"), ("tastatur", "Settings…"), ("paramètres", "Settings…"),
    ("clavier", "Settings…"), ("configuración", "Settings…"), ("opciones", "Settings…"), ("teclado", "Settings…"),
    ("tastenkürzel", "Help and keys"), ("raccourci clavier", "Help and keys"), ("consejo", "Help and keys"),
    ("punto de interrupción", "Breakpoint"), ("suprimir", "Delete"),
    ("uncomment", "Disable or enable"),
    ("find and replace", "Replace…"), ("show variables", "Variables…"), ("goto line", "Go to line…"),
    ("undo all", "Undo"), ("multi select", "Select or unselect"), ("gray out", "Disable or enable"),
    ("see python", "Show or hide the code"), ("definition", "Uses…"), ("git blame", "File history…"),
    ("make the output larger", "Make the pane larger"), ("braille", "Settings…"), ("hand in", "Save as…"),
    ("delete line", "Delete"), ("debugger", "Step over"), ("add comment", "Comment…"),
    ("infinite loop", "Stop"), ("lost", "Deleted blocks…"), ("read again", "Read messages…"),
    ("Python anzeigen", "Show or hide the code"), ("voir les variables", "Variables…"),
    ("set nu", "Settings…"), ("change language", "Settings…"), ("point d’arrêt", "Breakpoint"),
    ("anhalten", "Stop"), ("neue datei", "New"), ("how do i save", "Save"),
    // What the titles of other languages say.
    ("zur ausgabe", "Go to the output"), ("tout sélectionner", "Select all"), ("pegar al lado", "Paste beside"),
    // Other editors' names.
    ("w", "Save"), ("write", "Save"), ("wq", "Save and quit"), ("e", "Open…"), ("bd", "Close"),
    ("exit", "Quit"), ("set", "Settings…"), ("stack", "Call stack…"),
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
      #expect(found.hasPrefix(query.title + ","), "\(query.typed): \(line)")
    }
  }

  /// What everybody wants first, in the words of each language.
  @Test(arguments: [
    ("theme", "Settings…"), ("open", "Open…"), ("save", "Save"), ("quit", "Quit"), ("undo", "Undo"),
    ("help", "Help and keys"), ("tutor", "Tutor…"), ("find", "Find…"), ("run", "Run"), ("language", "Settings…"),
    ("copy out", "Copy"), ("settings", "Settings…"),
    ("thema", "Settings…"), ("öffnen", "Open…"), ("speichern", "Save"), ("beenden", "Quit"), ("rückgängig", "Undo"),
    ("hilfe", "Help and keys"), ("suchen", "Find…"), ("ausführen", "Run"), ("sprache", "Settings…"),
    ("kopieren", "Copy"), ("einstellungen", "Settings…"),
    ("thème", "Settings…"), ("ouvrir", "Open…"), ("enregistrer", "Save"), ("quitter", "Quit"), ("annuler", "Undo"),
    ("aide", "Help and keys"), ("tutoriel", "Tutor…"), ("rechercher", "Find…"), ("exécuter", "Run"),
    ("langue", "Settings…"), ("copier", "Copy"), ("réglages", "Settings…"),
    ("tema", "Settings…"), ("abrir", "Open…"), ("guardar", "Save"), ("salir", "Quit"), ("deshacer", "Undo"),
    ("ayuda", "Help and keys"), ("buscar", "Find…"), ("ejecutar", "Run"), ("idioma", "Settings…"), ("copiar", "Copy"),
    ("ajustes", "Settings…"),
  ]) func aFirstWishIsTheFirstChoice(typed: String, title: String) throws {
    let status = try Self.status("<Down>:" + typed)
    #expect(status.contains("”: \(title), ") && status.contains("· 1 of"), "\(status)")
  }

  @Test func titlesInTheUsersLanguageComeFirst() throws {
    let ranking = CommandRanking(titles: CommandTitles(language: "de"))
    let entries = CanvasMode.canvasCommands.commands.map {
      CommandEntry(name: $0.name, title: $0.title, help: $0.help, keys: $0.keys, group: $0.group)
    }
    func first(_ typed: String) -> String? {
      entries.compactMap { entry in ranking.rank(of: entry, typed: typed).map { (rank: $0, name: entry.name) } }
        .min { $0.rank < $1.rank }?.name
    }
    #expect(first("st") == "select-stack")
    #expect(first("dup") == "duplicate")
  }

  /// From every window, the palette is two keys away.
  @Test(arguments: [
    "", "t", "t<Enter>", "v", "p", "?", ",", "S", "w", "a", "f", ";", "<C-f>", "<C-g>", "<A-,>", ":", "k",
  ])
  func thePaletteIsTwoKeysFromEveryWindow(keys: String) throws {
    let rows = try CommandScene().play(["<Down>" + keys + "<Esc>:"])[0].screen
    #expect(rows.contains { $0.contains("─ Commands ─") }, "\(rows)")
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
    let titles = CommandTitles()
    #expect(
      names.filter { titles.synonyms(of: $0).isEmpty } == [], "Resources/commands.json says how users call a command")
  }

  /// The row at the bottom has the sentence of the selected command, or the reason why it can't be used.
  @Test func theSelectedCommandIsExplainedBelowTheList() throws {
    func bottom(_ keys: String) throws -> String {
      let rows = try CommandScene().play([keys]).last?.screen ?? []
      let rule = try #require(rows.lastIndex { $0.contains("│──") })
      let words = rows[(rule + 1)...].prefix(2).flatMap { $0.split(separator: "│").dropFirst().prefix(1) }
      return words.flatMap { $0.split(separator: " ") }.joined(separator: " ")
    }
    #expect(
      try bottom("<Down>:duplicate") == "Duplicate the selected blocks, else the block or comment")
    #expect(try bottom(":undo") == "Not now: nothing to undo")
    // Arrows reach what can't be chosen, too.
    #expect(try bottom(":undo<Down><Down>").hasPrefix("Not now: "))
  }

  @Test func whatIsUnavailableSaysWhy() throws {
    let impressions = try CommandScene().play([":undo", "<Enter>"])
    #expect(impressions.allSatisfy { $0.statusLine.contains("nothing to undo") }, "\(impressions.map(\.statusLine))")
  }

  /// A book may be pasted, and each of hundreds of commands is compared with what is typed.
  @Test(.timeLimit(.minutes(1))) func whatIsLongerThanACommandIsNotReadForEachOne() {
    let ranking = CommandRanking(titles: CommandTitles())
    let book = String(repeating: "print x to ", count: 100_000)
    let entry = CommandEntry(
      name: "undo", title: "Undo", help: "take back the last change", keys: ["u"], group: .finishing)
    #expect((0..<600).allSatisfy { _ in ranking.rank(of: entry, typed: book) == nil })
  }

  @Test func theLastCommandComesFirst() throws {
    let status = try Self.status("<Down>:disable<Enter>:")
    #expect(status.hasPrefix(" Disable or enable"), "\(status)")
  }

  /// Letters that are scattered over many helps don't bring them up beside what was meant.
  @Test func thereIsNoNoise() throws {
    let rows = try CommandScene().play([":save"]).last?.screen ?? []
    #expect(rows.filter { $0.contains("│ ") && $0.lowercased().contains("save") }.count >= 3)
    #expect(!rows.contains { $0.contains("select and") || $0.contains("statements") }, "\(rows)")
  }

  @Test func listsSayThatMoreFollows() throws {
    for keys in [":", "?"] {
      let rows = try CommandScene().play([keys]).last?.screen ?? []
      #expect(rows.contains { $0.contains(/└.* ↓ (\d+ more )?┘/) }, "\(rows)")
    }
  }
}

/// Ranks commands by how well they match the typed text.
struct CommandRanking {
  let titles: CommandTitles

  /// The highest rank of a good match. Commands with higher ranks are shown only if there is no good match.
  static let lastMeant = 5

  /// - Returns: the rank, lower is better; nil if the command doesn't match.
  func rank(of entry: CommandEntry, typed: String) -> Int? {
    let title = Self.plain(titles.title(of: entry))
    let names = [title, Self.plain(entry.title), entry.words, entry.name]
    let synonyms = titles.synonyms(of: entry.name).map { $0.lowercased() }
    let text = (names + synonyms + [entry.help.lowercased()]).joined(separator: " ")
    // A text that is much longer than all of these can't match.
    if typed.utf8.count > 4 * text.utf8.count { return nil }
    let wanted = Self.plain(typed).split(separator: " ").joined(separator: " ")
    if names.contains(wanted) { return 0 }
    // Names in other editors, such as “w”, are also the beginnings of many words.
    if synonyms.contains(wanted) { return 1 }
    // Users who search for a command rarely mean an arrow key.
    if title.hasPrefix(wanted) { return entry.group == .navigation ? 3 : 2 }
    if names.contains(where: { $0.hasPrefix(wanted) }) { return 3 }
    if synonyms.contains(where: { $0.hasPrefix(wanted) }) { return 4 }
    let parts = text.split { !$0.isLetter && !$0.isNumber }
    let typedWords = wanted.split(separator: " ")
    let isInOneWord = (names + synonyms).contains { $0.filter { $0 != " " } == wanted.filter { $0 != " " } }
    // One or two letters begin too many words, so they must be a whole word.
    let missing = typedWords.count { word in
      !parts.contains { $0 == word || word.count >= Self.lettersThatTell && $0.hasPrefix(word) }
    }
    if missing == 0 || isInOneWord { return Self.lastMeant }
    // A sentence may contain words that no command has: “make the output larger”.
    let known = typedWords.filter { $0.count >= Self.lettersThatTell && (names + synonyms).contains(String($0)) }
    if !known.isEmpty { return Self.lastMeant + missing }
    return MatchedLetters.rank(of: wanted, in: entry.help).map { Self.mostWords + $0 }
  }

  private static func plain(_ words: String) -> String {
    words.lowercased().replacing("’", with: "'").replacing("…", with: "")
  }

  private static let lettersThatTell = 3
  /// An upper bound for the number of typed words.
  private static let mostWords = 1000
}

/// A line as vi's users type it after a colon, such as `q!`, `12` or `%s/a/b/`.
enum ColonLine: Equatable {
  case command(String)
  case row(Int)
  case open(String)
  case save(String)
  case replace(String, with: String)
  case set(name: String, value: String)
  /// Quits; unsaved changes are lost.
  case discard
  /// A command without an equivalent, with advice on what to use instead.
  case advice(String)

  /// Parses a line.
  /// - Parameter isVi: whether the user has vi's key set. Otherwise words alone are not read, as they may name a
  ///   command of the editor.
  /// - Returns: nil if the line is no command of vi.
  init?(_ typed: String, isVi: Bool) {
    var line = typed.trimmingPrefix { $0 == " " || $0 == ":" }
    while line.last == " " { line.removeLast() }
    if line.first?.isNumber == true, let row = Int(line) {
      self = .row(row)
    } else if let reading = Self.substitution(line) {
      self = reading
    } else if line.first == "!" {
      self = .advice("the shell: {suspend} goes there")
    } else if let range = line.prefixMatch(of: /[\d.$%'][\d.,$%'+\-a-z]*[a-z>!<&=]+$/), range.output.count > 1 {
      self = .advice("rows of a command: {select-statements} selects statements, a command then takes them")
    } else {
      guard let word = line.prefixMatch(of: /[A-Za-z><]+/)?.output else { return nil }
      let rest = line.dropFirst(word.count)
      let argument = rest.drop { $0 == " " || $0 == "!" }
      guard isVi || rest.first == "!" || !argument.isEmpty && ["e", "w", "sav"].contains(word),
        rest.isEmpty || rest.first == " " || rest.first == "!",
        let reading = rest == "!" && Self.names[String(word)] == "quit"
          ? .discard : Self.reading(rest == "!" && word.first == "e" ? "e!" : String(word), String(argument))
      else { return nil }
      self = reading
    }
  }

  private static func reading(_ word: String, _ argument: String) -> ColonLine? {
    if let advice = advice[word] { return .advice(advice) }
    guard let name = names[word] else { return nil }
    if argument.isEmpty { return .command(name) }
    return switch name {
    case "open": .open(argument)
    case "save", "save-as": .save(argument)
    case "settings": setting(word, argument) ?? .command(name)
    case "help", "new": .command(name)
    // The first word of a plain phrase, such as “delete block”.
    default: nil
    }
  }

  /// Parses the argument of `set` or `colorscheme`, such as `language=de`; returns nil if it has no value.
  private static func setting(_ word: String, _ argument: String) -> ColonLine? {
    if word.hasPrefix("colo") { return .set(name: "theme", value: argument) }
    let parts = argument.split(maxSplits: 1) { "=: ".contains($0) }
    return parts.count == 2 ? .set(name: parts[0].lowercased(), value: String(parts[1])) : nil
  }

  private static func substitution(_ line: Substring) -> ColonLine? {
    guard let match = line.wholeMatch(of: /([\d.,$%]*)s(\/|#|\|)(.+?)(?:\2(.*?)(?:\2[a-zA-Z&]*)?)?/) else {
      return nil
    }
    let (range, old, new) = (match.output.1, String(match.output.3), String(match.output.4 ?? ""))
    if range == "%" { return .replace(old, with: new) }
    return .advice("in all of the program: %s/\(old)/\(new)/; {edit-text} edits the row as text")
  }

  private static let names: [String: String] = [
    "q": "quit", "qa": "quit", "qall": "quit", "quit": "quit", "quita": "quit",
    "w": "save", "wa": "save", "write": "save", "up": "save", "update": "save", "sav": "save-as", "saveas": "save-as",
    "wq": "save-and-quit", "wqa": "save-and-quit", "x": "save-and-quit", "xa": "save-and-quit", "xit": "save-and-quit",
    "e": "open", "ed": "open", "edit": "open", "vi": "open", "h": "help", "help": "help",
    "noh": "escape", "nohl": "escape", "nohls": "escape", "nohlsearch": "escape",
    "d": "cut", "de": "cut", "del": "cut", "y": "copy", "ya": "copy", "yank": "copy", "pu": "paste", "put": "paste",
    "u": "undo", "red": "redo", ">": "nest", "<": "unnest", "t": "duplicate", "co": "duplicate",
    "ls": "programs", "buffers": "programs", "files": "programs", "n": "next-program", "bn": "next-program",
    "bnext": "next-program", "bp": "previous-program", "bprevious": "previous-program", "bd": "close",
    "bdelete": "close", "clo": "close", "new": "new", "ene": "new", "enew": "new", "tabnew": "new", "tabe": "open",
    "marks": "bookmarks", "ju": "back", "jumps": "back", "cn": "next-problem", "cp": "previous-problem",
    "cl": "problems", "cope": "problems", "copen": "problems", "undol": "deleted-blocks", "mak": "run", "make": "run",
    "se": "settings", "set": "settings", "sy": "settings", "syntax": "settings", "colo": "settings",
    "colorscheme": "settings", "map": "settings", "nmap": "settings", "filetype": "settings",
  ]

  private static let advice: [String: String] = [
    "reg": "registers: there is one clipboard, which {paste} pastes; {deleted-blocks} lists what was deleted",
    "registers": "registers: there is one clipboard, which {paste} pastes; {deleted-blocks} lists what was deleted",
    "di": "registers: there is one clipboard, which {paste} pastes; {deleted-blocks} lists what was deleted",
    "sp": "split windows: {code} shows the code beside the blocks",
    "vs": "split windows: {code} shows the code beside the blocks",
    "split": "split windows: {code} shows the code beside the blocks",
    "vsplit": "split windows: {code} shows the code beside the blocks",
    "g": "commands for all matches: %s/a/b/ replaces", "norm": "keys for all rows: {repeat} repeats the last change",
    "normal": "keys for all rows: {repeat} repeats the last change",
    "m": "moving by numbers: {move} picks the block up", "j": "joining: {nest} moves a statement into the block above",
    "r": "reading into the program: {open} opens a file beside it",
    "e!": "reloading: {undo} undoes one change at a time, {mark-changes} marks those since the save",
  ]
}

import BlockResources
import Markup

/// What users call the commands, as Resources/commands.json has it: by their names, in all languages, and what other
/// editors call them.
struct CommandWords {
  private var words: [String: [String]] = [:]

  /// Reads the embedded file.
  init() {
    guard let root = try? JSONParser.parse(EmbeddedFiles.commandWords) else { return }
    for (name, languages) in root.members {
      words[name] = languages.members.flatMap { $0.value.elements.compactMap(\.string) }
    }
  }

  /// The names of the commands that have words.
  var commandNames: Set<String> { Set(words.keys) }

  subscript(name: String) -> [String] { words[name] ?? [] }
}

/// How well commands match what was typed.
struct CommandRanking {
  private let words = CommandWords()

  /// The rank up to which a command is what was meant. Others are shown only where there is none of these.
  static let lastMeant = 4

  /// - Returns: the rank, lower is better; nil if the command doesn't match.
  func rank(of entry: CommandEntry, typed: String) -> Int? {
    let names = [entry.words, entry.name]
    let synonyms = words[entry.name].map { $0.lowercased() }
    let text = (names + synonyms + [entry.help.lowercased()]).joined(separator: " ")
    // What is much longer than all of it is not in it.
    if typed.utf8.count > 4 * text.utf8.count { return nil }
    let wanted = typed.lowercased().split(separator: " ").joined(separator: " ")
    if names.contains(wanted) { return 0 }
    // Other editors' names, such as “w”, begin many a word.
    if synonyms.contains(wanted) { return 1 }
    if names.contains(where: { $0.hasPrefix(wanted) }) { return 2 }
    if synonyms.contains(where: { $0.hasPrefix(wanted) }) { return 3 }
    let parts = text.split { !$0.isLetter && !$0.isNumber }
    let typedWords = wanted.split(separator: " ")
    if typedWords.allSatisfy({ word in parts.contains { $0.hasPrefix(word) } }) { return Self.lastMeant }
    return MatchedLetters.rank(of: wanted, in: entry.help).map { Self.lastMeant + $0 }
  }
}

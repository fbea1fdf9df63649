import BlockResources
import Markup

/// The titles of the commands in languages other than English, and users' words for them, by command name, from
/// Resources/commands.json.
final class CommandTitles {
  /// The language of the titles; nil for English.
  let language: String?
  private lazy var file: [String: (titles: [String: String], words: [String])] = Self.read()

  /// - Parameter language: the code of a language, or a file of messages, whose titles are English.
  init(language: String? = nil) { self.language = language }

  private static func read() -> [String: (titles: [String: String], words: [String])] {
    guard let root = try? JSONParser.parse(EmbeddedFiles.commandWords) else { return [:] }
    var file: [String: (titles: [String: String], words: [String])] = [:]
    for (name, entry) in root.members {
      var titles: [String: String] = [:]
      if let translations = entry["title"] {
        for (language, title) in translations.members { titles[language] = title.string }
      }
      file[name] = (titles, entry.members.flatMap { $0.value.elements.compactMap(\.string) })
    }
    return file
  }

  /// The names of the commands in the file.
  var commandNames: Set<String> { Set(file.keys) }

  /// Returns users' words for a command, in all languages, and its names in other editors.
  func synonyms(of name: String) -> [String] { file[name]?.words ?? [] }

  /// Returns the title in the user's language; in English if there is none.
  func title(_ english: String, name: String) -> String {
    guard let language, language != "en" else { return english }
    return file[name]?.titles[language] ?? english
  }

  func title<Mode>(of command: Command<Mode>) -> String { title(command.title, name: command.name) }

  func title(of entry: CommandEntry) -> String { title(entry.title, name: entry.name) }

  /// Returns the help, after the title if that has other words.
  func words(title: String, name: String, help: String) -> String {
    if title.isEmpty { return help }
    let shown = self.title(title, name: name)
    let helpWords = help.lowercased().split { !$0.isLetter }
    let isSaid = shown.lowercased().split { !$0.isLetter }.allSatisfy { word in
      helpWords.contains { $0.hasPrefix(word) }
    }
    return isSaid ? help : "\(shown): \(help)"
  }

  /// Whether a title says all that the help does.
  static func says(_ title: String, _ help: String) -> Bool {
    help.lowercased() == title.lowercased().filter { $0 != "…" }
  }
}

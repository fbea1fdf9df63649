import Terminal

/// The commands of a mode. A key is looked up in constant time; where a key is bound twice, the first command has it.
public struct CommandTable<Mode> {
  /// What is done with a key that has no command of its own, such as a letter in a text field.
  struct Fallback {
    /// The keys that it is about: `letters`.
    var keys: String
    var help: String
    var hint: String?
    /// - Returns: whether the key means something.
    var run: (Mode, Key, EditorServices) -> Bool
  }

  /// Where the commands are available, as a heading: `On the canvas`.
  public let title: String
  public let commands: [Command<Mode>]
  let fallback: Fallback?
  private let indices: [Key: Int]
  /// The names of keys that are bound twice, or that are no keys.
  let faultyKeys: [String]

  init(_ title: String, _ commands: [Command<Mode>], fallback: Fallback? = nil) {
    self.title = title
    self.commands = commands
    self.fallback = fallback
    var indices: [Key: Int] = [:]
    var faultyKeys: [String] = []
    for (index, command) in commands.enumerated() {
      for name in command.keys {
        if let key = Key(name: name), indices[key] == nil { indices[key] = index } else { faultyKeys.append(name) }
      }
    }
    self.indices = indices
    self.faultyKeys = faultyKeys
  }

  /// The command of a key.
  subscript(key: Key) -> Command<Mode>? { indices[key].map { commands[$0] } }

  /// The command with a name.
  func command(named name: String) -> Command<Mode>? { commands.first { $0.name == name } }

  // MARK: - Hints

  /// A key and what it does in a word or two.
  struct Hint {
    /// Nil for a range of keys, such as letters.
    var key: Key?
    var keyText: String
    /// Empty to share the words of the next hint.
    var words: String
  }

  /// The hints of the commands that are in some groups.
  func hints(in mode: Mode, groups: Set<CommandGroup> = Set(CommandGroup.allCases)) -> [Hint] {
    var hints: [Hint] = []
    for command in commands where groups.contains(command.group) {
      guard let name = command.keys.first, let words = command.hint(mode) else { continue }
      hints.append(Hint(key: Key(name: name), keyText: KeyText.short(name), words: words))
    }
    guard let fallback, let words = fallback.hint else { return hints }
    hints.insert(Hint(key: nil, keyText: fallback.keys, words: words), at: min(1, hints.count))
    return hints
  }

  /// The first key and the hint of the command with a name; nil for none.
  func hint(ofCommandNamed name: String, in mode: Mode) -> String? {
    guard let command = command(named: name), let key = command.keys.first else { return nil }
    return command.hint(mode).map { "\(KeyText.short(key)) \($0)" }
  }

  // MARK: - Help

  /// The commands as help and documentation show them.
  var sections: [CommandSection] {
    let groups = CommandGroup.allCases.filter { group in commands.contains { $0.group == group } }
    let showsGroups = groups.count > 3
    var sections: [CommandSection] = []
    for group in showsGroups ? groups.map({ [$0] }) : [groups] {
      let rows = commands.filter { group.contains($0.group) }.map {
        CommandSection.Row(keys: $0.keys.map(KeyText.long), help: $0.help)
      }
      sections.append(CommandSection(title: showsGroups ? "\(title): \(group[0].rawValue)" : title, rows: rows))
    }
    if let fallback, !sections.isEmpty {
      sections[sections.count - 1].rows.append(CommandSection.Row(keys: [fallback.keys], help: fallback.help))
    }
    return sections
  }
}

/// Some commands of a table, in words.
struct CommandSection {
  struct Row {
    var keys: [String]
    var help: String
  }

  var title: String
  var rows: [Row]
}

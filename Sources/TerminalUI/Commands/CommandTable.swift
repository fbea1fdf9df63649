import MortiseTerminal

/// The commands of a mode. Keys are looked up in constant time. If a key is bound twice, the first command gets it.
public struct CommandTable<Mode> {
  /// Handles keys without a command of their own, such as letters in a text field.
  struct Fallback {
    /// The name of these keys in help and hints, such as `letters`.
    var keys: String
    var help: String
    var hint: String?
    /// - Returns: whether the key was handled.
    var run: (Mode, Key, EditorScreen) -> Bool
  }

  /// The name, under which settings change its keys, such as `canvas`.
  public let name: String
  /// The heading of the commands, which says where they are available, such as `On the canvas`.
  public let title: String
  let fallback: Fallback?
  private let bound: BoundCommands<Mode>

  /// - Parameter overriding: commands whose keys win, which come first.
  init(
    _ name: String, _ title: String, overriding: [Command<Mode>] = [], _ commands: [Command<Mode>],
    fallback: Fallback? = nil
  ) {
    self.name = name
    self.title = title
    self.fallback = fallback
    bound = BoundCommands(name, overriding + commands, overridingCount: overriding.count)
  }

  /// The commands with the keys in use.
  public var commands: [Command<Mode>] { bound.commands }

  /// The names of keys that are bound twice, or that don't exist.
  var invalidKeys: [String] { bound.invalidKeys }

  /// Returns the command that a key is bound to.
  subscript(key: Key) -> Command<Mode>? { bound.command(for: key) }

  /// Returns the commands of the keys that can follow a key, such as `g` in `gg`.
  func continuations(of key: Key) -> [Key: Command<Mode>] { bound.continuations(of: key) }

  /// Returns the command with a name.
  func command(named name: String) -> Command<Mode>? { commands.first { $0.name == name } }

  /// Returns the commands for another mode, which adds them to its own; `mode` returns this table's mode from that one.
  func adapted<Other>(_ mode: @escaping (Other) -> Mode) -> [Command<Other>] {
    bound.originals.map { $0.adapted(fromTable: name, mode) }
  }

  /// Returns the table with an app's commands, whose keys win.
  func overridden(by commands: [Command<Mode>]) -> CommandTable {
    CommandTable(name, title, overriding: commands, bound.originals, fallback: fallback)
  }

  // MARK: - Hints

  /// A key and what it does, in a word or two.
  struct Hint {
    /// Nil for a range of keys, such as letters.
    var key: Key?
    var keyText: String
    /// Empty if the next hint's words apply to this key, too.
    var actionText: String
  }

  /// Returns the hints of the commands in some groups that are available. Whether an intent is takes long to find out:
  /// their hints tell it.
  func hints(in mode: Mode, groups: Set<CommandGroup> = Set(CommandGroup.allCases)) -> [Hint] {
    var hints: [Hint] = []
    for command in commands where groups.contains(command.group) {
      guard let name = command.keys.first, let actionText = command.hint(mode) else { continue }
      if !command.isIntent, command.reasonUnavailable(in: mode) != nil {
        // The words are those of the keys before it, too.
        if !actionText.isEmpty, hints.last?.actionText == "" { hints[hints.count - 1].actionText = actionText }
        continue
      }
      hints.append(Hint(key: Key(name: name), keyText: KeyText.short(name), actionText: actionText))
    }
    guard groups.contains(.navigation), let fallback, let actionText = fallback.hint else { return hints }
    hints.insert(Hint(key: nil, keyText: fallback.keys, actionText: actionText), at: min(1, hints.count))
    return hints
  }

  /// Returns the first key and the hint of the command with a name, if any.
  func hint(ofCommandNamed name: String, in mode: Mode) -> String? {
    guard let command = command(named: name), let key = command.keys.first else { return nil }
    return command.hint(mode).map { "\(KeyText.short(key)) \($0)" }
  }

  // MARK: - Help

  /// The commands as shown in help and documentation.
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

/// Some commands of a table, as text.
public struct CommandSection {
  /// A command, or what other keys do.
  public struct Row {
    /// The names of the keys, as users know them.
    public var keys: [String]
    /// What the command does, as in the help.
    public var help: String
  }

  /// Where the commands are available.
  public var title: String
  /// The commands in the order of the table.
  public var rows: [Row]
}

/// A command table of any mode.
protocol AnyCommandTable {
  var name: String { get }
  var sections: [CommandSection] { get }
  /// The names, keys and descriptions of the commands.
  var rows: [(name: String, keys: String, help: String)] { get }
}

extension AnyCommandTable {
  var commandNames: [String] { rows.map(\.name) }
}

extension CommandTable: AnyCommandTable {
  var rows: [(name: String, keys: String, help: String)] {
    commands.map { ($0.name, $0.keys.joined(separator: " or "), $0.help) }
  }
}

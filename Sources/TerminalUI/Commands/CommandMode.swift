import MortiseTerminal
import Workbench

/// A mode whose keys are defined in a command table.
protocol CommandMode: Mode {
  /// The commands that are currently bound to keys.
  var commands: CommandTable<Self> { get }

  /// The groups whose hints the status line shows.
  var hintGroups: Set<CommandGroup> { get }

  /// Shows why a command is unavailable, or that a key has no command.
  func refuse(_ reason: String, on screen: EditorScreen)
}

/// A mode with commands that perform intents.
protocol IntentMode: CommandMode {
  /// Performs an intent, and shows its status message.
  func perform(_ intent: Intent)

  /// Returns why an intent would be refused; nil if it would not.
  func refusal(of intent: Intent) -> String?
}

extension CommandMode {
  var hintGroups: Set<CommandGroup> { Set(CommandGroup.allCases) }

  var hints: String { hintText(in: hintGroups) }

  /// Formats the hints of the commands in some groups.
  func hintText(in groups: Set<CommandGroup>, afterKeys: String = " ", separator: String = "  ") -> String {
    var text = ""
    var isShared = false
    for hint in commands.hints(in: self, groups: groups) {
      if !text.isEmpty { text += isShared ? " " : separator }
      text += hint.actionText.isEmpty ? hint.keyText : hint.keyText + afterKeys + hint.actionText
      isShared = hint.actionText.isEmpty
    }
    return text
  }

  func refuse(_ reason: String, on screen: EditorScreen) { screen.message = reason }

  /// Performs the command that a key is bound to.
  func press(_ key: Key, on screen: EditorScreen) {
    if let first = screen.firstKey {
      screen.firstKey = nil
      if let command = commands.continuations(of: first)[key] { return perform(command, on: screen) }
      return refuse("\(KeyText.long(first.description)) \(KeyText.long(key.description)) does nothing here", on: screen)
    }
    let continuations = commands.continuations(of: key)
    if !continuations.isEmpty {
      screen.firstKey = key
      let keys = continuations.map { "\(KeyText.short($0.key.description)) \($0.value.name)" }.sorted()
      return refuse("\(KeyText.long(key.description)) and: \(keys.joined(separator: ", "))", on: screen)
    }
    if let command = commands[key] { return perform(command, on: screen) }
    if let fallback = commands.fallback, fallback.run(self, key, screen) { return }
    refuse("\(KeyText.long(key.description)) does nothing here; \(keySuggestion)", on: screen)
  }

  /// Performs a command, or shows why it is unavailable.
  func perform(_ command: Command<Self>, on screen: EditorScreen) {
    switch command.action {
    case .intent(let perform, _): perform(self)
    case .method(let run, let unavailable):
      if let reason = unavailable(self) { refuse(reason, on: screen) } else { run(self, screen) }
    case .resolved(let resolve):
      switch resolve(self) {
      case .run(let run): run()
      case .unavailable(let reason): refuse(reason, on: screen)
      }
    }
  }

  func perform(commandNamed name: String, on screen: EditorScreen) {
    if let command = commands.command(named: name) { perform(command, on: screen) }
  }

  func hint(ofCommandNamed name: String) -> String? { commands.hint(ofCommandNamed: name, in: self) }

  var commandEntries: [CommandEntry] {
    commands.commands.map { command in
      CommandEntry(
        name: command.name, help: command.help, keys: command.keys, aliases: command.aliases, group: command.group,
        reason: command.reasonUnavailable(in: self))
    }
  }

  /// Suggests what to press instead of a key that does nothing.
  private var keySuggestion: String {
    guard let help = commands.command(named: "help")?.keys.first else {
      return hintText(in: hintGroups, afterKeys: ": ", separator: ", ")
    }
    return "\(KeyText.long(help)) shows the keys"
  }
}

/// A command as lists show it.
struct CommandEntry {
  var name: String
  var help: String
  var keys: [String]
  /// Other names, such as those in other editors.
  var aliases: [String]
  var group: CommandGroup
  /// Why the command is unavailable; nil if it is available.
  var reason: String?

  /// The name in words.
  var words: String { name.split(separator: "-").joined(separator: " ") }

  /// The keys, as help shows them.
  var keyText: String { keys.map(KeyText.long).joined(separator: " ") }
}

import MortiseScreen
import MortiseTerminal
import Workbench

/// A command of a mode: one row of its command table. Help, hints and documentation come from the same row. A command
/// of an app is a `Command<Scene>`.
public struct Command<Mode> {
  /// The effect of a command.
  enum Action {
    /// Performs an intent.
    /// - Parameter unavailable: returns why the intent would be refused; nil if it would not.
    case intent(perform: (Mode) -> Void, unavailable: (Mode) -> String?)
    /// Calls a method of the mode.
    /// - Parameter unavailable: returns why the command is unavailable; nil if it is available.
    case method((Mode, EditorScreen) -> Void, unavailable: (Mode) -> String?)
    /// Performs its resolution in the mode's state.
    case resolved((Mode) -> CommandResolution)
  }

  /// The name, which is stable and unique in its table, such as `duplicate`.
  public let name: String
  /// The names of the keys, as read by `Key(name:)`, or of two keys in a row. The help shows all of them, hints only
  /// the first.
  public private(set) var keys: [String]
  /// The table that it was adapted from, under whose name settings change its keys; nil for the table that it is in.
  private(set) var tableName: String?
  /// The name that users read in lists, menus and the help, such as “Duplicate”, of at most 28 characters. An ellipsis
  /// at its end says that a window or a question follows.
  public let title: String
  /// The description of the command, for the help.
  public let help: String
  /// The group that the help shows it in.
  public let group: CommandGroup
  /// A word or two for the status line; empty to share the next command's hint, nil for none.
  private(set) var hint: (Mode) -> String?
  let action: Action
  /// The meaning of a number before it, in vi's key set.
  private(set) var number = NumberMeaning.times
  /// The intent that it performs instead while statements are being selected, and whether as often as possible.
  private(set) var growth: (intent: Intent, isFar: Bool)?

  private init(
    _ name: String, _ keys: [String], title: String?, _ group: CommandGroup, _ help: String,
    hint: @escaping (Mode) -> String?, action: Action
  ) {
    self.name = name
    self.keys = keys
    self.title = title ?? Self.title(fromName: name)
    self.group = group
    self.help = help
    self.hint = hint
    self.action = action
  }

  /// Creates a command that calls a function with the mode.
  /// - Parameters:
  ///   - name: lower-case words with hyphens, unique in the table, such as `list-notes`. Settings use it.
  ///   - keys: the keys' names, such as `d`, `<C-n>`, `<F8>`, or `g n` for two in a row. None for a command that is
  ///     only in the list of commands.
  ///   - title: the name that users read, such as `List notes…`, of at most 28 characters; nil for the words of `name`.
  ///   - help: the description, such as `list the notes`.
  ///   - hint: a word or two for the status line; nil for none.
  ///   - unavailable: returns why the command is unavailable; nil if it is available.
  public init(
    _ name: String, _ keys: String..., title: String? = nil, group: CommandGroup, help: String, hint: String? = nil,
    unavailable: @escaping (Mode) -> String? = { _ in nil }, run: @escaping (Mode) -> Void
  ) {
    self.init(
      name, keys, title: title, group, help, hint: { _ in hint },
      action: .method({ mode, _ in run(mode) }, unavailable: unavailable))
  }

  /// Creates a command that calls a method of the mode with the screen.
  init(
    _ name: String, _ keys: String..., title: String? = nil, group: CommandGroup, help: String, hint: String? = nil,
    unavailable: @escaping (Mode) -> String? = { _ in nil }, runIn run: @escaping (Mode, EditorScreen) -> Void
  ) {
    self.init(
      name, keys: keys, title: title, group: group, help: help, hint: hint, unavailable: unavailable, runIn: run)
  }

  /// Creates a command whose keys are determined at run time.
  init(
    _ name: String, keys: [String], title: String? = nil, group: CommandGroup, help: String, hint: String? = nil,
    unavailable: @escaping (Mode) -> String? = { _ in nil }, runIn run: @escaping (Mode, EditorScreen) -> Void
  ) {
    self.init(
      name, keys, title: title, group, help, hint: { _ in hint }, action: .method(run, unavailable: unavailable))
  }

  /// Creates a command that determines its availability and its action in one step.
  init(
    _ name: String, keys: [String], title: String? = nil, group: CommandGroup, help: String, hint: String? = nil,
    resolve: @escaping (Mode) -> CommandResolution
  ) {
    self.init(name, keys, title: title, group, help, hint: { _ in hint }, action: .resolved(resolve))
  }

  /// Returns the command with a hint that depends on the mode's state.
  func hinted(_ hint: @escaping (Mode) -> String?) -> Command {
    var command = self
    command.hint = hint
    return command
  }

  /// Returns the command with another meaning of a number before it.
  func numbered(_ meaning: NumberMeaning) -> Command {
    var command = self
    command.number = meaning
    return command
  }

  /// Returns the command with the intent that moves the end of the statements that are being selected.
  func growingSelection(_ intent: Intent, isFar: Bool = false) -> Command {
    var command = self
    command.growth = (intent, isFar)
    return command
  }

  /// Returns the words of a name, as a title.
  private static func title(fromName name: String) -> String {
    let words = name.split(separator: "-").joined(separator: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  var isIntent: Bool { if case .intent = action { true } else { false } }

  /// Returns why the command is unavailable; nil if it is available.
  func reasonUnavailable(in mode: Mode) -> String? {
    switch action {
    case .intent(_, let unavailable), .method(_, let unavailable): return unavailable(mode)
    case .resolved(let resolve):
      if case .unavailable(let reason) = resolve(mode) { return reason }
      return nil
    }
  }

  /// Performs the command, unless it is unavailable.
  /// - Returns: why it is unavailable; nil if it was performed, or if its intent reports that itself.
  func perform(in mode: Mode, on screen: EditorScreen) -> String? {
    switch action {
    case .intent(let perform, _): perform(mode)
    case .method(let run, let unavailable):
      if let reason = unavailable(mode) { return reason }
      run(mode, screen)
    case .resolved(let resolve):
      switch resolve(mode) {
      case .run(let run): run()
      case .unavailable(let reason): return reason
      }
    }
    return nil
  }

  /// Returns the command with other keys.
  func bound(to keys: [String]) -> Command {
    var command = self
    command.keys = keys
    return command
  }

  /// Returns the command for another mode; `mode` returns this command's mode from that one.
  /// - Parameter tableName: the table under whose name settings change its keys; nil for the one that it is put in.
  func adapted<Other>(fromTable tableName: String? = nil, _ mode: @escaping (Other) -> Mode) -> Command<Other> {
    let action: Command<Other>.Action =
      switch self.action {
      case .intent(let perform, let unavailable):
        .intent(perform: { perform(mode($0)) }, unavailable: { unavailable(mode($0)) })
      case .method(let run, let unavailable):
        .method({ run(mode($0), $1) }, unavailable: { unavailable(mode($0)) })
      case .resolved(let resolve): .resolved { resolve(mode($0)) }
      }
    var command = Command<Other>(
      name, keys, title: title, group, help, hint: { [hint] in hint(mode($0)) }, action: action)
    command.tableName = tableName ?? self.tableName
    (command.number, command.growth) = (number, growth)
    return command
  }
}

/// The meaning of a number before a command, in vi's key set.
enum NumberMeaning {
  /// How often it is performed.
  case times
  /// The row to go to.
  case row
  /// How many statements it takes, as one step.
  case statements
  /// The meaning that it had before the change that is repeated.
  case ofLastChange
  /// How often an intent pastes, as one step.
  case pastes(Intent)
  /// A value, where one can be typed.
  case value
  /// Nothing: it is dropped.
  case nothing
}

/// The resolution of a command in a mode's current state.
enum CommandResolution {
  case run(() -> Void)
  case unavailable(reason: String)
}

extension Command where Mode: IntentMode {
  /// Creates a command that performs an intent.
  init(
    _ name: String, _ keys: String..., title: String? = nil, group: CommandGroup, help: String, hint: String? = nil,
    intent: Intent
  ) {
    self.init(name, keys: keys, title: title, group: group, help: help, hint: hint) { _ in intent }
  }

  /// Creates a command that performs an intent that depends on the mode's state.
  init(
    _ name: String, _ keys: String..., title: String? = nil, group: CommandGroup, help: String, hint: String? = nil,
    intentFor intent: @escaping (Mode) -> Intent
  ) {
    self.init(name, keys: keys, title: title, group: group, help: help, hint: hint, intentFor: intent)
  }

  private init(
    _ name: String, keys: [String], title: String?, group: CommandGroup, help: String, hint: String?,
    intentFor intent: @escaping (Mode) -> Intent
  ) {
    self.init(
      name, keys, title: title, group, help, hint: { _ in hint },
      action: .intent(perform: { $0.perform(intent($0)) }, unavailable: { $0.refusal(of: intent($0)) }))
  }
}

/// The groups of commands, in the order in which the help shows them.
public enum CommandGroup: String, CaseIterable, Sendable {
  /// They move the cursor, or scroll.
  case navigation = "moving around"
  /// They look for something, and go there.
  case finding = "finding"
  /// They insert, change and delete items at the cursor.
  case editing = "editing"
  /// They select blocks.
  case selection = "selecting blocks"
  /// They move the block at the cursor, change its properties, and find its uses.
  case blocks = "blocks"
  /// They change or save the whole program.
  case program = "the whole program"
  /// They run the program, and go through the run.
  case running = "running the program"
  /// They open windows and panes.
  case windows = "opening windows"
  /// They accept or close a window.
  case finishing = "finishing"
  /// They are about the editor itself, such as its settings and its end.
  case editor = "the editor"

  /// The groups of commands that apply to the item at the cursor, in the order of the menu and the help.
  static let ofCursor: [CommandGroup] = [.editing, .blocks, .selection]
}

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

  var shorterHints: [String] { commands.shorterHints(in: self, groups: hintGroups) }

  /// Formats the hints of the commands in some groups.
  func hintText(in groups: Set<CommandGroup>, afterKeys: String = " ", separator: String = "  ") -> String {
    commands.hintText(in: self, groups: groups, afterKeys: afterKeys, separator: separator)
  }

  func refuse(_ reason: String, on screen: EditorScreen) { screen.message = reason }

  /// Performs the command that a key is bound to.
  func press(_ key: Key, on screen: EditorScreen) {
    if let first = screen.firstKey {
      screen.firstKey = nil
      let continuations = commands.continuations(of: first)
      if let command = continuations[key] { return perform(command, on: screen) }
      if takesGlobalKeys, EditorScreen.readsMessages(key) { return showKeys(continuations, after: first, on: screen) }
      return refuse("\(KeyText.long(first.description)) \(KeyText.long(key.description)) does nothing here", on: screen)
    }
    let continuations = commands.continuations(of: key)
    if !continuations.isEmpty {
      screen.firstKey = key
      let keys = continuations.map { (key: $0.key.description, title: screen.titles.title(of: $0.value)) }
        .sorted { ($0.key.lowercased(), $1.key) < ($1.key.lowercased(), $0.key) }
        .map { "\(KeyText.short($0.key)) \($0.title)" }
      return refuse("\(KeyText.long(key.description)) and: \(keys.joined(separator: "; "))", on: screen)
    }
    if let command = commands[key] { return perform(command, on: screen) }
    if let fallback = commands.fallback, fallback.run(self, key, screen) { return }
    if takesGlobalKeys, screen.performGlobal(key, in: .windows) { return }
    // In modes without help, the hints beside the message show the keys.
    let help = outsideHint(of: key, screen.titles) ?? commands.hint("help", "shows the keys")
    screen.ringRefusal()
    refuse("\(KeyText.long(key.description)) does nothing here\(help)", on: screen)
  }

  /// Returns a hint, to follow a message, about the command on the canvas of a key that has none in a window; nil if
  /// there is none.
  private func outsideHint(of key: Key, _ titles: CommandTitles) -> String? {
    guard !(self is CanvasMode), key.typedCharacter == nil, let command = CanvasMode.canvasCommands[key] else {
      return nil
    }
    return "; after Esc: \(titles.title(of: command))"
  }

  /// Shows the commands of the keys that can follow a key.
  private func showKeys(_ continuations: [Key: Command<Self>], after first: Key, on screen: EditorScreen) {
    let first = KeyText.long(first.description)
    let lines = continuations.map { key, command -> String in
      let words = screen.titles.words(title: command.title, name: command.name, help: command.help)
      return CommandReference.row(keys: "\(first) \(KeyText.long(key.description))", words, screen.repertoire)
    }
    screen.modes.push(
      TextViewer(title: "Keys after \(first)", lines: lines.sorted(), hanging: CommandReference.helpColumn))
  }

  /// Performs a command, or shows why it is unavailable.
  func perform(_ command: Command<Self>, on screen: EditorScreen) {
    guard let reason = command.perform(in: self, on: screen) else { return }
    screen.ringRefusal()
    refuse(reason, on: screen)
  }

  func perform(commandNamed name: String, on screen: EditorScreen) {
    if let command = commands.command(named: name) { perform(command, on: screen) }
  }

  func hint(ofCommandNamed name: String) -> String? { commands.hint(ofCommandNamed: name, in: self) }

  var commandEntries: [CommandEntry] { commands.entries(in: self) }
}

/// A command as lists show it.
struct CommandEntry {
  var name: String
  /// The title in English.
  var title: String
  var help: String
  var keys: [String]
  var group: CommandGroup
  /// Why the command is unavailable; nil if it is available.
  var reason: String?

  /// The name in words.
  var words: String { name.split(separator: "-").joined(separator: " ") }

  /// The keys, as help shows them.
  var keyText: String { keys.map(KeyText.long).joined(separator: " ") }
}

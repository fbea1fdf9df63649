import MortiseScreen
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
  func command(named name: String) -> Command<Mode>? { bound.command(named: name) }

  /// Returns a hint about a command's key, to follow a message: `; u brings it back`. Empty if the command has no
  /// key.
  func hint(_ command: String, _ action: String) -> String {
    self.command(named: command)?.keys.first.map { "; \(KeyText.short($0)) \(action)" } ?? ""
  }

  /// Returns the commands for another mode, which adds them to its own; `mode` returns this table's mode from that one.
  func adapted<Other>(_ mode: @escaping (Other) -> Mode) -> [Command<Other>] {
    bound.originals.map { $0.adapted(fromTable: name, mode) }
  }

  /// Returns the table with an app's commands, whose keys win.
  func overridden(by commands: [Command<Mode>]) -> CommandTable {
    commands.isEmpty ? self : CommandTable(name, title, overriding: commands, bound.originals, fallback: fallback)
  }

  /// The commands as lists show them.
  func entries(in mode: Mode) -> [CommandEntry] {
    commands.map { command in
      CommandEntry(
        name: command.name, title: command.title, help: command.help, keys: command.keys, group: command.group,
        reason: command.reasonUnavailable(in: mode))
    }
  }

  // MARK: - Hints

  /// A key and its action, in a word or two.
  struct Hint {
    /// Nil for a range of keys, such as letters.
    var key: Key?
    var keyText: String
    /// Empty if the next hint's words apply to this key, too.
    var actionText: String
    /// Whether it closes the mode or shows the help. Such hints are left out last.
    var isKept: Bool
  }

  /// Returns the hints of the available commands in some groups. Checking an intent takes long, so the hint of an
  /// unavailable intent has to be nil.
  func hints(in mode: Mode, groups: Set<CommandGroup> = Set(CommandGroup.allCases)) -> [Hint] {
    var hints: [Hint] = []
    for command in commands where groups.contains(command.group) {
      guard let name = command.keys.first, let actionText = command.hint(mode) else { continue }
      if !command.isIntent, command.reasonUnavailable(in: mode) != nil {
        // The keys before it share its words.
        if !actionText.isEmpty, hints.last?.actionText == "" { hints[hints.count - 1].actionText = actionText }
        continue
      }
      hints.append(
        Hint(
          key: Key(name: name), keyText: KeyText.short(name), actionText: actionText,
          isKept: command.group == .finishing || command.name == "help"))
    }
    guard groups.contains(.navigation), let fallback, let actionText = fallback.hint else { return hints }
    hints.insert(
      Hint(key: nil, keyText: fallback.keys, actionText: actionText, isKept: false), at: min(1, hints.count))
    return hints
  }

  /// Formats the hints of the commands in some groups.
  func hintText(
    in mode: Mode, groups: Set<CommandGroup> = Set(CommandGroup.allCases), afterKeys: String = " ",
    separator: String = "  "
  ) -> String {
    Self.text(of: hints(in: mode, groups: groups), afterKeys: afterKeys, separator: separator)
  }

  /// Returns the shorter texts that can replace all hints if there is less room, from the longest to the shortest.
  /// Hints that close the mode or show the help are kept longest, and a hint is removed together with the keys that
  /// share its words.
  func shorterHints(in mode: Mode, groups: Set<CommandGroup>) -> [String] {
    var all: [[Hint]] = []
    for hint in hints(in: mode, groups: groups) {
      if all.last?.last?.actionText == "" { all[all.count - 1].append(hint) } else { all.append([hint]) }
    }
    var texts: [String] = []
    while all.count > 1 {
      // Of the hints that close the mode, the first and the last matter most: Enter and Esc.
      all.remove(at: all.lastIndex { !$0[0].isKept } ?? max(1, all.count - 2))
      texts.append(Self.text(of: all.flatMap(\.self)))
    }
    return texts
  }

  private static func text(of hints: [Hint], afterKeys: String = " ", separator: String = "  ") -> String {
    var text = ""
    var isShared = false
    for hint in hints {
      if !text.isEmpty { text += isShared ? " " : separator }
      text += hint.actionText.isEmpty ? hint.keyText : hint.keyText + afterKeys + hint.actionText
      isShared = hint.actionText.isEmpty
    }
    return text
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
        CommandSection.Row(name: $0.name, title: $0.title, keys: $0.keys.map(KeyText.long), help: $0.help)
      }
      sections.append(CommandSection(title: showsGroups ? "\(title): \(group[0].rawValue)" : title, rows: rows))
    }
    if let fallback, !sections.isEmpty {
      sections[sections.count - 1].rows.append(
        CommandSection.Row(name: "", title: "", keys: [fallback.keys], help: fallback.help))
    }
    return sections
  }
}

/// Some commands of a table, as text.
public struct CommandSection {
  /// A command, or the fallback for other keys.
  public struct Row {
    /// The name of the command; empty for the fallback.
    var name: String
    /// The title of the command; empty for the fallback, which has none.
    public var title: String
    /// The names of the keys, as users know them.
    public var keys: [String]
    /// The description of the command, as in the help.
    public var help: String
  }

  /// The heading, which says where the commands are available.
  public var title: String
  /// The commands in the order of the table.
  public var rows: [Row]
}

/// A command table of any mode.
protocol AnyCommandTable {
  var name: String { get }
  var sections: [CommandSection] { get }
  /// The names, titles, keys and descriptions of the commands.
  var rows: [(name: String, title: String, keys: String, help: String)] { get }
}

extension AnyCommandTable {
  var commandNames: [String] { rows.map(\.name) }
}

extension CommandTable: AnyCommandTable {
  var rows: [(name: String, title: String, keys: String, help: String)] {
    commands.map { ($0.name, $0.title, $0.keys.joined(separator: " or "), $0.help) }
  }
}

/// The keys that replace those of the command tables: those of a key set and of the user's settings.
struct KeyBindings: Equatable {
  /// The keys of commands, by the names of the table and the command. Several keys in a row are separated by blanks.
  var keys: [String: [String: [String]]] = [:]

  /// The bindings in use.
  static var current = KeyBindings() {
    didSet { if current != oldValue { generation += 1 } }
  }

  /// Counts the changes of the bindings.
  private(set) static var generation = 0

  /// Returns these bindings with others, which win.
  func merging(_ others: KeyBindings) -> KeyBindings {
    KeyBindings(keys: keys.merging(others.keys) { own, other in own.merging(other) { $1 } })
  }
}

/// The rows of a table with the keys in use, and an index of the keys.
final class BoundCommands<Mode> {
  private let tableName: String
  let originals: [Command<Mode>]
  /// The number of commands at the beginning whose keys win against those of the others.
  private let overridingCount: Int
  private var generation = -1
  private var bound: [Command<Mode>] = []
  /// Whether the index of the keys is up to date. Mortise's own keys are shown without it: the first frame shows
  /// some, but looks none up.
  private var isIndexed = false
  private var indices: [Key: Int] = [:]
  /// The first commands of each name.
  private let indicesByName: [String: Int]
  /// The commands of keys that are pressed one after the other.
  private var sequences: [Key: [Key: Int]] = [:]
  /// The names of keys that are bound twice, or that don't exist.
  private var invalid: [String] = []

  init(_ tableName: String, _ commands: [Command<Mode>], overridingCount: Int) {
    self.tableName = tableName
    self.overridingCount = overridingCount
    originals = commands
    indicesByName = Dictionary(commands.indices.map { (commands[$0].name, $0) }) { first, _ in first }
  }

  var commands: [Command<Mode>] {
    update()
    return bound
  }

  var invalidKeys: [String] {
    index()
    return invalid
  }

  func command(for key: Key) -> Command<Mode>? {
    index()
    return indices[key].map { bound[$0] }
  }

  func command(named name: String) -> Command<Mode>? {
    update()
    return indicesByName[name].map { bound[$0] }
  }

  /// Returns the commands of the keys that can follow a key.
  func continuations(of key: Key) -> [Key: Command<Mode>] {
    index()
    return sequences[key]?.mapValues { bound[$0] } ?? [:]
  }

  private func update() {
    if generation == KeyBindings.generation { return }
    generation = KeyBindings.generation
    isIndexed = false
    bound = originals
    if !areOwn { index() }
  }

  private func index() {
    update()
    if isIndexed { return }
    isIndexed = true
    let changed = originals.map { KeyBindings.current.keys[$0.tableName ?? tableName]?[$0.name] }
    bound = zip(originals, changed).map { command, keys in keys.map(command.bound) ?? command }
    indices = [:]
    sequences = [:]
    invalid = []
    // Keys that the user has chosen win against those of other commands.
    let order = bound.indices.sorted { first, second in
      let (isFirst, isSecond) = (changed[first] != nil, changed[second] != nil)
      return isFirst == isSecond ? first < second : isFirst
    }
    for index in order { bind(index, isChanged: changed[index] != nil) }
    // If the bindings are Mortise's own, a key that is bound twice is a mistake, which the tests report.
    if areOwn { return }
    for index in bound.indices where changed[index] == nil {
      // Keys that another command has taken are no longer shown.
      bound[index] = bound[index].bound(to: bound[index].keys.filter { isBound($0, to: index) })
    }
  }

  /// Whether neither the user nor an app has chosen any keys.
  private var areOwn: Bool { KeyBindings.current.keys.isEmpty && overridingCount == 0 }

  private func bind(_ index: Int, isChanged: Bool) {
    for name in bound[index].keys {
      let keys = Key.sequence(named: name)
      switch keys?.count {
      case 1:
        if let key = keys?[0], indices[key] == nil {
          indices[key] = index
        } else if areOwn || isChanged {
          invalid.append(name)
        }
      case 2:
        if let keys, sequences[keys[0]]?[keys[1]] == nil {
          sequences[keys[0], default: [:]][keys[1]] = index
        } else {
          invalid.append(name)
        }
      default: invalid.append(name)
      }
    }
  }

  private func isBound(_ name: String, to index: Int) -> Bool {
    guard let keys = Key.sequence(named: name), let first = keys.first else { return true }
    // A key that begins a sequence has no command of its own.
    return keys.count == 1 ? indices[first] == index && sequences[first] == nil : sequences[first]?[keys[1]] == index
  }
}

extension Key {
  /// The keys of a binding, such as `d` or `g g`; nil if one doesn't exist, or if there are more than two.
  static func sequence(named name: String) -> [Key]? {
    let names = name == " " ? ["<Space>"] : name.split(separator: " ").map(String.init)
    let keys = names.compactMap { Key(name: $0) }
    return keys.count == names.count && (1...2).contains(keys.count) ? keys : nil
  }
}

/// The names of keys as shown to users.
enum KeyText {
  /// Returns the name for help and documentation, such as `Shift+↑`.
  static func long(_ name: String) -> String {
    text(name, shift: "Shift+", names: [:])
  }

  /// Returns the name for hints, such as `⇧↑`.
  static func short(_ name: String) -> String {
    text(name, shift: "⇧", names: ["Delete": "Del"])
  }

  /// Whether a hint shows a key as a text, on a terminal that may have only ASCII.
  static func shows(_ name: String, as text: String) -> Bool {
    let texts = [short(name), long(name)]
    return texts.contains(text) || texts.contains { $0.map { GlyphSet.ascii(for: $0) ?? "" }.joined() == text }
  }

  private static let arrows = ["Up": "↑", "Down": "↓", "Left": "←", "Right": "→"]

  private static func text(_ name: String, shift: String, names: [String: String]) -> String {
    guard name.count > 1 else { return name }
    if name.contains(" ") {
      return name.split(separator: " ").map { Self.text(String($0), shift: shift, names: names) }.joined(separator: " ")
    }
    var rest = name.dropFirst().dropLast()
    var text = ""
    while rest.count > 2, rest.dropFirst().first == "-" {
      text += ["C": "Ctrl+", "S": shift, "A": "Alt+"][rest.prefix(1)] ?? ""
      rest = rest.dropFirst(2)
    }
    let base = String(rest)
    // With Alt, a capital letter is another key.
    if base.count == 1, base != base.lowercased() { text += shift }
    return text + (arrows[base] ?? names[base] ?? (base.count == 1 ? base.uppercased() : base == "Lt" ? "<" : base))
  }
}

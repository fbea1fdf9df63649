import MortiseTerminal

/// The keys that replace those of the command tables: a key set, and what the user's settings say.
struct KeyBindings: Equatable {
  /// The keys of commands, by the names of the table and the command. Several keys in a row are parted by blanks.
  var keys: [String: [String: [String]]] = [:]

  /// The bindings in use.
  static var current = KeyBindings() {
    didSet { if current != oldValue { generation += 1 } }
  }

  /// Changes with the bindings.
  private(set) static var generation = 0

  /// Returns these bindings with others, which win.
  func merging(_ others: KeyBindings) -> KeyBindings {
    KeyBindings(keys: keys.merging(others.keys) { own, other in own.merging(other) { $1 } })
  }
}

/// The rows of a table with the keys in use, and where to find them.
final class BoundCommands<Mode> {
  private let tableName: String
  let originals: [Command<Mode>]
  /// The number of commands at the beginning whose keys win against those of the others.
  private let overridingCount: Int
  private var generation = -1
  private var bound: [Command<Mode>] = []
  private var indices: [Key: Int] = [:]
  /// The commands of keys that are pressed one after the other.
  private var sequences: [Key: [Key: Int]] = [:]
  /// The names of keys that are bound twice, or that don't exist.
  private var invalid: [String] = []

  init(_ tableName: String, _ commands: [Command<Mode>], overridingCount: Int) {
    self.tableName = tableName
    self.overridingCount = overridingCount
    originals = commands
  }

  var commands: [Command<Mode>] {
    update()
    return bound
  }

  var invalidKeys: [String] {
    update()
    return invalid
  }

  func command(for key: Key) -> Command<Mode>? {
    update()
    return indices[key].map { bound[$0] }
  }

  /// Returns the commands of the keys that can follow a key.
  func continuations(of key: Key) -> [Key: Command<Mode>] {
    update()
    return sequences[key]?.mapValues { bound[$0] } ?? [:]
  }

  private func update() {
    if generation == KeyBindings.generation { return }
    generation = KeyBindings.generation
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
    // Where the bindings are Mortise's own, a key that is bound twice is a mistake that the tests show.
    if areOwn { return }
    for index in bound.indices where changed[index] == nil {
      // What another command has taken is no longer shown.
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

import CodeGeneration
import Markup
import MortiseTerminal
import ProgramAdvice
import ProgramContainers
import ProgramRunning
import Workbench

/// A mistake in a settings file.
public struct SettingsProblem: Equatable, CustomStringConvertible {
  /// The position of the mistake in the file.
  public let position: SourcePosition
  /// The mistake, and the allowed values.
  public let message: String

  public var description: String { "\(position): \(message)" }
}

/// Reads a settings file: JSON, with comments that begin with `//` and go to the end of the line. Settings with a
/// mistake are reported, and keep their defaults.
public struct SettingsReader {
  /// The settings of the file; all others have their defaults.
  public private(set) var settings = EditorSettings()
  /// The mistakes, in the order of the file.
  public private(set) var problems: [SettingsProblem] = []
  private var found: [(value: JSONValue, message: String)] = []
  private let languages: CodeLanguages
  private let ruleNames: [String]

  /// The names of all modes and their commands.
  private let commandNames: [String: Set<String>]

  /// - Parameters:
  ///   - languages: the languages of generated code.
  ///   - commands: the app's commands, which have a mode of their own.
  ///   - rules: the rules of advice.
  public init(
    _ bytes: [UInt8], languages: CodeLanguages, commands: [Command<Scene>] = [],
    rules: [any AdviceRule] = AdviceRules.all
  ) {
    self.languages = languages
    ruleNames = rules.map(\.id)
    commandNames = CommandReference(adding: commands).commandNames
    let bytes = Self.plainJSON(bytes)
    let root: JSONValue
    do throws(MarkupError) {
      root = try JSONParser.parse(bytes)
    } catch {
      problems = [SettingsProblem(position: error.position, message: error.cause)]
      return
    }
    read(root)
    let positions = JSONParser.positions(of: found.map(\.value.tapeIndex), in: bytes)
    problems = found.map { value, message in
      SettingsProblem(
        position: positions[value.tapeIndex] ?? SourcePosition(line: 1, column: 1), message: message)
    }
    problems.sort { ($0.position.line, $0.position.column) < ($1.position.line, $1.position.column) }
  }

  /// Returns the text with blanks for everything that JSON doesn't allow, so that positions stay the same: comments,
  /// and commas after the last member or element.
  nonisolated static func plainJSON(_ bytes: [UInt8]) -> [UInt8] {
    let blank = UInt8(ascii: " ")
    var result = bytes
    var isInString = false
    var comma: Int?
    var index = 0
    while index < result.count {
      let byte = result[index]
      if byte == UInt8(ascii: "\n") {
        isInString = false
      } else if isInString, byte == UInt8(ascii: "\\") {
        index += 1
      } else if byte == UInt8(ascii: "\"") {
        isInString.toggle()
        comma = nil
      } else if isInString {
        // The contents of strings don't matter.
      } else if byte == UInt8(ascii: "/"), index + 1 < result.count, result[index + 1] == byte {
        while index < result.count, result[index] != UInt8(ascii: "\n") {
          result[index] = blank
          index += 1
        }
      } else if byte == UInt8(ascii: ",") {
        comma = index
      } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
        if let comma { result[comma] = blank }
        comma = nil
      } else if byte > blank {
        comma = nil
      }
      index += 1
    }
    return result
  }

  private mutating func refuse(_ value: JSONValue, _ message: String) { found.append((value, message)) }

  private mutating func read(_ root: JSONValue) {
    guard root.kind == .object else { return refuse(root, "the settings must be an object: { … }") }
    var seen: Set<String> = []
    for (name, value) in root.members {
      if !seen.insert(name).inserted { refuse(value, "“\(name)” is set twice; this one counts") }
      switch name {
      case "keySet": choose(value, name, EditorSettings.KeySet.self) { $0.keySet = $1 }
      case "keys": readKeys(value)
      case "theme": text(value, name) { $0.theme = $1 == EditorSettings.automatic ? nil : $1 }
      case "language": text(value, name) { $0.language = $1 == EditorSettings.automatic ? nil : $1 }
      case "toolbox": text(value, name) { $0.toolbox = $1 }
      case "code": word(value, name, among: languages.all.map(\.id)) { $0.codeLanguage = $1 }
      case "codeCommands": readCodeCommands(value)
      case "mouse": flag(value, name) { $0.usesMouse = $1 }
      case "plain": flag(value, name) { $0.isPlain = $1 }
      case "verbosity": choose(value, name, Verbosity.self) { $0.verbosity = $1 }
      case "wrap": flag(value, name) { $0.wraps = $1 }
      case "bell": flag(value, name) { $0.ringsBell = $1 }
      case "allow": readAllowedRules(value)
      default: refuse(value, "there is no setting “\(name)”; the settings are \(Self.names.joined(separator: ", "))")
      }
    }
  }

  static let names = [
    "keySet", "keys", "theme", "language", "toolbox", "code", "codeCommands", "mouse", "plain", "verbosity", "wrap",
    "bell", "allow",
  ]

  private mutating func readAllowedRules(_ value: JSONValue) {
    guard value.kind == .array else {
      return refuse(value, "“allow” must be a list of rules: [\"empty-body\", …]")
    }
    for element in value.elements {
      guard let rule = element.string, ruleNames.contains(rule) else {
        refuse(
          element, "there is no rule “\(element.string ?? "")”; the rules are \(ruleNames.joined(separator: ", "))")
        continue
      }
      settings.allowedRules.append(rule)
    }
  }

  private mutating func text(_ value: JSONValue, _ name: String, set: (inout EditorSettings, String) -> Void) {
    guard let text = value.string, !text.isEmpty else { return refuse(value, "“\(name)” must be a text") }
    set(&settings, text)
  }

  private mutating func flag(_ value: JSONValue, _ name: String, set: (inout EditorSettings, Bool) -> Void) {
    guard let flag = value.boolean else { return refuse(value, "“\(name)” must be true or false") }
    set(&settings, flag)
  }

  private mutating func choose<Choice: RawRepresentable<String> & CaseIterable>(
    _ value: JSONValue, _ name: String, _ choices: Choice.Type, set: (inout EditorSettings, Choice) -> Void
  ) {
    word(value, name, among: choices.allCases.map(\.rawValue)) { settings, word in
      if let choice = Choice(rawValue: word) { set(&settings, choice) }
    }
  }

  private mutating func word(
    _ value: JSONValue, _ name: String, among words: [String], set: (inout EditorSettings, String) -> Void
  ) {
    guard let word = value.string, words.contains(word) else {
      let all = words.map { "“\($0)”" }.joined(separator: ", ")
      return refuse(value, "“\(name)” must be one of \(all)")
    }
    set(&settings, word)
  }

  // MARK: - Commands

  private mutating func readCodeCommands(_ value: JSONValue) {
    guard value.kind == .object else {
      return refuse(value, "“codeCommands” must be an object of commands: { \"iobroker\": [\"node\", …] }")
    }
    let names = ContainerFormat.all.compactMap { ($0 as? ContainerFormat)?.container }.filter { $0.code == .run }.map(
      \.name)
    for (name, command) in value.members {
      guard names.contains(name) else {
        refuse(command, "no app runs the code of “\(name)”; the names are \(names.joined(separator: ", "))")
        continue
      }
      let words = command.elements.map(\.string)
      // A string isn't split here: that would require the rules of a shell.
      guard command.kind == .array, let first = words.first, first?.isEmpty == false, !words.contains(nil) else {
        refuse(
          command, "the command of “\(name)” must be a list of words, such as [\"node\", \"/home/me/make-code.js\"]")
        continue
      }
      settings.codeCommands[name] = CodeMaker(words.compactMap(\.self))
    }
  }

  // MARK: - Keys

  private mutating func readKeys(_ value: JSONValue) {
    guard value.kind == .object else {
      return refuse(value, "“keys” must be an object of modes: { \"canvas\": { … } }")
    }
    for (mode, commands) in value.members {
      guard let known = commandNames[mode] else {
        let modes = commandNames.keys.sorted().joined(separator: ", ")
        refuse(commands, "there is no mode “\(mode)”; the modes are \(modes)")
        continue
      }
      guard commands.kind == .object else {
        refuse(commands, "“\(mode)” must be an object of commands: { \"delete\": [\"<Delete>\"] }")
        continue
      }
      var owners: [String: String] = [:]
      for (command, keys) in commands.members {
        guard known.contains(command) else {
          refuse(keys, "“\(mode)” has no command “\(command)”; ‘mortise keys --names’ lists them")
          continue
        }
        guard let names = names(of: keys, for: command, &owners) else { continue }
        settings.keys.keys[mode, default: [:]][command] = names
      }
    }
  }

  /// Returns the names of keys; nil if they are wrong.
  private mutating func names(
    of value: JSONValue, for command: String, _ owners: inout [String: String]
  ) -> [String]? {
    let elements = value.kind == .string ? [value] : Array(value.elements)
    guard value.kind == .string || value.kind == .array else {
      refuse(value, "the keys of “\(command)” must be a list of names, such as [\"d\", \"<C-d>\"]")
      return nil
    }
    var names: [String] = []
    for element in elements {
      guard let name = element.string, Key.sequence(named: name) != nil else {
        refuse(
          element,
          "\(element.string.map { "“\($0)”" } ?? "this") is not the name of a key; names are d, <C-d>, <A-Left>, <F5>, g g"
        )
        continue
      }
      if let owner = owners[name] {
        refuse(element, "“\(name)” is a key of “\(owner)” already")
        continue
      }
      owners[name] = command
      names.append(name)
    }
    return names
  }
}

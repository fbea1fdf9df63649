/// What the commands must keep to: their keys are in tables, and nobody forgets one of them.
extension Rules {
  /// A switch over a command has no `default`, so that a new command can't be forgotten in it.
  static func commandSwitches(_ files: [SourceFile]) -> [Violation] {
    let enums = files.filter(\.isSwift).flatMap(commandCases)
    var violations: [Violation] = []
    for file in files where file.isSwift && file.code.contains(where: { $0.mentions("default") }) {
      for statement in SwitchStatement.all(in: file.code) {
        guard let line = statement.defaultLine else { continue }
        let isOverCommand = statement.subject.firstMatch(of: /(?i)command/) != nil
        let isOfCommands = !statement.cases.isEmpty && enums.contains { statement.cases.isSubset(of: $0) }
        if isOverCommand || isOfCommands {
          violations.append(
            Violation(path: file.path, line: line, what: "a switch over commands names all of them, without default"))
        }
      }
    }
    return violations
  }

  /// The views bind keys in the tables of their modes, and nowhere else.
  static func boundKeys(_ files: [SourceFile]) -> [Violation] {
    var violations: [Violation] = []
    for file in files where file.target == "TerminalUI" && !file.path.hasPrefix(Layers.commands) {
      for (index, line) in file.code.enumerated()
      where line.mentions("ey")
        && line.firstMatch(of: /\b[kK]ey\??\.code\b|\bswitch key\b|\bKey\(|\bkey == |\.key\(\./) != nil
      {
        violations.append(
          Violation(path: file.path, line: index + 1, what: "keys are bound in tables of commands alone"))
      }
    }
    return violations
  }

  /// The cases of the enumerations of commands in a file.
  private static func commandCases(in file: SourceFile) -> [Set<String>] {
    var found: [Set<String>] = []
    var depth: Int?
    for line in file.code {
      if depth == nil, line.mentions("enum "), line.firstMatch(of: /\benum \w*Command\b/) != nil {
        found.append([])
        depth = 0
      }
      guard let outer = depth else { continue }
      if outer <= 1, let match = line.firstMatch(of: /^\s*(?:indirect )?case (?<names>.*)/) {
        let names = match.output.names.split(separator: ",").compactMap { $0.firstMatch(of: /^\s*(?<name>\w+)/) }
        found[found.count - 1].formUnion(names.map { String($0.output.name) })
      }
      let inner = outer + line.count { $0 == "{" } - line.count { $0 == "}" }
      depth = inner <= 0 && line.contains("}") ? nil : inner
    }
    return found.filter { !$0.isEmpty }
  }
}

/// A switch in a source text.
struct SwitchStatement {
  /// What is switched over.
  private(set) var subject: String
  /// The names of the cases with a leading dot.
  private(set) var cases: Set<String> = []
  /// The number of the line with its `default`.
  private(set) var defaultLine: Int?

  static func all(in code: [String]) -> [SwitchStatement] {
    var done: [SwitchStatement] = []
    // The switches that are open, each with the depth of braces around its cases; nil before its brace.
    var open: [(statement: SwitchStatement, depth: Int?)] = []
    var depth = 0
    for (index, line) in code.enumerated() {
      // In most lines only the braces count.
      let isPlain = !line.mentions("switch") && !line.mentions("default") && open.allSatisfy { $0.depth != nil }
      let tokens =
        isPlain
        ? line.utf8.filter { "{}".utf8.contains($0) }.map { String(UnicodeScalar($0)) }
        : line.matches(of: /\bswitch\b|\bdefault\s*:|\.\w+|\bcase\b|[{}]|[^{}.]/).map { String($0.output) }
      for token in tokens {
        switch token {
        case "switch": open.append((SwitchStatement(subject: ""), nil))
        case "{":
          depth += 1
          if let last = open.last, last.depth == nil { open[open.count - 1].depth = depth }
        case "}":
          if let last = open.last, last.depth == depth {
            done.append(last.statement)
            open.removeLast()
          }
          depth -= 1
        default:
          guard let last = open.last else { continue }
          if last.depth == nil {
            open[open.count - 1].statement.subject += token
          } else if last.depth == depth, token.hasPrefix("default") {
            open[open.count - 1].statement.defaultLine = index + 1
          }
        }
      }
      guard let last = open.last, last.depth == depth, line.mentions("case ") else { continue }
      if let match = line.firstMatch(of: /^\s*case (?<patterns>[^:]*)/) {
        for name in match.output.patterns.matches(of: /(?:^|, )\.(?<name>\w+)/) {
          open[open.count - 1].statement.cases.insert(String(name.output.name))
        }
      }
    }
    return done
  }
}

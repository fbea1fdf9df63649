/// Finding the parts of a Python file that can't be taken over as they are: statements that would behave differently as
/// blocks, and names that are ambiguous in blocks.
extension PythonLines {
  /// Returns the indices of the lines that have to stay as code, whatever blocks there are: functions in functions, as
  /// all functions of blocks are outermost, and changes of a list that has another name, too, as blocks would make a new
  /// list.
  package var fixed: Set<Int> {
    var fixed: Set<Int> = []
    var others = Set(lines.flatMap { Self.aliases(in: $0.text) })
    others.formUnion(lines.flatMap { Self.targets(in: $0.text) })
    for (index, line) in lines.enumerated() {
      if line.indentation > 0, Self.definition(in: line.text) != nil { fixed.insert(index) }
      guard let match = line.text.prefixMatch(of: /([\w\[\]+\- ]+)\.(?:sort|reverse|clear)\(/) else { continue }
      if match.1.contains("[") || others.contains(String(match.1)) { fixed.insert(index) }
    }
    return fixed
  }

  /// Returns the names of a list that another variable may have, too: `b = a`.
  private static func aliases(in text: String) -> [String] {
    guard let match = text.wholeMatch(of: /(\w+) *= *([A-Za-z_]\w*)/) else { return [] }
    return [String(match.1), String(match.2)]
  }

  /// Returns the inputs of a function, or the variables of a loop.
  private static func targets(in text: String) -> [String] {
    let part =
      text.prefixMatch(of: /def +\w+ *\(([^)]*)\)/)?.1 ?? text.prefixMatch(of: /for +(.+?) +in\b/)?.1 ?? ""
    return part.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
  }

  /// The name of the function or class that a line defines; nil for any other line.
  static func definition(in text: String) -> String? {
    text.prefixMatch(of: /(?:async +)?(?:def|class) +(\w+)/).map { String($0.1) }
  }

  /// The variable that a line sets to a dictionary or a set; nil for any other line.
  static func dictionary(in text: String) -> String? {
    let pattern = /(\w+)(?: *: *[\w\[\], ]+)? *= *(?:\{|(?:\w+\.)?(?:dict|set|defaultdict|Counter|OrderedDict)\()/
    return text.prefixMatch(of: pattern).map { String($0.1) }
  }

  // MARK: - Numbers that are read as texts

  /// Joins `age = input()` and `age = int(age)`, which are one block.
  mutating func joinPrompts() {
    for index in lines.indices.dropLast().reversed() {
      let next = lines[index + 1]
      guard next.indentation == lines[index].indentation, next.comments.isEmpty,
        let read = lines[index].text.wholeMatch(of: /(\w+) *= *(input\(.*\))/),
        let made = next.text.wholeMatch(of: /(\w+) *= *(int|float)\((\w+)\)/), made.1 == read.1, made.3 == read.1,
        !comments.contains(where: { (lines[index].range.upperBound..<next.range.lowerBound).contains($0.index) })
      else { continue }
      lines[index].text = "\(read.1) = \(made.2)(\(read.2))"
      lines[index].range = lines[index].range.lowerBound..<next.range.upperBound
      lines.remove(at: index + 1)
    }
  }

  // MARK: - Names

  /// Returns new names for variables whose names are ambiguous in blocks. Variables that differ only in case, such as
  /// `n` and `N`, would be one, and generated code renames variables such as `sum`, which statements that stay as code
  /// don't know.
  /// - Parameter hasCode: whether there are statements that stay as code.
  func renames(hasCode: Bool) -> [String: String] {
    let all = lines.flatMap { LineReader.names(in: $0.text).map(\.name) }
    var used = Set(all.map { $0.lowercased() })
    var first: [String: String] = [:]
    let variables = Set(lines.flatMap { ProgramMistakes.assigned(in: $0.text) + Self.targets(in: $0.text) })
    var renames: [String: String] = [:]
    for name in all where variables.contains(name) && renames[name] == nil {
      let isSecond = first[name.lowercased(), default: name] != name
      if first[name.lowercased()] == nil { first[name.lowercased()] = name }
      guard isSecond || Self.words.contains(name) || hasCode && Self.builtIns.contains(name) else { continue }
      var new = "\(name)_"
      while used.contains(new.lowercased()) { new += "_" }
      used.insert(new.lowercased())
      renames[name] = new
    }
    return renames
  }

  /// The names that typed lines read as words.
  private static let words: Set<String> = [
    "e", "pi", "null", "repeat", "until", "forever", "function", "each", "output", "change", "say", "ask", "add",
    "remove", "insert", "set", "display", "echo",
  ]

  /// The names of Python's own that beginners take for variables. Generated code has other names for these.
  private static let builtIns: Set<String> = [
    "abs", "all", "any", "bin", "bool", "chr", "dict", "dir", "file", "filter", "float", "format", "hash", "help",
    "hex", "id", "input", "int", "iter", "len", "list", "map", "max", "min", "next", "object", "oct", "open", "ord",
    "pow", "print", "property", "range", "reversed", "round", "slice", "sorted", "str", "sum", "super", "tuple",
    "type", "vars", "zip", "math", "random", "exit", "quit",
  ]
}

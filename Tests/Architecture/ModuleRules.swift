/// What the editor's modules and views must keep to.
extension Rules {
  /// A module names no other one, nor what puts them together.
  static func modules(_ files: [SourceFile]) -> [Violation] {
    var declared: [String: String] = [:]
    for file in files {
      if let module = module(of: file) {
        for name in declarations(in: file) { declared[name] = module }
      } else if House.assemblyFolders.contains(where: { file.path.hasPrefix($0) }) {
        for name in declarations(in: file) { declared[name] = "" }
      }
    }
    for name in House.assembly { declared[name] = "" }
    var violations: [Violation] = []
    for file in files {
      guard let module = module(of: file) else { continue }
      for (index, line) in file.code.enumerated() {
        for name in words(of: line) {
          guard let owner = declared[name], owner != module else { continue }
          let what = owner.isEmpty ? "\(name), which puts modules together" : "\(name) of the module \(owner)"
          violations.append(
            Violation(path: file.path, line: index + 1, what: "the module \(module) may not name \(what)"))
        }
      }
    }
    return violations
  }

  /// The folder of the module that a file is of.
  private static func module(of file: SourceFile) -> String? {
    guard file.path.hasPrefix(House.modules) else { return nil }
    return file.path.dropFirst(House.modules.count).split(separator: "/").first.map(String.init)
  }

  private static func declarations(in file: SourceFile) -> [String] {
    let declaration = /^(?<before>[\w ]*)\b(?:class|struct|enum|protocol|actor|typealias)\s+(?<name>\w+)/
    // What is declared inside of something is named with that.
    return file.code.compactMap { line in
      guard let match = line.firstMatch(of: declaration), !match.output.before.contains("extension") else { return nil }
      return line.first == " " ? nil : String(match.output.name)
    }
  }

  private static func words(of line: String) -> [String] { line.matches(of: /\w+/).map { String($0.output) } }

  /// The views change a program by intents alone: they don't name what does it otherwise, and leave the model as it is.
  static func intents(_ files: [SourceFile]) -> [Violation] {
    let properties = changeableProperties(of: files.filter { $0.path.hasPrefix(House.modelFolder) })
    var violations: [Violation] = []
    for file in files where file.target == "TerminalUI" {
      for (index, line) in file.code.enumerated() {
        func complain(_ what: String) {
          violations.append(
            Violation(path: file.path, line: index + 1, what: "\(what): the views change a program by intents alone"))
        }
        for name in House.changing where names(line, name) { complain("\(name) may not be used") }
        for match in line.matches(of: /(?<owner>\w+)[?!]?\.(?<name>\w+)(?<sign>\(|\.toggle\(|\s*[-+*\/]?=(?!=))/) {
          let (owner, name) = (match.output.owner.lowercased(), String(match.output.name))
          guard House.modelOwners.contains(where: { owner.hasSuffix($0) }) else { continue }
          let isCall = match.output.sign == "("
          if isCall ? House.modelChanges.contains(name) : properties.contains(name) {
            complain("\(match.output.owner).\(name) is changed here")
          }
        }
      }
    }
    return violations
  }

  /// Whether a line has a name that is no part of another one.
  private static func names(_ line: String, _ name: String) -> Bool {
    line.ranges(of: name).contains { range in
      func isWord(_ character: Character?) -> Bool {
        character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
      }
      let before = range.lowerBound > line.startIndex ? line[line.index(before: range.lowerBound)] : nil
      let after = range.upperBound < line.endIndex ? line[range.upperBound] : nil
      let beginsAsWord = isWord(name.first)
      let endsAsWord = isWord(name.last)
      return !(beginsAsWord && isWord(before)) && !(endsAsWord && isWord(after))
    }
  }

  /// The properties of the model's objects that others can set.
  private static func changeableProperties(of files: [SourceFile]) -> Set<String> {
    let property = /^\s*public var (?<name>\w+)\s*[:=]/
    var names: Set<String> = []
    for file in files {
      for line in file.code where !line.contains("{") || line.contains("didSet") {
        if let match = line.firstMatch(of: property) { names.insert(String(match.output.name)) }
      }
    }
    return names
  }
}

/// The rule that views change a program only through intents.
extension Rules {
  /// The views don't name what changes a program without an intent, and don't change the model.
  static func intents(_ files: [SourceFile]) -> [Violation] {
    let model = ModelClasses(in: files)
    var violations: [Violation] = []
    for file in files where file.target == "TerminalUI" {
      for statement in Statement.all(in: file) {
        let found =
          Layers.changing.filter { names(statement.text, $0) }.map { "\($0) may not be used" }
          + changingCalls(in: statement.text).map { "\($0) is called here" }
          + statement.writes(to: model.properties).map { "\($0) is set here" }
          + extensions(in: statement.text).filter(model.names.contains).map { "\($0) is extended here" }
        violations += found.map {
          Violation(
            path: file.path, line: statement.line, what: "\($0): the views change a program by intents alone")
        }
      }
    }
    return violations
  }

  private static func changingCalls(in text: String) -> [String] {
    guard Layers.modelChanges.contains(where: text.mentions) else { return [] }
    return text.matches(of: /(?<owner>\w+)(?:\[[^\]]*\])?[?!]?\.(?<name>\w+)\(/).compactMap { match in
      let owner = match.output.owner.lowercased()
      let isOfModel = Layers.modelOwners.contains { owner.hasSuffix($0) || owner.hasSuffix($0 + "s") }
      return isOfModel && Layers.modelChanges.contains(String(match.output.name)) ? "\(match.output.name)" : nil
    }
  }

  private static func extensions(in text: String) -> [String] {
    guard text.mentions("extension ") else { return [] }
    return text.matches(of: /\bextension (?<name>\w+)/).map { String($0.output.name) }
  }

  /// Whether a text contains a name as a whole word.
  private static func names(_ text: String, _ name: String) -> Bool {
    text.mentions(name)
      && text.ranges(of: name).contains { range in
        func isWord(_ character: Character?) -> Bool {
          character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
        }
        let before = range.lowerBound > text.startIndex ? text[text.index(before: range.lowerBound)] : nil
        let after = range.upperBound < text.endIndex ? text[range.upperBound] : nil
        let beginsAsWord = isWord(name.first)
        let endsAsWord = isWord(name.last)
        return !(beginsAsWord && isWord(before)) && !(endsAsWord && isWord(after))
      }
  }
}

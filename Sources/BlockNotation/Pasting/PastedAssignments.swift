/// Splits assignments of a pasted program to several variables: `x = y = 0`, `a, b = b, a`.
enum PastedAssignments {
  /// Returns the assignments of a statement to one variable each; the statement itself if it is anything else.
  /// - Parameter program: the pasted program, whose names are not used for temporary variables.
  static func parts(of statement: String, in program: [PastedLines.Line]) -> [String] {
    // Other languages end a line with a semicolon.
    let signs = Signs(statement.last == ";" ? String(statement.dropLast()) : statement)
    let parts = signs.parts.count == 2 ? unbracketed(signs.parts) : signs.parts
    guard parts.count > 1, let value = parts.last, parts.allSatisfy({ !$0.contains("") }) else { return [statement] }
    let targets = parts.dropLast()
    guard targets.joined().allSatisfy(isTarget) else { return [statement] }
    let comment = signs.comment.map { [$0] } ?? []
    if targets.allSatisfy({ $0.count == 1 }), value.count == 1 {
      return chained(targets.map { $0[0] }, value[0]).map { comment + $0 } ?? [statement]
    }
    guard targets.count == 1, let names = targets.first, names.count == value.count else { return [statement] }
    return comment + together(names, value, program)
  }

  /// Returns the parts of `[a, b] = [b, a]` and `(a, b) = (b, a)` without brackets.
  private static func unbracketed(_ parts: [[String]]) -> [[String]] {
    let areBracketed = parts.allSatisfy { part in
      part.count == 1 && [("[", "]"), ("(", ")")].contains { part[0].hasPrefix($0.0) && part[0].hasSuffix($0.1) }
    }
    let inner = parts.map { Signs(String($0[0].dropFirst().dropLast())).parts }
    return areBracketed && inner.allSatisfy { $0.count == 1 } ? inner.map { $0[0] } : parts
  }

  /// Returns the assignments for `x = y = 0`; nil for one variable.
  private static func chained(_ targets: [String], _ value: String) -> [String]? {
    guard targets.count > 1 else { return nil }
    let isLiteral = value.allSatisfy { $0.isNumber || ".-".contains($0) }
    return targets.enumerated().map { "\($1) = \($0 == 0 || isLiteral ? value : targets[0])" }
  }

  /// Returns the assignments for `a, b = b, a`. Values that need the old value of an earlier variable are first put
  /// into temporary variables.
  private static func together(
    _ targets: [String], _ values: [String], _ program: [PastedLines.Line]
  ) -> [String] {
    var waiting: [String] = []
    var assignments: [String] = []
    var changed: Set<Substring> = []
    for (target, value) in zip(targets, values) {
      var value = value
      if !changed.isDisjoint(with: words(of: value)) {
        var name = "new_\(words(of: target)[0])"
        let isUsed = { (name: String) in
          program.contains { $0.text.contains(name) } || waiting.contains { $0.hasPrefix("\(name) ") }
        }
        while isUsed(name) { name += "_" }
        waiting.append("\(name) = \(value)")
        value = name
      }
      assignments.append("\(target) = \(value)")
      changed.insert(words(of: target)[0])
    }
    return waiting + assignments
  }

  private static func words(of text: String) -> [Substring] { text.split { !isInName($0) } }

  private static func isInName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  /// Whether a text is a name, or an item of a list.
  private static func isTarget(_ text: String) -> Bool {
    let name = text.prefix(while: isInName)
    guard let first = name.first, !first.isNumber else { return false }
    return name.count == text.count || text.dropFirst(name.count).first == "[" && text.last == "]"
  }

  /// The parts of a statement between its `=`, each separated by commas.
  private struct Signs {
    private(set) var parts: [[String]] = [[""]]
    /// The comment after the statement; nil if there is none.
    private(set) var comment: String?

    init(_ statement: String) {
      var depth = 0
      var text = TextSigns()
      var last: Character = " "
      for (index, character) in zip(statement.indices, statement) {
        let isOutside = text.isSign(character)
        if isOutside, "([{".contains(character) { depth += 1 }
        if isOutside, ")]}".contains(character) { depth -= 1 }
        let isSign = isOutside && depth == 0
        if isSign, character == "#" {
          comment = String(statement[index...])
          break
        }
        // A comparison, a change, or a body.
        if isSign, "<>:;".contains(character) || character == "=" && "=!+-*/%".contains(last) {
          parts = []
          return
        }
        if isSign, character == "=" {
          parts.append([""])
        } else if isSign, character == "," {
          parts[parts.count - 1].append("")
        } else {
          let index = parts.count - 1
          parts[index][parts[index].count - 1].append(character)
        }
        last = character
      }
      parts = parts.map { $0.map(Self.trimmed) }
    }

    private static func trimmed(_ text: String) -> String {
      var text = text.drop { $0 == " " }
      while text.last == " " { text.removeLast() }
      return String(text)
    }
  }
}

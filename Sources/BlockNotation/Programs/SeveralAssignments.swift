/// Splits assignments of a program to several variables: `x = y = 0`, `a, b = b, a`.
enum SeveralAssignments {
  /// Returns the assignments of a statement to one variable each; the statement itself if it is anything else.
  /// - Parameter program: the program, whose names are not used for temporary variables.
  static func parts(of statement: String, in program: [TextProgram.Statement]) -> [String] {
    parts(of: statement) { name in program.contains { $0.text.contains(name) } }
  }

  /// Returns the assignments of a statement to one variable each; the statement itself if it is anything else.
  /// - Parameter isUsed: whether a name can't be that of a temporary variable.
  static func parts(of statement: String, isUsed: (String) -> Bool) -> [String] {
    // Other languages end a line with a semicolon.
    let tokens = LineTokens(statement.last == ";" ? String(statement.dropLast()) : statement)
    let end = tokens.indices.first { tokens.sign($0) == "#" && tokens.depths[$0] == 0 } ?? tokens.indices.upperBound
    guard isAssignment(tokens, 0..<end) else { return [statement] }
    var sides = tokens.parts(of: 0..<end, separatedBy: ["="])
    if sides.count == 2 { sides = unbracketed(sides, tokens) }
    let parts = sides.map { tokens.parts(of: $0, separatedBy: [","]).map(tokens.text) }
    guard parts.count > 1, let value = parts.last, parts.allSatisfy({ !$0.contains("") }) else { return [statement] }
    let targets = parts.dropLast()
    guard targets.joined().allSatisfy(isTarget) else { return [statement] }
    let comment = end < tokens.indices.upperBound ? [tokens.text(end..<tokens.indices.upperBound)] : []
    if targets.allSatisfy({ $0.count == 1 }), value.count == 1 {
      return chained(targets.map { $0[0] }, value[0]).map { comment + $0 } ?? [statement]
    }
    guard targets.count == 1, let names = targets.first, names.count == value.count else { return [statement] }
    return comment + together(names, value, isUsed)
  }

  /// Whether there is no comparison, change or body outside of brackets.
  private static func isAssignment(_ tokens: LineTokens, _ range: Range<Int>) -> Bool {
    !range.contains { index in
      guard tokens.depths[index] == 0, let sign = tokens.sign(index) else { return false }
      let isOperator = tokens[index].isGlued && tokens.sign(index - 1).map("=!+-*/%".contains) ?? false
      return "<>:;".contains(sign) || sign == "=" && isOperator
    }
  }

  /// Returns the sides of `[a, b] = [b, a]` and `(a, b) = (b, a)` without brackets.
  private static func unbracketed(_ sides: [Range<Int>], _ tokens: LineTokens) -> [Range<Int>] {
    let areBracketed = sides.allSatisfy { side in
      side.count > 1 && tokens.opening(of: side.upperBound - 1) == side.lowerBound
        && ["(", "["].contains(tokens.sign(side.lowerBound))
    }
    return areBracketed ? sides.map { $0.dropFirst().dropLast() } : sides
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
    _ targets: [String], _ values: [String], _ isUsed: (String) -> Bool
  ) -> [String] {
    var waiting: [String] = []
    var assignments: [String] = []
    var changed: Set<Substring> = []
    for (target, value) in zip(targets, values) {
      var value = value
      if !changed.isDisjoint(with: words(of: value)) {
        var name = "new_\(words(of: target)[0])"
        while isUsed(name) || waiting.contains(where: { $0.hasPrefix("\(name) ") }) { name += "_" }
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
}

/// Joins a condition and the `return` below it, if that is all: one block is for both.
struct ConditionalReturns {
  typealias Statement = TextProgram.Statement

  private(set) var lines: [Statement] = []
  /// The number of lines that became part of others.
  private(set) var joinedCount = 0

  init(_ program: [Statement]) {
    var index = 0
    while index < program.count {
      let head = program[index]
      guard head.indentation > 0, let condition = Self.condition(head.text),
        let body = program.dropFirst(index + 1).first,
        body.indentation > head.indentation, Self.isReturn(body.text), head.refusal == nil, body.refusal == nil,
        Self.endsBranch(program.dropFirst(index + 2).first { !$0.text.hasPrefix("#") }, of: head)
      else {
        lines.append(head)
        index += 1
        continue
      }
      lines.append(head.saying("if \(condition) \(body.text)"))
      if body.number != head.number { joinedCount += 1 }
      index += 2
    }
  }

  private static func condition(_ text: String) -> String? {
    guard text.hasPrefix("if "), text.last == ":" else { return nil }
    return String(text.dropFirst(3).dropLast())
  }

  private static func isReturn(_ text: String) -> Bool {
    text == "return" || text.hasPrefix("return ") && text.last != ";"
  }

  /// Whether the statement after a body neither belongs to it nor begins another branch.
  private static func endsBranch(_ next: Statement?, of head: Statement) -> Bool {
    guard let next else { return true }
    if next.indentation > head.indentation { return false }
    return next.indentation < head.indentation || !["else", "elif"].contains(where: next.text.hasPrefix)
  }
}

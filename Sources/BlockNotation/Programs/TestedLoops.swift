/// Replaces loops of a program that test at their end: `repeat … until x > 3`, `do { … } while (x > 3)`. Blocks
/// test at the beginning, so these become endless loops with a `break` at the end.
struct TestedLoops {
  typealias Statement = TextProgram.Statement

  private(set) var lines: [Statement]

  init(_ lines: [Statement]) {
    self.lines = lines
    var open: [(index: Int, isRepeat: Bool)] = []
    var index = 0
    while index < self.lines.count {
      let text = self.lines[index].text
      if self.lines[index].isCode {
        // It has no part in blocks' loops.
      } else if let isRepeat = Self.opens(text) {
        open.append((index, isRepeat))
      } else if let start = open.last, let test = Self.test(closing: text, isRepeat: start.isRepeat) {
        open.removeLast()
        close(start.index, at: index, test: test)
        index += 1
      }
      index += 1
    }
  }

  /// Returns whether a line opens a loop with `repeat` rather than with `do`; nil if it opens none.
  private static func opens(_ line: String) -> Bool? {
    switch line.lowercased().filter({ !$0.isWhitespace }) {
    case "repeat", "repeat{": true
    case "do", "do{": false
    default: nil
    }
  }

  /// Returns the `if` under which a loop ends, from the line that closes it; nil for any other line.
  private static func test(closing line: String, isRepeat: Bool) -> String? {
    let ends =
      isRepeat
      ? [("until", false), ("} until", false), ("}until", false), ("} while", true), ("}while", true)]
      : [("} while", true), ("}while", true), ("loop until", false), ("loop while", true)]
    let small = line.lowercased()
    for (words, isNegated) in ends where small.hasPrefix(words) {
      var test = line.dropFirst(words.count)
      while let last = test.last, last.isWhitespace || last == ";" { test.removeLast() }
      guard let first = test.first, first.isWhitespace || first == "(" else { continue }
      test = test.drop(while: \.isWhitespace)
      return isNegated ? "if not (\(test)):" : "if \(test):"
    }
    return nil
  }

  private mutating func close(_ start: Int, at end: Int, test: String) {
    let body = (start + 1)..<end
    let outer = lines[start].indentation
    // A body needs an indentation.
    let inner = body.map { lines[$0].indentation }.min() ?? outer
    if inner <= outer { for index in body { lines[index].indentation += outer + 2 - inner } }
    let indentation = max(inner, outer + 2)
    lines[start] = lines[start].saying("while True:")
    if body.contains(where: { Self.skips(lines[$0].text) }) {
      lines[start].refusal =
        "a loop that tests at its end can't contain “continue”: blocks test at the beginning, like “repeat until”"
    }
    let number = lines[end].number
    lines[end] = Statement(indentation: inner <= outer ? outer + 2 : inner, text: test, number: number)
    lines.insert(Statement(indentation: indentation + 2, text: "break", number: number), at: end + 1)
  }

  private static func skips(_ line: String) -> Bool {
    // “continue” may follow a condition, but in a string it has no meaning.
    let words = line.lowercased().split { " ;{}:".contains($0) }
    return words.last == "continue"
  }
}

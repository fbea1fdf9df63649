import CorpusFiles
import Testing

@testable import Workbench

/// A changed number or text in a line of code becomes the same blocks with that number or text: the line's code is then
/// what was typed.
@MainActor @Suite struct CodeLineLiteralTests {
  nonisolated private static let programs =
    Corpus.files(in: "Tests/Programs").filter { !$0.contains("unknown") }
    + Corpus.files(in: Corpus.folder + "/code-12.3").prefix(12)

  @Test(arguments: programs, ["python", "javascript", "lua"])
  func aLiteralChanges(_ path: String, _ language: String) throws {
    let scene = try CodeScene(Corpus.bytes(of: path), in: language)
    let start = scene.bytes
    let lines = scene.lines
    var (taken, refused) = (0, 0)
    for (index, line) in lines.enumerated() {
      for text in Self.changes(of: line) {
        guard let reason = scene.edit(index, to: text) else {
          taken += 1
          let now = scene.lines
          if !(now.contains(text)) {
            print("DIFF \(language) \(path.split(separator: "/").last ?? ""): \(line)  ==>  \(text)  ==>  \(now.indices.contains(index) ? now[index] : "-") \(scene.bytes == start ? "SAME" : "CHANGED")")
          }
          _ = try scene.controller.history.undo()
          _ = scene.lines
          if scene.bytes != start { print("UNDO", path, line) }
          continue
        }
        refused += 1
        print("REFUSED \(language) \(path.split(separator: "/").last ?? ""): \(text)  ==>  \(reason)")
      }
    }
    print("COUNT \(language) \(path) \(taken) \(refused)")
  }

  /// Returns a line with each of its numbers and texts changed.
  private static func changes(of line: String) -> [String] {
    var changes: [String] = []
    for match in line.matches(of: /\b\d+\b|'([^'\\]*)'/) {
      let literal = String(match.output.0)
      let changed = Int(literal).map { String($0 + 1) } ?? String(literal.dropLast()) + "x'"
      changes.append(line.replacingCharacters(in: match.range, with: changed))
    }
    return changes
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<String.Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}

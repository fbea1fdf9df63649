import FileTesting
import Glibc
import Testing

/// The screens of a journey, compared with a file in `Snapshots`. With RECORD=1 a missing file is written.
struct Snapshot {
  private static let folder = #filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/Snapshots/"

  private let path: String
  private let expected: [String: String]?
  private var text = ""

  init(_ name: String) {
    path = Self.folder + name + ".txt"
    guard access(path, R_OK) == 0 else {
      expected = nil
      return
    }
    var parts: [String: String] = [:]
    var title = ""
    for line in Tool.read(path).split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      if line.hasPrefix("=== ") { title = String(line) } else { parts[title, default: ""] += line + "\n" }
    }
    expected = parts
  }

  /// The text recorded under a title; nil if there is none.
  func expectation(_ title: String) -> String? {
    expected?["=== " + title].map { String($0.dropLast()) }
  }

  /// Compares a part with the recorded one, or keeps it for recording.
  mutating func check(_ title: String, _ part: String, sourceLocation: SourceLocation = #_sourceLocation) {
    text += "=== \(title)\n\(part)\n"
    guard expected != nil else { return }
    let reference = expectation(title)
    let lines = [reference ?? "", part].map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
    let different = zip(lines[0], lines[1]).enumerated().filter { $0.element.0 != $0.element.1 }
    let shown = different.map { "\n\($0.offset + 1)- \($0.element.0)\n\($0.offset + 1)+ \($0.element.1)" }.joined()
    #expect(reference == part, "“\(title)” of \(path) is different:\(shown)", sourceLocation: sourceLocation)
  }

  /// Writes the parts if nothing is recorded yet.
  func finish() throws {
    if expected != nil { return }
    guard Recording.isWanted else {
      Issue.record("there is no \(path); record it with RECORD=1")
      return
    }
    try Tool.write(text, to: path)
  }
}

import CasePlaying
import Files
import Glibc
import Testing
import Workbench

/// Plays every case of `Tests/Cases`.
@Suite struct CaseTests {
  nonisolated private static let tests = String(#filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined())
  nonisolated private static let examples = tests + "/../examples"

  nonisolated static let cases = CaseFolder.all(in: tests + "/Cases")

  /// Whether what is missing is written.
  private let records = getenv("RECORD").map { String(cString: $0) == "1" } ?? false

  @Test func casesAreFound() { #expect(Self.cases.count >= 40) }

  @Test(arguments: cases) func play(folder: CaseFolder) throws {
    let testCase = try CaseEditor(folder)
    let session = try CaseSession(testCase, examples: Self.examples)
    try session.play()
    let wanted = testCase.setup.expectations
    var compared = 0
    func compare(_ name: String, _ actual: String, isNeeded: Bool) throws {
      guard let expected = folder.text(of: name) else {
        if isNeeded, records { try FileSaver.save(Array(actual.utf8), to: folder.file(name)) }
        return
      }
      compared += 1
      if let difference = TextDifference.of(expected, actual) {
        Issue.record("\(folder)/\(name) is different:\n\(difference)")
      }
    }
    try compare("screen", session.screen, isNeeded: wanted.contains("screen"))
    try compare("status", session.status, isNeeded: wanted.contains("status"))
    try compare("events", session.events, isNeeded: wanted.contains("events") && !session.events.isEmpty)
    let saved = session.saved
    for file in saved {
      if folder.bytes(of: file.name) == nil, !records {
        Issue.record("\(folder): \(file.name) was written, and nothing says what must be in it")
      }
      try compare(file.name, String(decoding: file.bytes, as: UTF8.self), isNeeded: true)
    }
    if folder.bytes(of: "saved") != nil { #expect(saved.contains { $0.name == "saved" }, "nothing was saved") }
    #expect(compared > 0 || records, "nothing says what must come of \(folder); record it with RECORD=1")
    if let defect = session.undoAndRedoDefect() { Issue.record("\(folder): \(defect)") }
  }
}

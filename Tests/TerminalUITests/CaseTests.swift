import CasePlaying
import FileTesting
import MortiseFiles
import Testing
import Workbench

/// Plays every case of `Tests/Cases`.
@Suite struct CaseTests {
  nonisolated private static let tests = String(#filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined())

  nonisolated static let cases = CaseFolder.all(in: tests + "/Cases")

  /// Whether what is missing is written.
  private let records = Recording.isWanted

  @Test func casesAreFound() { #expect(Self.cases.count >= 40) }

  @Test(arguments: cases) func everyCaseStatesItsPurpose(folder: CaseFolder) {
    #expect(folder.text(of: "keys")?.hasPrefix("# ") == true, "the first line of \(folder)/keys isn't a comment")
  }

  @Test(arguments: cases) func play(folder: CaseFolder) throws {
    let testCase = try CaseEditor(folder)
    let session = try CaseSession(testCase)
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
    try compare("styles", session.styles, isNeeded: wanted.contains("styles"))
    try compare("title", session.title, isNeeded: wanted.contains("title"))
    try compare("status", session.status, isNeeded: wanted.contains("status"))
    try compare("hints", session.hintsText, isNeeded: wanted.contains("hints"))
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

  // MARK: - Small edits

  /// A line of `Tests/Cases/edits`.
  nonisolated struct Edit: Sendable, CustomStringConvertible {
    var description: String
    var before: String
    var keys: String
    var after: String

    init(_ line: Substring) throws(CaseError) {
      let parts = line.split(separator: " → ", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 3, let colon = parts[0].firstRange(of: ": ") else {
        throw CaseError("“\(line)” is not: what it shows: program → keys → program")
      }
      description = String(parts[0][..<colon.lowerBound])
      (before, keys, after) = (String(parts[0][colon.upperBound...]), parts[1], parts[2])
    }
  }

  nonisolated static let edits = Result { () throws(CaseError) in
    let lines = (CaseFolder(path: tests + "/Cases").text(of: "edits") ?? "").split(separator: "\n")
    var edits: [Edit] = []
    for line in lines where !line.hasPrefix("#") { edits.append(try Edit(line)) }
    return edits
  }

  @Test func smallEdits() throws {
    let edits = try Self.edits.get()
    #expect(edits.count >= 10)
    for edit in edits {
      let testCase = try CaseEditor(xml: try CompactProgram(edit.before).xml, keys: edit.keys)
      let session = try CaseSession(testCase)
      try session.play()
      #expect(session.program == edit.after, "\(edit)")
      if let defect = session.undoAndRedoDefect() { Issue.record("\(edit): \(defect)") }
    }
  }

  // MARK: - Effort

  /// A line of `Tests/Cases/effort`: an edit whose keys are counted.
  nonisolated struct Effort: Sendable {
    var most: Int
    var cursorKeys: String
    var edit: Edit

    init(_ line: Substring) throws(CaseError) {
      let parts = line.split(separator: " → ", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 4, let colon = parts[0].firstIndex(of: ":"), let most = Int(parts[0][..<colon]) else {
        throw CaseError("“\(line)” is not: most keys: task: program → keys to the place → keys → program")
      }
      self.most = most
      cursorKeys = parts[1]
      edit = try Edit(
        Substring(parts[0][parts[0].index(colon, offsetBy: 2)...] + " → \(parts[2]) → \(parts[3])"))
    }
  }

  nonisolated static let efforts = Result { () throws(CaseError) in
    let lines = (CaseFolder(path: tests + "/Cases").text(of: "effort") ?? "").split(separator: "\n")
    var efforts: [Effort] = []
    for line in lines where !line.hasPrefix("#") { efforts.append(try Effort(line)) }
    return efforts
  }

  @Test func commonTasksTakeFewKeys() throws {
    let efforts = try Self.efforts.get()
    #expect(efforts.count >= 10)
    for effort in efforts {
      let edit = effort.edit
      let count = try CaseKeys.lines(of: edit.keys).reduce(0) { $0 + $1.events.count }
      #expect(count <= effort.most, "\(edit)")
      let testCase = try CaseEditor(
        xml: try CompactProgram(edit.before).xml, keys: "\(effort.cursorKeys)\n\(edit.keys)")
      let session = try CaseSession(testCase)
      try session.play()
      #expect(session.program == edit.after, "\(edit), in \(count) keys")
      if let defect = session.undoAndRedoDefect() { Issue.record("\(edit): \(defect)") }
    }
  }
}

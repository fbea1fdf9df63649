import Markup
import MortiseFiles

/// A problem in a program, an error that prevents reading it, or a note.
nonisolated struct CheckFinding: Sendable {
  /// The severity, in the words of SARIF.
  enum Level: String, Sendable { case error, warning, note }

  var position: SourcePosition
  var level: Level
  /// The id of the rule that the program violates.
  var rule: String
  var message: String
  /// The id of the block, if the file has it.
  var blockID: String?
  var fieldName: String?
  /// The block's path in the program, as of `BlockPaths`; nil if it isn't needed.
  var blockPath: String?

  /// - Parameter rule: nil for a finding that no rule describes.
  init(position: SourcePosition, level: Level = .error, rule: String? = nil, message: String) {
    self.position = position
    self.level = level
    self.rule = rule ?? (level == .note ? CheckRule.note : CheckRule.problem)
    self.message = message
  }

  /// A finding on a whole file.
  init(level: Level = .error, message: String) {
    self.init(position: SourcePosition(line: 1, column: 1), level: level, message: message)
  }

  /// Returns the location that ‘mortise’ opens to show the block or field; nil without a block's id.
  func place(in path: String) -> String? { ProgramFile.link(toBlock: blockID, field: fieldName, in: path) }
}

/// The result of checking a program.
nonisolated struct CheckedProgram: Sendable {
  /// The path of the file, with the name of the program.
  var path: String
  /// The problems, then the notes.
  var findings: [CheckFinding] = []
  var blockCount = 0
  /// The reason why the program could not be checked.
  var failure: String?

  /// The findings that are problems, without the failure.
  var problems: [CheckFinding] { findings.filter { $0.level != .note } }
  var notes: [CheckFinding] { findings.filter { $0.level == .note } }
  /// The findings, with the failure as the first one.
  var all: [CheckFinding] { (failure.map { [CheckFinding(message: $0)] } ?? []) + findings }
  var hasProblems: Bool { failure != nil || findings.contains { $0.level != .note } }
}

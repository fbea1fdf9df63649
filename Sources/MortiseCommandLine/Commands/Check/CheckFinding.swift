import Markup
import MortiseFiles

/// A problem in a program, an error that prevents reading it, or a note.
nonisolated struct CheckFinding: Sendable {
  /// The severity.
  enum Level: String, Sendable {
    case error, warning, hint, note

    /// Whether it is listed first, and as a failure.
    var isProblem: Bool { self == .error || self == .warning }
    /// The word for it in SARIF.
    var wordInSARIF: String { self == .hint ? Self.note.rawValue : rawValue }
  }

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
  /// The errors and warnings, then the hints and notes.
  var findings: [CheckFinding] = []
  var blockCount = 0
  /// The reason why the program could not be checked.
  var failure: String?

  /// The errors and warnings, without the failure.
  var problems: [CheckFinding] { findings.filter(\.level.isProblem) }
  /// The hints and notes.
  var notes: [CheckFinding] { findings.filter { !$0.level.isProblem } }
  /// The findings, with the failure as the first one.
  var all: [CheckFinding] { (failure.map { [CheckFinding(message: $0)] } ?? []) + findings }

  /// Whether the program fails the check.
  /// - Parameter isStrict: whether it fails because of warnings, too.
  func fails(isStrict: Bool) -> Bool {
    failure != nil || findings.contains { $0.level == .error || isStrict && $0.level == .warning }
  }
}

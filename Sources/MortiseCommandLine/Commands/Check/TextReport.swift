/// Findings as lines, written at once: `file:line:column: problem (file#block=ID)`. Failures go to standard error.
struct TextReport: CheckReport {
  mutating func add(_ programs: [CheckedProgram]) -> Bool {
    for program in programs {
      if let failure = program.failure {
        Console.printError(failure)
      } else if !Console.show(Self.text(of: program)) {
        return false
      }
    }
    return true
  }

  func finish() -> Bool { true }

  private static func text(of program: CheckedProgram) -> String {
    let problems = program.problems
    let count = "\(program.blockCount) \(program.blockCount == 1 ? "block" : "blocks")"
    let none = problems.isEmpty ? ["\(name(of: program)): \(count), no problems"] : []
    return (none + (problems + program.notes).map { line(of: $0, in: program) }).map { $0 + "\n" }.joined()
  }

  /// Returns a finding as a line, without characters that a terminal would interpret.
  static func line(of finding: CheckFinding, in program: CheckedProgram) -> String {
    let start = "\(name(of: program)):\(finding.position): "
    if finding.level == .note { return start + "note: " + Console.sanitized(finding.message) }
    let level = finding.level == .error ? "" : finding.level.rawValue + ": "
    let link = finding.place(in: program.path).map { " (\($0))" } ?? ""
    return start + level + Console.sanitized(finding.message + link)
  }

  /// Returns a program's name for users.
  static func name(of program: CheckedProgram) -> String { Console.sanitized(ProgramFile.displayName(program.path)) }
}

import BlockModel
import CodeGeneration
import MortiseFiles
import ProgramRunning

/// The option with which a user allows the statements of Python in a program.
nonisolated struct ConsentOption: Sendable {
  @MainActor static let option = Option(
    "--allow-python", help: "allow the program's statements of Python, now and later")

  private let consent: CodeConsent
  private let isGiven: Bool

  @MainActor init(_ arguments: Arguments) {
    (consent, isGiven) = (UserState.consent, arguments.has("--allow-python"))
  }

  /// Returns the allowed statements in a program.
  /// - Throws: `FileError` if the user's consent can't be saved.
  func allowedCode(in workspace: Workspace) throws(FileError) -> Set<String> {
    var consent = consent
    if isGiven { try consent.allow(consent.unallowedStatements(in: workspace)) }
    return consent.allowedCode(in: workspace)
  }

  /// Returns the way to allow a statement, to append to the problem; empty for other problems.
  static func hint(for problem: GenerationProblem) -> String {
    problem.lacksConsent ? "; if you trust it, --allow-python allows it" : ""
  }
}

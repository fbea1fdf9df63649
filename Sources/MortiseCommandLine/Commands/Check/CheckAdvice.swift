import BlockFormats
import BlockModel
import ProgramAdvice

/// The advice that `mortise check` reports.
nonisolated struct CheckAdvice: Sendable {
  /// The options of the command.
  @MainActor static let options = [
    Option("--advice", help: "report also what is probably wrong, or could be better"),
    Option("--strict", help: "with --advice: warnings count as problems"),
    Option("--praise", help: "with --advice: report also what is good"),
    Option("--fix", help: "repair what has a safe repair, and report the rest"),
    Option("--dry-run", help: "with --fix: say what would be repaired, and change nothing"),
  ]

  /// Whether all rules are applied. Without them, variables that are never set are noted.
  var isAsked = false
  /// Whether warnings count as problems.
  var isStrict = false
  var praises = false
  /// The rules to apply.
  private var rules: [any AdviceRule] = AdviceRules.all
  /// Whether what has a repair is repaired first.
  var repairs = false
  /// The ids of the rules that are switched off.
  var allowed: Set<String> = []

  /// No advice but on variables that are never set.
  init() {}

  /// The advice that the arguments and the user's settings ask for.
  /// - Throws: `UsageError` for an option without the one that it needs.
  @MainActor init(_ arguments: Arguments) throws(UsageError) {
    for (option, needed) in [
      ("--strict", "--advice"), ("--praise", "--advice"), ("--fix", "--advice"), ("--dry-run", "--fix"),
    ] where arguments.has(option) && !arguments.has(needed) {
      throw UsageError("\(option) goes with \(needed)")
    }
    isAsked = arguments.has("--advice")
    isStrict = arguments.has("--strict")
    praises = arguments.has("--praise")
    repairs = arguments.has("--fix")
    if repairs, arguments.operands.contains("-") { throw UsageError("--fix needs files, not standard input") }
    rules = MortiseApp.current.extensions().adviceRules
    allowed = Set(UserSettings.read().settings.allowedRules)
  }

  /// Returns what the rules find in a program.
  func remarks(on workspace: Workspace) -> [BlockRemark] {
    let rules: [any AdviceRule] = isAsked ? rules + (praises ? AdviceRules.praise : []) : [NeverSetRule()]
    let (texts, lines) = (AdviceTexts(language: workspace.factory.messages.language), BlockLines(of: workspace))
    return Adviser.findings(in: workspace, rules: rules, allowing: allowed).map { finding in
      var remark = BlockRemark(
        blockID: finding.blockID, fieldName: finding.fieldName,
        message: texts.message(of: finding, line: lines.callAsFunction),
        kind: isAsked && finding.level == .error ? .problem : .note)
      if isAsked { remark.rule = finding.rule }
      return remark
    }
  }

  /// Returns the level of a rule's findings; nil if it isn't a rule of advice.
  func level(ofRule id: String?) -> CheckFinding.Level? {
    switch (rules + AdviceRules.praise).first(where: { $0.id == id })?.level {
    case .error: .error
    case .warning: .warning
    case .hint: .hint
    case .praise: .note
    case nil: nil
    }
  }
}

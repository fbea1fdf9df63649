import ProgramAdvice

/// The description of a rule, for formats that list the rules.
struct CheckRule {
  /// The rule of all problems without one of their own.
  nonisolated static let problem = "problem"
  /// The rule of all notes without one of their own.
  nonisolated static let note = "note"

  /// A short noun phrase.
  var title: String
  /// The action to take, in a sentence.
  var help: String

  /// Returns the description of the rule with an id.
  static func named(_ id: String) -> CheckRule {
    if id == note {
      return CheckRule(title: "Note on a program or its file", help: "Nothing has to be done.")
    }
    let texts = AdviceTexts()
    if texts.knows(id) { return CheckRule(title: texts.title(of: id), help: texts.hint(of: id)) }
    return CheckRule(
      title: "Problem in a program or its file",
      help: "Open the program in \(MortiseApp.current.name): “;” lists its problems, and leads to their blocks.")
  }
}

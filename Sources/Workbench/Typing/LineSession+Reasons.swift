import BlockLayout
import BlockNotation

/// The reasons why a line can't be accepted, in words.
extension LineSession {
  /// The description of a line that creates no block, such as a comment; nil for other lines.
  package var remarkDescription: String? {
    switch remark {
    case .comment(let comment)?: "“\(quoted: comment)” is a comment for the next block"
    case .documentation(let text)?: "“\(quoted: text)” becomes the function's comment"
    case .needless(let reason)?: reason
    case nil: nil
    }
  }

  /// Why no choice is selected for the typed text.
  package var reason: String {
    if let remarkDescription { return remarkDescription }
    if isTooLong, let objection { return objection }
    let typed = QuotedWords.typed(text)
    if let objection { return "“\(typed)”: \(objection)" }
    return isValueAlone ? "“\(typed)” alone does nothing: it is a value" : "“\(typed)”: \(noMatchReason)"
  }

  /// A hint at the first choice, which the user must select; empty if there are no choices.
  package var offer: String {
    choices.first.map { choice in
      let functions = choice.newFunctions.joined(separator: ", ")
      return "; ↓ \(functions.isEmpty ? "selects \(choice.label)" : "makes the function \(functions)")"
    } ?? ""
  }

  /// Why no block matches the text.
  package var noMatchReason: String { mistake.map { "no match: \($0)" } ?? "no match" }
}

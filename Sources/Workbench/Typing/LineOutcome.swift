import BlockLayout
import BlockNotation

/// The outcome of taking a line.
package enum LineOutcome {
  /// The line stays open; its `rejection` is the reason.
  case refused
  /// The next line is open. `isRemark`: whether the message is a remark, such as why the line created no block.
  case opened(LineSession, message: String?, isRemark: Bool)
  /// No line follows.
  case closed(message: String?)
}

extension WorkbenchController {
  /// Accepts a line. An empty one leaves its branch.
  /// - Parameter isChosen: whether the user has selected one of the choices.
  package func take(_ line: LineSession, isChosen: Bool) -> LineOutcome {
    guard line.choice != nil else {
      return line.text.isEmpty ? leaveBranch(of: line) : line.remark == nil ? refuse(line) : takeRemark(of: line)
    }
    if !isChosen, line.lacksOperand {
      line.rejection = LineReader.missingValue(in: line.text)
      return .refused
    }
    let (outcome, next) = accept(line)
    line.rejection = outcome.refusal
    if outcome.refusal != nil { return .refused }
    return next.map { .opened($0, message: outcome.sentence, isRemark: false) } ?? .closed(message: outcome.sentence)
  }

  private func refuse(_ line: LineSession) -> LineOutcome {
    let isKnown = line.objection != nil || line.isValueAlone
    let mistake = line.mistake.map { ": \($0)" } ?? ""
    line.rejection = (isKnown ? line.reason : "nothing matches “\(typed: line.text)”\(mistake)") + line.offer
    return .refused
  }

  private func takeRemark(of line: LineSession) -> LineOutcome {
    if line.endsBody, line.depth > 0, let next = leave(line) {
      return .opened(next, message: "“\(line.text.drop(while: \.isWhitespace))” leaves the body", isRemark: true)
    }
    let (outcome, next) = accept(line)
    return .opened(next ?? line, message: outcome.sentence, isRemark: true)
  }

  private func leaveBranch(of line: LineSession) -> LineOutcome {
    // In text-based languages, users end a branch with an empty line or less indentation. Here it has already ended.
    if line.hasLeftBranch {
      line.hasLeftBranch = false
      return .opened(line, message: "nothing can follow there", isRemark: true)
    }
    return leave(line).map { .opened($0, message: nil, isRemark: false) } ?? .closed(message: nil)
  }
}

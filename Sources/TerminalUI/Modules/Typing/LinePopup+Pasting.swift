import BlockNotation
import Workbench

/// Pasting a program, which is typed line by line.
extension LinePopup: ProgramTyping {
  /// Types the lines of a pasted program one after the other, as one undo step. It stops at a line that is refused.
  func paste(_ text: String, on screen: EditorScreen) {
    willShow()
    let pasted = PastedLines(text)
    let lines = pasted.lines
    guard lines.count > 1, entry.buffer.isEmpty, line.kind == .statement, line.editedID == nil, !line.wrapsSelection
    else { return pasteInLine(text) }
    if lines.count > PastedLines.most {
      return refuse("\(lines.count) lines are too many; \(PastedLines.most) can be typed at once", on: screen)
    }
    // The indentation of pasted text is independent of earlier lines.
    line.forgetMargins()
    let (target, hasComment) = (line.target, line.comment != nil)
    var end = typeTogether(pasted)
    if case .typed = end, hasOtherMeanings, !hasComment, retype(lines, at: target) { end = typeTogether(pasted) }
    module.workbench.presumedKinds = nil
    switch end {
    case .typed:
      let remarks = [pasted.remark].compactMap(\.self) + notes.prefix(2)
      taken = (["typed \(Self.count(Set(lines.map(\.number)).count))"] + remarks).joined(separator: "; ")
      isRemark = true
    case .closed(let rest):
      close(on: screen)
      if let rest { module.showStatus(rest) }
    case .refused(let reason): refuse(reason, on: screen)
    }
  }

  func type(pasted text: String, orSay reason: String, on screen: EditorScreen) {
    let takesStatements = line.kind == .statement && !line.wrapsSelection
    if takesStatements { paste(text, on: screen) }
    guard screen.modes.top === self, entry.buffer.isEmpty else { return }
    let end = takesStatements ? refusal : reason
    close(on: screen)
    module.showStatus(end ?? [taken, module.workbench.state.description()].compactMap(\.self).joined(separator: " · "))
  }

  private func typeTogether(_ pasted: PastedLines) -> PasteEnd {
    var end = PasteEnd.closed(rest: nil)
    hasOtherMeanings = false
    notes = []
    module.workbench.performTogether {
      var count = 0
      end = type(pasted, count: &count)
      return "paste \(Self.count(count))"
    }
    return end
  }

  /// Undoes the typed lines, and prepares to type them again with the kinds of all variables. Later lines may show
  /// the kind of a variable in earlier ones, such as a call with a text.
  /// - Returns: whether the lines can be typed again.
  private func retype(_ lines: [PastedLines.Line], at target: LineTarget) -> Bool {
    let kinds = ValueKinds(module.workbench.workspace)
    kinds.settle()
    module.workbench.cancel(line)
    guard module.workbench.perform(.undo).refusal == nil,
      let start = module.workbench.reopenLine(at: target, editing: nil, text: "")
    else { return false }
    module.workbench.presumedKinds = kinds
    begin(start)
    return true
  }

  private static func count(_ lines: Int) -> String { lines == 1 ? "1 line" : "\(lines) lines" }

  /// The outcome of a paste.
  private enum PasteEnd {
    /// The next line is open.
    case typed
    /// The paste is over. `rest` describes the lines that were not typed; nil if there are none.
    case closed(rest: String?)
    /// A line stays open to be corrected.
    case refused(String)
  }

  /// - Parameter count: incremented for each accepted line.
  private func type(_ program: PastedLines, count: inout Int) -> PasteEnd {
    let lines = program.lines
    // The indentation and depth of each branch around the line. A statement that ends a loop leaves its branch by
    // itself.
    var levels = [(indentation: lines[0].indentation, depth: line.depth)]
    func closed(before number: Int) -> PasteEnd {
      .closed(rest: "line \(number) of \(program.count) and the lines after it don't fit here")
    }
    for pasted in lines {
      if pasted.indentation > levels[levels.count - 1].indentation { levels.append((pasted.indentation, line.depth)) }
      guard goBack(to: pasted.indentation, &levels) else { return closed(before: pasted.number) }
      if let name = pasted.resumedFunction {
        guard let next = module.workbench.openBody(ofFunction: name, closing: line) else {
          return closed(before: pasted.number)
        }
        levels[0].depth = 0
        begin(next)
        continue
      }
      entry = TextEntry(pasted.text)
      entry.stopReplacing()
      line.type(pasted.text)
      line.columns = pasted.indentation
      // The user doesn't choose, so the text is not completed: `list` may be a new name.
      if line.choice?.isCompleted == true, let whole = choices.firstIndex(where: \.isWholeWithNewName) {
        line.select(whole)
      }
      // A meaning that does the same as the text is preferred.
      if line.choice?.differs == true, let same = choices.firstIndex(where: { $0.isOtherMeaning && !$0.differs }) {
        line.select(same)
      }
      if choices.contains(where: \.isOtherMeaning) { hasOtherMeanings = true }
      notes += line.choice?.notes.filter { !notes.contains($0) }.map { "line \(pasted.number): \($0)" } ?? []
      let (outcome, next) =
        if let refusal = pasted.refusal {
          (IntentOutcome.refused(reason: refusal), LineSession?.none)
        } else if line.choice?.isIncomplete == true, !Self.hasBlank(pasted.text) {
          (.refused(reason: Self.missingValue), nil)
        } else if line.selection == nil, line.remark == nil {
          (.refused(reason: reason + offer), nil)
        } else {
          module.workbench.accept(line)
        }
      if let refusal = outcome.refusal { return .refused("line \(pasted.number) of \(program.count): \(refusal)") }
      count += 1
      if outcome.isChange { module.emit(.accepted) }
      if levels.count == 1, pasted.definesFunction { levels[0].depth = 0 }
      guard let next else {
        return pasted.number == lines.last?.number ? .closed(rest: nil) : closed(before: pasted.number + 1)
      }
      begin(next)
    }
    // A body on the same line as its head ends with that line.
    let head = lines.first { $0.number == lines[lines.count - 1].number }?.indentation ?? 0
    if head < lines[lines.count - 1].indentation { _ = goBack(to: head, &levels) }
    return .typed
  }

  /// Leaves the bodies that are deeper than an indentation.
  /// - Returns: false if nothing can be typed after them.
  private func goBack(to indentation: Int, _ levels: inout [(indentation: Int, depth: Int)]) -> Bool {
    while levels.count > 1, indentation < levels[levels.count - 1].indentation { levels.removeLast() }
    while line.kind == .value || line.depth > levels[levels.count - 1].depth {
      guard let next = module.workbench.leave(line) else { return false }
      begin(next)
    }
    return true
  }

  /// Whether a text itself contains a placeholder, such as `for _ in range(3)`.
  private static func hasBlank(_ text: String) -> Bool {
    text.contains("…") || LineReader.names(in: text).contains { $0.name == "_" }
  }
}

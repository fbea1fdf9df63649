import BlockLayout
import BlockLibrary
import BlockModel
import BlockNotation

/// The outcome of typing a whole program.
package enum ProgramOutcome {
  /// All statements were typed, and the next line is open.
  case typed(summary: String, next: LineSession)
  /// No line can follow. `rest` describes the statements that weren't typed; nil if there are none.
  case closed(rest: String?)
  /// A statement was refused. Its line is open, to be corrected; it is the first line, empty, if nothing was typed.
  case refused(LineSession)
}

extension WorkbenchController {
  /// Types the statements of a program one after the other, as one undo step. It stops at a statement that is refused.
  /// - Parameter line: an empty line for a statement.
  package func type(_ program: TextProgram, on line: LineSession) -> ProgramOutcome {
    if program.statements.count > TextProgram.most {
      line.rejection = "\(program.statements.count) lines are too many; \(TextProgram.most) can be typed at once"
      return .refused(line)
    }
    let (target, hasComment) = (line.target, line.comment != nil)
    previews.end(line)
    var typing = typeTogether(program, on: line)
    if case .typed = typing.outcome, typing.hasOtherMeanings, !hasComment, let start = undo(typing, at: target) {
      typing = typeTogether(program, on: start)
    }
    presumedKinds = nil
    switch typing.outcome {
    case .typed(_, let line), .refused(let line): show(line)
    case .closed: break
    }
    return typing.outcome
  }

  /// Types the statements of a file into an empty program. Those that are refused are skipped.
  func type(_ program: TextProgram, of file: PythonLines) -> ProgramTyping {
    var typing = ProgramTyping(program, of: file, on: LineSession(self, at: .free, continues: true), in: self)
    isTypingProgram = true
    performTogether {
      typing.run()
      return ""
    }
    isTypingProgram = false
    return typing
  }

  private func typeTogether(_ program: TextProgram, on line: LineSession) -> ProgramTyping {
    var typing = ProgramTyping(program, on: line, in: self)
    isTypingProgram = true
    performTogether {
      typing.run()
      return "paste \(ProgramTyping.lines(typing.count + program.joinedCount))"
    }
    isTypingProgram = false
    return typing
  }

  /// Undoes the typed statements, to type them again with the kinds of all variables: later statements may show the
  /// kind of a variable in earlier ones, such as a call with a text.
  /// - Returns: the line to type them on; nil if they can't be typed again.
  private func undo(_ typing: ProgramTyping, at target: LineTarget) -> LineSession? {
    let kinds = ValueKinds(workspace)
    kinds.settle()
    guard perform(.undo).refusal == nil else { return nil }
    presumedKinds = kinds
    let line = LineSession(self, at: target, continues: true)
    return line.isIntact ? line : nil
  }
}

/// Types the statements of a program. Their lines aren't previewed.
struct ProgramTyping {
  private let controller: WorkbenchController
  private let program: TextProgram
  /// The file that the program is in, whose refused statements are skipped; nil for a pasted program.
  private let file: PythonLines?
  /// Whether the kinds of the file's variables aren't known yet.
  private let findsKinds: Bool
  private var line: LineSession
  /// The indentation and depth of each branch around the line. A statement that ends a loop leaves its branch by
  /// itself.
  private var levels: [(indentation: Int, depth: Int)]
  /// The number of the line that the last statement at the top level began with.
  private var lastNumber = 0
  /// The number of accepted statements.
  private(set) var count = 0
  /// Notes on behaviour of the blocks that other languages may not share.
  private(set) var notes: [(number: Int, text: String)] = []
  /// Whether a statement has several meanings.
  private(set) var hasOtherMeanings = false
  /// The reasons why statements of the file were skipped, by their numbers.
  private(set) var refusals: [Int: String] = [:]
  /// The numbers of the typed statements, by the ids of their blocks.
  private(set) var numbers: [String: Int] = [:]
  /// The blocks of the statements that stay as code, by their numbers.
  private(set) var code: [Int: Block] = [:]
  private(set) var outcome = ProgramOutcome.closed(rest: nil)

  init(_ program: TextProgram, of file: PythonLines? = nil, on line: LineSession, in controller: WorkbenchController) {
    (self.controller, self.program, self.file, self.line) = (controller, program, file, line)
    findsKinds = file != nil && controller.presumedKinds == nil
    // The indentation of a program is independent of earlier lines.
    line.margins = LineMargins()
    levels = [(program.statements.first?.indentation ?? 0, line.depth)]
  }

  static func lines(_ count: Int) -> String { count == 1 ? "1 line" : "\(count) lines" }

  mutating func run() {
    /// The number of the line up to which statements are skipped.
    var skipped = 0
    var variableCount = 0
    for (index, statement) in program.statements.enumerated() where statement.number > skipped {
      // To examine a long file at each statement would take long. A new variable gets its kind at once.
      if findsKinds, index.isMultiple(of: 16) || controller.workspace.variables.all.count > variableCount {
        variableCount = controller.workspace.variables.all.count
        controller.presumedKinds = ValueKinds(controller.workspace)
      }
      guard let end = type(statement) else { continue }
      guard let file else {
        outcome = end
        return
      }
      line.type("")
      skipped = file.lastLine(ofStatementAt: statement.number) ?? skipped
    }
    if program.statements.isEmpty { return }
    let last = program.statements[program.statements.count - 1]
    // A body on the same line as its head ends with that line.
    let head = program.statements.first { $0.number == last.number }?.indentation ?? 0
    if head < last.indentation { _ = goBack(to: head) }
    let typed = "typed \(Self.lines(Set(program.statements.map(\.number)).count + program.joinedCount))"
    let remarks = [program.remark].compactMap(\.self) + notes.prefix(2).map { "line \($0.number): \($0.text)" }
    outcome = .typed(summary: ([typed] + remarks).joined(separator: "; "), next: line)
  }

  /// Types a statement, and opens the next line.
  /// - Returns: the outcome of the program if it ends here; otherwise nil.
  private mutating func type(_ statement: TextProgram.Statement) -> ProgramOutcome? {
    if statement.indentation > levels[levels.count - 1].indentation {
      levels.append((statement.indentation, line.depth))
    }
    guard goBack(to: statement.indentation) else { return closed(before: statement.number) }
    if startsStack(statement) { line = controller.openStack(after: line) }
    if let name = statement.resumedFunction {
      guard let next = controller.openBody(ofFunction: name, closing: line) else {
        return closed(before: statement.number)
      }
      levels[0].depth = 0
      line = next
      return nil
    }
    if statement.isCode { return keep(statement) }
    line.type(statement.text)
    line.columns = statement.indentation
    line.selectMeaning()
    if line.choices.contains(where: \.isOtherMeaning) { hasOtherMeanings = true }
    notes +=
      line.choice?.notes.filter { note in !notes.contains { $0.text == note } }.map { (statement.number, $0) } ?? []
    if let refusal = statement.refusal ?? refusal(of: statement.text) { return refused(refusal, statement) }
    if let id = line.choice?.entry.lastStatementID { numbers[id] = statement.number }
    let (outcome, next) = controller.accept(line)
    if let refusal = outcome.refusal { return refused(refusal, statement) }
    count += 1
    if levels.count == 1, statement.definesFunction { levels[0].depth = 0 }
    guard let next else {
      return statement.number == program.statements.last?.number
        ? .closed(rest: nil) : closed(before: statement.number + 1)
    }
    line = next
    return nil
  }

  /// Keeps a statement as a block of code.
  private mutating func keep(_ statement: TextProgram.Statement) -> ProgramOutcome? {
    let (outcome, next) = controller.accept(code: statement.text, on: line)
    if let refusal = outcome.refusal { return refused(refusal, statement) }
    count += 1
    code[statement.number] = controller.state.cursorBlock
    guard let next else { return closed(before: statement.number + 1) }
    line = next
    return nil
  }

  /// Whether a statement begins a stack of its own, in a program that is typed at the top level.
  private mutating func startsStack(_ statement: TextProgram.Statement) -> Bool {
    guard levels.count == 1, levels[0].depth == 0, line.depth == 0, statement.number != lastNumber else { return false }
    lastNumber = statement.number
    return program.stackStarts.contains(statement.number) && line.target != .free
  }

  /// Returns why a typed statement can't be accepted; nil if it can.
  private func refusal(of text: String) -> String? {
    if line.choice?.isIncomplete == true && !Self.hasBlank(text) || line.lacksOperand {
      return LineReader.missingValue(in: text)
    }
    // In a file, the user can't select a choice.
    return line.selection == nil && line.remark == nil ? line.reason + (file == nil ? line.offer : "") : nil
  }

  private mutating func refused(_ reason: String, _ statement: TextProgram.Statement) -> ProgramOutcome {
    if refusals[statement.number] == nil { refusals[statement.number] = QuotedWords.plain(reason) }
    // The number of the line matters more than its text, so that isn't what is shortened.
    line.rejection = "line \(statement.number) of \(program.count): \(QuotedWords.plain(reason))"
    return .refused(line)
  }

  private func closed(before number: Int) -> ProgramOutcome {
    .closed(rest: "line \(number) of \(program.count) and the lines after it don't fit here")
  }

  /// Leaves the bodies that are deeper than an indentation.
  /// - Returns: false if nothing can be typed after them.
  private mutating func goBack(to indentation: Int) -> Bool {
    while levels.count > 1, indentation < levels[levels.count - 1].indentation { levels.removeLast() }
    while line.kind == .value || line.depth > levels[levels.count - 1].depth {
      guard let next = controller.leave(line) else { return false }
      line = next
    }
    return true
  }

  /// The values of empty inputs in generated Python.
  private static let blanks = ["int()", "str()", "bool()", "list([])", "(None)", "int(1)", "bool(1)", "(\"infinity\")"]

  /// Whether a text itself contains a placeholder, such as `for _ in range(3)`.
  private static func hasBlank(_ text: String) -> Bool {
    text.contains("…") || blanks.contains(where: text.contains)
      || LineReader.names(in: text).contains { $0.name == "_" }
  }
}

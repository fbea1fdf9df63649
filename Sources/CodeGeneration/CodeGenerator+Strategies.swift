import BlockLibrary
import BlockModel
import Markup

extension CodeGenerator {
  // MARK: - Numbers and texts

  func number(_ block: Block) -> CodeValue {
    if case .number(let value)? = numberField.field(of: block)?.code { number(value) } else { number(.nan) }
  }

  func number(_ number: Double) -> CodeValue {
    let syntax = language.numbers
    if number == .infinity, let infinity = syntax.infinity {
      return CodeValue(piece: language.piece(infinity.code), order: infinity.order)
    }
    if number == -.infinity, let infinity = syntax.negativeInfinity {
      return CodeValue(piece: language.piece(infinity.code), order: infinity.order)
    }
    let order = number < 0 ? syntax.negative : syntax.atom
    if let integer = Int64(exactly: number), integer.magnitude < 1_000_000_000_000_000 {
      return CodeValue(piece: newNumber(integer), order: order)
    }
    return CodeValue(piece: newPiece(Code(number)), order: order)
  }

  /// Returns the literal of a text of several lines.
  func lines(_ block: Block) -> CodeValue {
    let syntax = language.literals
    let text = block.firstField(withName: "TEXT")?.state?.text ?? ""
    let start = fresh.count
    for (index, line) in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if index > 0 { fresh.append(syntax.lineSeparator) }
      fresh.append(literal: String(line), syntax)
    }
    let hasOperator = fresh.string(from: start).contains(syntax.lineOperator)
    return CodeValue(piece: fresh.piece(from: start), order: hasOperator ? syntax.lineOrder : syntax.atom)
  }

  /// Turns the last value into the index of an item: adds an offset, and negates it if the input says so.
  func acceptIndex(_ input: CompiledInput, offset: Int, in block: Block) {
    var syntax = language.index
    if syntax.keepsWhole, facts.fact("\(input.name):whole", of: block) == "yes" { syntax.conversion = nil }
    var order = input.order
    if offset > 0 {
      order = syntax.add
    } else if offset < 0 {
      order = syntax.subtract
    } else if input.isNegated, syntax.conversion == nil {
      order = syntax.negate
    }
    accept(order: order, placeholder: language.piece(options.isZeroBased ? "0" : syntax.placeholder ?? "1"))
    let last = values.count - 1
    let piece = values[last].piece
    let converts = syntax.conversion != nil
    if offset == 0, !input.isNegated, !converts { return }
    if holds(.number, piece) {
      var number = Double(text(of: plain(piece))) ?? 0
      if converts { number.round(.towardZero) }
      number += Double(offset)
      values[last].piece = newPiece(Code(input.isNegated ? -number : number))
      return
    }
    let start = scratch.count
    let isGrouped = !converts && !syntax.keepsWhole && input.order.rank >= order.rank
    if isGrouped { scratch.append(language.piece("(")) }
    if input.isNegated { scratch.append(language.piece(offset != 0 && !converts ? "-(" : "-")) }
    if let conversion = syntax.conversion { scratch.append(language.piece(conversion.before)) }
    scratch.append(piece)
    if offset != 0 { scratch.append(language.piece((offset > 0 ? " + " : " - ") + Code(Int(offset.magnitude)))) }
    if let conversion = syntax.conversion { scratch.append(language.piece(conversion.after)) }
    if input.isNegated, offset != 0, !converts { scratch.append(language.piece(")")) }
    if isGrouped { scratch.append(language.piece(")")) }
    values[last].piece = join(from: start)
  }

  // MARK: - Code

  /// The field whose text is code.
  static let codeField = "CODE"

  private func codeText(of block: Block) -> String { block.firstField(withName: Self.codeField)?.state?.text ?? "" }

  /// Whether the text of a block may become code. If the generator is lenient, false; otherwise an error is thrown.
  func hasUsableCode(_ block: Block) throws(GenerationProblem) -> Bool {
    let code = codeText(of: block)
    guard options.allowedCode.contains(code) else {
      let line = code.prefix { !$0.isNewline }
      let shown = line.count < code.count || line.count > 60 ? "\(line.prefix(60)) …" : line
      try fail(
        block, "this Python has not been allowed to run: ‘\(shown)’", field: Self.codeField, lacksConsent: true)
      return false
    }
    let words = Set(code.split { !($0.isLetter || $0.isNumber || $0 == "_") })
    for variable in variablesOfBlocks where words.contains(Substring(variable.name)) {
      let name = text(of: name(of: variable))
      if name == variable.name { continue }
      try fail(block, "its variable “\(variable.name)” is \(name) in the code: rename it")
      return false
    }
    return true
  }

  /// Writes the text of a block as code.
  func code(of block: Block) {
    let lines = codeText(of: block).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    if lines.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) { return emit(language.emptyBody + "\n", depth: depth) }
    for line in lines { emit(Code(allowed: line + "\n"), depth: line.isEmpty ? 0 : depth) }
  }

  // MARK: - If

  /// Continues an “if” block. Its steps are a condition and a body for each branch, then the “else” body.
  func continueIf(_ top: Int) throws(GenerationProblem) {
    guard let block = frames[top].block, let variant = frames[top].variant else { return }
    let syntax = language.condition
    if frames[top].step == 0, !frames[top].isWaiting, let prefix = options.statementPrefix { trace(prefix, block) }
    while true {
      let branch = frames[top].step / 2
      if frames[top].step.isMultiple(of: 2) {
        if !frames[top].isWaiting {
          guard branch == 0 || block.firstInput(withName: "IF\(branch)") != nil else { break }
          frames[top].isWaiting = true
          if let child = block.firstInput(withName: "IF\(branch)")?.connectedBlock, child.isEnabled {
            let count = frames.count
            try begin(child)
            if frames.count > count { return }
          } else {
            values.append(.none)
          }
        }
        frames[top].isWaiting = false
        accept(order: syntax.order, placeholder: language.piece(syntax.placeholder))
        writeHead(branch == 0 ? syntax.first : syntax.other, values.removeLast().piece)
        frames[top].step += 1
      } else {
        guard frames[top].isWaiting else {
          frames[top].isWaiting = true
          beginBody("DO\(branch)", of: block)
          return
        }
        frames[top].isWaiting = false
        writeBranch(fragments.removeLast(), of: block, variant)
        frames[top].step += 1
      }
    }
    let hasElse = block.firstInput(withName: "ELSE") != nil
    if frames[top].choice < 0, hasElse || options.statementSuffix != nil {
      emit(syntax.otherwise, depth: depth)
      frames[top].choice = 0
      if hasElse {
        frames[top].choice = 1
        beginBody("ELSE", of: block)
        return
      }
      fragments.append(Fragment())
    }
    if frames[top].choice >= 0 { writeBranch(fragments.removeLast(), of: block, variant) }
    emit(syntax.end, depth: depth)
    endStatement(top)
  }

  private func writeHead(_ template: CodeTemplate, _ condition: CodePiece) {
    let start = out.count
    for element in template.elements {
      if case .text(let code) = element { out.append(code) } else { append(condition, to: out) }
    }
    emit(from: start, depth: depth)
  }

  private func writeBranch(_ body: Fragment, of block: Block, _ variant: CompiledVariant) {
    if let suffix = options.statementSuffix { innerTrace(suffix, block, depth: depth + 1) }
    emit(completeBody(body, of: block, variant, continueMark: continueCount))
  }

  // MARK: - Functions

  func beginFunction(_ top: Int) {
    guard let block = frames[top].block else { return }
    beginRecording(function: block)
    builders.append(Builder(depth: 0))
    comments(of: block)
    if block.firstInput(withName: "STACK") != nil {
      beginBody("STACK", of: block)
    } else {
      fragments.append(Fragment())
    }
  }

  /// Continues a function. Its steps are the body and the result.
  func continueFunction(_ top: Int) throws(GenerationProblem) {
    guard let block = frames[top].block else { return }
    if frames[top].step == 0 {
      frames[top].step = 1
      if let child = block.firstInput(withName: "RETURN")?.connectedBlock, child.isEnabled {
        let count = frames.count
        try begin(child)
        if frames.count > count { return }
      } else {
        values.append(.none)
      }
    }
    let isReturning = block.firstInput(withName: "RETURN") != nil && !language.function.placeholder.isEmpty
    accept(order: Order(99), placeholder: isReturning ? language.piece(language.function.placeholder) : .none)
    writeFunction(block, body: fragments.removeLast(), result: values.removeLast().piece)
    let frame = frames.removeLast()
    rows.removeLast(rows.count - frame.rowMark)
    fresh.shrink(to: frame.freshMark)
  }

  private func writeFunction(_ block: Block, body: Fragment, result: CodePiece) {
    let syntax = language.function
    let definition = block.mutator as? MutatorProcedureDefinition
    let parameters = definition?.parameters.map(\.name) ?? []
    let name = procedureName(block.firstField(withName: "NAME")?.text ?? "")
    let arguments = parameters.map(variableName).joined(separator: ", ")
    var start = out.count
    write(syntax.open) { fill in
      switch fill {
      case "NAME": out.append(name)
      case "ARGUMENTS": out.append(arguments)
      default: out.append(result.isEmpty ? syntax.types.0 : syntax.types.1)
      }
    }
    emit(from: start, depth: 0)
    if !syntax.globals.elements.isEmpty {
      listsVariables = true
      let shared = syntax.globals.names.contains("SHARED") ? facts.sharedVariables(setBy: block) : nil
      let used = usedVariables.filter { !parameters.contains($0.name) && shared?.contains($0.name) ?? true }
      let globals = used.map(\.generated) + ownVariables.values.sorted()
      if !globals.isEmpty {
        start = out.count
        write(syntax.globals) { _ in out.append(globals.joined(separator: ", ")) }
        emit(from: start, depth: 1, isInner: true)
      }
    }
    if let run = hooks == nil ? nil : language.run { emit(run.arguments, depth: 1, isInner: true) }
    recordCall()
    functionTraces(block)
    if let trap = options.loopTrap { innerTrace(trap, block, depth: 1) }
    emit(body)
    if !result.isEmpty {
      if !body.isEmpty { functionTraces(block) }
      start = out.count
      write(recording?.syntax.result ?? syntax.result) { fill in
        if fill == "VALUE" { append(result, to: out) } else { out.append(Int64(function.number)) }
      }
      emitLine(from: start, depth: 1)
    } else if recording != nil {
      recordEnd()
    } else if body.isEmpty, !language.emptyBody.isEmpty {
      emit(language.emptyBody + "\n", depth: 1, isInner: true)
    }
    emit(syntax.close, depth: 0)
    emit(functionHook(name, block), depth: 0)
    defineFunction(name.text, block)
  }

  private func write(_ template: CodeTemplate, _ fill: (String) -> Void) {
    for element in template.elements {
      switch element {
      case .text(let code): out.append(code)
      case .named(let name, _): fill(name)
      default: break
      }
    }
  }

  private func functionTraces(_ block: Block) {
    if let prefix = options.statementPrefix { innerTrace(prefix, block, depth: 1) }
    if let suffix = options.statementSuffix { innerTrace(suffix, block, depth: 1) }
  }

  // MARK: - Traces

  /// Writes code from the options that goes around statements, with the block's id.
  func trace(_ code: String, _ block: Block) { emit(identified(code, block), depth: depth) }

  func innerTrace(_ code: String, _ block: Block, depth: Int32? = nil) {
    emit(identified(code, block), depth: depth ?? self.depth, isInner: true)
  }

  private func identified(_ code: String, _ block: Block) -> Code {
    if let condition = conditionHooks[block.id] { return condition }
    let start = fresh.count
    if let hooks {
      fresh.append(Int64(hooks.numbers.number(of: block.id)))
    } else {
      fresh.append(id: block.id, language.literals)
    }
    defer { fresh.shrink(to: start) }
    return Code(generator: code).replacingPlace(with: .generated(fresh, from: start))
  }

  /// Writes the traces before a jump: those around the statement, and the one at the end of the loop.
  func jumpTraces(_ block: Block) {
    if let prefix = options.statementPrefix { trace(prefix, block) }
    if let suffix = options.statementSuffix { trace(suffix, block) }
    guard let prefix = options.statementPrefix else { return }
    var surrounding = block.surroundingBlock
    while let candidate = surrounding {
      if let rule = language.rules[candidate.type], rule.isLoop {
        if !rule.tracesItself { trace(prefix, candidate) }
        return
      }
      surrounding = candidate.surroundingBlock
    }
  }

  // MARK: - Comments

  /// Writes the comments of a block and of the values in it.
  func comments(of block: Block) {
    let syntax = language.comments
    let isFunction = block.mutator is MutatorProcedureDefinition
    // As in Blockly, a function without a comment gets one.
    if let text = block.comment?.text ?? (isFunction ? syntax.ofFunction : nil), !text.isEmpty {
      let isDefinition = isFunction && !syntax.definitionPrefix.isEmpty
      var lines = syntax.isWrapped ? CommentWrapper.lines(of: text) : CommentWrapper.unwrappedLines(of: text)
      let endsBlank = syntax.endsOutside && lines.count > 1 && lines.last == ""
      if endsBlank { lines.removeLast() }
      emit(comment: lines, after: isDefinition ? syntax.definitionPrefix : syntax.prefix)
      if endsBlank { emit("\n", depth: depth) }
    }
    for input in block.inputs where input.kind == .value {
      guard let child = input.connectedBlock else { continue }
      for text in child.descendants().compactMap(\.comment?.text) where !text.isEmpty {
        emit(comment: CommentWrapper.unwrappedLines(of: text), after: syntax.prefix)
      }
    }
  }

  /// Writes the comment that replaces a block that can't be generated.
  func comment(on problem: GenerationProblem, of block: Block) {
    let text =
      problem.fieldName == nil ? "no generator for \(block.type)" : "no code for \(block.type): \(problem.message)"
    emit(comment: CommentWrapper.unwrappedLines(of: text), after: language.comments.prefix)
  }

  private func emit(comment lines: [Substring], after prefix: Code) {
    let start = out.count
    for line in lines { out.append(comment: line, after: prefix, language.comments) }
    emit(from: start, depth: depth, isComment: true)
  }
}

import BlockModel

extension CodeGenerator {
  /// Assembles the code of a value.
  func value(_ frame: FrameBases, _ block: Block, _ variant: CompiledVariant) throws(GenerationProblem) -> CodeValue {
    switch variant.strategy {
    case .number: return number(block)
    case .lines: return lines(block)
    case .format: if let value = format(frame) { return value }
    default: break
    }
    let alternative = variant.alternatives[frame.choice]
    let names = newNames(alternative, block)
    imports(alternative.imports)
    let start = scratch.count
    collect(alternative.steps, frame, block, variant, names)
    return CodeValue(piece: join(from: start), order: alternative.order)
  }

  /// Writes the code of a statement.
  func statement(_ frame: FrameBases, _ block: Block, _ variant: CompiledVariant) throws(GenerationProblem) {
    if variant.strategy == .code { return code(of: block) }
    let alternative = variant.alternatives[frame.choice]
    keep(variant.inputs, from: frame.valueBase, block)
    keep(alternative.inputs, from: frame.valueBase + variant.inputs.count, block)
    let names = newNames(alternative, block)
    imports(alternative.imports)
    if variant.isContinue { continueCount += 1 }
    let depth = depth
    var start = out.count
    let mark = scratch.count
    for step in alternative.steps {
      switch step {
      case .body(let index):
        emit(from: start, depth: depth)
        emit(fragments[frame.fragmentBase + index])
        start = out.count
      case .suffix:
        emit(from: start, depth: depth)
        if let suffix = options.statementSuffix { innerTrace(suffix, block, depth: depth + 1) }
        start = out.count
      case .traces:
        emit(from: start, depth: depth)
        jumpTraces(block)
        start = out.count
      case .piece(let piece): append(piece, to: out)
      default:
        collect(step, frame, block, variant, names)
        for piece in scratch[mark...] { append(piece, to: out) }
        scratch.removeLast(scratch.count - mark)
      }
    }
    emit(from: start, depth: depth)
  }

  private func collect(
    _ steps: [CodeStep], _ frame: FrameBases, _ block: Block, _ variant: CompiledVariant, _ names: [CodePiece]
  ) {
    for step in steps { collect(step, frame, block, variant, names) }
  }

  /// Appends the pieces of a step to `scratch`. Parts nest only as deep as in the language's file.
  private func collect(
    _ step: CodeStep, _ frame: FrameBases, _ block: Block, _ variant: CompiledVariant, _ names: [CodePiece]
  ) {
    let base = frame.valueBase
    switch step {
    case .piece(let piece): scratch.append(piece)
    case .value(let slot):
      let piece = values[base + slot].piece
      if !piece.isEmpty { scratch.append(piece) }
    case .number(let slot, let form):
      let piece = values[base + slot].piece
      let code = Code(Double(text(of: plain(piece))) ?? 0, as: form)
      scratch.append(markedIDs != nil && code.text == text(of: plain(piece)) ? piece : newPiece(code))
    case .textValue(let slot): collectText(values[base + slot].piece)
    case .list(let slot, let separator, let isText):
      for index in 0..<frame.listCount {
        if index > 0 { scratch.append(separator) }
        let piece = values[base + slot + index].piece
        let isConverted = isText && !isCertainlyText("\(variant.inputs.last?.name ?? "")\(index)", of: block)
        if isConverted { collectText(piece) } else { scratch.append(piece) }
      }
    case .field(let access, let form): collectField(access.field(of: block), as: form)
    case .partOfLiteral(let access, let mark):
      let start = fresh.count
      fresh.append(partOfLiteral: text(of: access.field(of: block)), between: mark, language.literals)
      scratch.append(fresh.piece(from: start))
    case .quoted(let access): scratch.append(newLiteral(text(of: access.field(of: block))))
    case .helper(let name): scratch.append(helper(name))
    case .procedure(let name): scratch.append(functionName(text(of: block.firstField(withName: name))))
    case .key(let access): scratch.append(newNumber(Int64(key(of: access, block) ?? 0)))
    case .surroundingFunction: scratch.append(newNumber(Int64(function.number)))
    case .variable(let name): scratch.append(freshPiece(ownVariables[name] ?? Code(generator: name)))
    case .name(let index): scratch.append(names[index])
    case .part(let index):
      let alternatives = variant.parts[index]
      let alternative = alternatives[choose(alternatives, base: base)]
      imports(alternative.imports)
      collect(alternative.steps, frame, block, variant, names)
    case .body, .traces, .suffix: break
    }
  }

  /// Whether the value in an input is a text in each run.
  private func isCertainlyText(_ input: String, of block: Block) -> Bool {
    let value = block.firstInput(withName: input)?.connectedBlock
    // The text of a block of the same type would become one with this.
    return value?.isEnabled == true && value?.type != block.type && value?.outputConnection?.typeChecks == ["String"]
  }

  private func functionName(_ name: String) -> CodePiece { freshPiece(procedureName(name)) }

  private func text(of field: Field?) -> String { field.map { $0.state?.plainText ?? $0.text } ?? "" }

  /// Appends the code of a field whose value is known to be valid.
  private func collectField(_ field: Field?, as form: NumberForm?) {
    guard let field else { return }
    switch field.code {
    case .variable: scratch.append(field.variable.map(name(of:)) ?? freshPiece(variableName(field.text)))
    case .number(let value): scratch.append(form.map { newPiece(Code(value, as: $0)) } ?? number(value).piece)
    case .word(let word): scratch.append(newPiece(Code(generator: word)))
    case .text: break
    }
  }

  private func collectText(_ piece: CodePiece) {
    if holds(.text, piece) {
      scratch.append(piece)
    } else {
      scratch.append(language.piece(language.conversion.before))
      scratch.append(piece)
      scratch.append(language.piece(language.conversion.after))
    }
  }

  /// Makes the new names that a rule asks for.
  private func newNames(_ alternative: CompiledAlternative, _ block: Block) -> [CodePiece] {
    if alternative.names.isEmpty { return [] }
    return alternative.names.map { newName($0, block) }
  }

  func newName(_ template: CodeTemplate, _ block: Block) -> CodePiece {
    var base = ""
    for element in template.elements {
      switch element {
      case .text(let code): base += code.text
      case .named(let name, _):
        let field = block.firstField(withName: name)
        let variable = field?.variable
        base += variable.map { text(of: self.name(of: $0)) } ?? text(of: field)
      default: break
      }
    }
    return newPiece(distinctName(base))
  }

  /// Stores the code of inputs that have a cache in new variables.
  private func keep(_ inputs: [CompiledInput], from slot: Int, _ block: Block) {
    for (index, input) in inputs.enumerated() {
      if let cache = input.cache { self.cache(slot + index, cache, block) }
    }
  }

  /// Stores an input's code in a new variable, unless it needs none, such as a name.
  private func cache(_ slot: Int, _ cache: CacheSyntax, _ block: Block) {
    let piece = values[slot].piece
    if cache.unless.contains(where: { holds($0, piece) }) { return }
    let name = newName(cache.name, block)
    let start = out.count
    let template = piece.isParenthesised ? cache.groupedCode ?? cache.code : cache.code
    for element in template.elements {
      switch element {
      case .text(let text): out.append(text)
      case .named("NAME", _): append(name, to: out)
      case .named("VALUE", _): append(piece, to: out)
      default: break
      }
    }
    emit(from: start, depth: depth)
    values[slot].piece = name
  }

  // MARK: - Conditions

  /// Returns the index of the first alternative whose conditions hold. The last one has none.
  func choose(_ alternatives: [CompiledAlternative], base: Int) -> Int {
    if alternatives.count == 1 { return 0 }
    return alternatives.firstIndex { alternative in
      alternative.conditions.allSatisfy { condition in
        condition.tests.contains { test in
          switch test.test {
          case .atMost: numberValue(base + condition.slot) <= numberValue(base + test.other)
          case .less: numberValue(base + condition.slot) < numberValue(base + test.other)
          default: holds(test.test, values[base + condition.slot].piece)
          }
        }
      }
    } ?? alternatives.count - 1
  }

  private func numberValue(_ slot: Int) -> Double { Double(text(of: plain(values[slot].piece))) ?? .nan }

  /// Whether code has a given form. Hooks make no difference, because recorded code must do the same as the program.
  func holds(_ test: CodeTest, _ piece: CodePiece) -> Bool {
    let piece = plain(piece)
    switch test {
    case .empty: return piece.isEmpty
    case .negative: return !piece.isParenthesised && piece.first == UInt8(ascii: "-")
    case .simple: return CodeText.isSimple(text(of: piece), language.pureFunctions)
    case .parenthesised: return piece.first == UInt8(ascii: "(") && CodeText.isParenthesised(text(of: piece))
    default: break
    }
    // Code that consists of other values is never just a word, a number or a text.
    guard piece.kind == .fixed || piece.kind == .fresh, !piece.isParenthesised else { return false }
    let base = piece.kind == .fixed ? language.texts.base : fresh.base
    return CodeText.holds(
      test, UnsafeBufferPointer(start: base + Int(piece.start), count: Int(piece.count)),
      quote: language.literals.quote)
  }
}

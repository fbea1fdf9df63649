import BlockLibrary
import BlockModel

extension CodeGenerator {
  /// Processes the last frame, and the frames that it adds, until all of them are done.
  func run() throws(GenerationProblem) {
    let bottom = frames.count - 1
    while frames.count > bottom {
      let top = frames.count - 1
      switch frames[top].kind {
      case .sequence: try nextStatement(top)
      case .statement, .value: try continueBlock(top)
      case .ifChain: try continueIf(top)
      case .function: try continueFunction(top)
      }
    }
  }

  // MARK: - Statements

  private func nextStatement(_ top: Int) throws(GenerationProblem) {
    guard let block = frames[top].block else {
      frames.removeLast()
      fragments.append(builders.removeLast().fragment)
      return
    }
    frames[top].block = block.nextBlock
    guard block.isEnabled else { return }
    try count()
    valueCodes?.beginStatement()
    var frame = GenerationFrame(kind: .statement, block: block)
    frame.blockIndex = Int32(blocks.count)
    blocks.append(block)
    (frame.rowMark, frame.freshMark) = (rows.count, fresh.count)
    frame.valueBase = values.count
    frame.fragmentBase = fragments.count
    guard let variant = try variant(of: block) else {
      frames.append(frame)
      if let problem = problems.last { comment(on: problem, of: block) }
      frames.removeLast()
      return
    }
    frame.variant = variant
    imports(variant.earlyImports)
    switch variant.strategy {
    case .ifChain: frame.kind = .ifChain
    case .function:
      frame.kind = .function
      frames.append(frame)
      beginFunction(frames.count - 1)
      return
    default: break
    }
    frames.append(frame)
    if hasComments { comments(of: block) }
    if let prefix = options.statementPrefix, !variant.tracesItself { trace(prefix, block) }
  }

  /// Ends a statement whose code has been written.
  func endStatement(_ top: Int) {
    if let suffix = options.statementSuffix, let block = frames[top].block, frames[top].variant?.tracesItself != true {
      trace(suffix, block)
    }
    let (rowMark, freshMark) = (frames[top].rowMark, frames[top].freshMark)
    frames.removeLast()
    rows.removeLast(rows.count - rowMark)
    fresh.shrink(to: freshMark)
  }

  /// Begins the body of a block. Its code becomes the last fragment.
  func beginBody(_ name: String, of block: Block, isFlat: Bool = false) {
    builders.append(Builder(depth: isFlat ? depth : depth + 1))
    frames.append(GenerationFrame(kind: .sequence, block: block.firstInput(withName: name)?.connectedBlock))
  }

  /// Adds the trap, prefix and suffix to the body of a loop, and the statement that an empty body needs.
  func completeBody(_ body: Fragment, of block: Block, _ variant: CompiledVariant, continueMark: Int) -> Fragment {
    if variant.isFlat {
      if !isEffectUnknown(variant) { return body }
      builders.append(Builder(depth: depth))
      recordEntry(of: block, variant)
      emit(body)
      return builders.removeLast().fragment
    }
    builders.append(Builder(depth: depth + 1))
    recordEntry(of: block, variant)
    if variant.isLoop {
      if let suffix = options.statementSuffix, !variant.tracesItself { innerTrace(suffix, block) }
      if let trap = options.loopTrap { innerTrace(trap, block) }
    }
    emit(body)
    if variant.isLoop {
      if let prefix = options.statementPrefix, !variant.tracesItself { innerTrace(prefix, block) }
      if continueCount > continueMark, !language.continueLabel.isEmpty {
        emit(language.continueLabel + "\n", depth: depth, isInner: true)
      }
    }
    if builders[builders.count - 1].fragment.isEmpty, !language.emptyBody.isEmpty {
      emit(language.emptyBody + "\n", depth: depth, isInner: true)
    }
    return builders.removeLast().fragment
  }

  // MARK: - Values

  /// Generates a value that is connected to nothing.
  func looseValue(_ block: Block) throws(GenerationProblem) {
    guard block.isEnabled else { return }
    looseBlock = Int32(blocks.count)
    blocks.append(block)
    valueCodes?.beginStatement()
    defer { looseBlock = -1 }
    let (rowMark, freshMark) = (rows.count, fresh.count)
    builders.append(Builder(depth: depth))
    if hasComments { comments(of: block) }
    let comment = builders.removeLast().fragment
    try begin(block)
    if frames.last?.kind == .value { try run() }
    let piece = values.removeLast().piece
    if !piece.isEmpty || !comment.isEmpty {
      if let prefix = options.statementPrefix { trace(prefix, block) }
      emit(language.looseValue.before, depth: depth)
      emit(comment)
      let start = out.count
      append(piece, to: out)
      out.append(language.looseValue.after)
      emit(from: start, depth: depth)
      if let suffix = options.statementSuffix { trace(suffix, block) }
    }
    rows.removeLast(rows.count - rowMark)
    fresh.shrink(to: freshMark)
  }

  /// Begins a value. Its code becomes the last value, at once if it needs no other values.
  func begin(_ block: Block) throws(GenerationProblem) {
    guard let variant = try variant(of: block) else {
      if let problem = problems.last { comment(on: problem, of: block) }
      values.append(.none)
      return
    }
    imports(variant.earlyImports)
    if variant.isLeaf {
      let bases = FrameBases(choice: 0, valueBase: values.count, fragmentBase: fragments.count)
      values.append(hooked(try value(bases, block, variant), block, variant))
      return
    }
    try count()
    var frame = GenerationFrame(kind: .value, block: block)
    frame.variant = variant
    frame.valueBase = values.count
    frame.fragmentBase = fragments.count
    frames.append(frame)
  }

  /// Prepares the last value for its place in an input: adds parentheses if needed, and fills an empty input with its
  /// placeholder.
  func accept(order outer: Order, placeholder: CodePiece) {
    let last = values.count - 1
    if values[last].piece.isEmpty {
      values[last] = CodeValue(piece: placeholder, order: outer)
      return
    }
    if needsParentheses(outer, values[last].order) { parenthesise(&values[last].piece) }
    if values[last].piece.isHooked, needsParentheses(outer, values[last].plainOrder) {
      var plain = plain(values[last].piece)
      parenthesise(&plain)
      rows[Int(values[last].piece.start) - 1] = plain
    }
  }

  @inline(__always) private func needsParentheses(_ outer: Order, _ inner: Order) -> Bool {
    guard outer.rank <= inner.rank else { return false }
    if outer.rank == inner.rank, outer.rank == 0 || outer.rank == 99 { return false }
    for pair in language.overrides where pair.outer == outer && pair.inner == inner { return false }
    return true
  }

  private func parenthesise(_ piece: inout CodePiece) {
    if piece.isParenthesised {
      rows.append(piece)
      piece = CodePiece(start: Int32(rows.count - 1), count: 1, kind: .row, first: UInt8(ascii: "("))
    }
    piece.isParenthesised = true
  }

  // MARK: - Blocks with rules

  private func continueBlock(_ top: Int) throws(GenerationProblem) {
    guard let block = frames[top].block, let variant = frames[top].variant else { return }
    while true {
      let step = frames[top].step
      let shared = variant.inputs.count
      if frames[top].choice < 0, step == shared {
        frames[top].choice = choose(variant.alternatives, base: frames[top].valueBase)
      }
      let own = frames[top].choice < 0 ? 0 : variant.alternatives[frames[top].choice].inputs.count
      if step < shared + own {
        let input =
          step < shared ? variant.inputs[step] : variant.alternatives[frames[top].choice].inputs[step - shared]
        if try !advance(top, block, input, variant, step) { return }
        continue
      }
      let body = step - shared - own
      if frames[top].isWaiting {
        frames[top].isWaiting = false
        let last = fragments.count - 1
        fragments[last] = completeBody(fragments[last], of: block, variant, continueMark: frames[top].continueMark)
        frames[top].step += 1
        continue
      }
      if body < variant.bodies.count {
        frames[top].isWaiting = true
        frames[top].continueMark = continueCount
        beginBody(variant.bodies[body], of: block, isFlat: variant.isFlat)
        return
      }
      break
    }
    let bases = frames[top].bases
    if frames[top].kind == .value {
      let result = try value(bases, block, variant)
      values.removeLast(values.count - bases.valueBase)
      fragments.removeLast(fragments.count - bases.fragmentBase)
      values.append(hooked(result, block, variant))
      frames.removeLast()
    } else {
      try statement(bases, block, variant)
      recordEffects(of: block, variant)
      values.removeLast(values.count - bases.valueBase)
      fragments.removeLast(fragments.count - bases.fragmentBase)
      endStatement(top)
    }
  }

  /// Generates an input.
  /// - Returns: false if it has to wait for another block.
  private func advance(
    _ top: Int, _ block: Block, _ input: CompiledInput, _ variant: CompiledVariant, _ step: Int
  ) throws(GenerationProblem) -> Bool {
    if !frames[top].isWaiting {
      let name = input.isList ? input.name + String(frames[top].listCount) : input.name
      let found = self.input(named: name, of: block, variant, step, isGuessed: !input.isList)
      if input.isList, found == nil {
        frames[top].step += 1
        return true
      }
      if let child = found?.connectedBlock, child.isEnabled {
        frames[top].isWaiting = true
        let count = frames.count
        try begin(child)
        if frames.count > count { return false }
      } else {
        values.append(.none)
      }
    }
    frames[top].isWaiting = false
    if let offset = input.indexOffset {
      acceptIndex(input, offset: offset, in: block)
    } else {
      accept(order: input.order, placeholder: input.placeholder)
    }
    if input.isList { frames[top].listCount += 1 } else { frames[top].step += 1 }
    return true
  }

  /// Returns an input by name. It is usually where it was in the last block of the type.
  @inline(__always) private func input(
    named name: String, of block: Block, _ variant: CompiledVariant, _ step: Int, isGuessed: Bool
  ) -> Input? {
    if isGuessed, step < variant.inputs.count {
      let guess = variant.inputs[step].guess
      let inputs = block.inputs
      if guess < inputs.count, inputs[guess].name == name { return inputs[guess] }
      guard let index = inputs.firstIndex(where: { $0.name == name }) else { return nil }
      variant.inputs[step].guess = index
      return inputs[index]
    }
    return block.firstInput(withName: name)
  }

  /// Returns the rule's variant for a block. If the generator is lenient, returns nil for a block without a rule, or
  /// with a field whose value can't become code.
  func variant(of block: Block) throws(GenerationProblem) -> CompiledVariant? {
    guard let variant = try anyVariant(of: block) else { return nil }
    for access in variant.checkedFields {
      if try !hasValidField(access, block) { return nil }
    }
    if variant.strategy == .code, try !hasUsableCode(block) { return nil }
    return variant
  }

  private func hasValidField(_ access: FieldAccess, _ block: Block) throws(GenerationProblem) -> Bool {
    guard let problem = access.field(of: block)?.problem else { return true }
    try fail(block, "field \(access.name): \(problem)", field: access.name)
    return false
  }

  private func anyVariant(of block: Block) throws(GenerationProblem) -> CompiledVariant? {
    let definition = block.definition
    let index = (Int(bitPattern: ObjectIdentifier(definition)) >> 5) & 255
    let compiled: CompiledRule
    if let recent = recentRules[index], recent.definition === definition {
      compiled = recent
    } else if let known = rules[ObjectIdentifier(definition)] {
      compiled = known
      recentRules[index] = known
    } else {
      guard let rule = language.rules[block.type] else {
        let cause = block.isUnknown ? "unknown block type “\(block.type)”" : "“\(block.type)”"
        try fail(block, "there is no \(language.origin.name) generator for \(cause)")
        return nil
      }
      compiled = CompiledRule(rule, for: definition)
      rules[ObjectIdentifier(definition)] = compiled
    }
    // Most rules depend on one field or none, for which an array of values would take longer than the search.
    if compiled.accesses.count == 1, let known = compiled.variant(fieldValue(compiled.accesses[0], of: block)) {
      return known
    }
    let fieldValues = compiled.fields.isEmpty ? [] : compiled.accesses.map { fieldValue($0, of: block) }
    if let known = compiled.variant(fieldValues) { return known }
    // Variants are only compiled for valid values.
    for access in compiled.accesses {
      if try !hasValidField(access, block) { return nil }
    }
    var compiler = RuleCompiler(
      language: language, block: block, isZeroBased: options.isZeroBased, isRecording: recording != nil,
      values: Dictionary(zip(compiled.fields, fieldValues)) { first, _ in first })
    do throws(RuleProblem) {
      let variant = try compiler.compile(compiled.rule)
      compiled.add(variant, for: fieldValues)
      return variant
    } catch {
      try fail(block, "\(block.type): \(error.cause)")
      return nil
    }
  }

  /// Returns the value of a field, or of a pseudo-field in a rule: for `?VALUE`, whether there is such a value input;
  /// for `#ADD`, the number of such inputs, up to 3; for `BASE`, the number of the first item.
  private func fieldValue(_ access: FieldAccess, of block: Block) -> String {
    let name = access.name
    if let field = access.field(of: block) {
      return field.state?.plainText ?? field.text
    }
    if name == "BASE" { return options.isZeroBased ? "0" : "1" }
    if name.hasPrefix("?") {
      return block.firstInput(withName: String(name.dropFirst()))?.connection == nil ? "no" : "yes"
    }
    if name.hasPrefix("#") {
      let stem = name.dropFirst()
      var count = 0
      while count < 3, block.firstInput(withName: stem + String(count)) != nil { count += 1 }
      return String(count)
    }
    return facts.fact(name, of: block) ?? ""
  }

  func fail(
    _ block: Block, _ message: String, field: String? = nil, lacksConsent: Bool = false
  ) throws(GenerationProblem) {
    let problem = GenerationProblem(
      blockID: block.id, fieldName: field, message: message, lacksConsent: lacksConsent)
    guard isLenient else { throw problem }
    problems.append(problem)
  }
}

import BlockModel

/// Applies the values of a block's fields to a rule.
struct RuleCompiler {
  let language: GeneratorLanguage
  let block: Block
  let isZeroBased: Bool
  let isRecording: Bool
  /// The values of the fields that the rule depends on.
  let values: [String: String]

  /// A rule merged with the rules around it.
  private struct Merged {
    var rule: GeneratorRule
    var ownInputs: [RuleInput] = []
    var conditions: [RuleCondition] = []
    var others: [Merged] = []
  }

  private var variant = CompiledVariant()
  /// The slots of the inputs' code, by name.
  private var slots: [String: Int] = [:]
  /// The input among them that stands for all numbered inputs, and is therefore the last one; nil for none.
  private var list: String?

  init(
    language: GeneratorLanguage, block: Block, isZeroBased: Bool, isRecording: Bool, values: [String: String]
  ) {
    (self.language, self.block, self.values) = (language, block, values)
    (self.isZeroBased, self.isRecording) = (isZeroBased, isRecording)
  }

  /// - Throws: `RuleProblem` if the rule doesn't fit the block, such as for an unknown value of a field.
  mutating func compile(_ rule: GeneratorRule) throws(RuleProblem) -> CompiledVariant {
    let merged = merge(rule, into: nil)
    variant.strategy = merged.rule.strategy
    variant.isLoop = merged.rule.isLoop
    variant.tracesItself = merged.rule.tracesItself
    variant.isContinue = merged.rule.isContinue
    variant.isFlat = merged.rule.isFlat
    variant.earlyImports = merged.rule.earlyImports
    variant.sets = merged.rule.sets.map(FieldAccess.init)
    variant.isForeign = rule.isForeign && variant.strategy == nil || variant.strategy == .code
    if variant.strategy == .number { check("NUM") }
    for input in merged.rule.inputs ?? [] { try add(input, order: merged.rule.order, to: &variant.inputs, from: 0) }
    for branch in merged.others + [merged] {
      let shared = (slots, list)
      let sharedInputs = variant.inputs
      let alternative = try alternative(branch)
      // Inputs of parts belong to the alternative unless there is only one.
      alternative.inputs += variant.inputs[sharedInputs.count...]
      if merged.others.isEmpty {
        variant.inputs = sharedInputs + alternative.inputs
        alternative.inputs = []
      } else {
        variant.inputs = sharedInputs
        (slots, list) = shared
      }
      variant.alternatives.append(alternative)
    }
    return variant
  }

  private mutating func add(
    _ input: RuleInput, order: Order?, to inputs: inout [CompiledInput], from start: Int
  ) throws(RuleProblem) {
    if let list { throw RuleProblem(cause: "“\(list)*” isn't the last one of its generator's inputs") }
    if slots[input.name] != nil { throw RuleProblem(cause: "“\(input.name)” is among its generator's inputs twice") }
    if input.isList { list = input.name }
    slots[input.name] = start + inputs.count
    let base = isZeroBased ? 0 : 1
    inputs.append(
      CompiledInput(
        name: input.name, order: input.order ?? order ?? language.index.plain,
        placeholder: language.piece(input.placeholder), indexOffset: input.indexOffset.map { $0 - base },
        isNegated: input.isNegated, cache: input.cache.flatMap { language.caches[$0] }, isList: input.isList))
  }

  private func merge(_ rule: GeneratorRule, into outer: GeneratorRule?) -> Merged {
    var merged = rule
    if let outer {
      merged.inputs = rule.inputs ?? outer.inputs
      merged.code = rule.code ?? outer.code
      merged.recorded = rule.recorded ?? (rule.code == nil ? outer.recorded : nil)
      merged.order = rule.order ?? outer.order
      if rule.imports.isEmpty { merged.imports = outer.imports }
      if rule.earlyImports.isEmpty { merged.earlyImports = outer.earlyImports }
      if rule.names.isEmpty { merged.names = outer.names }
      merged.parts.merge(outer.parts) { own, _ in own }
      merged.tables.merge(outer.tables) { own, _ in own }
      merged.strategy = rule.strategy ?? outer.strategy
      merged.isLoop = rule.isLoop || outer.isLoop
      merged.tracesItself = rule.tracesItself || outer.tracesItself
      merged.isFlat = rule.isFlat || outer.isFlat
      merged.variables = rule.variables + outer.variables
      merged.isContinue = rule.isContinue || outer.isContinue
      merged.sets = rule.sets ?? outer.sets
      merged.whole = rule.whole ?? outer.whole
    }
    var result = Merged(rule: merged)
    for branch in rule.cases {
      guard branch.fields.allSatisfy({ $0.values.contains(values[$0.name] ?? "") }) else { continue }
      guard branch.conditions.isEmpty else {
        var inner = branch.rule
        let own = inner.inputs ?? []
        inner.inputs = nil
        var other = merge(inner, into: merged)
        other.ownInputs = own
        other.conditions = branch.conditions
        result.others.append(other)
        continue
      }
      var inner = merge(branch.rule, into: merged)
      inner.others = result.others + inner.others
      // After conditions, the inputs of the last case are added to those that the conditions are about.
      if !result.others.isEmpty, branch.rule.inputs != nil {
        inner.ownInputs = branch.rule.inputs ?? []
        inner.rule.inputs = merged.inputs
      }
      return inner
    }
    return result
  }

  private mutating func alternative(_ merged: Merged) throws(RuleProblem) -> CompiledAlternative {
    var alternative = CompiledAlternative()
    let rule = merged.rule
    let start = variant.inputs.count
    // The conditions come before the alternative's own inputs, whose code doesn't exist yet when they are tested.
    alternative.conditions = try conditions(merged.conditions)
    var own: [CompiledInput] = []
    for input in merged.ownInputs { try add(input, order: rule.order, to: &own, from: start) }
    variant.inputs += own
    alternative.names = rule.names.map(\.base)
    alternative.imports = rule.imports
    alternative.order = rule.order ?? Order(0)
    try appendCode(of: rule, to: &alternative)
    return alternative
  }

  private func conditions(
    _ conditions: [RuleCondition]
  ) throws(RuleProblem) -> [(slot: Int, tests: [CompiledTest])] {
    var result: [(slot: Int, tests: [CompiledTest])] = []
    for condition in conditions {
      var tests: [CompiledTest] = []
      for test in condition.tests {
        switch test {
        case .atMost(let other), .less(let other): tests.append(CompiledTest(test: test, other: try slot(of: other)))
        default: tests.append(CompiledTest(test: test))
        }
      }
      result.append((try slot(of: condition.input), tests))
    }
    return result
  }

  /// Notes that a field must have a valid value.
  private func check(_ field: String) {
    if !variant.checkedFields.contains(where: { $0.name == field }) { variant.checkedFields.append(FieldAccess(field)) }
  }

  /// Returns the slot of an input's code.
  private func slot(of name: String) throws(RuleProblem) -> Int {
    guard let slot = slots[name], name != list else {
      throw RuleProblem(cause: "“\(name)” isn't among its generator's inputs")
    }
    return slot
  }

  private mutating func appendCode(
    of rule: GeneratorRule, to alternative: inout CompiledAlternative
  ) throws(RuleProblem) {
    guard let code = isRecording ? rule.recorded ?? rule.code : rule.code else { return }
    for index in code.elements.indices { try append(code, index, of: rule, to: &alternative) }
  }

  private mutating func append(
    _ code: CodeTemplate, _ index: Int, of rule: GeneratorRule, to alternative: inout CompiledAlternative
  ) throws(RuleProblem) {
    switch code.elements[index] {
    case .text(var text):
      // A body brings its own line breaks.
      switch alternative.steps.last {
      case .body, .suffix, .traces: text = text.withoutFirstBreak()
      default: break
      }
      if !text.isEmpty { alternative.steps.append(.piece(language.piece(text))) }
    case .named(let name, let form): try append(name, form, in: code, at: index, of: rule, to: &alternative)
    case .asText(let name): alternative.steps.append(.textValue(try slot(of: name)))
    case .list(let name, let separator, let isText):
      guard name == list, let slot = slots[name] else {
        throw RuleProblem(cause: "“\(name)*” isn't among its generator's inputs")
      }
      alternative.steps.append(.list(slot, separator: language.piece(separator), isText: isText))
    case .quoted(let name):
      let field = block.firstField(withName: name)
      // Fields that accept any text are many, and need no check.
      if field?.acceptsAnyText != true { check(name) }
      alternative.steps.append(.quoted(FieldAccess(name)))
    case .function(let name):
      alternative.steps.append(language.helpers[name] != nil ? .helper(name) : .procedure(name))
    case .traces: alternative.steps.append(.traces)
    case .suffix: alternative.steps.append(.suffix)
    }
  }

  /// Appends the step for a name.
  /// - Parameter index: the index of its element in the code.
  private mutating func append(
    _ name: String, _ form: NumberForm?, in code: CodeTemplate, at index: Int, of rule: GeneratorRule,
    to alternative: inout CompiledAlternative
  ) throws(RuleProblem) {
    if let index = rule.names.firstIndex(where: { $0.name == name }) {
      alternative.steps.append(.name(index))
    } else if rule.variables.contains(name) {
      alternative.steps.append(.variable(name))
    } else if slots[name] != nil {
      let slot = try slot(of: name)
      alternative.steps.append(form.map { .number(slot, $0) } ?? .value(slot))
    } else if let part = rule.parts[name] {
      try append(part, of: rule, to: &alternative)
    } else if let table = rule.tables[name] {
      guard let text = table[values[name] ?? ""] else { throw RuleProblem(cause: unknownValue(of: name)) }
      alternative.steps.append(.piece(language.piece(text)))
    } else if block.firstInput(withName: name)?.kind == .statement {
      if !variant.bodies.contains(name) { variant.bodies.append(name) }
      let body = variant.bodies.firstIndex(of: name) ?? 0
      // The lines of a body are linked, not copied.
      let isWritten = alternative.steps.contains { if case .body(body) = $0 { true } else { false } }
      if isWritten { throw RuleProblem(cause: "the body “\(name)” can occur only once in the code") }
      alternative.steps.append(.body(body))
    } else if let field = block.firstField(withName: name) {
      let access = FieldAccess(name)
      if field.shape != .variable { check(name) }
      if !field.isText {
        alternative.steps.append(.field(access, form))
      } else if let mark = code.quotationMark(around: index, comments: language.comments.prefix) {
        alternative.steps.append(.partOfLiteral(access, mark: mark))
      } else {
        throw RuleProblem(cause: CodeTemplate.bareText(name))
      }
    } else if isRecording, name == "KEY", let field = rule.sets {
      alternative.steps.append(.key(FieldAccess(field)))
    } else if isRecording, name == "FUNCTION" {
      alternative.steps.append(.surroundingFunction)
    } else {
      throw RuleProblem(cause: "its generator refers to “\(name)”, which the block doesn't have")
    }
  }

  private mutating func append(
    _ part: GeneratorRule, of rule: GeneratorRule, to alternative: inout CompiledAlternative
  ) throws(RuleProblem) {
    var inherited = rule
    inherited.cases = []
    (inherited.code, inherited.recorded) = (nil, nil)
    inherited.inputs = nil
    inherited.imports = []
    let merged = merge(part, into: inherited)
    for input in (merged.rule.inputs ?? []) where slots[input.name] == nil {
      try add(input, order: merged.rule.order, to: &variant.inputs, from: 0)
    }
    if merged.others.isEmpty {
      try appendCode(of: merged.rule, to: &alternative)
      alternative.imports += merged.rule.imports
      return
    }
    var alternatives: [CompiledAlternative] = []
    for branch in merged.others + [merged] {
      var choice = CompiledAlternative()
      choice.conditions = try conditions(branch.conditions)
      choice.imports = branch.rule.imports
      try appendCode(of: branch.rule, to: &choice)
      alternatives.append(choice)
    }
    variant.parts.append(alternatives)
    alternative.steps.append(.part(variant.parts.count - 1))
  }

  private func unknownValue(of field: String) -> String {
    "the generator doesn't handle “\(values[field] ?? "")” of “\(field)”"
  }
}

/// The reason why a block can't be generated.
struct RuleProblem: Error { var cause: String }

extension Field {
  /// Whether its value is a text, which isn't code by itself.
  var isText: Bool { if case .text = code { true } else { false } }
}

import BlockModel
import Markup

extension GeneratorReader {
  /// The maximum nesting depth of a generator's data.
  private static let mostLevels = 200

  /// - Throws: a mistake if the data are nested so deep that reading them could overflow the call stack.
  func checkDepth(of json: JSONValue) throws(GeneratorMistake) {
    var pending = [(value: json, level: 1)]
    while let (value, level) = pending.popLast() {
      if level > Self.mostLevels {
        throw GeneratorMistake(index: value.tapeIndex, cause: "this is nested more than \(Self.mostLevels) levels deep")
      }
      switch value.kind {
      case .object: for (_, member) in value.members { pending.append((member, level + 1)) }
      case .array: for element in value.elements { pending.append((element, level + 1)) }
      default: break
      }
    }
  }

  /// Checks that the calls between helper functions form no cycle, and aren't too many.
  func checkHelpers() throws(GeneratorMistake) {
    var graph = ReferenceGraph(what: "the helper function")
    for (name, helper) in language.helpers {
      for case .function(let other) in helper.code.elements + (helper.recorded?.elements ?? [])
      where other != name && language.helpers[other] != nil {
        graph.add(name, referringTo: [other])
      }
    }
    if let problem = graph.problem {
      let index = problem.path.lazy.compactMap { self.helperIndices[$0] }.first
      throw GeneratorMistake(index: index ?? 0, cause: problem.cause)
    }
  }

  /// Checks the rule of a block.
  func check(_ rule: GeneratorRule, _ json: JSONValue, of definition: BlockBuilder) throws(GeneratorMistake) {
    var parts = RuleParts(definition)
    try collect(rule, json, of: nil, into: &parts)
    if let problem = parts.graph.problem {
      let index = problem.path.lazy.compactMap { parts.indices[$0] }.first
      throw GeneratorMistake(index: index ?? json.tapeIndex, cause: problem.cause)
    }
    try check(rule, against: parts, names: [], json)
    try checkInputs(rule, json, outer: [])
  }

  /// Checks that conditions on code refer to inputs listed around their case, and that no case lists such an input
  /// again. By then its code has been generated, and generating it twice at each of many levels would take forever.
  private func checkInputs(_ rule: GeneratorRule, _ json: JSONValue, outer: Set<String>) throws(GeneratorMistake) {
    let inputs = rule.inputs.map { Set($0.map(\.name)) } ?? outer
    let branches = branches(rule, json)
    for (index, (branch, value)) in branches.enumerated() {
      for condition in branch.conditions {
        for name in condition.inputs where !inputs.contains(name) {
          throw GeneratorMistake(
            index: (value["when"]?[condition.input] ?? value).tapeIndex,
            cause: "“inputs” around the case doesn't list “\(name)”")
        }
      }
      let comesAfterConditions = branches[...index].contains { $0.0.asksForCode(whereFits: branch) }
      for input in branch.rule.inputs ?? [] where comesAfterConditions && inputs.contains(input.name) {
        throw GeneratorMistake(
          index: (value["inputs"]?[input.name] ?? value).tapeIndex,
          cause: "the case lists “\(input.name)” again, but its code is generated before the conditions on code")
      }
      try checkInputs(branch.rule, value, outer: inputs)
    }
  }

  /// The names in a block's definition, and in its rule.
  private struct RuleParts {
    var inputs: Set<String> = []
    /// The inputs for statements.
    var bodies: Set<String> = []
    var fields: Set<String> = []
    /// The fields whose values are texts.
    var texts: Set<String> = []
    /// Whether a mutator may add inputs and fields.
    let isOpen: Bool
    /// The inputs that the rule lists, each with a star if it stands for all numbered ones.
    var listed: Set<String> = []
    /// The references between the parts of the rule.
    var graph = ReferenceGraph(what: "the part")
    /// The tape indices of the parts.
    var indices: [String: Int] = [:]

    init(_ definition: BlockBuilder) {
      isOpen = definition.mutator != nil
      for input in definition.inputBuilders {
        inputs.insert(input.name)
        if input.type == .statement { bodies.insert(input.name) }
        for field in input.fields {
          guard let name = field.name else { continue }
          fields.insert(name)
          if field.isText { texts.insert(name) }
        }
      }
    }

    /// Whether a condition can be about a field, a fact about a field or input, or the first index of lists.
    func has(_ name: String) -> Bool {
      let part = name.contains(":") ? String(name.prefix { $0 != ":" }) : name
      return fields.contains(part) || name == "BASE" || part != name && inputs.contains(part)
    }

    /// Returns the mistake of a name that the block doesn't have.
    func missing(_ name: String, _ json: JSONValue) -> GeneratorMistake {
      GeneratorMistake(index: json.tapeIndex, cause: "the block has no input or field “\(name)”")
    }
  }

  // Recurses, like the functions below, no deeper than `checkDepth(of:)` allows.
  private func collect(
    _ rule: GeneratorRule, _ json: JSONValue, of part: String?, into parts: inout RuleParts
  ) throws(GeneratorMistake) {
    for input in rule.inputs ?? [] { parts.listed.insert(input.name + (input.isList ? "*" : "")) }
    if let part { parts.graph.add(part, referringTo: (rule.code?.names ?? []) + (rule.recorded?.names ?? [])) }
    if part != nil, !rule.names.isEmpty {
      let cause = "a part can't have “names”: put them in the generator around it"
      throw GeneratorMistake(index: (json["names"] ?? json).tapeIndex, cause: cause)
    }
    for (name, inner) in rule.parts {
      let value = json["parts"]?[name] ?? json
      parts.indices[name] = value.tapeIndex
      try collect(inner, value, of: name, into: &parts)
    }
    for (branch, value) in branches(rule, json) { try collect(branch.rule, value, of: part, into: &parts) }
  }

  private func branches(_ rule: GeneratorRule, _ json: JSONValue) -> [(RuleCase, JSONValue)] {
    Array(zip(rule.cases, json["cases"].map { Array($0.elements) } ?? []))
  }

  private func check(
    _ rule: GeneratorRule, against parts: RuleParts, names outer: Set<String>, _ json: JSONValue
  ) throws(GeneratorMistake) {
    func missing(_ name: String, _ value: JSONValue?) -> GeneratorMistake { parts.missing(name, value ?? json) }
    let names = outer.union(rule.names.map(\.name)).union(rule.variables).union(rule.parts.keys).union(rule.tables.keys)
    if let code = rule.code { try check(code, against: parts, names: names, json["code"] ?? json) }
    if let code = rule.recorded {
      try check(code, against: parts, names: names.union(["KEY", "FUNCTION"]), json["recorded"] ?? json)
    }
    if !parts.isOpen {
      for input in rule.inputs ?? [] where !parts.inputs.contains(input.name) {
        throw missing(input.name, json["inputs"]?[input.name])
      }
      for name in rule.tables.keys where !parts.fields.contains(name) { throw missing(name, json["tables"]?[name]) }
      if let name = rule.sets, !parts.fields.contains(name) { throw missing(name, json["sets"]) }
    }
    for (name, part) in rule.parts { try check(part, against: parts, names: names, json["parts"]?[name] ?? json) }
    for (branch, value) in branches(rule, json) {
      if !parts.isOpen {
        for condition in branch.fields where !parts.has(condition.name) {
          throw missing(condition.name, value["when"]?[condition.name])
        }
      }
      for condition in branch.conditions {
        for name in condition.inputs where !parts.listed.contains(name) {
          let cause = "“inputs” doesn't list “\(name)”"
          throw GeneratorMistake(index: (value["when"]?[condition.input] ?? json).tapeIndex, cause: cause)
        }
      }
      try check(branch.rule, against: parts, names: names, value)
    }
  }

  /// Checks a rule's code.
  /// - Parameter names: those that the rules define.
  private func check(
    _ code: CodeTemplate, against parts: RuleParts, names: Set<String>, _ json: JSONValue
  ) throws(GeneratorMistake) {
    func fail(_ cause: String) -> GeneratorMistake { GeneratorMistake(index: json.tapeIndex, cause: cause) }
    var written: Set<String> = []
    for (index, element) in code.elements.enumerated() {
      switch element {
      case .named(let name, _) where parts.bodies.contains(name) && !names.contains(name):
        if !written.insert(name).inserted { throw fail("the body “\(name)” can occur only once in the code") }
      case .asText(let name) where !parts.listed.contains(name): throw fail("“inputs” doesn't list “\(name)”")
      case .list(let name, _, _) where !parts.listed.contains(name + "*"):
        throw fail("“inputs” doesn't list “\(name)*”")
      case .named(let name, _):
        let isBare =
          parts.texts.contains(name) && !names.contains(name) && !parts.listed.contains(name)
          && code.quotationMark(around: index, comments: language.comments.prefix) == nil
        if isBare { throw fail(CodeTemplate.bareText(name)) }
      default: break
      }
    }
    if parts.isOpen { return }
    for name in code.names where !names.contains(name) && !parts.inputs.contains(name) && !parts.fields.contains(name) {
      throw parts.missing(name, json)
    }
  }
}

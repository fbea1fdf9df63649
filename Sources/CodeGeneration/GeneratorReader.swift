import BlockModel
import Markup

/// A mistake in a file of generators.
struct GeneratorMistake: Error {
  /// The `tapeIndex` of the JSON value.
  var index: Int
  var cause: String
}

/// Reads rules, helper functions and the syntax of a language.
final class GeneratorReader {
  let language: GeneratorLanguage
  /// The blocks that the rules are for, to check names; nil for rules that are known to fit.
  let factory: BlockFactory?
  /// Whether the rules are added to those of the language.
  let isForeign: Bool
  /// The tape indices of the helper functions that have been read.
  private(set) var helperIndices: [String: Int] = [:]

  init(language: GeneratorLanguage, factory: BlockFactory?, isForeign: Bool) {
    (self.language, self.factory, self.isForeign) = (language, factory, isForeign)
  }

  // MARK: - Rules

  func blocks(_ json: JSONValue) throws(GeneratorMistake) {
    try requireObject(json, "“blocks”")
    for (type, rule) in json.members { try block(type, rule) }
  }

  func block(_ type: String, _ json: JSONValue) throws(GeneratorMistake) {
    let definition = factory?.blockBuilders[type]
    if factory != nil, definition == nil {
      throw GeneratorMistake(index: json.tapeIndex, cause: "unknown block type “\(type)”")
    }
    if let alias = json.string, alias.hasPrefix("as ") {
      let other = String(alias.dropFirst(3))
      guard var rule = language.rules[other] else {
        throw GeneratorMistake(index: json.tapeIndex, cause: "there is no generator of “\(other)”")
      }
      rule.isForeign = rule.isForeign || isForeign
      language.rules[type] = rule
      return
    }
    if factory != nil { try checkDepth(of: json) }
    // A rule with an order is for a value. The definition can't decide that, because a mutator may add the output.
    let isStatement = !hasOrder(json)
    var read = try rule(json, type, isStatement: isStatement)
    if let definition { try check(read, json, of: definition) }
    read.isForeign = isForeign
    language.rules[type] = read
  }

  private static let ruleKeys: Set<String> = [
    "inputs", "code", "recorded", "order", "imports", "importsFirst", "names", "parts", "tables", "cases", "strategy",
    "loop", "traces", "continue", "flat", "variables", "when", "helpers", "open", "sets",
    "changes", "whole",
  ]

  // Recurses no deeper than `checkDepth(of:)` allows.
  private func rule(_ json: JSONValue, _ type: String, isStatement: Bool) throws(GeneratorMistake) -> GeneratorRule {
    var rule = GeneratorRule()
    if json.kind == .string || json.kind == .array {
      rule.code = try code(json, isOpen: false, isStatement: isStatement)
      return rule
    }
    try requireObject(json, "the generator of “\(type)”", of: Self.ruleKeys)
    if let helpers = json["helpers"] { try self.helpers(helpers) }
    if let inputs = json["inputs"] { rule.inputs = try self.inputs(inputs) }
    if let code = json["code"] {
      rule.code = try self.code(code, isOpen: json["open"]?.boolean == true, isStatement: isStatement)
    }
    if let code = json["recorded"] {
      rule.recorded = try self.code(code, isOpen: json["open"]?.boolean == true, isStatement: isStatement)
    }
    if let order = json["order"] { rule.order = try self.order(order) }
    rule.imports = try imports(json["imports"])
    rule.earlyImports = try imports(json["importsFirst"])
    if let names = json["names"] {
      try requireObject(names, "“names”")
      for (name, base) in names.members { rule.names.append((name, try template(base, try text(base)))) }
    }
    if let parts = json["parts"] {
      try requireObject(parts, "“parts”")
      for (name, part) in parts.members { rule.parts[name] = try self.rule(part, type, isStatement: false) }
    }
    if let tables = json["tables"] { rule.tables = try self.tables(tables) }
    rule.strategy = try json["strategy"].map(strategy)
    rule.isLoop = json["loop"]?.boolean ?? false
    rule.tracesItself = json["traces"]?.string == "itself"
    rule.isFlat = json["flat"]?.boolean ?? false
    rule.variables = try texts(json["variables"])
    rule.isContinue = json["continue"]?.boolean ?? false
    rule.sets = try json["sets"].map(text)
    rule.changesItsVariable = json["changes"]?.boolean ?? false
    if let whole = json["whole"] { rule.whole = whole.boolean == true ? [] : try texts(whole) }
    for branch in json["cases"].map({ Array($0.elements) }) ?? [] {
      let read = try self.rule(branch, type, isStatement: isStatement)
      rule.cases.append(try ruleCase(read, when: branch["when"]))
    }
    return rule
  }

  private func tables(_ json: JSONValue) throws(GeneratorMistake) -> [String: [String: Code]] {
    try requireObject(json, "“tables”")
    var tables: [String: [String: Code]] = [:]
    for (name, table) in json.members {
      try requireObject(table, "a table")
      var codes: [String: Code] = [:]
      for (value, code) in table.members { codes[value] = Code(generator: try text(code)) }
      tables[name] = codes
    }
    return tables
  }

  private func strategy(_ json: JSONValue) throws(GeneratorMistake) -> GeneratorStrategy {
    guard let known = GeneratorStrategy(rawValue: try text(json)) else {
      throw GeneratorMistake(index: json.tapeIndex, cause: "unknown strategy")
    }
    if known == .ifChain && language.condition.first.elements.isEmpty
      || known == .function && language.function.open.elements.isEmpty || known == .format && language.format == nil
    {
      throw GeneratorMistake(index: json.tapeIndex, cause: "the language has no “\(known.rawValue)”")
    }
    return known
  }

  /// - Parameter conditions: conditions on fields and, with `@`, on the code of inputs.
  private func ruleCase(
    _ rule: GeneratorRule, when conditions: JSONValue?
  ) throws(GeneratorMistake) -> RuleCase {
    var read = RuleCase(rule: rule)
    for (name, value) in members(conditions) {
      let condition = try text(value)
      guard condition.hasPrefix("@") else {
        read.fields.append((name, condition.split(separator: "|", omittingEmptySubsequences: false).map(String.init)))
        continue
      }
      for all in condition.split(separator: " ") {
        var tests: [CodeTest] = []
        for word in all.drop(while: { $0 == "@" }).split(separator: "|") {
          guard let test = CodeTest(String(word)) else {
            throw GeneratorMistake(index: value.tapeIndex, cause: "unknown condition “\(word)”")
          }
          tests.append(test)
        }
        read.conditions.append(RuleCondition(input: name, tests: tests))
      }
    }
    return read
  }

  /// Reads a template. A statement's single line gets the language's end of statements; several lines are kept as they
  /// are.
  func code(_ json: JSONValue, isOpen: Bool, isStatement: Bool) throws(GeneratorMistake) -> CodeTemplate {
    if let line = json.string {
      var result = try template(json, line)
      if isStatement, !isOpen { result.elements.append(.text(language.terminator)) }
      return result
    }
    var template = CodeTemplate()
    guard json.kind == .array else {
      throw GeneratorMistake(index: json.tapeIndex, cause: "code must be a string or an array of lines")
    }
    for line in json.elements {
      template.elements += try self.template(line, try text(line) + "\n").elements
    }
    return template
  }

  // Recurses no deeper than `checkDepth(of:)` allows.
  private func hasOrder(_ json: JSONValue) -> Bool {
    if json["order"] != nil || json["strategy"] != nil { return true }
    return json["cases"].map { $0.elements.contains(where: hasOrder) } ?? false
  }

  func template(_ json: JSONValue, _ text: String) throws(GeneratorMistake) -> CodeTemplate {
    do throws(TemplateError) { return try CodeTemplate(text) } catch {
      throw GeneratorMistake(index: json.tapeIndex, cause: error.cause)
    }
  }

  private func inputs(_ json: JSONValue) throws(GeneratorMistake) -> [RuleInput] {
    try requireObject(json, "“inputs”")
    var inputs: [RuleInput] = []
    for (name, value) in json.members {
      var input = RuleInput(name: name.hasSuffix("*") ? String(name.dropLast()) : name)
      input.isList = name.hasSuffix("*")
      let elements = value.kind == .array ? Array(value.elements) : [value]
      for (position, element) in elements.enumerated() {
        if position == 0 {
          if element.string != "=" { input.order = try order(element) }
        } else if let placeholder = element.string {
          input.placeholder = Code(generator: placeholder)
        } else {
          for (key, option) in element.members {
            switch key {
            case "index":
              guard let offset = option.integer, (-1000...1000).contains(offset) else {
                throw GeneratorMistake(index: option.tapeIndex, cause: "“index” must be a small integer")
              }
              input.indexOffset = offset
            case "negated": input.isNegated = option.boolean ?? false
            case "cache":
              input.cache = try text(option)
              if language.caches[input.cache ?? ""] == nil {
                throw GeneratorMistake(index: option.tapeIndex, cause: "unknown cache")
              }
            default: throw GeneratorMistake(index: option.tapeIndex, cause: "unknown member “\(key)”")
            }
          }
        }
      }
      inputs.append(input)
    }
    return inputs
  }

  func order(_ json: JSONValue) throws(GeneratorMistake) -> Order { try order(try text(json), json) }

  func order(_ name: String, _ json: JSONValue) throws(GeneratorMistake) -> Order {
    guard let order = language.orders[name] else {
      throw GeneratorMistake(index: json.tapeIndex, cause: "unknown order “\(name)” of \(language.origin.name)")
    }
    return order
  }

  // MARK: - Helper functions

  func helpers(_ json: JSONValue) throws(GeneratorMistake) {
    try requireObject(json, "“helpers”")
    for (name, value) in json.members {
      var helper = HelperFunction()
      let lines = value.kind == .object ? value["code"] ?? value : value
      if value.kind == .object { helper.imports = try imports(value["imports"]) }
      helper.code = try template(lines, try texts(lines).joined(separator: "\n"))
      if value.kind == .object, let lines = value["recorded"] {
        helper.recorded = try template(lines, try texts(lines).joined(separator: "\n"))
      }
      language.helpers[name] = helper
      helperIndices[name] = lines.tapeIndex
    }
  }

  // MARK: - Imports

  /// Reads import lines, and reserves the names that they import: `math` of `import math`, `Html` of `import
  /// 'dart:html' as Html;`.
  private func imports(_ json: JSONValue?) throws(GeneratorMistake) -> [String] {
    let lines = try texts(json)
    for part in lines.flatMap({ $0.split(separator: ",") }) {
      guard let word = part.split(separator: " ").last else { continue }
      let name = word.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      if !name.isEmpty { language.reservedWords.insert(String(name)) }
    }
    return lines
  }

  // MARK: - Values

  func members(_ json: JSONValue?) -> [(String, JSONValue)] { json?.members.map { ($0.key, $0.value) } ?? [] }

  func text(_ json: JSONValue) throws(GeneratorMistake) -> String {
    guard let text = json.string else { throw GeneratorMistake(index: json.tapeIndex, cause: "must be a string") }
    return text
  }

  func texts(_ json: JSONValue?) throws(GeneratorMistake) -> [String] {
    guard let json else { return [] }
    if let text = json.string { return [text] }
    guard json.kind == .array else {
      throw GeneratorMistake(index: json.tapeIndex, cause: "must be a string or an array of strings")
    }
    var texts: [String] = []
    for element in json.elements { texts.append(try text(element)) }
    return texts
  }

  /// - Parameter keys: the members that it may have; nil for any.
  func requireObject(_ json: JSONValue, _ what: String, of keys: Set<String>? = nil) throws(GeneratorMistake) {
    if json.kind != .object { throw GeneratorMistake(index: json.tapeIndex, cause: "\(what) must be an object") }
    guard let keys else { return }
    for (key, value) in json.members where !keys.contains(key) {
      throw GeneratorMistake(index: value.tapeIndex, cause: "unknown member “\(key)”")
    }
  }
}

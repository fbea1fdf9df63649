import Markup

extension GeneratorReader {
  /// Reads a whole language.
  func language(_ json: JSONValue) throws(GeneratorMistake) {
    func pair(_ json: JSONValue?) throws(GeneratorMistake) -> (Code, Code)? {
      guard let json else { return nil }
      let codes = try texts(json).map(Code.init(generator:))
      return (codes.first ?? "", codes.count > 1 ? codes[1] : "")
    }
    language.name = json["name"]?.string ?? language.id
    language.fileExtension = json["extension"]?.string ?? language.id
    for (name, value) in members(json["orders"]) {
      language.orders[name] = Order(value.number ?? 0)
    }
    for pair in json["overrides"].map({ Array($0.elements) }) ?? [] {
      let orders = try texts(pair).compactMap { language.orders[$0] }
      if orders.count == 2 { language.overrides.append((orders[0], orders[1])) }
    }
    for line in try texts(json["reserved"]) {
      language.reservedWords.formUnion(line.split(separator: " ").map(String.init))
    }
    language.variablePrefix = code(json, "variablePrefix")
    language.terminator = code(json, "terminator")
    language.emptyBody = code(json, "emptyBody")
    language.looseValue = try pair(json["looseValue"]) ?? ("", "\n")
    language.putsImportsFirst = json["importsFirst"]?.boolean ?? false
    language.main = try pair(json["main"])
    language.conversion = try pair(json["textOf"]) ?? ("", "")
    language.continueLabel = code(json, "continueLabel")
    if let variables = json["variables"] {
      language.variables = VariableSyntax(
        before: code(variables, "before"), each: code(variables, "each"), separator: code(variables, "separator"),
        after: code(variables, "after"),
        isAlwaysThere: variables["always"]?.boolean ?? false)
    }
    try readLiterals(json)
    if let index = json["index"] {
      language.index = IndexSyntax(
        plain: try named(index, "plain"), add: try named(index, "add"), subtract: try named(index, "subtract"),
        negate: try named(index, "negate"), conversion: try pair(index["integer"]).map { ($0.0, $0.1) })
    }
    if let condition = json["if"] {
      language.condition = ConditionSyntax(
        order: try named(condition, "order"), placeholder: code(condition, "empty"),
        first: try part(condition, "first"), other: try part(condition, "other"),
        otherwise: code(condition, "else"), end: code(condition, "end"))
    }
    if let function = json["function"] {
      language.function = FunctionSyntax(
        open: try part(function, "open"), globals: try part(function, "globals"), result: try part(function, "result"),
        close: code(function, "close"), types: try pair(function["types"]) ?? ("", ""))
    }
    if let run = json["run"] {
      language.run = RunSyntax(
        names: run["names"]?.string?.split(separator: " ").map(String.init) ?? [],
        statement: code(run, "statement"), condition: try part(run, "condition"),
        arguments: code(run, "arguments"), function: try part(run, "function"), value: try part(run, "value"),
        call: try part(run, "call"), order: try named(run, "order"))
    }
    for (name, cache) in members(json["caches"]) {
      language.caches[name] = CacheSyntax(
        unless: try texts(cache["unless"]).compactMap { CodeTest($0) }, name: try part(cache, "name"),
        code: try part(cache, "code"), groupedCode: cache["grouped"] == nil ? nil : try part(cache, "grouped"))
    }
    if let helpers = json["helpers"] { try self.helpers(helpers) }
    if let blocks = json["blocks"] { try self.blocks(blocks) }
  }

  private func readLiterals(_ json: JSONValue) throws(GeneratorMistake) {
    if let text = json["text"] {
      let literals = TextLiterals()
      for escape in text["escapes"].map({ Array($0.elements) }) ?? [] {
        let pair = try texts(escape)
        literals.add(
          TextLiterals.Escape(text: Array(pair[0].utf8), by: pair[1], quote: pair.count > 2 ? pair[2].utf8.first : nil))
      }
      if let prefix = text["controls"]?.string {
        for byte in UInt8(0)..<0x20 where byte != UInt8(ascii: "\t") && !literals.isEscaped[Int(byte)] {
          let digits = String(byte, radix: 16)
          literals.add(TextLiterals.Escape(text: [byte], by: prefix + (byte < 16 ? "0" : "") + digits))
        }
      }
      if let quote = text["quote"]?.string?.utf8.first { literals.quote = quote }
      literals.otherQuote = text["otherQuote"]?.string?.utf8.first
      literals.lineSeparator = code(text, "lineSeparator")
      literals.lineOperator = text["lineOperator"]?.string ?? ""
      literals.lineOrder = try named(text, "lineOrder")
      literals.atom = try named(text, "order")
      language.literals = literals
    }
    if let comments = json["comments"] {
      language.comments = CommentSyntax(
        prefix: code(comments, "prefix"), definitionPrefix: code(comments, "definitionPrefix"),
        replacements: try (comments["replacements"].map { Array($0.elements) } ?? []).map {
          pair throws(GeneratorMistake) in
          let texts = try texts(pair)
          return (texts[0], texts[1])
        }, endsOutside: comments["endsOutside"]?.boolean ?? false)
    }
    if let numbers = json["numbers"] {
      var syntax = NumberSyntax(atom: try named(numbers, "order"), negative: try named(numbers, "negative"))
      func literal(_ key: String) throws(GeneratorMistake) -> (Code, Order)? {
        guard let value = numbers[key] else { return nil }
        let texts = try texts(value)
        return (Code(generator: texts[0]), language.orders[texts[1]] ?? Order(0))
      }
      syntax.infinity = try literal("infinity")
      syntax.negativeInfinity = try literal("negativeInfinity")
      language.numbers = syntax
    }
  }

  private func code(_ json: JSONValue, _ key: String) -> Code { Code(generator: json[key]?.string ?? "") }

  private func named(_ json: JSONValue, _ key: String) throws(GeneratorMistake) -> Order {
    guard let value = json[key] else { return Order(0) }
    return try order(value)
  }

  private func part(_ json: JSONValue, _ key: String) throws(GeneratorMistake) -> CodeTemplate {
    guard let value = json[key] else { return CodeTemplate() }
    return try template(value, try text(value))
  }
}

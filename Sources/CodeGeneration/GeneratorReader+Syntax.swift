import Markup

extension GeneratorReader {
  /// Reads a whole language.
  func language(_ json: JSONValue) throws(GeneratorMistake) {
    try requireObject(
      json, "a language",
      of: [
        "orders", "overrides", "reserved", "variablePrefix", "terminator", "emptyBody", "looseValue", "importsFirst",
        "main", "textOf", "continueLabel", "variables", "text", "comments", "numbers", "index", "if", "function", "run",
        "caches", "helpers", "blocks",
      ])
    if let orders = json["orders"] {
      try requireObject(orders, "“orders”")
      for (name, value) in orders.members {
        guard let rank = value.number, (0...1000).contains(rank) else {
          throw GeneratorMistake(index: value.tapeIndex, cause: "must be a number from 0 to 1000")
        }
        language.orders[name] = Order(rank)
      }
    }
    for value in try elements(json["overrides"]) {
      let (outer, inner) = try pair(value)
      language.overrides.append((try order(outer, value), try order(inner, value)))
    }
    for line in try texts(json["reserved"]) {
      language.reservedWords.formUnion(line.split(separator: " ").map(String.init))
    }
    language.variablePrefix = try code(json, "variablePrefix")
    language.terminator = try code(json, "terminator", else: "\n")
    language.emptyBody = try code(json, "emptyBody")
    if let value = json["looseValue"] { language.looseValue = try codes(value) }
    language.putsImportsFirst = try flag(json, "importsFirst")
    language.main = try json["main"].map(codes)
    if let conversion = json["textOf"] { language.conversion = try codes(conversion) }
    language.continueLabel = try code(json, "continueLabel")
    if let variables = json["variables"] {
      try requireObject(variables, "“variables”", of: ["before", "each", "separator", "after", "always"])
      language.variables = VariableSyntax(
        before: try code(variables, "before"), each: try code(variables, "each"),
        separator: try code(variables, "separator"), after: try code(variables, "after"),
        isAlwaysThere: try flag(variables, "always"))
    }
    try readLiterals(try required("text", in: json))
    try readComments(try required("comments", in: json))
    if let numbers = json["numbers"] { try readNumbers(numbers) }
    if let index = json["index"] {
      try requireObject(index, "“index”", of: ["plain", "add", "subtract", "negate", "integer"])
      language.index = IndexSyntax(
        plain: try order(in: index, "plain"), add: try order(in: index, "add"),
        subtract: try order(in: index, "subtract"), negate: try order(in: index, "negate"),
        conversion: try index["integer"].map(codes))
    }
    if let condition = json["if"] {
      try requireObject(condition, "“if”", of: ["order", "empty", "first", "other", "else", "end"])
      language.condition = ConditionSyntax(
        order: try order(in: condition, "order"), placeholder: try code(condition, "empty"),
        first: try template(in: condition, "first"), other: try template(in: condition, "other"),
        otherwise: try code(condition, "else"), end: try code(condition, "end"))
    }
    if let function = json["function"] {
      try requireObject(function, "“function”", of: ["open", "globals", "result", "close", "types"])
      language.function = FunctionSyntax(
        open: try template(in: function, "open"), globals: try template(in: function, "globals"),
        result: try template(in: function, "result"), close: try code(function, "close"),
        types: try function["types"].map(codes) ?? ("", ""))
    }
    if let run = json["run"] { try readHooks(run) }
    if let caches = json["caches"] {
      try requireObject(caches, "“caches”")
      for (name, cache) in caches.members {
        try requireObject(cache, "a cache", of: ["unless", "name", "code", "grouped"])
        language.caches[name] = CacheSyntax(
          unless: try texts(cache["unless"]).compactMap { CodeTest($0) }, name: try template(in: cache, "name"),
          code: try template(in: cache, "code"),
          groupedCode: cache["grouped"] == nil ? nil : try template(in: cache, "grouped"))
      }
    }
    if let helpers = json["helpers"] { try self.helpers(helpers) }
    if let blocks = json["blocks"] { try self.blocks(blocks) }
  }

  private func readLiterals(_ json: JSONValue) throws(GeneratorMistake) {
    try requireObject(
      json, "“text”",
      of: ["escapes", "controls", "quote", "otherQuote", "order", "lineSeparator", "lineOperator", "lineOrder"])
    let literals = TextLiterals()
    for escape in try elements(json["escapes"]) {
      let parts = try texts(escape)
      guard (2...3).contains(parts.count) else {
        throw GeneratorMistake(
          index: escape.tapeIndex, cause: "must be a text, what is written instead, and perhaps a quotation mark")
      }
      literals.add(
        TextLiterals.Escape(
          text: Array(parts[0].utf8), by: parts[1], quote: parts.count > 2 ? parts[2].utf8.first : nil))
    }
    if let prefix = try json["controls"].map(text) {
      for byte in UInt8(0)..<0x20 where byte != UInt8(ascii: "\t") && !literals.isEscaped[Int(byte)] {
        let digits = String(byte, radix: 16)
        literals.add(TextLiterals.Escape(text: [byte], by: prefix + (byte < 16 ? "0" : "") + digits))
      }
    }
    if let quote = try json["quote"].map(text)?.utf8.first { literals.quote = quote }
    literals.otherQuote = try json["otherQuote"].map(text)?.utf8.first
    literals.lineSeparator = try code(json, "lineSeparator")
    literals.lineOperator = try json["lineOperator"].map(text) ?? ""
    literals.lineOrder = try order(in: json, "lineOrder")
    literals.atom = try order(in: json, "order")
    language.literals = literals
  }

  private func readComments(_ json: JSONValue) throws(GeneratorMistake) {
    try requireObject(json, "“comments”", of: ["prefix", "definitionPrefix", "replacements", "endsOutside"])
    language.comments = CommentSyntax(
      prefix: Code(generator: try text(try required("prefix", in: json))),
      definitionPrefix: try code(json, "definitionPrefix"),
      replacements: try elements(json["replacements"]).map(pair), endsOutside: try flag(json, "endsOutside"))
  }

  private func readNumbers(_ json: JSONValue) throws(GeneratorMistake) {
    try requireObject(json, "“numbers”", of: ["order", "negative", "infinity", "negativeInfinity"])
    func literal(_ key: String) throws(GeneratorMistake) -> (Code, Order)? {
      guard let value = json[key] else { return nil }
      let (literal, name) = try pair(value)
      return (Code(generator: literal), try order(name, value))
    }
    language.numbers = NumberSyntax(
      atom: try order(in: json, "order"), negative: try order(in: json, "negative"),
      infinity: try literal("infinity"), negativeInfinity: try literal("negativeInfinity"))
  }

  private func readHooks(_ json: JSONValue) throws(GeneratorMistake) {
    try requireObject(
      json, "“run”",
      of: ["names", "statement", "condition", "arguments", "function", "value", "call", "order", "recording"])
    language.run = RunSyntax(
      names: try json["names"].map(text)?.split(separator: " ").map(String.init) ?? [],
      statement: try code(json, "statement"), condition: try template(in: json, "condition"),
      arguments: try code(json, "arguments"), function: try template(in: json, "function"),
      value: try template(in: json, "value"), call: try template(in: json, "call"), order: try order(in: json, "order"),
      recording: try json["recording"].map(recording))
  }

  private func recording(_ json: JSONValue) throws(GeneratorMistake) -> RecordingSyntax {
    try requireObject(
      json, "“recording”",
      of: ["names", "write", "unbind", "begin", "result", "end", "unknown", "unknownValue", "read"])
    return RecordingSyntax(
      names: try json["names"].map(text)?.split(separator: " ").map(String.init) ?? [],
      write: try template(in: json, "write"), unbind: try template(in: json, "unbind"),
      begin: try template(in: json, "begin"), result: try template(in: json, "result"),
      end: try template(in: json, "end"), unknown: try template(in: json, "unknown"),
      unknownValue: try template(in: json, "unknownValue"), read: try template(in: json, "read"))
  }

  // MARK: - Members

  private func required(_ key: String, in json: JSONValue) throws(GeneratorMistake) -> JSONValue {
    guard let value = json[key] else { throw GeneratorMistake(index: json.tapeIndex, cause: "“\(key)” is missing") }
    return value
  }

  private func elements(_ json: JSONValue?) throws(GeneratorMistake) -> [JSONValue] {
    guard let json else { return [] }
    if json.kind != .array { throw GeneratorMistake(index: json.tapeIndex, cause: "must be an array") }
    return Array(json.elements)
  }

  private func pair(_ json: JSONValue) throws(GeneratorMistake) -> (String, String) {
    let texts = try texts(json)
    guard texts.count == 2 else { throw GeneratorMistake(index: json.tapeIndex, cause: "must be two strings") }
    return (texts[0], texts[1])
  }

  private func codes(_ json: JSONValue) throws(GeneratorMistake) -> (Code, Code) {
    let (first, second) = try pair(json)
    return (Code(generator: first), Code(generator: second))
  }

  private func code(
    _ json: JSONValue, _ key: String, else other: Code = ""
  ) throws(GeneratorMistake) -> Code {
    try json[key].map(text).map(Code.init(generator:)) ?? other
  }

  private func flag(_ json: JSONValue, _ key: String) throws(GeneratorMistake) -> Bool {
    guard let value = json[key] else { return false }
    guard let flag = value.boolean else {
      throw GeneratorMistake(index: value.tapeIndex, cause: "must be true or false")
    }
    return flag
  }

  private func order(in json: JSONValue, _ key: String) throws(GeneratorMistake) -> Order {
    try json[key].map(order) ?? Order(0)
  }

  private func template(in json: JSONValue, _ key: String) throws(GeneratorMistake) -> CodeTemplate {
    guard let value = json[key] else { return CodeTemplate() }
    return try template(value, try text(value))
  }
}

import Markup

extension GeneratorReader {
  private static let members: Set<String> = [
    "orders", "overrides", "reserved", "variablePrefix", "terminator", "emptyBody", "looseValue", "importsFirst",
    "main", "textOf", "continueLabel", "variables", "text", "comments", "numbers", "index", "if", "function", "run",
    "caches", "helpers", "blocks", "indentation", "blankLines", "format", "pure",
  ]

  /// Reads a whole language.
  func language(_ json: JSONValue) throws(GeneratorMistake) {
    try changes(json)
    for key in ["text", "comments"] { _ = try required(key, in: json) }
  }

  /// Reads the members of a language that it has; the others stay as they are.
  func changes(_ json: JSONValue) throws(GeneratorMistake) {
    try requireObject(json, "a language", of: Self.members)
    if let orders = json["orders"] { try readOrders(orders) }
    for value in try elements(json["overrides"]) {
      let (outer, inner) = try pair(value)
      language.overrides.append((try order(outer, value), try order(inner, value)))
    }
    for line in try texts(json["reserved"]) {
      language.reservedWords.formUnion(line.split(separator: " ").map(String.init))
    }
    for line in try texts(json["pure"]) {
      language.pureFunctions.formUnion(line.split(separator: " ").map(String.init))
    }
    language.variablePrefix = try code(json, "variablePrefix", else: language.variablePrefix)
    language.terminator = try code(json, "terminator", else: language.terminator)
    language.emptyBody = try code(json, "emptyBody", else: language.emptyBody)
    if let value = json["looseValue"] { language.looseValue = try codes(value) }
    language.putsImportsFirst = try flag(json, "importsFirst", else: language.putsImportsFirst)
    if let main = json["main"] { language.main = try codes(main) }
    if let conversion = json["textOf"] { language.conversion = try codes(conversion) }
    language.continueLabel = try code(json, "continueLabel", else: language.continueLabel)
    language.indentation = try size(json, "indentation", else: language.indentation)
    language.blankLines = try size(json, "blankLines", else: language.blankLines)
    if let variables = json["variables"] { try readVariables(variables) }
    if let text = json["text"] { try readLiterals(text) }
    if let comments = json["comments"] { try readComments(comments) }
    if let format = json["format"] { try readFormat(format) }
    if let numbers = json["numbers"] { try readNumbers(numbers) }
    if let index = json["index"] { try readIndex(index) }
    if let condition = json["if"] { try readCondition(condition) }
    if let function = json["function"] { try readFunction(function) }
    if let run = json["run"] { try readHooks(run) }
    if let caches = json["caches"] { try readCaches(caches) }
    if let helpers = json["helpers"] { try self.helpers(helpers) }
    if let blocks = json["blocks"] { try self.blocks(blocks) }
  }

  private func readOrders(_ json: JSONValue) throws(GeneratorMistake) {
    try requireObject(json, "“orders”")
    for (name, value) in json.members {
      guard let rank = value.number, (0...1000).contains(rank) else {
        throw GeneratorMistake(index: value.tapeIndex, cause: "must be a number from 0 to 1000")
      }
      language.orders[name] = Order(rank)
    }
  }

  private func readVariables(_ json: JSONValue) throws(GeneratorMistake) {
    try requireObject(json, "“variables”", of: ["before", "each", "number", "separator", "after", "always", "unset"])
    language.variables = VariableSyntax(
      before: try code(json, "before"), each: try code(json, "each"),
      number: try json["number"].map(text).map(Code.init(generator:)), separator: try code(json, "separator"),
      after: try code(json, "after"),
      isAlwaysThere: try flag(json, "always"), isForUnset: try flag(json, "unset"))
  }

  private func readIndex(_ json: JSONValue) throws(GeneratorMistake) {
    try requireObject(json, "“index”", of: ["plain", "add", "subtract", "negate", "integer", "unlessWhole", "empty"])
    language.index = IndexSyntax(
      plain: try order(in: json, "plain"), add: try order(in: json, "add"),
      subtract: try order(in: json, "subtract"), negate: try order(in: json, "negate"),
      conversion: try json["integer"].map(codes), keepsWhole: try flag(json, "unlessWhole"),
      placeholder: try json["empty"].map(text).map(Code.init(generator:)))
  }

  private func readCondition(_ json: JSONValue) throws(GeneratorMistake) {
    try requireObject(json, "“if”", of: ["order", "empty", "first", "other", "else", "end"])
    language.condition = ConditionSyntax(
      order: try order(in: json, "order"), placeholder: try code(json, "empty"),
      first: try template(in: json, "first"), other: try template(in: json, "other"),
      otherwise: try code(json, "else"), end: try code(json, "end"))
  }

  private func readFunction(_ json: JSONValue) throws(GeneratorMistake) {
    try requireObject(json, "“function”", of: ["open", "globals", "result", "empty", "close", "types"])
    language.function = FunctionSyntax(
      open: try template(in: json, "open"), globals: try template(in: json, "globals"),
      result: try template(in: json, "result"), placeholder: try code(json, "empty"), close: try code(json, "close"),
      types: try json["types"].map(codes) ?? ("", ""))
  }

  private func readCaches(_ json: JSONValue) throws(GeneratorMistake) {
    try requireObject(json, "“caches”")
    for (name, cache) in json.members {
      try requireObject(cache, "a cache", of: ["unless", "name", "code", "grouped"])
      language.caches[name] = CacheSyntax(
        unless: try texts(cache["unless"]).compactMap { CodeTest($0) }, name: try template(in: cache, "name"),
        code: try template(in: cache, "code"),
        groupedCode: cache["grouped"] == nil ? nil : try template(in: cache, "grouped"))
    }
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
          index: escape.tapeIndex, cause: "must be a text, its replacement and, optionally, a quotation mark")
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
    try requireObject(
      json, "“comments”", of: ["prefix", "definitionPrefix", "function", "wraps", "replacements", "endsOutside"])
    language.comments = CommentSyntax(
      prefix: Code(generator: try text(try required("prefix", in: json))),
      definitionPrefix: try code(json, "definitionPrefix"),
      ofFunction: try json["function"].map(text) ?? CommentSyntax().ofFunction,
      isWrapped: try flag(json, "wraps", else: true), replacements: try elements(json["replacements"]).map(pair),
      endsOutside: try flag(json, "endsOutside"))
  }

  private func readFormat(_ json: JSONValue) throws(GeneratorMistake) {
    let parts = try texts(json)
    guard parts.count == 4, let quote = parts[3].utf8.first, parts[3].utf8.count == 1 else {
      throw GeneratorMistake(
        index: json.tapeIndex, cause: "must be the code before the text, before and after a value, and a quotation mark"
      )
    }
    language.format = FormatSyntax(
      before: Code(generator: parts[0]), beforeValue: Code(generator: parts[1]), afterValue: Code(generator: parts[2]),
      after: Code(generator: parts[3]), quote: quote)
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

  private func flag(_ json: JSONValue, _ key: String, else other: Bool = false) throws(GeneratorMistake) -> Bool {
    guard let value = json[key] else { return other }
    guard let flag = value.boolean else {
      throw GeneratorMistake(index: value.tapeIndex, cause: "must be true or false")
    }
    return flag
  }

  private func size(_ json: JSONValue, _ key: String, else other: Int) throws(GeneratorMistake) -> Int {
    guard let value = json[key] else { return other }
    guard let size = value.integer, (0...16).contains(size) else {
      throw GeneratorMistake(index: value.tapeIndex, cause: "must be an integer from 0 to 16")
    }
    return size
  }

  private func order(in json: JSONValue, _ key: String) throws(GeneratorMistake) -> Order {
    try json[key].map(order) ?? Order(0)
  }

  private func template(in json: JSONValue, _ key: String) throws(GeneratorMistake) -> CodeTemplate {
    guard let value = json[key] else { return CodeTemplate() }
    return try template(value, try text(value))
  }
}

import BlockModel
import Markup

/// The meaning of a value block: its operands, and the calculation of its value from them. The stock blocks without
/// effects have a meaning.
struct ValueBlock: Sendable {
  typealias Meaning = @Sendable (Evaluation, [Operand]) throws(EvaluationProblem) -> Operand

  /// The names of the inputs.
  let inputs: [String]
  let meaning: Meaning

  private init(_ inputs: [String], _ meaning: @escaping Meaning) { (self.inputs, self.meaning) = (inputs, meaning) }

  /// - Throws: `ValueLines.Mistake` for blocks with effects, and for those whose values depend on more than the
  ///   program's state.
  init(_ block: Block, in language: ValueLanguage) throws(ValueLines.Mistake) {
    if let plain = Self.plainBlocks[block.type] {
      let name = Self.text(of: plain.field, in: block)
      self.init(plain.inputs) { (it, values) throws(EvaluationProblem) in try plain.meaning(it, values, name) }
    } else if let make = Self.otherBlocks[block.type] {
      self = try make(block, language)
    } else {
      throw Self.refusal(block)
    }
  }

  // MARK: - Plain blocks

  /// A block with some inputs, whose meaning depends on one field at most.
  private struct Plain: Sendable {
    typealias Meaning = @Sendable (Evaluation, [Operand], _ field: String) throws(EvaluationProblem) -> Operand

    var inputs: [String]
    var field: String
    var meaning: Meaning

    init(_ inputs: String..., field: String = "", meaning: @escaping Meaning) {
      (self.inputs, self.field, self.meaning) = (inputs, field, meaning)
    }
  }

  private static let plainBlocks: [String: Plain] = {
    let function = Plain("NUM", field: "OP") { (it, values, name) throws(EvaluationProblem) in
      try it.function(name, values[0])
    }
    let text = Plain(field: "TEXT") { it, _, text in .text(it.units(text)) }
    let length = Plain("VALUE") { (it, values, _) throws(EvaluationProblem) in try it.length(values[0]) }
    let isEmpty = Plain("VALUE") { (it, values, _) throws(EvaluationProblem) in try it.isEmpty(values[0]) }
    return [
      "logic_boolean": Plain(field: "BOOL") { _, _, name in .truth(name == "TRUE") },
      "logic_null": Plain { _, _, _ in .nothing },
      "logic_compare": Plain("A", "B", field: "OP") { (it, values, name) throws(EvaluationProblem) in
        try it.compare(values[0], values[1], by: name)
      },
      "logic_negate": Plain("BOOL") { (it, values, _) throws(EvaluationProblem) in
        .truth(try !it.isTrue(values[0]))
      },
      "math_constant": Plain(field: "CONSTANT") { it, _, name in it.constant(name) },
      "math_modulo": Plain("DIVIDEND", "DIVISOR") { (it, values, _) throws(EvaluationProblem) in
        try it.modulo(values[0], values[1])
      },
      "math_single": function, "math_round": function, "math_trig": function,
      "math_atan2": Plain("X", "Y") { (it, values, _) throws(EvaluationProblem) in
        try it.angle(x: values[0], y: values[1])
      },
      "math_constrain": Plain("VALUE", "LOW", "HIGH") { (it, values, _) throws(EvaluationProblem) in
        try it.constrained(values[0], values[1], values[2])
      },
      "text": text, "text_multiline": text,
      "text_length": length, "lists_length": length, "text_isEmpty": isEmpty, "lists_isEmpty": isEmpty,
      "text_changeCase": Plain("TEXT", field: "CASE") { (it, values, name) throws(EvaluationProblem) in
        try it.changeCase(values[0], name)
      },
      "text_trim": Plain("TEXT", field: "MODE") { (it, values, mode) throws(EvaluationProblem) in
        try it.trim(values[0], mode)
      },
      "text_count": Plain("TEXT", "SUB") { (it, values, _) throws(EvaluationProblem) in
        try it.occurrences(of: values[1], in: values[0])
      },
      "text_replace": Plain("TEXT", "FROM", "TO") { (it, values, _) throws(EvaluationProblem) in
        try it.replacing(values[1], by: values[2], in: values[0])
      },
      "text_reverse": Plain("TEXT") { (it, values, _) throws(EvaluationProblem) in try it.reversed(values[0]) },
      "lists_create_empty": Plain { (it, _, _) throws(EvaluationProblem) in try it.makeList([]) },
      "lists_repeat": Plain("ITEM", "NUM") { (it, values, _) throws(EvaluationProblem) in
        try it.list(repeating: values[0], values[1])
      },
      "lists_reverse": Plain("LIST") { (it, values, _) throws(EvaluationProblem) in
        if it.language == .javaScript, case .text = values[0] { throw .failure("a text isn't a list") }
        return try it.reversedList(values[0])
      },
    ]
  }()

  // MARK: - Other blocks

  private typealias Maker = @Sendable (Block, ValueLanguage) throws(ValueLines.Mistake) -> ValueBlock

  private static let otherBlocks: [String: Maker] = [
    "math_number": { (block, language) throws(ValueLines.Mistake) in
      let value = try number(block, in: language)
      return ValueBlock([]) { _, _ in value }
    },
    "math_arithmetic": { block, _ in arithmetic(block) },
    "math_number_property": property,
    "math_on_list": onList,
    "text_join": { block, _ in
      ValueBlock(items(of: block)) { (it, values) throws(EvaluationProblem) in try it.join(values) }
    },
    "lists_create_with": { block, _ in
      ValueBlock(items(of: block)) { (it, values) throws(EvaluationProblem) in try it.makeList(values) }
    },
    "text_indexOf": { block, _ in search(block, isText: true) },
    "lists_indexOf": { block, _ in search(block, isText: false) },
    "text_charAt": { (block, _) throws(ValueLines.Mistake) in try item(block, isText: true) },
    "lists_getIndex": { (block, _) throws(ValueLines.Mistake) in try item(block, isText: false) },
    "text_getSubstring": { block, _ in part(block, isText: true) },
    "lists_getSublist": { block, _ in part(block, isText: false) },
    "lists_sort": { block, _ in sort(block) },
    "lists_split": { block, _ in split(block) },
  ]

  private static func text(of field: String, in block: Block) -> String {
    block.firstField(withName: field).map { $0.state?.plainText ?? $0.text } ?? ""
  }

  /// Whether a block has a value input of a name. A dummy input may keep the name.
  private static func has(_ input: String, _ block: Block) -> Bool {
    block.firstInput(withName: input)?.connection != nil
  }

  private static func arithmetic(_ block: Block) -> ValueBlock {
    let meaning: Meaning =
      switch text(of: "OP", in: block) {
      case "ADD": { (it, values) throws(EvaluationProblem) in try it.add(values[0], values[1]) }
      case "MINUS": { (it, values) throws(EvaluationProblem) in try it.subtract(values[0], values[1]) }
      case "MULTIPLY": { (it, values) throws(EvaluationProblem) in try it.multiply(values[0], values[1]) }
      case "DIVIDE": { (it, values) throws(EvaluationProblem) in try it.divide(values[0], values[1]) }
      default: { (it, values) throws(EvaluationProblem) in try it.power(values[0], values[1]) }
      }
    return ValueBlock(["A", "B"], meaning)
  }

  private static func property(_ block: Block, in language: ValueLanguage) -> ValueBlock {
    let name = text(of: "PROPERTY", in: block)
    if name != "DIVISIBLE_BY" {
      return ValueBlock(["NUMBER_TO_CHECK"]) { (it, values) throws(EvaluationProblem) in
        try it.property(name, values[0], divisor: nil)
      }
    }
    if language != .javaScript, isZero(block.firstInput(withName: "DIVISOR")?.connectedBlock) {
      // The code generated for this case doesn't divide.
      let value = language == .lua ? Operand.nothing : .truth(false)
      return ValueBlock([]) { _, _ in value }
    }
    return ValueBlock(["NUMBER_TO_CHECK", "DIVISOR"]) { (it, values) throws(EvaluationProblem) in
      try it.property(name, values[0], divisor: values[1])
    }
  }

  private static func onList(_ block: Block, _: ValueLanguage) throws(ValueLines.Mistake) -> ValueBlock {
    let name = text(of: "OP", in: block)
    if name == "RANDOM" { throw ValueLines.Mistake(message: "a random item has no fixed value") }
    return ValueBlock(["LIST"]) { (it, values) throws(EvaluationProblem) in try it.onList(name, values[0]) }
  }

  private static func search(_ block: Block, isText: Bool) -> ValueBlock {
    let isFirst = text(of: "END", in: block) == "FIRST"
    return ValueBlock(["VALUE", "FIND"]) { (it, values) throws(EvaluationProblem) in
      try isText
        ? it.occurrence(of: values[1], in: values[0], isFirst: isFirst)
        : it.position(of: values[1], in: values[0], isFirst: isFirst)
    }
  }

  private static func item(_ block: Block, isText: Bool) throws(ValueLines.Mistake) -> ValueBlock {
    if !isText, text(of: "MODE", in: block) != "GET" {
      throw ValueLines.Mistake(message: "removing an item changes the list")
    }
    guard let place = Evaluation.Place(rawValue: text(of: "WHERE", in: block)) else {
      throw ValueLines.Mistake(message: "a random \(isText ? "letter" : "item") has no fixed value")
    }
    return ValueBlock(["VALUE"] + (has("AT", block) ? ["AT"] : [])) { (it, values) throws(EvaluationProblem) in
      let index = values.count > 1 ? values[1] : nil
      return try isText ? it.letter(of: values[0], place, index) : it.item(of: values[0], place, index)
    }
  }

  private static func part(_ block: Block, isText: Bool) -> ValueBlock {
    let start = Evaluation.Place(rawValue: text(of: "WHERE1", in: block)) ?? .first
    let end = Evaluation.Place(rawValue: text(of: "WHERE2", in: block)) ?? .last
    let hasStart = has("AT1", block)
    let indices = ["AT1", "AT2"].filter { has($0, block) }
    return ValueBlock([isText ? "STRING" : "LIST"] + indices) { (it, values) throws(EvaluationProblem) in
      try it.part(
        of: values[0], from: (start, hasStart ? values[1] : nil),
        to: (end, values.count > (hasStart ? 2 : 1) ? values[values.count - 1] : nil), isText: isText)
    }
  }

  private static func sort(_ block: Block) -> ValueBlock {
    let (kind, isAscending) = (text(of: "TYPE", in: block), text(of: "DIRECTION", in: block) == "1")
    return ValueBlock(["LIST"]) { (it, values) throws(EvaluationProblem) in
      try it.sorted(values[0], kind, isAscending: isAscending)
    }
  }

  private static func split(_ block: Block) -> ValueBlock {
    let splits = text(of: "MODE", in: block) == "SPLIT"
    let isIntoLetters = isEmptyText(block.firstInput(withName: "DELIM")?.connectedBlock)
    return ValueBlock(["INPUT", "DELIM"]) { (it, values) throws(EvaluationProblem) in
      try splits ? it.split(values[0], values[1], isIntoLetters: isIntoLetters) : it.joinItems(values[0], values[1])
    }
  }

  /// Whether the code of a block is an empty text.
  private static func isEmptyText(_ block: Block?) -> Bool {
    guard let block else { return false }
    return switch block.type {
    case "text", "text_multiline": text(of: "TEXT", in: block).isEmpty
    case "text_join": items(of: block).isEmpty
    default: false
    }
  }

  private static func refusal(_ block: Block) -> ValueLines.Mistake {
    switch block.type {
    case "math_random_int": ValueLines.Mistake(message: "a random number has no fixed value")
    case "math_random_float": ValueLines.Mistake(message: "a random fraction has no fixed value")
    case "text_prompt", "text_prompt_ext": ValueLines.Mistake(message: "a prompt reads typed text")
    case "procedures_callreturn": ValueLines.Mistake(message: "calls of functions can't be watched")
    default: ValueLines.Mistake(message: "a block in it can't be watched")
    }
  }

  private static func items(of block: Block) -> [String] {
    Array(sequence(first: 0) { $0 + 1 }.lazy.map { "ADD\($0)" }.prefix { block.firstInput(withName: $0) != nil })
  }

  private static func isZero(_ block: Block?) -> Bool {
    guard let block, block.type == "math_number", case .number(0)? = block.firstField(withName: "NUM")?.code else {
      return false
    }
    return true
  }

  /// Returns a number as the language reads its digits.
  private static func number(_ block: Block, in language: ValueLanguage) throws(ValueLines.Mistake) -> Operand {
    guard let field = block.firstField(withName: "NUM"), field.problem == nil, case .number(let value) = field.code
    else {
      throw ValueLines.Mistake(message: "“\(block.firstField(withName: "NUM")?.text ?? "")” isn't a number")
    }
    if language == .javaScript { return .number(value) }
    if value.isInfinite, language == .lua { throw ValueLines.Mistake(message: "Lua has no number \(field.text)") }
    let digits = NumberText.text(value)
    guard digits.allSatisfy({ $0.isNumber || $0 == "-" }) else { return .number(value) }
    if let integer = Int(digits) { return .integer(integer) }
    if language == .python { throw ValueLines.Mistake(message: Evaluation.tooManyDigits.message) }
    return .number(value)
  }

  /// Whether Lua would use a second value after that of an input: trimming a text returns the text and a number.
  func takesSecondValue(of input: String, of block: Block) -> Bool {
    guard input == inputs.last else { return input == "LOW" }
    switch block.type {
    case "lists_create_with", "math_constrain": return true
    case "text_join": return inputs.count > 2
    case "math_single": return block.firstField(withName: "OP")?.state?.plainText == "LN"
    case "lists_split": return block.firstField(withName: "MODE")?.state?.plainText == "JOIN"
    default: return false
    }
  }
}

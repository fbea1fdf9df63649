import BlockModel
import Markup

/// What a value block means: its operands, and what it makes of them. The stock blocks without effects have a meaning.
struct ValueBlock: Sendable {
  typealias Meaning = @Sendable (Evaluation, [Operand]) throws(EvaluationProblem) -> Operand

  /// The names of the inputs.
  var inputs: [String] = []
  let meaning: Meaning

  private init(_ inputs: String..., meaning: @escaping Meaning) { (self.inputs, self.meaning) = (inputs, meaning) }

  /// - Throws: `ValueLines.Mistake` for blocks with effects, and for those whose values have more causes than what a program holds.
  init(_ block: Block, in language: ValueLanguage) throws(ValueLines.Mistake) {
    func field(_ name: String) -> String {
      block.firstField(withName: name).map { $0.state?.plainText ?? $0.text } ?? ""
    }
    func place(_ name: String) -> Evaluation.Place? { Evaluation.Place(rawValue: field(name)) }
    // An input without a value may keep its name.
    func has(_ input: String) -> Bool { block.firstInput(withName: input)?.connection != nil }
    switch block.type {
    case "logic_boolean":
      let value = Operand.truth(field("BOOL") == "TRUE")
      self.init { _, _ in value }
    case "logic_null": self.init { _, _ in .nothing }
    case "logic_compare":
      let name = field("OP")
      self.init("A", "B") { (it, values) throws(EvaluationProblem) in try it.compare(values[0], values[1], by: name) }
    case "logic_negate":
      self.init("BOOL") { (it, values) throws(EvaluationProblem) in .truth(try !it.isTrue(values[0])) }

    case "math_number":
      let value = try Self.number(block, in: language)
      self.init { _, _ in value }
    case "math_constant":
      let name = field("CONSTANT")
      self.init { it, _ in it.constant(name) }
    case "math_arithmetic":
      switch field("OP") {
      case "ADD": self.init("A", "B") { (it, values) throws(EvaluationProblem) in try it.add(values[0], values[1]) }
      case "MINUS":
        self.init("A", "B") { (it, values) throws(EvaluationProblem) in try it.subtract(values[0], values[1]) }
      case "MULTIPLY":
        self.init("A", "B") { (it, values) throws(EvaluationProblem) in try it.multiply(values[0], values[1]) }
      case "DIVIDE":
        self.init("A", "B") { (it, values) throws(EvaluationProblem) in try it.divide(values[0], values[1]) }
      default: self.init("A", "B") { (it, values) throws(EvaluationProblem) in try it.power(values[0], values[1]) }
      }
    case "math_modulo":
      self.init("DIVIDEND", "DIVISOR") { (it, values) throws(EvaluationProblem) in
        try it.modulo(values[0], values[1])
      }
    case "math_single", "math_round", "math_trig":
      let name = field("OP")
      self.init("NUM") { (it, values) throws(EvaluationProblem) in try it.function(name, values[0]) }
    case "math_atan2":
      self.init("X", "Y") { (it, values) throws(EvaluationProblem) in try it.angle(x: values[0], y: values[1]) }
    case "math_constrain":
      self.init("VALUE", "LOW", "HIGH") { (it, values) throws(EvaluationProblem) in
        try it.constrained(values[0], values[1], values[2])
      }
    case "math_number_property":
      let name = field("PROPERTY")
      if name != "DIVISIBLE_BY" {
        self.init("NUMBER_TO_CHECK") { (it, values) throws(EvaluationProblem) in
          try it.property(name, values[0], divisor: nil)
        }
      } else if language != .javaScript, Self.isZero(block.firstInput(withName: "DIVISOR")?.connectedBlock) {
        // The code that is generated then doesn't divide.
        let value = language == .lua ? Operand.nothing : .truth(false)
        self.init { _, _ in value }
      } else {
        self.init("NUMBER_TO_CHECK", "DIVISOR") { (it, values) throws(EvaluationProblem) in
          try it.property(name, values[0], divisor: values[1])
        }
      }
    case "math_on_list":
      let name = field("OP")
      if name == "RANDOM" { throw ValueLines.Mistake(message: "a random item has no fixed value") }
      self.init("LIST") { (it, values) throws(EvaluationProblem) in try it.onList(name, values[0]) }

    case "text", "text_multiline":
      let text = field("TEXT")
      self.init { it, _ in .text(it.units(text)) }
    case "text_join":
      self.init { (it, values) throws(EvaluationProblem) in try it.join(values) }
      inputs = Self.items(of: block)
    case "text_length", "lists_length":
      self.init("VALUE") { (it, values) throws(EvaluationProblem) in try it.length(values[0]) }
    case "text_isEmpty", "lists_isEmpty":
      self.init("VALUE") { (it, values) throws(EvaluationProblem) in try it.isEmpty(values[0]) }
    case "text_indexOf", "lists_indexOf":
      let isFirst = field("END") == "FIRST"
      let isText = block.type == "text_indexOf"
      self.init("VALUE", "FIND") { (it, values) throws(EvaluationProblem) in
        try isText
          ? it.occurrence(of: values[1], in: values[0], isFirst: isFirst)
          : it.position(of: values[1], in: values[0], isFirst: isFirst)
      }
    case "text_charAt", "lists_getIndex":
      let isText = block.type == "text_charAt"
      if !isText, field("MODE") != "GET" { throw ValueLines.Mistake(message: "removing an item changes the list") }
      guard let place = place("WHERE") else {
        throw ValueLines.Mistake(message: "a random \(isText ? "letter" : "item") has no fixed value")
      }
      self.init("VALUE") { (it, values) throws(EvaluationProblem) in
        let index = values.count > 1 ? values[1] : nil
        return try isText ? it.letter(of: values[0], place, index) : it.item(of: values[0], place, index)
      }
      if has("AT") { inputs.append("AT") }
    case "text_getSubstring", "lists_getSublist":
      let isText = block.type == "text_getSubstring"
      let (start, end) = (place("WHERE1") ?? .first, place("WHERE2") ?? .last)
      let hasStart = has("AT1")
      self.init(isText ? "STRING" : "LIST") { (it, values) throws(EvaluationProblem) in
        try it.part(
          of: values[0], from: (start, hasStart ? values[1] : nil),
          to: (end, values.count > (hasStart ? 2 : 1) ? values[values.count - 1] : nil), isText: isText)
      }
      inputs += ["AT1", "AT2"].filter(has)
    case "text_changeCase":
      let name = field("CASE")
      self.init("TEXT") { (it, values) throws(EvaluationProblem) in try it.changeCase(values[0], name) }
    case "text_trim":
      let mode = field("MODE")
      self.init("TEXT") { (it, values) throws(EvaluationProblem) in try it.trim(values[0], mode) }
    case "text_count":
      self.init("TEXT", "SUB") { (it, values) throws(EvaluationProblem) in
        try it.occurrences(of: values[1], in: values[0])
      }
    case "text_replace":
      self.init("TEXT", "FROM", "TO") { (it, values) throws(EvaluationProblem) in
        try it.replacing(values[1], by: values[2], in: values[0])
      }
    case "text_reverse": self.init("TEXT") { (it, values) throws(EvaluationProblem) in try it.reversed(values[0]) }

    case "lists_create_empty": self.init { (it, _) throws(EvaluationProblem) in try it.makeList([]) }
    case "lists_create_with":
      self.init { (it, values) throws(EvaluationProblem) in try it.makeList(values) }
      inputs = Self.items(of: block)
    case "lists_repeat":
      self.init("ITEM", "NUM") { (it, values) throws(EvaluationProblem) in
        try it.list(repeating: values[0], values[1])
      }
    case "lists_reverse":
      self.init("LIST") { (it, values) throws(EvaluationProblem) in
        if it.language == .javaScript, case .text = values[0] { throw .failure("a text is no list") }
        return try it.reversedList(values[0])
      }
    case "lists_sort":
      let (kind, isAscending) = (field("TYPE"), field("DIRECTION") == "1")
      self.init("LIST") { (it, values) throws(EvaluationProblem) in
        try it.sorted(values[0], kind, isAscending: isAscending)
      }
    case "lists_split":
      let splits = field("MODE") == "SPLIT"
      let delimiter = block.firstInput(withName: "DELIM")?.connectedBlock
      let isIntoLetters = delimiter?.type == "text" && delimiter?.firstField(withName: "TEXT")?.state?.plainText == ""
      self.init("INPUT", "DELIM") { (it, values) throws(EvaluationProblem) in
        try splits
          ? it.split(values[0], values[1], isIntoLetters: isIntoLetters) : it.joinItems(values[0], values[1])
      }
    default: throw Self.refusal(block)
    }
  }

  private static func refusal(_ block: Block) -> ValueLines.Mistake {
    switch block.type {
    case "math_random_int": ValueLines.Mistake(message: "a random number has no fixed value")
    case "math_random_float": ValueLines.Mistake(message: "a random fraction has no fixed value")
    case "text_prompt", "text_prompt_ext": ValueLines.Mistake(message: "a prompt reads what is typed")
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

  /// A number as the language reads its digits.
  private static func number(_ block: Block, in language: ValueLanguage) throws(ValueLines.Mistake) -> Operand {
    guard let field = block.firstField(withName: "NUM"), field.problem == nil, case .number(let value) = field.code
    else {
      throw ValueLines.Mistake(message: "“\(block.firstField(withName: "NUM")?.text ?? "")” is no number")
    }
    if language == .javaScript { return .number(value) }
    if value.isInfinite, language == .lua { throw ValueLines.Mistake(message: "Lua has no number \(field.text)") }
    let digits = NumberText.text(value)
    guard digits.allSatisfy({ $0.isNumber || $0 == "-" }) else { return .number(value) }
    if let integer = Int(digits) { return .integer(integer) }
    if language == .python { throw ValueLines.Mistake(message: Evaluation.tooManyDigits.message) }
    return .number(value)
  }

  /// Whether the value of an input would be followed by another one that Lua takes, too: trimming a text gives the text
  /// and a number.
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

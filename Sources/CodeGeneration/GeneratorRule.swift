/// How a block becomes code, as a language's file says it: the rule of a block type, of one of its cases or of a part.
/// What a case doesn't say is as in the rule around it.
struct GeneratorRule {
  /// The inputs, in the order in which their code is generated; nil for those of the rule around it.
  var inputs: [RuleInput]?
  var code: CodeTemplate?
  /// Taken in place of `code` if the program is recorded; nil for no difference.
  var recorded: CodeTemplate?
  /// The order of a value's code.
  var order: Order?
  /// Lines to import, recorded after the inputs' code.
  var imports: [String] = []
  /// Lines to import, recorded before the inputs' code.
  var earlyImports: [String] = []
  /// New names, and what they are derived from.
  var names: [(name: String, base: CodeTemplate)] = []
  var parts: [String: GeneratorRule] = [:]
  /// Texts by the values of the field with the same name.
  var tables: [String: [String: Code]] = [:]
  var cases: [RuleCase] = []
  /// What generates the block if templates can't.
  var strategy: GeneratorStrategy?
  /// Whether the block is a loop: its body gets the trap, and a label if the language needs one to continue.
  var isLoop = false
  /// Whether the block writes statement prefix and suffix itself.
  var tracesItself = false
  /// Whether its body is not indented.
  var isFlat = false
  /// Variables of the generated program that no block shows.
  var variables: [String] = []
  /// Whether it is a jump to the end of the loop's body.
  var isContinue = false
  /// The field of the variable that the block sets, or that its loop counts with; nil for none.
  var sets: String?
  /// Whether it is neither Mortise's nor the language's own, so that nobody knows what its code does.
  var isForeign = false
}

/// A case of a rule. The first one whose conditions hold is taken.
struct RuleCase {
  /// Fields, and the values that they may have.
  var fields: [(name: String, values: [String])] = []
  var conditions: [RuleCondition] = []
  var rule: GeneratorRule

  /// Whether it has conditions on code, and may fit a block that another case fits.
  func asksForCode(whereFits other: RuleCase) -> Bool {
    !conditions.isEmpty
      && fields.allSatisfy { field in
        other.fields.allSatisfy { $0.name != field.name || !Set($0.values).isDisjoint(with: field.values) }
      }
  }
}

/// A condition on the code of an input.
struct RuleCondition {
  var input: String
  /// Any of them.
  var tests: [CodeTest]

  /// The inputs that it needs the code of.
  var inputs: [String] {
    [input]
      + tests.compactMap { test in
        switch test {
        case .atMost(let other), .less(let other): other
        default: nil
        }
      }
  }
}

/// An input of a rule.
struct RuleInput {
  var name: String
  /// The order of the place where its code stands; nil for the order of the rule.
  var order: Order?
  /// The code of an empty input.
  var placeholder: Code = ""
  /// For the index of an item: what is added to it, apart from what the base of the list makes necessary.
  var indexOffset: Int?
  var isNegated = false
  /// The name of the cache that code which is more than a name is kept in.
  var cache: String?
  /// Whether it stands for all inputs of that name with a number.
  var isList = false
}

/// What can be asked of an input's code.
enum CodeTest: Hashable {
  case word, variable, number, integer, zero, unit, text, plain, signed, parenthesised, negative, empty, emptyText
  /// A number that is at most, or less than, that of another input.
  case atMost(String)
  case less(String)

  init?(_ text: String) {
    switch text {
    case "word": self = .word
    case "variable": self = .variable
    case "number": self = .number
    case "integer": self = .integer
    case "zero": self = .zero
    case "unit": self = .unit
    case "text": self = .text
    case "plain": self = .plain
    case "signed": self = .signed
    case "parenthesised": self = .parenthesised
    case "negative": self = .negative
    case "empty": self = .empty
    case "emptyText": self = .emptyText
    case _ where text.hasPrefix("<="): self = .atMost(String(text.dropFirst(2)))
    case _ where text.hasPrefix("<"): self = .less(String(text.dropFirst()))
    default: return nil
    }
  }
}

/// What data can't express, one for all languages.
enum GeneratorStrategy: String {
  case ifChain = "if"
  case number
  case lines
  case function
}

/// How the number in an input's code is written.
enum NumberForm: String {
  case plain = "number"
  case next, previous, magnitude
  case truncated = "integer"
}

/// A text with places for inputs, fields and more: `{{A}} + {{B}}`.
struct CodeTemplate {
  enum Element: Hashable {
    case text(Code)
    /// An input, a field, a name or a part, which the rule tells apart.
    case named(String, NumberForm?)
    /// An input as text, converted unless it is a text already.
    case asText(String)
    /// A list of inputs, with what stands between them.
    case list(String, separator: Code)
    /// A field's text as a literal.
    case quoted(String)
    /// The name of a helper function, or of the function that a field names.
    case function(String)
    /// Prefix and suffix of a statement that traces itself, and the suffix inside a branch.
    case traces, suffix
  }

  var elements: [Element] = []
}

/// A rule from a language's file for generating a block: that of a block type, of one of its cases or of a part. A case
/// inherits what it omits from the rule around it.
struct GeneratorRule {
  /// The inputs, in the order in which their code is generated; nil for those of the rule around it.
  var inputs: [RuleInput]?
  var code: CodeTemplate?
  /// Used instead of `code` if the program is recorded; nil for no difference.
  var recorded: CodeTemplate?
  /// The order of a value's code.
  var order: Order?
  /// Lines to import, recorded after the inputs' code.
  var imports: [String] = []
  /// Lines to import, recorded before the inputs' code.
  var earlyImports: [String] = []
  /// New names, and the texts from which they are derived.
  var names: [(name: String, base: CodeTemplate)] = []
  var parts: [String: GeneratorRule] = [:]
  /// Texts by the values of the field with the same name.
  var tables: [String: [String: Code]] = [:]
  var cases: [RuleCase] = []
  /// The strategy that generates the block if templates can't.
  var strategy: GeneratorStrategy?
  /// Whether the block is a loop: its body gets the trap, and a label if the language needs one to continue.
  var isLoop = false
  /// Whether the block writes the statement prefix and suffix itself.
  var tracesItself = false
  /// Whether its body is not indented.
  var isFlat = false
  /// Variables of the generated program that no block shows.
  var variables: [String] = []
  /// Whether it is a jump to the end of the loop's body.
  var isContinue = false
  /// The field of the variable that the block sets, or that its loop counts with; nil for none.
  var sets: String?
  /// Whether the new value of that variable depends on the old one.
  var changesItsVariable = false
  /// The inputs and fields that have to be whole numbers for the block's value, or that of the variable that it sets, to
  /// be one; nil if it may be another value.
  var whole: [String]?
  /// Whether it is neither Mortise's nor the language's own, so that the effects of its code are unknown.
  var isForeign = false
}

/// A case of a rule. The first one whose conditions hold applies.
struct RuleCase {
  /// Conditions on fields: the values that each may have.
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
  /// The tests. The condition holds if any of them does.
  var tests: [CodeTest]

  /// The inputs whose code it needs.
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
  /// The order at the place of its code; nil for the order of the rule.
  var order: Order?
  /// The code of an empty input.
  var placeholder: Code = ""
  /// For the index of an item: the number added to it, apart from the adjustment to the base of the list.
  var indexOffset: Int?
  var isNegated = false
  /// The name of the cache that stores its code in a variable; nil for none.
  var cache: String?
  /// Whether it stands for all inputs of that name followed by a number.
  var isList = false
}

/// A test of an input's code.
enum CodeTest: Hashable {
  case word, variable, number, integer, zero, unit, text, plain, signed, parenthesised, negative, empty, emptyText,
    simple
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
    case "simple": self = .simple
    case _ where text.hasPrefix("<="): self = .atMost(String(text.dropFirst(2)))
    case _ where text.hasPrefix("<"): self = .less(String(text.dropFirst()))
    default: return nil
    }
  }
}

/// A way to generate a block that data can't express; the same for all languages.
enum GeneratorStrategy: String {
  case ifChain = "if"
  case number
  case lines
  case format
  case function
  /// The text of the field CODE is code, if the user allows it.
  case code
}

/// The form in which a number is written.
enum NumberForm: String {
  case plain = "number"
  case next, previous, magnitude
  case truncated = "integer"
}

/// A text with places for inputs, fields and more: `{{A}} + {{B}}`.
struct CodeTemplate {
  enum Element: Hashable {
    case text(Code)
    /// An input, a field, a name or a part; the rule determines which.
    case named(String, NumberForm?)
    /// An input as text, converted unless it is a text already.
    case asText(String)
    /// A list of inputs, with the code between them.
    case list(String, separator: Code, isText: Bool)
    /// A field's text as a literal.
    case quoted(String)
    /// The name of a helper function, or of the function that a field names.
    case function(String)
    /// The prefix and suffix of a statement that traces itself, and the suffix inside a branch.
    case traces, suffix
  }

  var elements: [Element] = []
}

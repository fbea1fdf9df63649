/// The syntax of comments.
struct CommentSyntax {
  var prefix: Code = ""
  /// The prefix of each line of a function definition's comment; empty for `prefix`.
  var definitionPrefix: Code = ""
  /// The comment of a function that has none; empty for none. The default is Blockly's.
  var ofFunction = "Describe this function..."
  /// Whether long lines are broken.
  var isWrapped = true
  /// Texts that have a meaning in comments, and their replacements.
  var replacements: [(ending: String, by: String)] = []
  /// Whether the comment's last line break is outside the comment.
  var endsOutside = false
}

/// The syntax of the declaration of the program's variables.
struct VariableSyntax {
  var before: Code = ""
  var each: Code = ""
  /// Used instead of `each` for a variable that is a number; nil for no difference.
  var number: Code?
  var separator: Code = ""
  var after: Code = ""
  /// Whether there is a declaration even without variables.
  var isAlwaysThere = false
  /// Whether only variables that may be read before they are set are declared.
  var isForUnset = false
}

/// The syntax of a text literal with values in it.
struct FormatSyntax {
  var before: Code = ""
  var beforeValue: Code = ""
  var afterValue: Code = ""
  var after: Code = ""
  /// The quotation mark, which values can't contain.
  var quote: UInt8
}

/// Arithmetic with the index of an item.
struct IndexSyntax {
  var plain = Order(99)
  var add = Order(0)
  var subtract = Order(0)
  var negate = Order(0)
  /// The code around an index that converts it to an integer; nil when none is needed.
  var conversion: (before: Code, after: Code)?
  /// Whether a value that is certainly whole needs none either.
  var keepsWhole = false
  /// The code of an empty index, counted from one; nil for the first item.
  var placeholder: Code?
}

/// The parts of an if statement.
struct ConditionSyntax {
  var order = Order(99)
  var placeholder: Code = ""
  var first = CodeTemplate()
  var other = CodeTemplate()
  var otherwise: Code = ""
  var end: Code = ""
}

/// The parts of a function's definition.
struct FunctionSyntax {
  var open = CodeTemplate()
  var globals = CodeTemplate()
  var result = CodeTemplate()
  /// The result of a function that should return something, but lacks the value; empty for none.
  var placeholder: Code = ""
  var close: Code = ""
  /// The types of functions without and with a result.
  var types: (Code, Code) = ("", "")
}

/// Literals of numbers.
struct NumberSyntax {
  var atom = Order(0)
  var negative = Order(0)
  var infinity: (code: Code, order: Order)?
  var negativeInfinity: (code: Code, order: Order)?
}

/// The syntax for storing code that is used twice in a variable.
struct CacheSyntax {
  /// Code that needs no variable.
  var unless: [CodeTest] = []
  var name = CodeTemplate()
  /// The statement, with places `NAME` and `VALUE`.
  var code = CodeTemplate()
  /// The statement for code in parentheses, if it differs: PHP has no references to such code.
  var groupedCode: CodeTemplate?
}

/// A function that generated code calls.
struct HelperFunction {
  var imports: [String] = []
  var code = CodeTemplate()
  /// Used instead of `code` if the program is recorded; nil for no difference.
  var recorded: CodeTemplate?
}

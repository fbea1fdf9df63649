import BlockLibrary
import BlockModel
import Markup

/// A language that programs can be generated in: its syntax, and the rules of the block types. Reading its file takes a
/// while; one object serves for any number of programs. It is not meant for several threads at once, because rules are
/// resolved as they are first used.
public final class GeneratorLanguage {
  /// The language as it is before its generators are read.
  public let origin: CodeLanguage

  var orders: [String: Order] = [:]
  var overrides: [(outer: Order, inner: Order)] = []
  var reservedWords: Set<String> = []
  /// What precedes every variable's name: `$` in PHP.
  var variablePrefix: Code = ""
  /// The end of a statement of one line.
  var terminator: Code = "\n"
  var literals = TextLiterals()
  var comments = CommentSyntax()
  /// The statement of an empty body; empty for none.
  var emptyBody: Code = ""
  /// What stands around a value that nothing uses.
  var looseValue: (before: Code, after: Code) = ("", "\n")
  var variables: VariableSyntax?
  /// Whether imports stand first, and blank lines are squeezed.
  var putsImportsFirst = false
  /// What stands around the program.
  var main: (before: Code, after: Code)?
  var index = IndexSyntax()
  /// How a value becomes a text.
  var conversion: (before: Code, after: Code) = ("", "")
  /// The label at the end of a loop's body that contains a jump to it.
  var continueLabel: Code = ""
  var condition = ConditionSyntax()
  var function = FunctionSyntax()
  var numbers = NumberSyntax()
  /// The hooks of a run; nil if its programs are run without.
  var run: RunSyntax?
  var caches: [String: CacheSyntax] = [:]
  var helpers: [String: HelperFunction] = [:]
  var rules: [String: GeneratorRule] = [:]
  /// The rules that bring variables.
  var rulesWithVariables: [String: GeneratorRule] { rules.filter { !$0.value.variables.isEmpty } }

  /// All texts of the rules, and the names of programs.
  let texts = CodeArena(capacity: 1 << 14)
  private var pieces: [Code: CodePiece] = [:]

  init(_ origin: CodeLanguage) { self.origin = origin }

  /// Whether there is a generator for blocks of a type.
  public func knows(_ type: String) -> Bool { rules[type] != nil }

  /// The types of the blocks whose generators came with other files than the language's own.
  public var foreignTypes: Set<String> { Set(rules.filter(\.value.isForeign).keys) }

  /// Whether the runs of its programs can be recorded.
  public var canRecord: Bool { run?.recording != nil }

  /// Whether loops that count or go through a list have a variable of their own.
  var hasLoopVariables: Bool { run?.recording?.unbind.elements.isEmpty == false }

  /// Returns code that is kept with the language as a piece.
  func piece(_ code: Code) -> CodePiece {
    if let known = pieces[code] { return known }
    let start = texts.count
    texts.append(code)
    let piece = texts.piece(from: start, kind: .fixed)
    pieces[code] = piece
    return piece
  }
}

/// How text becomes a literal.
final class TextLiterals {
  /// A part of a text that is replaced.
  struct Escape {
    var text: [UInt8]
    var by: String
    /// The quotation mark of the literals in which it is replaced; nil for all.
    var quote: UInt8?
  }

  /// What is replaced, by its first byte.
  private var escapes: [[Escape]] = Array(repeating: [], count: 256)
  /// Whether something that begins with a byte is replaced, by its value.
  private(set) var isEscaped = Array(repeating: false, count: 256)
  var quote = UInt8(ascii: "'")
  /// Taken instead of `quote` for texts that contain that but not this.
  var otherQuote: UInt8?
  /// What stands between the lines of a text of several lines, with its order.
  var lineSeparator: Code = ""
  var lineOrder = Order(0)
  var atom = Order(0)
  /// What code must contain to have `lineOrder`.
  var lineOperator = ""

  func add(_ escape: Escape) {
    guard let first = escape.text.first else { return }
    escapes[Int(first)].append(escape)
    isEscaped[Int(first)] = true
  }

  /// Returns what is replaced at a place of a text; nil for nothing.
  func escape(of bytes: UnsafeBufferPointer<UInt8>, at index: Int, between mark: UInt8) -> Escape? {
    for escape in escapes[Int(bytes[index])] where escape.quote == nil || escape.quote == mark {
      if escape.text.count == 1 || bytes[index...].starts(with: escape.text) { return escape }
    }
    return nil
  }
}

/// How comments are written.
struct CommentSyntax {
  var prefix: Code = ""
  /// Before the lines of the comment of a function's definition.
  var definitionPrefix: Code = ""
  /// What means something in a comment, and what is written instead.
  var replacements: [(ending: String, by: String)] = []
  /// Whether the comment's last line break stands outside the comment.
  var endsOutside = false
}

/// How the program's variables are declared.
struct VariableSyntax {
  var before: Code = ""
  var each: Code = ""
  var separator: Code = ""
  var after: Code = ""
  /// Whether there is a declaration even without variables.
  var isAlwaysThere = false
}

/// Arithmetic with the index of an item.
struct IndexSyntax {
  var plain = Order(99)
  var add = Order(0)
  var subtract = Order(0)
  var negate = Order(0)
  /// What converts an index to an integer; nil when none is needed.
  var conversion: (before: Code, after: Code)?
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

/// How code that is used twice is kept in a variable.
struct CacheSyntax {
  /// Code that needs no variable.
  var unless: [CodeTest] = []
  var name = CodeTemplate()
  /// The statement, with places `NAME` and `VALUE`.
  var code = CodeTemplate()
  /// The statement for code in parentheses, if it is another: PHP has no references to such code.
  var groupedCode: CodeTemplate?
}

/// A function that generated code calls.
struct HelperFunction {
  var imports: [String] = []
  var code = CodeTemplate()
  /// Taken in place of `code` if the program is recorded; nil for no difference.
  var recorded: CodeTemplate?
}

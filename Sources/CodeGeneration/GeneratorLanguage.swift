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
  /// The functions whose calls can be repeated, as they only calculate.
  var pureFunctions: Set<String> = []
  /// The prefix of every variable's name: `$` in PHP.
  var variablePrefix: Code = ""
  /// The end of a statement of one line.
  var terminator: Code = "\n"
  var literals = TextLiterals()
  var comments = CommentSyntax()
  /// The statement of an empty body; empty for none.
  var emptyBody: Code = ""
  /// The code around a value that nothing uses.
  var looseValue: (before: Code, after: Code) = ("", "\n")
  var variables: VariableSyntax?
  /// The number of blanks by which a body is indented.
  var indentation = 2
  /// The number of blank lines between functions and stacks; 0 for Blockly's.
  var blankLines = 0
  /// The syntax of a text with values in it; nil for none.
  var format: FormatSyntax?
  /// Whether imports come first, and blank lines are squeezed.
  var putsImportsFirst = false
  /// The code around the program; nil for none.
  var main: (before: Code, after: Code)?
  var index = IndexSyntax()
  /// The code around a value that converts it to a text.
  var conversion: (before: Code, after: Code) = ("", "")
  /// The label at the end of a loop's body that contains a jump to it.
  var continueLabel: Code = ""
  var condition = ConditionSyntax()
  var function = FunctionSyntax()
  var numbers = NumberSyntax()
  /// The hooks of a run; nil if its programs run without hooks.
  var run: RunSyntax?
  var caches: [String: CacheSyntax] = [:]
  var helpers: [String: HelperFunction] = [:]
  var rules: [String: GeneratorRule] = [:]
  /// The rules with variables of their own.
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

  /// Returns code as a piece, which is stored with the language.
  func piece(_ code: Code) -> CodePiece {
    if let known = pieces[code] { return known }
    let start = texts.count
    texts.append(code)
    let piece = texts.piece(from: start, kind: .fixed)
    pieces[code] = piece
    return piece
  }
}

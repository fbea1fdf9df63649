import BlockLibrary
import BlockModel

/// Generates the code of programs in a language.
///
/// Blocks wait on a list instead of the call stack, so programs may be of any depth. The code of statements is a list of
/// chunks, which know how deep they are indented and which block they come from.
public final class CodeGenerator {
  let language: GeneratorLanguage
  let options: GenerationOptions
  let isLenient: Bool
  let workspace: Workspace
  let hooks: RunHooks?

  var names: NameTable
  /// The names of variables, by object.
  var variableNames: [ObjectIdentifier: CodePiece] = [:]
  /// The program's variables in the order of their names, with the names.
  var usedVariables: [(name: String, generated: String)] = []
  /// The names of the variables that rules bring, by the names that they have there.
  var ownVariables: [String: String] = [:]
  var definitions: [Definition] = []
  private var definitionIndices: [String: Int] = [:]
  var helperNames: [String: CodePiece] = [:]
  var problems: [GenerationProblem] = []
  /// The hooks of the statements at which a run stops on a condition, by the blocks' ids.
  var conditionHooks: [String: String] = [:]
  let hasComments: Bool

  var rules: [ObjectIdentifier: CompiledRule] = [:]
  var frames: [Frame] = []
  var values: [CodeValue] = []
  var fragments: [Fragment] = []
  var builders: [Builder] = []
  var rows: [CodePiece] = []
  let fresh = ByteArena()
  let out = ByteArena(capacity: 1 << 16)
  var chunks: [Chunk] = []
  var blocks: [Block] = []
  /// The index of the loose value that is being written; -1 for none.
  var looseBlock: Int32 = -1
  /// The number of jumps to the end of a loop so far.
  var continueCount = 0
  var scratch: [CodePiece] = []
  var flattening: [(next: Int, end: Int, closes: Bool)] = []

  /// - Parameters:
  ///   - isLenient: whether a block without a generator becomes a comment instead of an error.
  ///   - hooks: what the code reports to the runtime of a run, in place of the options' statement prefix; nil for none.
  public init(
    _ workspace: Workspace, in language: GeneratorLanguage, options: GenerationOptions, isLenient: Bool = false,
    hooks: RunHooks? = nil
  ) {
    var options = options
    var reserved = language.reservedWords
    if hooks != nil, let run = language.run {
      options.statementPrefix = run.statement
      reserved.formUnion(run.names)
    }
    self.workspace = workspace
    self.language = language
    self.options = options
    self.isLenient = isLenient
    self.hooks = hooks
    names = NameTable(reserved: reserved, variablePrefix: language.variablePrefix)
    hasComments = workspace.blocks.values.contains { $0.comment != nil }
    collectNames()
  }

  /// Generates the whole program.
  /// - Throws: `GenerationProblem` for the first block that can't be generated, unless the generator is lenient.
  public func generate() throws(GenerationProblem) -> GeneratedCode {
    declareVariables()
    try generateConditions()
    var stacks: [Fragment] = []
    for top in StackOrder.sorted(workspace.topBlocks) {
      let stack = try stack(top)
      if !stack.isEmpty { stacks.append(stack) }
    }
    var writer = CodeWriter(generator: self)
    return writer.write(stacks)
  }

  /// Generates one stack, function or loose value. The code of a function is in the definitions.
  func stack(_ top: Block) throws(GenerationProblem) -> Fragment {
    builders.append(Builder(depth: language.main == nil ? 0 : 1))
    if top.outputConnection != nil {
      try looseValue(top)
    } else {
      frames.append(Frame(kind: .sequence, block: top))
      try run()
      return fragments.removeLast()
    }
    return builders.removeLast().fragment
  }

  // MARK: - Names

  private func collectNames() {
    let used = UsedNames(workspace)
    for variable in used.variables {
      let generated = names.variable(variable.name)
      variableNames[ObjectIdentifier(variable)] = freshPiece(generated)
      usedVariables.append((variable.name, generated))
    }
    for name in used.procedures { _ = names.procedure(name) }
    let bringing = language.rules.filter { !$0.value.variables.isEmpty }
    if bringing.isEmpty { return }
    let types = Set(workspace.blocks.values.map(\.type))
    let own = Set(bringing.filter { types.contains($0.key) }.flatMap(\.value.variables))
    for name in own.sorted() { ownVariables[name] = names.distinctVariable(name) }
  }

  func name(of variable: Variable) -> CodePiece {
    if let known = variableNames[ObjectIdentifier(variable)] { return known }
    let piece = freshPiece(names.variable(variable.name))
    variableNames[ObjectIdentifier(variable)] = piece
    return piece
  }

  private func declareVariables() {
    guard let syntax = language.variables, syntax.isAlwaysThere || !usedVariables.isEmpty || !ownVariables.isEmpty
    else { return }
    let own = ownVariables.values.sorted()
    let list = (own + usedVariables.map(\.generated)).map { $0 + syntax.each }.joined(separator: syntax.separator)
    define("variables", .text(syntax.before + list + syntax.after))
  }

  // MARK: - Definitions

  /// What stands before the program: imports, helper functions, and the program's functions.
  enum Definition {
    case text(String)
    case helper(String)
    case imported(String)
    case function(Fragment)
  }

  /// Adds a definition; the first one of a name decides on the place.
  func define(_ name: String, _ definition: Definition) {
    if let index = definitionIndices[name] {
      definitions[index] = definition
    } else {
      definitionIndices[name] = definitions.count
      definitions.append(definition)
    }
  }

  func imports(_ lines: [String]) {
    for line in lines where !line.isEmpty && definitionIndices["import " + line] == nil {
      define("import " + line, .imported(line))
    }
  }

  /// Returns the name of a helper function, which is defined when it is first used.
  func helper(_ name: String) -> CodePiece {
    if let known = helperNames[name] { return known }
    let function = language.helpers[name] ?? HelperFunction()
    imports(function.imports)
    let own = names.distinct(name)
    var text = ""
    for element in function.code.elements {
      switch element {
      case .text(let part): text += part
      case .named("first", _): text += options.isZeroBased ? "0" : "1"
      case .named("none", _): text += options.isZeroBased ? "-1" : "0"
      case .named(let variable, _): text += ownVariables[variable] ?? variable
      case .function(let other):
        let piece = other == name ? nil : helper(other)
        text += piece.map(text(of:)) ?? own
      default: break
      }
    }
    define(name, .helper(text))
    let piece = freshPiece(own)
    helperNames[name] = piece
    return piece
  }

  // MARK: - Code in memory

  /// Names stay for the whole program, so they are not among the fresh texts, which are forgotten with their statement.
  func freshPiece(_ text: String) -> CodePiece { language.piece(text) }

  func newText(_ text: String) -> CodePiece {
    let start = fresh.count
    fresh.append(text)
    return CodePiece(
      start: Int32(start), count: Int32(fresh.count - start), kind: text.isEmpty ? .none : .fresh,
      first: text.utf8.first ?? 0)
  }

  func text(of piece: CodePiece) -> String {
    let start = fresh.count
    append(piece, to: fresh)
    defer { fresh.shrink(to: start) }
    return fresh.string(start, fresh.count - start)
  }

  /// Appends the code of a piece to an arena.
  func append(_ piece: CodePiece, to arena: ByteArena) {
    switch piece.kind {
    case .none: return
    case .fixed where !piece.isParenthesised: arena.append(Int(piece.start), Int(piece.count), of: language.texts)
    case .fresh where !piece.isParenthesised: arena.append(Int(piece.start), Int(piece.count), of: fresh)
    default: appendRow(piece, to: arena)
    }
  }

  private func appendRow(_ piece: CodePiece, to arena: ByteArena) {
    let bottom = flattening.count
    open(piece, in: arena)
    while flattening.count > bottom {
      let top = flattening.count - 1
      guard flattening[top].next < flattening[top].end else {
        if flattening[top].closes { arena.append(UInt8(ascii: ")")) }
        flattening.removeLast()
        continue
      }
      let next = rows[flattening[top].next]
      flattening[top].next += 1
      open(next, in: arena)
    }
  }

  @inline(__always) private func open(_ piece: CodePiece, in arena: ByteArena) {
    if piece.isParenthesised { arena.append(UInt8(ascii: "(")) }
    switch piece.kind {
    case .none: return
    case .fixed: arena.append(Int(piece.start), Int(piece.count), of: language.texts)
    case .fresh: arena.append(Int(piece.start), Int(piece.count), of: fresh)
    case .row:
      flattening.append((Int(piece.start), Int(piece.start + piece.count), piece.isParenthesised))
      return
    }
    if piece.isParenthesised { arena.append(UInt8(ascii: ")")) }
  }

  /// Returns the pieces of `scratch` from `start` on as one piece, and forgets them there.
  func join(from start: Int) -> CodePiece {
    defer { scratch.removeLast(scratch.count - start) }
    guard scratch.count > start else { return .none }
    if scratch.count == start + 1 { return scratch[start] }
    let first = scratch[start]
    if scratch[start...].allSatisfy({ ($0.kind == .fixed || $0.kind == .fresh) && !$0.isParenthesised }) {
      let begin = fresh.count
      for piece in scratch[start...] { append(piece, to: fresh) }
      return CodePiece(start: Int32(begin), count: Int32(fresh.count - begin), kind: .fresh, first: first.first)
    }
    let begin = rows.count
    rows.append(contentsOf: scratch[start...])
    return CodePiece(
      start: Int32(begin), count: Int32(rows.count - begin), kind: .row,
      first: first.isParenthesised ? UInt8(ascii: "(") : first.first)
  }
}

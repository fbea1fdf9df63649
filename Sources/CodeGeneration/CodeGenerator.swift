import BlockLibrary
import BlockModel
import EventQueues

/// Generates the code of programs in a language.
///
/// Blocks wait on a list instead of the call stack, so programs may be of any depth. The code of statements is a list
/// of chunks, which know their indentation and the block that they come from.
public final class CodeGenerator {
  let language: GeneratorLanguage
  let options: GenerationOptions
  let isLenient: Bool
  private let workspace: Workspace
  let hooks: RunHooks?
  /// The hooks of recorded code; nil if it isn't recorded.
  let recording: Recording?
  private let reservedWords: Set<String>
  private let rulesWithVariables: [String: GeneratorRule]

  var names: NameTable
  /// The names of variables, by object.
  var variableNames: [ObjectIdentifier: CodePiece] = [:]
  /// Facts about the program for the conditions of rules. They hold until the program changes.
  private(set) lazy var facts = ProgramFacts(workspace, language)
  /// The program's variables in the order of their names, with the names.
  private(set) var usedVariables: [(name: String, generated: Code)] = []
  private var knownVariables: [Variable]?
  /// The generated names of the rules' own variables, by their names in the rules.
  private(set) var ownVariables: [String: Code] = [:]
  var definitions: [Definition] = []
  var definitionIndices: [String: Int] = [:]
  var helperNames: [String: CodePiece] = [:]
  /// The blocks that have no code, of the stack that is being generated.
  var problems: [GenerationProblem] = []
  /// The hooks of the statements at which a run stops on a condition, by the blocks' ids.
  var conditionHooks: [String: Code] = [:]
  /// The codes of the values so far; nil if they aren't kept.
  public internal(set) var valueCodes: ValueCodes?
  /// The ids of the values that have marks around their code, by their numbers; nil for no marks.
  var markedIDs: [String]?
  /// Whether there are comments in the stack that is being generated.
  private(set) var hasComments = true
  /// The names from an earlier pass that the stack being generated gets again.
  var results: ArraySlice<Code> = []
  /// The new names that the stack being generated has got so far.
  var newNames: [Code] = []
  /// Whether the stack being generated has listed the program's variables.
  var listsVariables = false
  /// The state of a program that is being generated stack by stack; nil before it begins.
  private var pass: Pass?
  private let shapes = BlockShapes()
  private var loop = Progress.Loop(of: 1)
  /// The number of blocks of the pass that have been looked at.
  private var blockCount = 0

  var rules: [ObjectIdentifier: CompiledRule] = [:]
  /// The rules that were used last, by a part of the address of their blocks' definition. This is faster than a lookup.
  var recentRules: [CompiledRule?] = Array(repeating: nil, count: 256)
  var frames: [GenerationFrame] = []
  var values: [CodeValue] = []
  var fragments: [Fragment] = []
  var builders: [Builder] = []
  var rows: [CodePiece] = []
  let fresh = CodeArena()
  let out = CodeArena(capacity: 1 << 16)
  var chunks: [Chunk] = []
  var blocks: [Block] = []
  /// The function that is being generated: its number, 0 for none, and its parameters.
  var function = RecordedFunction()
  /// The index of the loose value that is being written; -1 for none.
  var looseBlock: Int32 = -1
  /// The number of jumps to the end of a loop so far.
  var continueCount = 0
  var scratch: [CodePiece] = []
  var flattening: [(next: Int, end: Int, closes: Bool)] = []
  let numberField = FieldAccess("NUM")
  var writer = CodeWriter()

  /// - Parameters:
  ///   - isLenient: whether a block without a generator becomes a comment instead of an error.
  ///   - hooks: the reports of the code to the runtime of a run, in place of the options' statement prefix; nil for
  ///     none.
  ///   - numbers: the numbers by which the codes of values are kept; nil to keep none.
  public init(
    _ workspace: Workspace, in language: GeneratorLanguage, options: GenerationOptions, isLenient: Bool = false,
    hooks: RunHooks? = nil, keepingValuesBy numbers: BlockNumbers? = nil
  ) {
    var options = options
    var reserved = language.reservedWords
    if hooks != nil, let run = language.run {
      options.statementPrefix = run.statement.text
      reserved.formUnion(run.names)
    }
    recording = hooks.flatMap { Recording($0, in: language) }
    reserved.formUnion(recording?.syntax.names ?? [])
    self.workspace = workspace
    self.language = language
    self.options = options
    self.isLenient = isLenient
    self.hooks = hooks
    valueCodes = numbers.map(ValueCodes.init)
    reservedWords = reserved
    rulesWithVariables = language.rulesWithVariables
    names = NameTable(reserved: reservedWords, variablePrefix: language.variablePrefix)
    writer.indentation = language.indentation
  }

  /// Generates the whole program.
  /// - Throws: `GenerationProblem` for the first block that can't be generated, unless the generator is lenient.
  public func generate() throws(GenerationProblem) -> GeneratedCode {
    pass = nil
    beginCounting()
    if hooks == nil, rulesWithVariables.isEmpty, let code = try generateGuessingNames() { return code }
    return try generate { true } ?? GeneratedCode()
  }

  /// Discards the code generated so far, because the program has changed.
  func startOver() { pass = nil }

  /// Starts or resumes generating the program.
  /// - Parameter mayGoOn: called after each stack; false interrupts.
  /// - Returns: nil if it was interrupted; the next call resumes.
  func generate(while mayGoOn: () -> Bool) throws(GenerationProblem) -> GeneratedCode? {
    if self.pass == nil { blockCount = 0 }
    beginCounting()
    var pass = self.pass ?? Pass(tops: workspace.topBlocks)
    // Otherwise the growing arrays would be copied.
    self.pass = nil
    while pass.names.count < pass.tops.count {
      pass.names.append(StackNames(of: pass.tops[pass.names.count], rules: rulesWithVariables, shapes))
      if !mayGoOn() { return interrupted(pass) }
    }
    if pass.generated == 0 {
      begin(UsedNames(pass.names))
      try generateConditions()
      pass.order = StackOrder.indices(pass.tops)
    }
    while pass.generated < pass.order.count {
      let index = pass.order[pass.generated]
      if let section = try section(of: pass.tops[index], hasComments: pass.names[index].hasComments) {
        pass.sections.append(section)
      }
      pass.problems += problems
      pass.generated += 1
      if pass.generated < pass.order.count, !mayGoOn() { return interrupted(pass) }
    }
    return code(of: pass.sections, pass.problems)
  }

  private func interrupted(_ pass: Pass) -> GeneratedCode? {
    self.pass = pass
    return nil
  }

  /// The state of a program that is being generated.
  private struct Pass {
    /// The top blocks in the order of the file.
    var tops: [Block]
    /// The names that the stacks read so far use.
    var names: [StackNames] = []
    /// The indices of the top blocks in the order of the code, once all names are known.
    var order: [Int] = []
    var generated = 0
    var sections: [CodeSection] = []
    var problems: [GenerationProblem] = []
  }

  /// Generates the whole program stack by stack, before the names in later stacks are known. Reading each stack twice
  /// in a row takes far less time than reading the program twice, because its blocks are then in the processor's
  /// caches.
  /// - Returns: nil if the names turn out to be different once all are known.
  private func generateGuessingNames() throws(GenerationProblem) -> GeneratedCode? {
    begin(UsedNames([]))
    define(Self.declaration, .text(""))
    let tops = workspace.topBlocks
    var stacks: [StackNames?] = Array(repeating: nil, count: tops.count)
    var functions: [(top: Block, hasComments: Bool, newNames: [Code])] = []
    var sections: [CodeSection] = []
    var problems: [GenerationProblem] = []
    for index in StackOrder.indices(tops) {
      let stack = StackNames(of: tops[index], rules: [:], shapes)
      stacks[index] = stack
      if let section = try section(of: tops[index], hasComments: stack.hasComments) { sections.append(section) }
      if listsVariables { functions.append((tops[index], stack.hasComments, newNames)) }
      problems += self.problems
    }
    let guesses = names
    name(UsedNames(stacks.compactMap { $0 }))
    guard names.agrees(with: guesses) else { return nil }
    names = guesses
    // Functions list the variables that are not theirs, which are known only now.
    for function in functions {
      _ = try section(of: function.top, hasComments: function.hasComments, results: function.newNames)
    }
    if !declareVariables() { definitions.removeFirst() }
    return code(of: sections, problems)
  }

  // MARK: - Progress

  private func beginCounting() { loop = Progress.Loop(of: workspace.blocks.count) }

  /// Counts a generated block.
  /// - Throws: `GenerationProblem.givenUp` if the user gave up.
  func count() throws(GenerationProblem) {
    blockCount += 1
    loop.reach(blockCount)
    do throws(Progress.Cancelled) { try loop.checkCancelled() } catch { throw .givenUp }
  }

  // MARK: - The program

  /// Begins a program: gives its variables and functions their names.
  private func begin(_ used: UsedNames) {
    (variableNames, helperNames) = ([:], [:])
    (definitions, definitionIndices) = ([], [:])
    name(used)
    declareVariables()
  }

  /// Gives the program's variables and functions their names.
  private func name(_ used: UsedNames) {
    names = NameTable(reserved: reservedWords, variablePrefix: language.variablePrefix)
    (usedVariables, ownVariables, knownVariables) = ([], [:], nil)
    facts = ProgramFacts(workspace, language)
    for used in used.variables {
      let generated = names.variable(used.name)
      if let variable = used.variable { variableNames[ObjectIdentifier(variable)] = freshPiece(generated) }
      usedVariables.append((used.name, generated))
    }
    for name in used.procedures { _ = names.procedure(name) }
    for name in used.ownVariables { ownVariables[name] = names.distinctVariable(name) }
  }

  /// The variables that the program's blocks name, in their order in the program.
  var variablesOfBlocks: [Variable] {
    if let knownVariables { return knownVariables }
    let blocks = workspace.topBlocks.lazy.flatMap { $0.descendants() }
    let ids = Set(blocks.flatMap { $0.inputs.flatMap(\.fields).compactMap { $0.variable?.id } })
    let variables = workspace.variables.all.filter { ids.contains($0.id) }
    knownVariables = variables
    return variables
  }

  /// Generates one stack, function or loose value.
  /// - Parameters:
  ///   - hasComments: whether there may be comments in it.
  ///   - results: the new names that are already known for it.
  /// - Returns: nil if it has no code. The code of a function is in the definitions.
  private func section(
    of top: Block, hasComments: Bool, results: [Code] = []
  ) throws(GenerationProblem) -> CodeSection? {
    reset()
    (self.hasComments, self.results) = (hasComments, results[...])
    (newNames, listsVariables) = ([], false)
    let fragment = try stack(top)
    return fragment.isEmpty ? nil : writer.section(fragment, of: top, self)
  }

  private func reset() {
    (problems, function) = ([], RecordedFunction())
    frames.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    fragments.removeAll(keepingCapacity: true)
    builders.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
    chunks.removeAll(keepingCapacity: true)
    blocks = []
    fresh.shrink(to: 0)
    out.shrink(to: 0)
  }

  private func stack(_ top: Block) throws(GenerationProblem) -> Fragment {
    builders.append(Builder(depth: language.main == nil ? 0 : 1))
    if top.outputConnection != nil {
      try looseValue(top)
    } else {
      frames.append(GenerationFrame(kind: .sequence, block: top))
      try run()
      return fragments.removeLast()
    }
    return builders.removeLast().fragment
  }

  /// Assembles a program.
  /// - Parameter stacks: the sections of its stacks, in order.
  private func code(of stacks: [CodeSection], _ problems: [GenerationProblem]) -> GeneratedCode {
    var parts = definitionParts()
    if let main = language.main { parts.append(GeneratedCode.Part(section: writer.section(main.before))) }
    for stack in stacks { parts.append(GeneratedCode.Part(section: stack, breaks: max(1, language.blankLines))) }
    if !stacks.isEmpty { parts[parts.count - 1].breaks = 0 }
    if let main = language.main {
      if let last = parts.last, last.section.isOpen {
        parts[parts.count - 1].section = writer.section(last.section, followedBy: main.after)
      } else {
        parts.append(GeneratedCode.Part(section: writer.section(main.after)))
      }
    }
    return GeneratedCode(parts: parts, problems: problems)
  }

  // MARK: - Code in memory

  /// Returns a name as a piece. Names stay for the whole program, so they are not among the fresh texts, which are
  /// discarded after their statement.
  func freshPiece(_ name: Code) -> CodePiece { language.piece(name) }

  func newPiece(_ code: Code) -> CodePiece {
    let start = fresh.count
    fresh.append(code)
    return fresh.piece(from: start)
  }

  func newNumber(_ integer: Int64) -> CodePiece {
    let start = fresh.count
    fresh.append(integer)
    return fresh.piece(from: start)
  }

  /// Returns a text as a literal.
  func newLiteral(_ text: String) -> CodePiece {
    let start = fresh.count
    fresh.append(literal: text, language.literals)
    return fresh.piece(from: start)
  }

  func code(of piece: CodePiece) -> Code {
    let start = fresh.count
    append(piece, to: fresh)
    defer { fresh.shrink(to: start) }
    return Code.generated(fresh, from: start)
  }

  func text(of piece: CodePiece) -> String { code(of: piece).text }

  /// Appends the code of a piece to an arena.
  func append(_ piece: CodePiece, to arena: CodeArena) {
    switch piece.kind {
    case .none: return
    case .fixed where !piece.isParenthesised: arena.append(Int(piece.start), Int(piece.count), of: language.texts)
    case .fresh where !piece.isParenthesised: arena.append(Int(piece.start), Int(piece.count), of: fresh)
    default: appendRow(piece, to: arena)
    }
  }

  private func appendRow(_ piece: CodePiece, to arena: CodeArena) {
    let bottom = flattening.count
    open(piece, in: arena)
    while flattening.count > bottom {
      let top = flattening.count - 1
      guard flattening[top].next < flattening[top].end else {
        if flattening[top].closes { arena.append(.closing) }
        flattening.removeLast()
        continue
      }
      let next = rows[flattening[top].next]
      flattening[top].next += 1
      open(next, in: arena)
    }
  }

  @inline(__always) private func open(_ piece: CodePiece, in arena: CodeArena) {
    if piece.isParenthesised { arena.append(.opening) }
    switch piece.kind {
    case .none: return
    case .fixed: arena.append(Int(piece.start), Int(piece.count), of: language.texts)
    case .fresh: arena.append(Int(piece.start), Int(piece.count), of: fresh)
    case .row:
      flattening.append((Int(piece.start), Int(piece.start + piece.count), piece.isParenthesised))
      return
    }
    if piece.isParenthesised { arena.append(.closing) }
  }

  /// Removes the pieces of `scratch` from `start` on, and returns them as one piece.
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

import BlockLibrary
import BlockModel

/// Reads a line while it is typed: completes missing parts, and proposes completions of its last words.
public struct LineReader {
  let library: NotationLibrary
  /// The wordings of programs.
  let plain: NotationLibrary
  let workspace: Workspace
  /// The names of variables, the likeliest first.
  let variableNames: [String]
  /// The program's variables. Each proposal for the end of a line begins with them.
  let variables: VariableTable
  /// The inputs of the program's functions, by name.
  let functions: [String: [String]]
  let names: LineNames
  /// Whether forms of text-based languages are understood; otherwise a line is read as in a program.
  let isTyped: Bool
  /// The preferred types among those with the same wording.
  let meantTypes: Set<Int32>

  /// Creates a reader. Names that are longer than a line are omitted.
  /// - Parameters:
  ///   - scope: the ids of the variables that the blocks around the line use; they are proposed first.
  ///   - certain: the values that variables certainly have at the line.
  ///   - kinds: the kinds of the program's variables, if they are already known.
  ///   - isTyped: whether forms of text-based languages are understood; otherwise a line is read as in a program.
  ///   - edited: the block whose line is edited, and whose types are preferred among those with the same wording; nil
  ///     for a new one.
  public init(
    library: NotationLibrary, workspace: Workspace, scope: [String] = [], certain: CertainValues? = nil,
    kinds: ValueKinds? = nil, isTyped: Bool = true, editing edited: Block? = nil
  ) {
    self.library = isTyped ? library.typed : library
    plain = library
    self.isTyped = isTyped
    meantTypes = Set(
      edited.map { BlockSnapshot(of: $0, followers: false).records.compactMap { library.knownNumber(ofType: $0.type) } }
        ?? [])
    self.workspace = workspace
    let near = Set(scope)
    let variables = workspace.variables.all.filter { !Self.isTooLong($0.name) }
    variableNames = (variables.filter { near.contains($0.id) } + variables.filter { !near.contains($0.id) }).map(\.name)
    var table = VariableTable(keepingIDsOf: workspace)
    for variable in variables {
      table.declare(Self.state(of: variable), id: variable.id, handle: variable.name)
    }
    self.variables = table
    var functions: [String: [String]] = [:]
    var returning: Set<String> = []
    for definition in ProcedureBlocks.definitions(in: workspace) {
      guard let name = ProcedureBlocks.name(definedBy: definition), !Self.isTooLong(name),
        functions[name] == nil
      else { continue }
      functions[name] = (definition.mutator as? MutatorProcedureDefinition)?.parameters.map(\.name) ?? []
      if definition.firstInput(withName: "RETURN") != nil { returning.insert(name) }
    }
    self.functions = functions
    names = LineNames(
      variables: Set(variableNames.map { $0.lowercased() }), functions: functions, returning: returning,
      kinds: kinds ?? ValueKinds(workspace),
      certain: certain)
  }

  /// Returns a variable as the program's text has it: functions state the ids of their inputs if the program does.
  private static func state(of variable: Variable) -> VariableState {
    var state = VariableState(id: variable.id, name: variable.name, type: variable.type)
    state.hasImplicitID = variable.hasImplicitID
    return state
  }

  /// The longest line that is read, in Unicode scalars.
  package static let longestLine = 300

  /// Whether a text is longer than a line that is read. A pasted text may have a million characters.
  package static func isTooLong(_ text: String) -> Bool {
    text.utf8.count > longestLine && text.unicodeScalars.prefix(longestLine + 1).count > longestLine
  }

  /// The largest number of proposals that are parsed.
  static let mostProposals = 48

  /// Returns other spellings of a line: with backquotes around names that have spaces, with its words in lower case,
  /// with parentheses, with plain symbols, and in the words of another language.
  func otherSpellings(of line: String) -> [String] {
    let names = (variableNames + functions.keys).filter { $0.contains(" ") }.sorted { $0.count > $1.count }
    var quoted = ""
    var rest = line[...]
    var isInText = false
    while let character = rest.first {
      let isWordStart = quoted.last.map { !$0.isLetter && !$0.isNumber } ?? true
      if !isInText, isWordStart, let name = names.first(where: { Self.begins(rest, withName: $0) }) {
        quoted += written(name)
        rest = rest.dropFirst(name.count)
        continue
      }
      if character == "\"" || character == "`" { isInText.toggle() }
      quoted.append(character)
      rest = rest.dropFirst()
    }
    return [
      quoted, inSmallLetters(quoted), withBrackets(line), returning(line), Self.withPlainSigns(line),
      inKnownWords(line),
    ].compactMap(
      \.self)
  }

  static func begins(_ text: Substring, withName name: String) -> Bool {
    text.hasPrefix(name) && text.dropFirst(name.count).first.map { !$0.isLetter && !$0.isNumber } ?? true
  }

  static func words(of text: String) -> Set<String> {
    Set(text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
  }

  // MARK: - Reading

  /// The largest number of missing parts.
  static let mostMissingParts = 32

  /// Reads a line, with `_` for missing parts.
  /// - Returns: nil if it can't be continued to a block.
  public func read(_ line: String, as kind: LineKind) -> LineReading? { meanings(of: line, as: kind, nil).first }

  /// The largest number of `#` after which a comment may begin.
  static let mostCommentSigns = 4

  /// Reads a line after which `#` begins a comment.
  func readWithComment(_ line: String, as kind: LineKind) -> LineReading? {
    let bytes = Array(line.utf8)
    let signs = Lexer(bytes, words: library.words, hasComments: false, isTyped: isTyped).tokens.filter {
      $0.kind == .symbol && bytes[Int($0.start)] == UInt8(ascii: "#")
    }
    for token in signs.prefix(Self.mostCommentSigns) {
      let statement = String(decoding: bytes[..<Int(token.start)], as: UTF8.self)
      guard var reading = meanings(of: statement, as: kind, nil).first, reading.holes.isEmpty,
        reading.slashes != .comment
      else { continue }
      let comment = String(decoding: bytes[Int(token.end)...], as: UTF8.self).trimmingSpaces
      reading.snapshot.records[0].createdExtras.values.comment = BlockComment(text: comment)
      reading.slashes = .comment
      return reading
    }
    return nil
  }

  func hasComment(_ line: String) -> Bool {
    Lexer(Array(line.utf8), words: library.words, isTyped: isTyped).tokens.contains { $0.kind == .comment }
  }

  /// Reads a line, with `_` for missing parts.
  /// - Parameters:
  ///   - continuation: the way in which it continues the statement around it; nil if it doesn't.
  ///   - divides: whether `//` divides; otherwise it begins a comment.
  ///   - typedEnd: the length of the typed part of the line, in bytes; nil for the whole line.
  ///   - isSeveral: whether it may be several statements.
  /// - Returns: nil if it can't be continued to a block.
  func read(
    _ line: String, as kind: LineKind, _ continuation: LineContinuation?, divides: Bool = false, typedEnd: Int? = nil,
    options: LineLowering.Options = LineLowering.Options(), isSeveral: Bool = false
  ) -> LineReading? {
    if let continuation { return read(line, as: continuation, divides: divides, options) }
    guard let (parser, text, completion) = complete(line, as: kind, divides: divides), parser.items.count == 1,
      parser.header.isEmpty, case .stack(let stack) = parser.items[0], isSeveral || parser.nodes[stack].next < 0
    else { return nil }
    var reading = reading(of: stack, in: parser, typedEnd: typedEnd ?? line.utf8.count, options)
    reading?.text = text
    reading?.completion = completion
    reading?.slashes = slashes(in: parser, divides: divides)
    if let found = reading, found.isTranslated, found.holes.isEmpty {
      reading?.wording = wording(of: found, kind, statingTypes: false)
      // Without the “if” around it, the loop has the words that were typed.
      if found.isGuarded, let condition = reading?.wording {
        var bare = options
        bare.guardsLoops = false
        let loop = self.reading(of: stack, in: parser, typedEnd: typedEnd ?? line.utf8.count, bare)
        reading?.wording = loop.flatMap { wording(of: $0, kind, statingTypes: false) }.map { "\(condition), \($0)" }
      }
      // Blocks with the same wording are offered side by side until the missing part decides between them.
      if found.text.split(whereSeparator: " ()[],".contains).contains("_") {
        let types = wording(of: found, kind, statingTypes: true)?.split(separator: " ").filter { $0.hasPrefix("::") }
        reading?.otherType = types?.last.map { String($0.dropFirst(2)) }
      }
    }
    return reading
  }

  /// Returns the line of a reading's blocks in their own words; nil if it takes several.
  package func wording(of reading: LineReading, _ kind: LineKind, statingTypes: Bool) -> String? {
    let scratch = Workspace(factory: plain.factory)
    for variable in workspace.variables.all { scratch.variables.add(Self.state(of: variable)) }
    // New variables may be inputs of a function, which are in no field.
    for state in reading.newStates where scratch.variables[state.id] == nil { scratch.variables.add(state) }
    return LineWriter.line(
      of: reading.snapshot, isValue: kind == .value, library: plain, in: scratch, statingTypes: statingTypes)
  }

  func slashes(in parser: NotationParser, divides: Bool) -> LineSlashes? {
    divides ? .division : parser.tokens.contains { $0.kind == .comment } ? .comment : nil
  }

  /// Reads a line that continues the statement around it.
  func read(
    _ line: String, as continuation: LineContinuation, divides: Bool, _ options: LineLowering.Options
  ) -> LineReading? {
    if continuation == .items { return readItems(line, divides: divides) }
    let header = header(of: continuation)
    guard let (parser, text, completion) = complete(header + line, as: .statement, divides: divides),
      parser.items.count == 1, case .stack(let stack) = parser.items[0], parser.nodes[stack].next < 0
    else { return nil }
    let parts = parser.arguments(of: parser.nodes[stack])
    let operands = parts.filter { $0.kind == .operand }.map(\.node)
    let bodies = parts.count - operands.count
    var value: Int32?
    switch continuation {
    case .elseIf, .returns:
      guard operands.count == 2 else { return nil }
      value = operands[1]
    case .otherwise: guard operands.count == 1, bodies == 2 else { return nil }
    case .items: return nil
    }
    var result = LineReading(
      text: "", completion: "", snapshot: BlockSnapshot(), holes: [], newVariables: [], newFunctions: [])
    if let value, parser.nodes[value].kind != .empty, !parser.isBlank(value) {
      // A call doesn't stand alone here, so it is one for its value.
      var parser = parser
      parser.nodes[value].isParenthesized = true
      guard let reading = reading(of: value, in: parser, typedEnd: (header + line).utf8.count, options) else {
        return nil
      }
      result = reading
    }
    // The last body belongs to the new branch.
    if let body = parts.last, body.kind == .body, body.node >= 0 {
      guard let branch = reading(of: body.node, in: parser, typedEnd: (header + line).utf8.count, options),
        result.newVariables.isEmpty || branch.newVariables.isEmpty
      else { return nil }
      result.goOn(with: branch)
    }
    result.continuation = continuation
    result.slashes = slashes(in: parser, divides: divides)
    result.text = String(text.dropFirst(header.count))
    result.completion = String(completion.dropFirst(header.count))
    return result
  }

  /// Returns the line with which a continuation is read, to be put above it.
  private func header(of continuation: LineContinuation) -> String {
    switch continuation {
    case .items: ""
    case .elseIf, .otherwise: library.text(library.label("CONTROLS_IF_MSG_IF")) + " _\n"
    case .returns: library.text(library.label("PROCEDURES_DEFNORETURN_TITLE")) + " `return`\n"
    }
  }

  /// Returns the reason why there is no block for a line that continues the statement around it, such as the value
  /// after `return`; nil if it isn't known.
  package func refusal(of line: String, as continuation: LineContinuation) -> String? {
    let text = header(of: continuation) + Self.withoutClosingBrace(line)
    guard continuation != .items, let (parser, _, _) = complete(text, as: .statement, divides: false),
      parser.items.count == 1, case .stack(let stack) = parser.items[0]
    else { return nil }
    let found = records(of: stack, in: parser, typedEnd: text.utf8.count)
    return found.lowering.refusal ?? found.maker.mistakes.first?.message
  }

  /// Reads a line with several items, separated by commas. A comma at its beginning follows the present item.
  func readItems(_ line: String, divides: Bool) -> LineReading? {
    let typed = line.drop(while: \.isWhitespace)
    guard typed.contains(",") else { return nil }
    let header = typed.first == "," ? "[_" : "["
    guard var reading = read(header + typed, as: .value, nil, divides: divides), reading.text.hasPrefix(header),
      reading.text.hasSuffix("]"), reading.snapshot.records[0].type == "lists_create_with",
      reading.snapshot.records[0].mutation != nil
    else { return nil }
    reading.continuation = .items
    reading.text = String(reading.text.dropFirst(header.count).dropLast())
    reading.completion = String(reading.completion.dropFirst(header.count))
    if reading.completion.hasSuffix("]"), !line.hasSuffix("]") { reading.completion.removeLast() }
    return reading
  }

  func words(of continuation: LineContinuation) -> String {
    switch continuation {
    case .items: ", "
    case .elseIf: library.text(library.label("CONTROLS_IF_MSG_ELSEIF")) + " "
    case .otherwise: library.text(library.label("CONTROLS_IF_MSG_ELSE"))
    case .returns: library.text(library.label("PROCEDURES_DEFRETURN_RETURN")) + " "
    }
  }

  /// Adds missing parts to a line.
  /// - Returns: the complete line, and the line up to the first missing input; nil if it can't be completed.
  func complete(
    _ line: String, as kind: LineKind, divides: Bool
  ) -> (parser: NotationParser, text: String, completion: String)? {
    var text = line
    var completion: String?
    for _ in 0..<Self.mostMissingParts {
      let (parser, isRead) = parse(text, as: kind, divides: divides)
      if isRead {
        let text = text.trimmingSpaces
        return (parser, text, completion ?? text)
      }
      guard let missing = missingPart(in: parser, behind: text) else { return nil }
      // A call with parentheses lacks no further input: `count(nums)`.
      if missing.isInput, text != line, Self.endsInCall(line) { return nil }
      if completion == nil, missing.isInput, text != line { completion = text + " " }
      text = missing.text
    }
    return nil
  }

  /// Whether a line ends in parentheses after a name.
  private static func endsInCall(_ line: String) -> Bool {
    let tokens = LineTokens(line)
    let last = tokens.indices.upperBound - 1
    guard line.last == ")", tokens.sign(last) == ")", let opening = tokens.opening(of: last), opening > 0 else {
      return false
    }
    return tokens[opening].isGlued && [.word, .number].contains(tokens[opening - 1].kind)
  }

  func parse(_ text: String, as kind: LineKind, divides: Bool) -> (parser: NotationParser, isRead: Bool) {
    var parser = NotationParser(Array(text.utf8), library: library, hasComments: !divides)
    parser.isValue = kind == .value
    parser.isUnfinished = true
    parser.variables = names.variables
    parser.functions = Set(names.functions.keys)
    parser.meantTypes = meantTypes
    parser.parse()
    return (parser, parser.stop == nil && parser.mistakes.isEmpty)
  }

  /// - Parameter typedEnd: the length of the typed part of the line, in bytes.
  func reading(
    of node: Int32, in parser: NotationParser, typedEnd: Int, _ options: LineLowering.Options
  ) -> LineReading? {
    let (maker, lowering) = records(of: node, in: parser, typedEnd: typedEnd, options)
    guard maker.mistakes.isEmpty, lowering.refusal == nil, maker.snapshot.records.first?.type.isEmpty == false,
      Self.refusal(ofFunctionIn: parser) == nil, refusal(ofNewNamesIn: maker) == nil
    else {
      if options.unknown == .text || !lowering.mayHaveTexts { return nil }
      var others = options
      (others.unknown, others.doubtsLists) = (.text, true)
      return reading(of: node, in: parser, typedEnd: typedEnd, others)
    }
    var reading = LineReading(
      text: "", completion: "", snapshot: maker.snapshot, holes: maker.holes,
      newVariables: maker.variables.all[variables.all.count...].map(\.name),
      newFunctions: maker.unknownFunctions)
    reading.newStates = Array(maker.variables.all[variables.all.count...])
    reading.isAmbiguous = lowering.isAmbiguous
    reading.hasIndex = lowering.hasIndex
    reading.isTranslated = lowering.isTranslated
    reading.differences = lowering.differences
    reading.notes = lowering.notes
    reading.isGuarded = options.guardsLoops && lowering.emptyCount != nil
    reading.emptyCount = options.guardsLoops ? nil : lowering.emptyCount
    reading.countsFromZero = lowering.hasIndex && options.countsFromZero
    reading.meaning = "\(options)"
    return reading
  }

  func records(
    of node: Int32, in parser: NotationParser, typedEnd: Int, _ options: LineLowering.Options = LineLowering.Options()
  ) -> (maker: RecordMaker, lowering: LineLowering) {
    var lowering = LineLowering(parser, names: names, options: options)
    if isTyped { lowering.run() }
    var maker = RecordMaker(lowering.parser, variables: variables, usesToolbox: true)
    maker.typedEnd = typedEnd
    maker.functions.merge(functions) { own, _ in own }
    maker.returning = names.returning
    if lowering.refusal == nil {
      maker.append(stack: node)
      maker.finish(onto: nil)
    }
    return (maker, lowering)
  }
}

import BlockFormats
import BlockLibrary
import BlockModel
import Markup
import Synchronization

/// The wordings of all block types of a factory, built once and used for every program. See docs/use/notation.md.
public final class NotationLibrary {
  /// The factory of the types with these wordings. Types that are defined later have none.
  public let factory: BlockFactory
  private var reader: PatternReader
  var words: WordTable { reader.words }
  private(set) var trie = PatternTrie()
  private(set) var patterns: [Pattern] = []
  /// The types that have patterns, and those of the literals.
  private(set) var types: [String] = []
  private var typeNumbers: [String: Int32] = [:]
  /// The patterns of each type.
  private(set) var patternsOfTypes: [[Int32]] = []
  private let toolbox = ToolboxShadows()
  /// The shadows of each type; nil before they are first used.
  private var shadows: [[(input: String, record: BlockSnapshot.Record)]?] = []
  /// The types that are written as a name, a number or a text alone, the default one first.
  private(set) var nameTypes: [Int32] = []
  private(set) var numberTypes: [Int32] = []
  private(set) var textTypes: [Int32] = []
  /// The words between a function and its inputs, in definitions and in calls.
  private(set) var parameterWords: [LabelWord] = []
  private(set) var callWords: [LabelWord] = []
  /// Words that a name can't consist of, because a value or an operator begins with them.
  private(set) var reserved: Set<Int32> = []
  /// Words that the name of a called function can't consist of, because a statement begins or continues with them.
  private(set) var statementWords: Set<Int32> = []

  /// The words that may precede a body in typed lines.
  private(set) var bodyWords: Set<Int32> = []

  /// The words with which a statement continues after a body.
  private(set) var continuationWords: Set<Int32> = []
  /// The patterns that aren't the default ones of their wording.
  private(set) var laterPatterns: Set<Int32> = []

  let messages: MessageTable
  /// The code of the language of the wordings; empty if it isn't known.
  public var language: String { messages.language }
  private let aliases: AliasReader
  /// Whether these are the wordings of typed lines, which have more spellings than programs.
  let isTyped: Bool
  /// The wordings of typed lines.
  var typed: NotationLibrary { isTyped ? self : forTyping }
  private lazy var forTyping = NotationLibrary(factory: factory, isTyped: true)
  /// The words of other languages for which there are no blocks, and those for which no block is needed, with reasons.
  private(set) lazy var refusedWords = Self.reasons(aliases.refusedWords)
  private(set) lazy var needlessWords = Self.reasons(aliases.needlessWords)
  /// The words of other languages before a variable that is set for the first time.
  private(set) lazy var typeWords = aliases.typeWords
  /// The words of text-based languages that can't be names.
  private(set) lazy var keywords = aliases.keywords
  /// The words that read a variable: `INPUT name`, `lies name`.
  private(set) lazy var readingWords = aliases.readingWords
  /// Alternative words for returning a value.
  private(set) lazy var returnWords = aliases.messages["PROCEDURES_DEFRETURN_RETURN"] ?? []
  /// The spellings of typed lines that look like calls, by their names.
  /// The members of modules that aren't called, such as `str.lower`.
  private(set) lazy var memberNames = Set(
    callAliases.values.joined().flatMap(\.conditions.values).compactMap {
      if case .name(let name) = $0 { name } else { nil }
    })
  private(set) lazy var callAliases = Dictionary(grouping: aliases.callAliases(self), by: \.name)
  /// The patterns of the spellings that look like calls, by the names that they call.
  private(set) var calls: [String: Int32] = [:]
  /// The words that mean blocks but aren't in their wordings.
  private(set) lazy var meanings = aliases.meanings(in: language)
  /// The words of all phrases, in lower case.
  private(set) lazy var phraseWords = Set(phrases.flatMap(\.words).map(String.init))
  private(set) lazy var sortedPhraseWords = phraseWords.sorted()
  /// The phrases of all types, for typing.
  private(set) lazy var phrases = makePhrases()
  /// The types that share a wording with a type, without it.
  package private(set) lazy var typesWithSameWording = findTypesWithSameWording()
  private let scratch: Workspace

  /// - Parameters:
  ///   - factory: the factory with the block types; types added later have no wordings.
  public convenience init(factory: BlockFactory) { self.init(factory: factory, isTyped: false) }

  /// Returns the wordings of a factory's types. The latest ones are cached, because many programs, and both reading and
  /// writing one, need the same.
  public static func of(_ factory: BlockFactory) -> NotationLibrary {
    let known = last.withLock { last in
      last.flatMap { $0.library.factory === factory && $0.revision == factory.revision ? $0 : nil }
    }
    if let known { return known.library }
    let library = NotationLibrary(factory: factory)
    let made = Made(library: library, revision: factory.revision)
    last.withLock { $0 = made }
    return library
  }

  /// Only code with the factory gets its wordings, on the thread that uses both.
  private struct Made: @unchecked Sendable {
    var library: NotationLibrary
    /// The factory's revision when they were made.
    var revision: Int
  }

  private static let last = Mutex<Made?>(nil)

  private init(factory: BlockFactory, isTyped: Bool) {
    self.factory = factory
    self.isTyped = isTyped
    aliases = AliasReader(isTyped: isTyped)
    messages = factory.messages.texts.isEmpty ? StockBlocks.messages : factory.messages
    scratch = Workspace(factory: factory, randomness: SeededNumbers(seed: 1))
    var words = WordTable()
    for text in Mark.texts { _ = words.add(text) }
    reader = PatternReader(words: words)
    parameterWords = reader.label(messages.texts["PROCEDURES_BEFORE_PARAMS"] ?? "with:") ?? []
    callWords = reader.label(messages.texts["PROCEDURES_CALL_BEFORE_PARAMS"] ?? "with:") ?? []
    let known = Set(factory.definedTypes)
    let first = toolbox.types.filter(known.contains)
    let firstTypes = Set(first + factory.furtherTypes)
    for type in first + factory.definedTypes.filter({ !firstTypes.contains($0) }) + factory.furtherTypes { add(type) }
    addAliases()
    bodyWords = Set(otherWords("BODY").compactMap { $0.first?.word })
    findReservedWords()
    for node in trie.nodes {
      for number in node.acceptances.dropFirst() { laterPatterns.insert(trie.acceptances[number].pattern) }
    }
  }

  private static func reasons(_ words: [String: [String]]) -> [String: String] {
    Dictionary(words.flatMap { reason, words in words.map { ($0, reason) } }) { first, _ in first }
  }

  /// Returns the wordings of the same types in another language; nil if the language isn't known.
  func inLanguage(_ language: String) -> NotationLibrary? {
    if language == self.language { return self }
    if let known = translations[language] { return known }
    translations[language] = factory.translation(language).map { NotationLibrary(factory: $0) }
    return translations[language]
  }

  /// The wordings in other languages that were requested.
  private var translations: [String: NotationLibrary] = [:]

  /// Returns the number of a type; a new one for a type without patterns.
  private func number(ofType type: String) -> Int32 {
    if let number = typeNumbers[type] { return number }
    let number = Int32(types.count)
    typeNumbers[type] = number
    types.append(type)
    patternsOfTypes.append([])
    shadows.append(nil)
    return number
  }

  /// Returns the number of a type; nil for one that the factory doesn't know.
  func knownNumber(ofType type: String) -> Int32? { typeNumbers[type] }

  /// Returns the shadows that the toolbox puts into inputs of a type.
  func shadows(ofType type: Int32) -> [(input: String, record: BlockSnapshot.Record)] {
    if let known = shadows[type] { return known }
    let found = toolbox.shadows(ofType: types[type])
    shadows[type] = found
    return found
  }

  /// Returns the shadow that the toolbox puts into an input of a type; nil for none.
  func shadow(ofType type: Int32, input: String) -> BlockSnapshot.Record? {
    type < 0 ? nil : shadows(ofType: type).first { $0.input == input }?.record
  }

  /// Adds other spellings, after the wordings of the blocks themselves.
  private func addAliases() {
    var reader = self.reader
    let found = aliases.patterns(self, &reader)
    self.reader = reader
    for pattern in found {
      let number = Int32(patterns.count)
      let type = types[pattern.type]
      // A program may have a function of this name, and variables.
      if let word = pattern.calledWord {
        calls[words[word]] = number
        patterns.append(pattern)
        continue
      }
      var sign: String?
      if case .hole? = pattern.elements.first, case .words(let label) = pattern.elements[1] {
        sign = label.first.map { words[$0.word] }
      }
      let precedence = Precedence.of(type, choice: pattern.alias?.fields.first?.state.text ?? "", sign: sign)
      patterns.append(pattern)
      _ = trie.add(pattern, number: number) { _ in precedence }
    }
  }

  /// Finds the words that names can't consist of. A word that starts only multi-word phrases, such as the “length” of
  /// “length of”, is a name if the rest doesn't follow.
  private func findReservedWords() {
    var following = Set(callWords.prefix(1).map(\.word))
    for node in trie.nodes {
      if node.hole >= 0 { following.formUnion(trie.nodes[node.hole].edges.map(\.word.word)) }
      if node.body >= 0 { continuationWords.formUnion(trie.nodes[node.body].edges.map(\.word.word)) }
    }
    for edge in trie.nodes[trie.operators].edges {
      reserved.insert(edge.word.word)
      following.insert(edge.word.word)
    }
    for edge in trie.nodes[trie.values].edges {
      let node = trie.nodes[edge.target]
      let isWhole = !node.acceptances.isEmpty || node.hole >= 0 || node.body >= 0
      if isWhole || node.edges.contains(where: { following.contains($0.word.word) || $0.word.isGlued }) {
        reserved.insert(edge.word.word)
      }
    }
    statementWords = Set(trie.nodes[trie.statements].edges.map(\.word.word)).union(continuationWords)
  }

  private func findTypesWithSameWording() -> [String: [String]] {
    var found: [String: [String]] = [:]
    for node in trie.nodes where node.acceptances.count > 1 {
      let patterns = node.acceptances.map { self.patterns[trie.acceptances[Int($0)].pattern] }
      let types = patterns.filter { $0.alias == nil }.map { self.types[$0.type] }
      for type in types {
        for other in types where other != type && found[type]?.contains(other) != true {
          found[type, default: []].append(other)
        }
      }
    }
    return found
  }

  // MARK: - Types

  private func add(_ type: String) {
    let number = number(ofType: type)
    guard let builder = factory.blockBuilders[type] else { return }
    switch builder.mutator {
    case is MutatorProcedureCaller: break
    case is MutatorProcedureDefinition: addDefinition(builder, number)
    case is MutatorIfElse: addBranches(number)
    case is MutatorItems: addItems(number)
    case is MutatorIfReturn: addIfReturn(number)
    case let mutator? where mutator.fieldDriven != nil: addShapes(builder, number)
    case nil:
      let block = probe(type)
      if let elements = reader.elements(of: block) {
        add(Pattern(type: number, isValue: block.outputConnection != nil, elements: elements))
      }
    default: break
    }
  }

  /// Builds a block, to read its labels.
  func probe(_ type: String, fields: [(String, String)] = [], mutation: MutationState? = nil) -> Block {
    let block = build(type, fields: fields, mutation: mutation)
    scratch.remove(block)
    return block
  }

  private func build(_ type: String, fields: [(String, String)] = [], mutation: MutationState? = nil) -> Block {
    var record = BlockSnapshot.Record(type: type)
    record.id = "probe"
    record.fields = fields.map { FieldRecord(name: $0.0, state: .text($0.1)) }
    record.mutation = mutation
    return factory.build(BlockSnapshot(records: [record]), in: scratch)[0]
  }

  private func add(_ pattern: Pattern) {
    if pattern.elements.count == 1, case .hole(let hole) = pattern.elements[0] {
      patternsOfTypes[pattern.type].append(Int32(patterns.count))
      patterns.append(pattern)
      if hole.kinds == .name { nameTypes.append(pattern.type) }
      if hole.kinds == .number { numberTypes.append(pattern.type) }
      if hole.kinds == .text { textTypes.append(pattern.type) }
      return
    }
    let type = types[pattern.type]
    let number = Int32(patterns.count)
    var sign: String?
    if case .hole? = pattern.elements.first { sign = "" }
    let isAdded = trie.add(pattern, number: number) { choices in
      var first = sign
      if sign != nil {
        switch pattern.elements[1] {
        case .words(let label): first = label.first.map { words[$0.word] }
        case .choice(_, let options):
          first = options.first { $0.state == choices.first?.state }?.words.first.map { words[$0.word] }
        case .hole, .body: break
        }
      }
      return Precedence.of(type, choice: choices.first?.state.text ?? "", sign: first)
    }
    guard isAdded else { return }
    patternsOfTypes[pattern.type].append(number)
    patterns.append(pattern)
  }

  /// Adds each shape that dropdowns give a block.
  private func addShapes(_ builder: BlockBuilder, _ number: Int32) {
    // Give one block all shapes in turn: building a block for each would take longer than reading it.
    let block = build(builder.type)
    defer { scratch.remove(block) }
    let dropdowns = block.inputs.flatMap(\.fields).compactMap { $0 as? FieldDropdown }
    var shapes: [[(String, String)]] = [[]]
    for dropdown in dropdowns {
      guard let name = dropdown.name else { continue }
      shapes = shapes.flatMap { shape in dropdown.options.map { shape + [(name, $0.value)] } }
      if shapes.count > Self.mostShapes { return }
    }
    for shape in shapes {
      change(block, to: shape)
      guard var elements = reader.elements(of: block) else { continue }
      var isWhole = true
      for index in elements.indices {
        guard case .choice(let field, let options) = elements[index] else { continue }
        let value = shape.first { $0.0 == field }?.1
        guard let option = options.first(where: { $0.state.text == value }) else {
          isWhole = isWhole && value == nil
          continue
        }
        elements[index] = .choice(field: field, options: [option])
      }
      if !isWhole { continue }
      let fields = shape.map { FieldRecord(name: $0.0, state: .text($0.1)) }
      add(
        Pattern(type: number, isValue: block.outputConnection != nil, elements: elements, shape: Pattern.Shape(fields)))
    }
  }

  private static let mostShapes = 256

  /// Sets fields, and updates the block's shape.
  private func change(_ block: Block, to shape: [(String, String)]) {
    guard let mutator = block.mutator?.fieldDriven else { return }
    var isChanged = false
    for (name, value) in shape {
      block.firstField(withName: name)?.load(.text(value), variables: scratch.variables)
      if mutator.takeState(fromField: name) { isChanged = true }
    }
    if isChanged { mutator.mutateBlock() }
  }

  /// Returns the mutation of a block with the wording of a pattern; nil for none.
  func mutation(of pattern: Pattern) -> MutationState? {
    guard let shape = pattern.shape else { return pattern.mutation }
    if shape.mutation == nil { shape.mutation = mutation(ofType: pattern.type, shape.fields) }
    return shape.mutation
  }

  /// Returns the mutation of a block whose shape follows its fields; nil for any other.
  func mutation(ofType type: Int32, _ fields: [FieldRecord]) -> MutationState? {
    let block = probe(types[type], fields: fields.map { ($0.name, $0.state.text) })
    return block.mutator?.fieldDriven == nil ? nil : block.mutationState
  }

  // MARK: - Blocks with a variable number of parts

  func label(_ name: String) -> [LabelWord] {
    reader.label(messages.texts[name] ?? "") ?? []
  }

  /// Adds a pattern without adding its elements to the trie.
  private func enter(_ pattern: Pattern) -> Int32 {
    patternsOfTypes[pattern.type].append(Int32(patterns.count))
    patterns.append(pattern)
    return Int32(patterns.count - 1)
  }

  /// Returns the alternative texts of a message.
  private func otherWords(_ message: String) -> [[LabelWord]] {
    (aliases.messages[message] ?? []).compactMap { reader.label($0) }.filter { !$0.isEmpty }
  }

  private func addBranches(_ type: Int32) {
    let (first, other, last) = (
      label("CONTROLS_IF_MSG_IF"), label("CONTROLS_IF_MSG_ELSEIF"),
      label("CONTROLS_IF_MSG_ELSE")
    )
    if first.isEmpty || other.isEmpty || last.isEmpty { return }
    let number = enter(Pattern(type: type, isValue: false, elements: [], form: .branches))
    let head = trie.stepOverHole(trie.step(trie.statements, over: first), .value)
    let branch = trie.stepOverBody(head)
    let condition = trie.stepOverHole(trie.step(branch, over: other), .value)
    _ = trie.stepOverBody(condition, to: branch)
    for words in otherWords("CONTROLS_IF_MSG_IF") {
      _ = trie.stepOverHole(trie.step(trie.statements, over: words), .value, to: head)
    }
    for words in otherWords("CONTROLS_IF_MSG_ELSEIF") {
      _ = trie.stepOverBody(trie.stepOverHole(trie.step(branch, over: words), .value), to: branch)
    }
    let end = trie.stepOverBody(trie.step(branch, over: last))
    for words in otherWords("CONTROLS_IF_MSG_ELSE") { _ = trie.stepOverBody(trie.step(branch, over: words), to: end) }
    for node in [branch, end] { trie.accept(node, Acceptance(pattern: number, choices: [])) }
  }

  private func addItems(_ type: Int32) {
    let title =
      factory.blockBuilders[types[type]]?.mutator is MutatorTextJoin
      ? "TEXT_JOIN_TITLE_CREATEWITH" : "LISTS_CREATE_WITH_INPUT_WITH"
    let label = label(title)
    if label.isEmpty { return }
    let number = enter(Pattern(type: type, isValue: true, elements: [.words(label)], form: .items))
    let begin = trie.step(trie.values, over: label)
    let item = trie.stepOverList(begin, .value)
    for node in [begin, item] { trie.accept(node, Acceptance(pattern: number, choices: [])) }
  }

  private func addIfReturn(_ type: Int32) {
    let first = label("CONTROLS_IF_MSG_IF")
    let second = label("PROCEDURES_DEFRETURN_RETURN")
    if first.isEmpty || second.isEmpty { return }
    let number = enter(Pattern(type: type, isValue: false, elements: [], form: .ifReturn))
    let condition = trie.stepOverHole(trie.step(trie.statements, over: first), .value)
    let bare = trie.step(condition, over: second)
    let value = trie.stepOverHole(bare, .value)
    for node in [bare, value] { trie.accept(node, Acceptance(pattern: number, choices: [])) }
  }

  private func addDefinition(_ builder: BlockBuilder, _ type: Int32) {
    let returns = builder.inputBuilders.contains { $0.name == "RETURN" }
    let title = label(returns ? "PROCEDURES_DEFRETURN_TITLE" : "PROCEDURES_DEFNORETURN_TITLE")
    let result = label("PROCEDURES_DEFRETURN_RETURN")
    if title.isEmpty || result.isEmpty || parameterWords.isEmpty { return }
    let number = enter(Pattern(type: type, isValue: false, elements: [], form: .definition(returns: returns)))
    let begin = trie.step(trie.statements, over: title)
    let name = trie.stepOverHole(begin, .name)
    let parameter = trie.stepOverList(trie.step(name, over: parameterWords), .name)
    let end = trie.stepOverBody(name)
    _ = trie.stepOverBody(parameter, to: end)
    addOtherSpellings(of: begin, name: name, end: end)
    let accepting = returns ? trie.stepOverHole(trie.step(end, over: result), .value) : end
    for words in returns ? otherWords("PROCEDURES_DEFRETURN_RETURN") : [] {
      _ = trie.stepOverHole(trie.step(end, over: words), .value, to: accepting)
    }
    trie.accept(accepting, Acceptance(pattern: number, choices: []))
  }

  /// Lets a definition begin with other words, and have its inputs in parentheses.
  private func addOtherSpellings(of begin: Int32, name: Int32, end: Int32) {
    for words in otherWords("PROCEDURES_DEFNORETURN_TITLE") where words.count == 1 {
      if trie.target(of: trie.statements, words[0]) == nil { trie.link(trie.statements, words[0], to: begin) }
    }
    let open = trie.step(name, over: [LabelWord(word: Mark.openParenthesis, isGlued: true)])
    let close = LabelWord(word: Mark.closeParenthesis, isGlued: false)
    let parameter = trie.stepOverList(open, .name)
    for node in [open, parameter] { _ = trie.stepOverBody(trie.step(node, over: [close]), to: end) }
  }
}

import BlockLibrary
import BlockModel

/// Lowers forms of text-based languages that the notation lacks to blocks: calls, methods, brackets, texts with values
/// in them. It visits the nodes of a parsed line in their order, operands first.
struct LineLowering {
  /// The choices for lines that the program leaves ambiguous.
  struct Options {
    /// The kind that is assumed for a value of unknown kind.
    var unknown = ValueKind.list
    /// Whether a variable that is only used as a list is assumed to be a text: `word[0]` may be a letter.
    var doubtsLists = false
    /// Whether indices count from zero, as in text-based languages; in blocks they count from one.
    var countsFromZero = true
    /// Whether a loop that may have nothing to do gets an “if” around it, because it would count the other way in
    /// blocks.
    var guardsLoops = true
  }

  var parser: NotationParser
  let names: LineNames
  let options: Options
  /// The reason why there is no block for the typed line; nil if nothing is wrong.
  var refusal: String?
  /// Whether another value for `Options.unknown` may give something else.
  var isAmbiguous = false
  /// Whether the line has an index that depends on `Options.countsFromZero`.
  var hasIndex = false
  /// The direction of a loop that may have nothing to do in other languages; nil if there is none.
  var emptyCount: CountDirection?
  /// Whether the blocks differ from the line.
  var isTranslated = false
  /// The differences between the blocks and the line in its language.
  private(set) var differences: [String] = []
  private(set) var notes: [String] = []
  private var kinds: [ValueKind] = []

  init(_ parser: NotationParser, names: LineNames, options: Options) {
    self.parser = parser
    self.names = names
    self.options = options
  }

  var library: NotationLibrary { parser.library }

  mutating func run() {
    dropIntegers()
    kinds = Array(repeating: .unknown, count: parser.nodes.count)
    for index in kinds.indices {
      lower(Int32(index))
      lowerIdiom(Int32(index))
      compareConditions(of: Int32(index))
      kinds[index] = kindWithoutNode(Int32(index))
      if refusal != nil { return }
    }
  }

  private mutating func lower(_ index: Int32) {
    switch parser.nodes[index].kind {
    case .call: lowerCall(index)
    case .method, .member: lowerMethod(index)
    case .index: lowerIndex(index)
    case .slice: lowerSlice(index)
    case .format: lowerFormat(index)
    case .words: lowerWords(index)
    case .text:
      let isOneLine = parser.textValue(index)?.contains("\n") != true
      if !isOneLine, !isTriple(token(index) - 1) { refuse(Self.lineBreak) }
    case .string: lowerLines(index)
    case .empty, .number, .name, .constant, .list, .explicit, .data, .made: break
    }
  }

  private static let lineBreak = "a text can't contain a line break (“\\n”); print each line separately"

  mutating func add(difference: String) { if !differences.contains(difference) { differences.append(difference) } }

  mutating func add(note: String) { if !notes.contains(note) { notes.append(note) } }

  mutating func refuse(_ reason: String) { if refusal == nil { refusal = reason } }

  /// Replaces a node with a block.
  mutating func replace(_ index: Int32, by block: MadeBlock) {
    let old = parser.nodes[index]
    var node = parser.node(of: block, at: old.token)
    (node.attributes, node.comments, node.isShadow, node.cover) = (
      old.attributes, old.comments, old.isShadow, old.cover
    )
    (node.isParenthesized, node.next, node.isStatement) = (old.isParenthesized, old.next, old.isStatement)
    parser.nodes[index] = node
    isTranslated = true
  }

  /// Returns the operands of a node.
  func operands(_ index: Int32) -> [Int32] {
    parser.arguments(of: parser.nodes[index]).filter { $0.kind == .operand }.map(\.node)
  }

  func token(_ index: Int32) -> Int32 { parser.nodes[index].token }

  /// Returns the name of a called function.
  func calledName(_ index: Int32) -> String {
    parser.arguments(of: parser.nodes[index]).first.map { parser.name(parser.tokens[$0.token]) } ?? ""
  }

  func typeName(_ index: Int32) -> String {
    let type = parser.blockType(of: index)
    return type < 0 ? "" : library.types[type]
  }

  /// Whether the line may have another meaning if an assumed list is a text.
  var mayHaveTexts: Bool {
    isAmbiguous
      || parser.nodes.indices.contains { index in
        switch parser.nodes[index].kind {
        case .name: names.kinds.isGuessedList(variable: parser.name(parser.tokens[parser.nodes[index].token]))
        case .call: names.kinds.isGuessedList(function: calledName(Int32(index)))
        default: false
        }
      }
  }

  // MARK: - Kinds

  /// Returns the kind of a value.
  func kind(_ index: Int32) -> ValueKind {
    index < kinds.count && parser.nodes[index].kind != .made ? kinds[index] : kindWithoutNode(index)
  }

  private func kindWithoutNode(_ index: Int32) -> ValueKind {
    let node = parser.nodes[index]
    switch node.kind {
    case .number, .constant: return .number
    case .text, .string, .format: return .text
    case .list: return .list
    case .name:
      let name = parser.name(parser.tokens[node.token])
      let kind = names.kinds.kind(ofVariable: name)
      return options.doubtsLists && names.kinds.isGuessedList(variable: name) ? .text : kind
    case .call:
      let name = calledName(index)
      if names.functions[name] != nil {
        let isText = options.doubtsLists && names.kinds.isGuessedList(function: name)
        return isText ? .text : names.kinds.kind(ofFunction: name)
      }
      return library.calls[name].map { kind(ofType: library.patterns[$0].type) } ?? .unknown
    case .words, .made:
      if typeName(index) == "lists_split" { return parser.choice("MODE", of: index) == "JOIN" ? .text : .list }
      if typeName(index) == "math_on_list", parser.choice("OP", of: index) == "MODE" { return .list }
      // An item of a list of texts is a text.
      if typeName(index) == "lists_getIndex", parser.choice("MODE", of: index) != "REMOVE" {
        return parser.input("VALUE", of: index).map { itemKind($0) } == .text ? .text : .unknown
      }
      if typeName(index) == "text_prompt_ext" { return parser.choice("TYPE", of: index) == "NUMBER" ? .number : .text }
      let type = node.type >= 0 ? node.type : parser.blockType(of: index)
      return type < 0 ? .unknown : kind(ofType: type)
    case .empty:
      switch String(decoding: parser.bytes(of: parser.tokens[node.token]), as: UTF8.self) {
      case "int", "float": return .number
      case "str": return .text
      case "bool": return .boolean
      case "list": return .list
      default: return .unknown
      }
    case .explicit, .data, .index, .slice, .member, .method: return .unknown
    }
  }

  /// Returns the kind of a list's items, if the line or the program determines it.
  func itemKind(_ index: Int32) -> ValueKind {
    switch parser.nodes[index].kind {
    case .name: return names.kinds.itemKind(ofVariable: parser.name(parser.tokens[token(index)]))
    case .call: return names.kinds.itemKind(ofFunction: calledName(index))
    case .list:
      let kinds = Set(operands(index).map { kind($0) })
      return kinds.count == 1 ? kinds.first ?? .unknown : .unknown
    default: return typeName(index) == "lists_split" && kind(index) == .list ? .text : .unknown
    }
  }

  private func kind(ofType type: Int32) -> ValueKind {
    ValueKind(checks: library.factory.blockBuilders[library.types[type]]?.output.typeChecks)
  }

  /// Returns the kind of a value, or if it is unknown, the assumed one: a list or a text.
  mutating func assumedKind(_ index: Int32) -> ValueKind {
    let kind = kind(index)
    if kind != .unknown || parser.nodes[index].kind == .empty { return kind }
    isAmbiguous = true
    return options.unknown
  }

  // MARK: - Texts

  /// Lowers a text in triple quotation marks, which may have several lines.
  private mutating func lowerLines(_ index: Int32) {
    guard isTriple(token(index)), let text = parser.textValue(index),
      let type = library.knownNumber(ofType: "text_multiline")
    else { return }
    replace(index, by: MadeBlock(type: type, fields: [FieldRecord(name: "TEXT", state: .text(text))]))
  }

  /// Whether a token is the first two of three quotation marks.
  private func isTriple(_ token: Int32) -> Bool {
    token >= 0 && Int(token) + 1 < parser.tokens.count && parser.tokens[token].end == parser.tokens[token + 1].start
      && parser.bytes(of: parser.tokens[token]).elementsEqual("\"\"".utf8)
  }

  private mutating func lowerFormat(_ index: Int32) {
    let parts = operands(index)
    // `f""`
    if parts.isEmpty, let type = library.knownNumber(ofType: "text_join") {
      return replace(index, by: parser.itemsBlock(type, []))
    }
    if parts.isEmpty || parts.count == 1 && parser.textValue(parts[0]) != nil {
      let string = parser.add(string: parts.first.flatMap(parser.textValue) ?? "", at: token(index))
      parser.nodes[index].kind = .string
      parser.nodes[index].group = parser.nodes[string].group
    } else if let block = parser.textBlock(parts) {
      replace(index, by: block)
    }
  }
}

/// The names of a program that a line can use.
struct LineNames {
  /// The names of its variables, in lower case.
  var variables: Set<String>
  /// The inputs of its functions.
  var functions: [String: [String]]
  var returning: Set<String>
  var kinds: ValueKinds
  /// The values that variables certainly have at the line.
  var certain: CertainValues?
}

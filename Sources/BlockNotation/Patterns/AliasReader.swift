import BlockLibrary
import BlockModel
import Markup

extension JSONValue {
  /// The members of an object, in order.
  var entries: [(key: String, value: JSONValue)] { members.map { ($0.key, $0.value) } }
}

/// Reads other spellings of blocks, for users of text-based languages: `x += 1`, `while`, `elif`.
struct AliasReader {
  /// The alternative texts of messages.
  private(set) var messages: [String: [String]] = [:]
  private let blocks: [JSONValue]
  private let typedBlocks: [JSONValue]
  private var calls: [JSONValue] = []
  /// The words of other languages for which there are no blocks, by the reason.
  private(set) var refusedWords: [String: [String]] = [:]
  /// The words at the beginning of a line for which no block is needed, by the reason.
  private(set) var needlessWords: [String: [String]] = [:]
  /// The words before a variable that is set for the first time, such as `int`.
  private(set) var typeWords: Set<String> = []
  /// The words that read a variable: `INPUT name`, `lies name`.
  private(set) var readingWords: Set<String> = []
  /// The words of text-based languages that can't be names.
  private(set) var keywords: Set<String> = []
  private var meanings: [JSONValue] = []

  /// - Parameter isTyped: whether to read also the spellings that only typed lines have.
  init(isTyped: Bool) {
    let root = try? JSONParser.parse(StockBlocks.aliases)
    let typed = isTyped ? try? JSONParser.parse(StockBlocks.typedAliases) : nil
    blocks = root?["blocks"].map { Array($0.elements) } ?? []
    typedBlocks = typed?["blocks"].map { Array($0.elements) } ?? []
    calls = typed?["calls"].map { Array($0.elements) } ?? []
    refusedWords = Self.lists(in: typed?["refused"])
    needlessWords = Self.lists(in: typed?["needless"])
    keywords = Set(typed?["keywords"]?.elements.compactMap(\.string) ?? [])
    readingWords = Set(typed?["reading"]?.elements.compactMap(\.string) ?? [])
    typeWords = Set(typed?["types"]?.elements.compactMap(\.string) ?? [])
    meanings = typed?["meanings"].map { Array($0.elements) } ?? []
    messages = Self.lists(in: root?["messages"]).merging(Self.lists(in: typed?["messages"])) { $0 + $1 }
  }

  private static func lists(in json: JSONValue?) -> [String: [String]] {
    var lists: [String: [String]] = [:]
    for (name, texts) in json?.entries ?? [] { lists[name] = texts.elements.compactMap(\.string) }
    return lists
  }

  /// Returns the texts of an alias for all languages, and for one.
  static func texts(of json: JSONValue, language: String) -> [String] {
    var texts = json["text"]?.string.map { [$0] } ?? []
    for part in ["text", language] { texts += json[part]?.elements.compactMap(\.string) ?? [] }
    return texts
  }

  /// Returns the words that mean a block but aren't in its wording, with the block's type and the value of its first
  /// choice.
  func meanings(in language: String) -> [String: [(type: String, option: String)]] {
    var found: [String: [(type: String, option: String)]] = [:]
    for json in meanings {
      let block = (json["type"]?.string ?? "", json["option"]?.string ?? "")
      for word in Self.texts(of: json, language: language) { found[word, default: []].append(block) }
    }
    return found
  }

  func callAliases(_ library: NotationLibrary) -> [CallAlias] { calls.flatMap { CallAlias.all(in: $0, library) } }

  /// Returns the patterns of all aliases whose types the factory knows.
  func patterns(_ library: NotationLibrary, _ reader: inout PatternReader) -> [Pattern] {
    var patterns: [Pattern] = []
    for (index, json) in (blocks + typedBlocks).enumerated() {
      guard let template = BlockTemplate(json, library),
        let builder = library.factory.blockBuilders[library.types[template.type]]
      else { continue }
      let isWhole = json["inputs"] == nil && template.variables.isEmpty
      for text in Self.texts(of: json, language: library.language) {
        guard let elements = Self.elements(of: text, builder, isWhole ? nil : template, &reader) else { continue }
        var pattern = Pattern(type: template.type, isValue: template.isValue, elements: elements)
        pattern.mutation = template.mutation
        pattern.alias = Pattern.Alias(
          fields: template.fields, template: isWhole ? nil : template, isTyped: index >= blocks.count,
          kinds: json["when"]?.members.compactMap { name, value in
            ValueKind(rawValue: value.string ?? "").map { (name, $0) }
          } ?? [],
          numbers: json["when"]?.members.compactMap { name, value in value.number.map { (name, $0) } } ?? [])
        patterns.append(pattern)
      }
    }
    return patterns
  }

  /// Splits a text with names in braces: the names of inputs and fields, or of the template's operands.
  private static func elements(
    of text: String, _ builder: BlockBuilder, _ template: BlockTemplate?, _ reader: inout PatternReader
  ) -> [Pattern.Element]? {
    var elements: [Pattern.Element] = []
    // Bytes, as comparing characters would take most of the time.
    let parts = text.utf8.split(separator: UInt8(ascii: "{"), omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      var label = part
      if index > 0 {
        guard let end = part.firstIndex(of: UInt8(ascii: "}")) else { return nil }
        let name = String(Substring(part[..<end]))
        guard let element = template.map({ Self.element(named: name, $0) }) ?? Self.element(named: name, builder)
        else { return nil }
        elements.append(element)
        label = part[part.index(after: end)...]
      }
      guard let words = reader.label(String(Substring(label)), isAlias: true) else { return nil }
      if !words.isEmpty { elements.append(.words(words)) }
    }
    return elements
  }

  private static func element(named name: String, _ builder: BlockBuilder) -> Pattern.Element? {
    for input in builder.inputBuilders {
      if input.name == name {
        return input.type == .statement
          ? .body(input: name) : .hole(Pattern.Hole(kinds: .value, name: name, isInput: true))
      }
      for field in input.fields where field.name == name && field.shape == .variable {
        return .hole(Pattern.Hole(kinds: .name, name: name, isInput: false))
      }
    }
    return nil
  }

  private static func element(named name: String, _ template: BlockTemplate) -> Pattern.Element {
    if template.bodies.contains(where: { $0.operand == name }) { return .body(input: name) }
    let isName = template.variables.contains { $0.operand == name }
    return .hole(Pattern.Hole(kinds: isName ? .name : .value, name: name, isInput: !isName))
  }
}

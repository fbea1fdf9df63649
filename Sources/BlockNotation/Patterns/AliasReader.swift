import BlockLibrary
import BlockModel
import Markup

/// Other spellings of blocks, for people who come from text: `x += 1`, `while`, `elif`.
struct AliasReader {
  /// Other words for messages.
  private(set) var messages: [String: [String]] = [:]
  private let blocks: [JSONValue]

  init(_ json: [UInt8] = StockBlocks.aliases) {
    let root = try? JSONParser.parse(json)
    blocks = root?["blocks"].map { Array($0.elements) } ?? []
    guard let others = root?["messages"] else { return }
    for (name, texts) in others.members { messages[name] = texts.elements.compactMap(\.string) }
  }

  /// Returns the patterns of all aliases whose types the factory knows.
  /// - Parameter number: returns the number of a type.
  func patterns(
    _ factory: BlockFactory, _ reader: inout PatternReader, number: (String) -> Int32?
  ) -> [Pattern] {
    blocks.compactMap { json in
      guard let type = json["type"]?.string, let text = json["text"]?.string, let builder = factory.blockBuilders[type],
        let typeNumber = number(type), let elements = elements(of: text, builder, &reader)
      else { return nil }
      var pattern = Pattern(type: typeNumber, isValue: builder.output.isPresent, elements: elements)
      var alias = Pattern.Alias(fields: Self.fields(of: json), excluded: json["excluded"]?.string)
      if let outer = json["in"] {
        guard let type = outer["type"]?.string.flatMap(number), let input = outer["input"]?.string else { return nil }
        alias.outer = Pattern.Alias.Outer(type: type, fields: Self.fields(of: outer), input: input)
      }
      pattern.alias = alias
      return pattern
    }
  }

  private static func fields(of json: JSONValue) -> [FieldRecord] {
    json["fields"]?.members.map { FieldRecord(name: $0.key, state: .text($0.value.string ?? "")) } ?? []
  }

  /// Splits a text with names of inputs and fields in braces.
  private func elements(
    of text: String, _ builder: BlockBuilder, _ reader: inout PatternReader
  ) -> [Pattern.Element]? {
    var elements: [Pattern.Element] = []
    for (index, part) in text.split(separator: "{", omittingEmptySubsequences: false).enumerated() {
      var label = part
      if index > 0 {
        guard let end = part.firstIndex(of: "}") else { return nil }
        guard let element = Self.element(named: String(part[..<end]), builder) else { return nil }
        elements.append(element)
        label = part[part.index(after: end)...]
      }
      guard let words = reader.label(String(label), hasComments: false) else { return nil }
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
}

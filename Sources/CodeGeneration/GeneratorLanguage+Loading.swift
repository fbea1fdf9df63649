import BlockModel
import BlockResources
import Markup

extension GeneratorLanguage {
  /// The languages that there are generators for: their names on the command line, and their files' extensions.
  public static let known: [(id: String, fileExtension: String)] = [
    ("python", "py"), ("javascript", "js"), ("lua", "lua"), ("php", "php"), ("dart", "dart"),
  ]

  /// Reads a language with the generators of the stock blocks.
  /// - Throws: `MarkupError` when the embedded file is invalid; nil if there is no such language.
  public static func named(_ id: String) throws(MarkupError) -> GeneratorLanguage? {
    guard let bytes = EmbeddedFiles.generators.first(where: { $0.id == id })?.json else { return nil }
    let language = GeneratorLanguage(id: id)
    try language.read(bytes) { json throws(GeneratorMistake) in
      try GeneratorReader(language: language, factory: nil).language(json)
    }
    return language
  }

  /// Adds the generators in a file of their own: an object with a member for each language. Other languages are passed
  /// over.
  /// - Parameter factory: knows the blocks that the generators are for.
  /// - Throws: `MarkupError` with the position of the first mistake.
  public func load(generators bytes: [UInt8], factory: BlockFactory) throws(MarkupError) {
    let reader = GeneratorReader(language: self, factory: factory)
    try read(bytes) { json throws(GeneratorMistake) in
      try reader.requireObject(json, "a file of generators")
      for (id, value) in json.members where !Self.known.contains(where: { $0.id == id }) {
        throw GeneratorMistake(index: value.tapeIndex, cause: "unknown language “\(id)”")
      }
      guard let own = json[self.id] else { return }
      for (key, value) in own.members where key != "helpers" && key != "blocks" {
        throw GeneratorMistake(index: value.tapeIndex, cause: "unknown member “\(key)”")
      }
      if let helpers = own["helpers"] { try reader.helpers(helpers) }
      if let blocks = own["blocks"] { try reader.blocks(blocks) }
      try reader.checkHelpers()
    }
  }

  /// Adds the generators that stand in a file of block definitions, in the member `generators` of each.
  /// - Throws: `MarkupError` with the position of the first mistake.
  public func load(generatorsInDefinitions bytes: [UInt8], factory: BlockFactory) throws(MarkupError) {
    let reader = GeneratorReader(language: self, factory: factory)
    try read(bytes) { json throws(GeneratorMistake) in
      for definition in json.kind == .object ? [json] : Array(json.elements) {
        guard let type = definition["type"]?.string, let rule = definition["generators"]?[self.id] else { continue }
        try reader.block(type, rule)
      }
      try reader.checkHelpers()
    }
  }

  private func read(
    _ bytes: [UInt8], _ body: (JSONValue) throws(GeneratorMistake) -> Void
  ) throws(MarkupError) {
    let json = try JSONParser.parse(bytes)
    do throws(GeneratorMistake) { try body(json) } catch {
      let position = JSONParser.positions(of: [error.index], in: bytes)[error.index]
      throw MarkupError(position: position ?? SourcePosition(line: 1, column: 1), cause: error.cause)
    }
  }
}

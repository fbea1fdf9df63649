import BlockModel
import Markup

extension GeneratorLanguage {
  /// Reads the generators of a language.
  /// - Parameter factory: the factory of the blocks that the generators are for.
  /// - Throws: `MarkupError` with the position of the first mistake.
  public convenience init(_ origin: CodeLanguage, factory: BlockFactory) throws(MarkupError) {
    try self.init(origin, isPlain: false, factory: factory)
  }

  /// - Parameter isPlain: whether the code is as one would write it by hand, for a language that has such generators.
  package convenience init(
    _ origin: CodeLanguage, isPlain: Bool, factory: BlockFactory
  ) throws(MarkupError) {
    self.init(origin)
    let reader = GeneratorReader(language: self, factory: origin.isKnown ? nil : factory, isForeign: false)
    try read(origin.generators) { json throws(GeneratorMistake) in
      try reader.language(json)
      if !origin.isKnown { try reader.checkHelpers() }
    }
    guard isPlain, let changes = origin.plainGenerators else { return }
    try read(changes()) { json throws(GeneratorMistake) in try reader.changes(json) }
  }

  /// Adds the generators in a file of their own: an object with a member for each language. Members for other languages
  /// are ignored.
  /// - Parameters:
  ///   - languages: the existing languages. A member for any other is a mistake.
  ///   - factory: the factory of the blocks that the generators are for.
  /// - Throws: `MarkupError` with the position of the first mistake.
  public func load(
    generators bytes: [UInt8], knowing languages: CodeLanguages, factory: BlockFactory
  ) throws(MarkupError) {
    let reader = GeneratorReader(language: self, factory: factory, isForeign: true)
    try read(bytes) { json throws(GeneratorMistake) in
      try reader.requireObject(json, "a file of generators")
      for (id, value) in json.members where languages[id] == nil {
        throw GeneratorMistake(index: value.tapeIndex, cause: "unknown language “\(id)”")
      }
      guard let own = json[origin.id] else { return }
      try reader.requireObject(own, "a language", of: ["helpers", "blocks"])
      if let helpers = own["helpers"] { try reader.helpers(helpers) }
      if let blocks = own["blocks"] { try reader.blocks(blocks) }
      try reader.checkHelpers()
    }
  }

  /// Adds the generators in a file of block definitions, from the member `generators` of each.
  /// - Throws: `MarkupError` with the position of the first mistake.
  public func load(generatorsInDefinitions bytes: [UInt8], factory: BlockFactory) throws(MarkupError) {
    let reader = GeneratorReader(language: self, factory: factory, isForeign: true)
    try read(bytes) { json throws(GeneratorMistake) in
      for definition in json.kind == .object ? [json] : Array(json.elements) {
        guard let type = definition["type"]?.string, let rule = definition["generators"]?[origin.id] else { continue }
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

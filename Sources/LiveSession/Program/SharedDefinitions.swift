import BlockFormats
import BlockModel
import Markup
import Workbench

/// The block definitions of a shared program that are not stock ones, without their generators, and the shapes of all
/// types. All editors must have the same shapes.
public nonisolated struct SharedDefinitions: Sendable {
  /// The shapes of the types that are not stock ones: those that the host knows, and the unknown ones that the program
  /// uses. See `BlockShape`.
  private(set) var shapes: [String: UInt64] = [:]
  /// The hash of the shapes of all other stock types.
  private(set) var stock: UInt64 = 0
  /// The definitions, in Blockly's JSON. Types that an app defines in code have none.
  private(set) var blocks: [JSONValue] = []
  /// Whether the host knows types that are not stock ones.
  private(set) var hasOwn = false

  /// No definitions.
  init() {}

  /// The definitions of a program as it is now.
  init(of workspace: Workspace) {
    let factory = workspace.factory
    // All types, including those that are loaded only when a type isn't known.
    let defined = factory.definedTypes
    hasOwn = !factory.ownTypes.isEmpty
    let used = Set(workspace.blocks.values.map(\.type)).subtracting(factory.stockTypes.subtracting(factory.ownTypes))
    // The types that the program uses come first, in case there are too many.
    let types = used.sorted() + defined.filter { factory.ownTypes.contains($0) && !used.contains($0) }
    for type in types.prefix(Self.typeLimit) { shapes[type] = BlockShape.hash(of: type, in: factory) }
    stock = Self.stock(factory, without: shapes)
    // The texts are inserted into strings of JSON.
    let texts = factory.ownDefinitions.isEmpty ? [:] : factory.messages.texts
    let words = MessageTable(texts: texts.mapValues(Self.escaped))
    var size = 0
    for type in types where shapes[type] != nil && blocks.count < Self.blockLimit {
      guard let block = factory.ownDefinitions[type].map({ Self.shape(of: $0, words) }) else { continue }
      size += block.text().utf8.count
      if size > Self.sizeLimit { break }
      if Self.memberCount(of: block) <= Self.memberLimit { blocks.append(block) }
    }
  }

  /// Returns a text as it is written in a string of JSON.
  static func escaped(_ text: String) -> String { String(JSONValue.string(text).text().dropFirst().dropLast()) }

  private static func memberCount(of definition: JSONValue) -> Int {
    definition.members.reduce(0) { count, _ in count + 1 }
  }

  /// A hash of all shapes.
  public var hash: UInt64 { Self.hash(shapes) &+ stock }

  private static func hash(_ shapes: [String: UInt64]) -> UInt64 {
    shapes.reduce(0) { sum, entry in
      var hash = StableHash()
      hash.combine(entry.key)
      hash.combine(entry.value)
      return sum &+ hash.value
    }
  }

  private static func stock(_ factory: BlockFactory, without shapes: [String: UInt64]) -> UInt64 {
    var stock: [String: UInt64] = [:]
    for type in factory.stockTypes where shapes[type] == nil { stock[type] = BlockShape.hash(of: type, in: factory) }
    return hash(stock)
  }

  /// Whether blocks of a type may be made, because all editors have its shape.
  func admits(_ type: String, in factory: BlockFactory) -> Bool {
    shapes[type] != nil || factory.stockTypes.contains(type)
  }

  // MARK: - Taking them

  /// The comparison of a client's definitions with the host's.
  public struct Comparison: Hashable, Sendable {
    /// The hash of the client's own shapes of the same types; the host's if they are equal.
    public var hash: UInt64
    /// The types whose shapes differ; empty if only the stock ones of another version do.
    public var differing: [String]
    /// Whether all shapes are equal.
    public var isSame: Bool

    /// The consequence of differences, for the user; nil if there are none.
    public var remark: String? {
      isSame ? nil : "your definitions of \(SharedDefinitions.words(differing)) differ; you may only watch"
    }
  }

  /// Compares these shapes with a factory's.
  public func compare(with factory: BlockFactory) -> Comparison {
    var own: [String: UInt64] = [:]
    for type in shapes.keys { own[type] = BlockShape.hash(of: type, in: factory) }
    let ownStock = Self.stock(factory, without: shapes)
    var differing = shapes.filter { own[$0.key] != $0.value }.map(\.key)
    if ownStock != stock { differing += factory.ownTypes.intersection(factory.stockTypes).filter { shapes[$0] == nil } }
    return Comparison(
      hash: Self.hash(own) &+ ownStock, differing: differing.sorted(), isSame: differing.isEmpty && ownStock == stock)
  }

  /// Checks that another host of the program has the same definitions.
  /// - Throws: `OpenError` if it doesn't.
  func check(_ others: SharedDefinitions, with factory: BlockFactory, _ name: String) throws(OpenError) {
    let comparison = others.compare(with: factory)
    let differing = Set(comparison.differing).union(factory.ownTypes.filter { others.shapes[$0] == nil })
    if comparison.isSame && differing.isEmpty { return }
    let words = Self.words(differing.sorted())
    throw OpenError("\(name): its other hosts have other definitions of \(words); serve it with theirs")
  }

  /// Lists the first of some types, for messages.
  private static func words(_ types: [String]) -> String {
    if types.isEmpty { return "the stock blocks" }
    let names = types.prefix(3).map { "“\($0)”" }.joined(separator: ", ")
    return types.count > 3 ? "\(names) and \(types.count - 3) more" : names
  }

  /// Adds the definitions that a factory lacks or has from Blockly. Definitions that can't be read are skipped: their
  /// shapes differ.
  /// - Parameters:
  ///   - replaces: whether the factory's own definitions are replaced, too, to show the program to a user who may only
  ///     watch it.
  ///   - isFree: returns whether nothing depends on a type yet.
  public func add(
    to factory: BlockFactory, replacingOwn replaces: Bool = false, where isFree: (String) -> Bool = { _ in true }
  ) {
    for block in blocks {
      guard let type = block["type"]?.string, replaces || !factory.ownTypes.contains(type), isFree(type) else {
        continue
      }
      try? factory.load(json: Array(block.text().utf8), messages: factory.messages)
    }
    let translation = factory.translation
    factory.translation = { language in
      let translated = translation(language)
      if let translated { add(to: translated) }
      return translated
    }
  }

  // MARK: - Definitions as JSON

  /// Whether a member is part of a shape or its texts. Other members, such as generators, aren't sent.
  private static func isPart(_ key: String) -> Bool {
    if parts.contains(key) { return true }
    guard let start = ["message", "args", "implicitAlign", "lastDummyAlign"].first(where: { key.hasPrefix($0) }) else {
      return false
    }
    return key.utf8.dropFirst(start.utf8.count).allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  private static let parts: Set<String> = [
    "type", "inputsInline", "output", "previousStatement", "nextStatement", "colour", "style", "tooltip", "helpUrl",
    "enableContextMenu", "extensions", "mutator",
  ]

  /// The member with recorded shapes, and the additional members of such a shape.
  private static let (recorded, states) = ("mutations", ["mutation", "extraState"])

  private static func write(_ definition: JSONValue, to json: inout some JSONSink) {
    for (key, value) in definition.members {
      if isPart(key) {
        json.key(key)
        json.value(value)
      } else if key == recorded {
        json.array(key) { json in
          for shape in value.elements where shape.kind == .object {
            json.object(nil) { json in
              for (key, value) in shape.members where isPart(key) || states.contains(key) {
                json.key(key)
                json.value(value)
              }
            }
          }
        }
      }
    }
  }

  /// Returns a definition reduced to its shape and texts.
  /// - Parameter words: the texts for its references, escaped as in JSON.
  static func shape(of definition: JSONValue, _ words: MessageTable) -> JSONValue {
    let shape = JSONValue.object { json in write(definition, to: &json) }
    let text = shape.text()
    guard text.utf8.contains(UInt8(ascii: "%")) else { return shape }
    return (try? JSONParser.parse(words.resolve(text))) ?? shape
  }
}

nonisolated extension SharedDefinitions {
  /// The limits for definitions that are received or sent.
  private static let (typeLimit, blockLimit, memberLimit, sizeLimit) = (20_000, 5_000, 200, 4 << 20)

  /// Reads definitions from another program.
  /// - Returns: nil if a member is wrong, or there is too much.
  init?(_ json: JSONValue) {
    for (type, shape) in json["shapes"]?.members ?? JSONValue.object([:]).members {
      guard let hash = shape.string.flatMap({ UInt64($0, radix: 16) }), type.utf8.count <= String.bound,
        shapes.count < Self.typeLimit
      else { return nil }
      shapes[type] = hash
    }
    guard let stock = json["stock"]?.string.flatMap({ UInt64($0, radix: 16) }) else { return nil }
    self.stock = stock
    let definitions = json["blocks"]?.elements.map(\.self) ?? []
    guard definitions.count <= Self.blockLimit else { return nil }
    var size = 0
    for definition in definitions {
      size += definition.text().utf8.count
      guard definition.kind == .object, Self.memberCount(of: definition) <= Self.memberLimit,
        size <= Self.sizeLimit
      else { return nil }
      blocks.append(Self.shape(of: definition, MessageTable()))
    }
  }

  /// Writes the members of its JSON.
  func write(to json: inout some JSONSink) {
    json.member("stock", String(stock, radix: 16))
    if !shapes.isEmpty {
      json.object("shapes") { json in for (type, shape) in shapes { json.member(type, String(shape, radix: 16)) } }
    }
    if !blocks.isEmpty { json.array("blocks") { json in for block in blocks { json.value(block) } } }
  }
}

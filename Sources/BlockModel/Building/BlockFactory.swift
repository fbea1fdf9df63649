import Markup

/// The registry of block types, which creates blocks.
///
/// `BlockFormats` reads definitions; `BlockLibrary` provides the stock blocks and their mutators. See
/// docs/use/own-blocks.md.
public final class BlockFactory {
  private var readBuilders: [String: BlockBuilder] = [:]
  /// Definitions that are parsed on first use, because a program uses only few of the types.
  private var unreadBuilders: [String: () -> BlockBuilder?] = [:]
  /// The types, in definition order.
  public var definedTypes: [String] {
    _ = addMore()
    return types
  }
  private var types: [String] = []
  /// Adds further types. Called once, when an unknown type is requested or all types are listed.
  package var addsMore: ((BlockFactory) -> Void)? { didSet { revision += 1 } }
  /// Changes with the types and their definitions.
  package private(set) var revision = 0
  /// The name of the format of the program that is being read, if that is known already.
  package var formatName: String?
  /// Returns whether a toolbox offers further types in programs of a format, given its name. It reads no definitions.
  package var offersMore: (_ format: String) -> Bool = { _ in false }
  /// The further types, in definition order; among types with the same message, the one with the most type-checked
  /// inputs comes first. Apps have such types beside older ones, whose inputs take any value.
  package private(set) lazy var furtherTypes: [String] = {
    _ = addMore()
    return specificFirst(addedTypes)
  }()
  private var addedTypes: [String] = []
  /// The problems in definition files that were found, one line each.
  package var foundProblems: [String] = []
  /// Mutators by their name in definitions.
  public var mutators: [String: any Mutator] = [:] {
    didSet { for builder in readBuilders.values { attachMutator(to: builder) } }
  }
  /// The classes of fields in definitions. Register your own before loading definitions.
  public var fieldTypes = FieldTypes()
  private var unknownBuilders: [String: BlockBuilder] = [:]
  /// The types that are part of Mortise.
  package private(set) var stockTypes: Set<String> = []
  /// The other types: those that an app or the user's files define.
  package private(set) var ownTypes: Set<String> = []
  /// The JSON of own types that were defined by JSON.
  package private(set) var ownDefinitions: [String: JSONValue] = [:]

  /// The texts that mutators put on their inputs, in the language of the definitions.
  public var messages = MessageTable()
  /// Returns a factory with the same types in another language; nil if the language is unknown. It is set where the
  /// definitions are loaded.
  public var translation: (_ language: String) -> BlockFactory? = { _ in nil }

  /// Creates a factory without types. `StockBlocks.factory()` has Blockly's own.
  public init() {}

  /// Adds a definition, which replaces an earlier one of the same type.
  public func define(_ builder: BlockBuilder) { define(builder, by: nil) }

  /// Adds a definition.
  /// - Parameter json: the definition's JSON; nil if code defines the type.
  package func define(_ builder: BlockBuilder, by json: JSONValue?) {
    if !hasDefinition(of: builder.type) { types.append(builder.type) }
    unreadBuilders[builder.type] = nil
    ownTypes.insert(builder.type)
    ownDefinitions[builder.type] = json
    revision += 1
    enter(builder)
  }

  /// Adds a definition that is known to be valid and is parsed on first use.
  public func define(_ type: String, reading: @escaping () -> BlockBuilder?) {
    stockTypes.insert(type)
    define(type, reading)
  }

  /// Adds a definition that isn't part of Mortise. It is parsed on first use.
  /// - Parameter json: the definition's JSON.
  package func define(_ type: String, by json: JSONValue, reading: @escaping () -> BlockBuilder?) {
    ownTypes.insert(type)
    ownDefinitions[type] = json
    define(type, reading)
  }

  private func define(_ type: String, _ reading: @escaping () -> BlockBuilder?) {
    if !hasDefinition(of: type) { types.append(type) }
    revision += 1
    readBuilders[type] = nil
    unreadBuilders[type] = reading
  }

  private func enter(_ builder: BlockBuilder) {
    builder.messages = messages
    attachMutator(to: builder)
    readBuilders[builder.type] = builder
  }

  private func attachMutator(to builder: BlockBuilder) {
    if builder.mutator == nil, let name = builder.mutatorName { builder.mutator = mutators[name] }
  }

  /// The definitions by their types. A new block copies its definition's mutator, so set your own mutator before
  /// loading a program: `factory.blockBuilders["controls_if"]?.mutator = MyMutator()`.
  public var blockBuilders: BlockBuilders { BlockBuilders(factory: self) }

  /// The definitions of a factory by their types; nil for an unknown type.
  public struct BlockBuilders {
    fileprivate let factory: BlockFactory

    /// The definition of a type, which is parsed on first use; nil for an unknown type.
    public subscript(type: String) -> BlockBuilder? { factory.knownBuilder(for: type) }
  }

  /// Returns the definition of a type; nil for an unknown type.
  func knownBuilder(for type: String) -> BlockBuilder? {
    if let builder = readBuilders[type] { return builder }
    if let builder = unreadBuilders.removeValue(forKey: type)?() {
      enter(builder)
      return builder
    }
    return addMore() ? knownBuilder(for: type) : nil
  }

  /// - Returns: whether there may be more types now.
  private func addMore() -> Bool {
    guard let add = addsMore else { return false }
    addsMore = nil
    let count = types.count
    add(self)
    addedTypes = Array(types[count...])
    return true
  }

  /// Returns the definition of a type; for an unknown type, one without inputs.
  func builder(for type: String) -> BlockBuilder {
    if let builder = knownBuilder(for: type) ?? unknownBuilders[type] { return builder }
    let builder = BlockBuilder(type: type, isUnknown: true)
    unknownBuilders[type] = builder
    return builder
  }

  /// Whether a type has a definition, parsed or not.
  public func knows(_ type: String) -> Bool {
    hasDefinition(of: type) || addMore() && hasDefinition(of: type)
  }

  private func specificFirst(_ types: [String]) -> [String] {
    let groups = Dictionary(grouping: types) { ownDefinitions[$0]?["message0"]?.string ?? "\0\($0)" }
    let positions = Dictionary(uniqueKeysWithValues: types.enumerated().map { ($1, $0) })
    var sorted = types
    for group in groups.values where group.count > 1 {
      let counts = group.map { type in
        knownBuilder(for: type)?.inputBuilders.count { $0.connectionTypeChecks != nil } ?? 0
      }
      let order = group.indices.sorted { (-counts[$0], $0) < (-counts[$1], $1) }
      for (type, index) in zip(group, order) { if let position = positions[type] { sorted[position] = group[index] } }
    }
    return sorted
  }

  private func hasDefinition(of type: String) -> Bool { readBuilders[type] != nil || unreadBuilders[type] != nil }
}

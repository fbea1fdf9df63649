/// Knows the block types and makes blocks (the seed's BlockFactory).
///
/// Definitions are read by `BlockFormats`; the stock ones and their mutators come from `BlockLibrary`.
public final class BlockFactory {
  /// The known types.
  public var blockBuilders: [String: BlockBuilder] = [:]
  /// The types in the order in which they were defined.
  public private(set) var definedTypes: [String] = []
  /// Mutators by the name that a definition gives.
  public var mutators: [String: any Mutator] = [:]
  private var unknownBuilders: [String: BlockBuilder] = [:]

  public init() {}

  /// Adds a definition, in place of a former one of the same type.
  public func define(_ builder: BlockBuilder) {
    if blockBuilders[builder.type] == nil { definedTypes.append(builder.type) }
    if builder.mutator == nil, let name = builder.mutatorName { builder.mutator = mutators[name] }
    blockBuilders[builder.type] = builder
  }

  /// The definition of a type; for an unknown type one without any inputs.
  func builder(for type: String) -> BlockBuilder {
    if let builder = blockBuilders[type] ?? unknownBuilders[type] { return builder }
    let builder = BlockBuilder(type: type, isUnknown: true)
    unknownBuilders[type] = builder
    return builder
  }

  public func knows(_ type: String) -> Bool { blockBuilders[type] != nil }
}

/// The definition of a block type, which creates its blocks.
public final class BlockBuilder {
  /// Whether a block has an output, previous or next connection, and with which type checks.
  public struct ConnectionRule: Hashable, Sendable {
    public var isPresent: Bool
    public var typeChecks: [String]?

    public init(isPresent: Bool, typeChecks: [String]? = nil) {
      self.isPresent = isPresent
      self.typeChecks = typeChecks
    }

    public static let none = ConnectionRule(isPresent: false)
  }

  /// The colour of a block.
  public enum Colour: Hashable, Sendable {
    /// Degrees on the colour wheel, 0 to 360.
    case hue(Double)
    /// `#rrggbb`.
    case hex(String)
    /// The name of a block style, such as `logic_blocks`.
    case style(String)
    case none
  }

  public let type: String
  public var inputBuilders: [InputBuilder] = []
  public var output = ConnectionRule.none
  public var previous = ConnectionRule.none
  public var next = ConnectionRule.none
  /// Whether inputs are inline; nil when the definition doesn't say.
  public var inputsInline: Bool?
  public var colour = Colour.none
  public var tooltip = ""
  public var helpURL = ""
  public var isContextMenuEnabled = true
  public var extensions: [String] = []
  /// The name of the mutator in the definition. `mutator` is set if a mutator with that name is registered.
  public var mutatorName: String?
  /// The prototype that is copied into every new block.
  public var mutator: (any Mutator)?
  /// The words that the mutator puts on inputs.
  public internal(set) var messages = MessageTable()
  /// Whether the type has no definition, so that the shape is inferred from the file.
  public let isUnknown: Bool

  public init(type: String, isUnknown: Bool = false) {
    self.type = type
    self.isUnknown = isUnknown
  }

  func makeBlock(id: String, isShadow: Bool) -> Block { Block(definition: self, id: id, isShadow: isShadow) }
}

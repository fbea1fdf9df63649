/// The definition of a block type, which creates its blocks.
public final class BlockBuilder {
  /// Whether a block has an output, previous or next connection, and with which type checks.
  public struct ConnectionRule: Hashable, Sendable {
    /// Whether there is a connection at all.
    public var isPresent: Bool
    /// The types that may connect; nil for any. An empty list lets none connect.
    public var typeChecks: [String]?

    /// - Parameter typeChecks: as in a definition's `"output": ["Number"]`; nil for its `null`.
    public init(isPresent: Bool, typeChecks: [String]? = nil) {
      self.isPresent = isPresent
      self.typeChecks = typeChecks
    }

    /// The rule for a block without the connection.
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
    /// No colour in the definition.
    case none
  }

  /// The name in files, such as `controls_if`. It is unique in a factory.
  public let type: String
  /// The inputs of a new block, from top to bottom, before its mutator changes them.
  public var inputBuilders: [InputBuilder] = []
  /// Whether the block is a value. A definition has either this or `previous` and `next`.
  public var output = ConnectionRule.none
  /// Whether the block can be connected below a statement.
  public var previous = ConnectionRule.none
  /// Whether a statement can be connected below the block.
  public var next = ConnectionRule.none
  /// Whether inputs are inline; nil for Blockly's default.
  public var inputsInline: Bool?
  /// The block's colour. The theme has the colours of styles.
  public var colour = Colour.none
  /// A description of the block, for help; empty if the definition has none.
  public var tooltip = ""
  /// The address of a page about the block; empty if there is none.
  public var helpURL = ""
  /// Blockly's `enableContextMenu`, for apps that show definitions; the editor always offers its commands.
  public var isContextMenuEnabled = true
  /// The names of Blockly's extensions in the definition. They are JavaScript, so they have no effect here.
  public var extensions: [String] = []
  /// The name of the mutator in the definition. `mutator` is set if a mutator with that name is registered.
  public var mutatorName: String?
  /// The prototype that is copied into every new block.
  public var mutator: (any Mutator)?
  /// The recorded shapes of a mutation without a mutator; nil if the definition has none.
  package var recordedShapes: RecordedShapes?
  /// The texts that the mutator puts on inputs.
  public internal(set) var messages = MessageTable()
  /// Whether the type has no definition, so that the shape is inferred from the file.
  public let isUnknown: Bool

  /// Creates a definition without inputs and connections. `BlockDefinitionReader` reads definitions from Blockly's
  /// JSON.
  public init(type: String, isUnknown: Bool = false) {
    self.type = type
    self.isUnknown = isUnknown
  }

  func makeBlock(id: String, isShadow: Bool) -> Block { Block(definition: self, id: id, isShadow: isShadow) }
}

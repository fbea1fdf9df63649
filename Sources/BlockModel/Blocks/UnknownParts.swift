import Markup

/// What a file said that Blockly's format does not know, kept to be written back.
public struct UnknownParts: Equatable, Sendable {
  /// Attributes of the XML element.
  public var attributes: [XMLAttribute] = []
  /// Elements and comments directly inside the XML element.
  public var elements: [XMLElement] = []
  /// Members of the JSON object.
  public var members: [Member] = []
  /// Fields that the block's definition does not have.
  public var fields: [FieldRecord] = []
  /// Elements of fields whose name another one behind them has.
  public var formerFields: [XMLElement] = []
  /// Attributes and elements of `<mutation>` that the block's mutator does not write.
  public var mutation: XMLElement?
  /// Members of `extraState` that the block's mutator does not write.
  public var extraState: [Member] = []
  /// How the file put a state that the block's mutator puts otherwise.
  public var statedMutation: StatedMutation?

  public struct Member: Equatable, Sendable {
    public var key: String
    public var value: JSONValue

    public init(key: String, value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  public init() {}

  public var isEmpty: Bool { self == UnknownParts() }
}

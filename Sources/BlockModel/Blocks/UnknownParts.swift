import Markup

/// The parts of a file that are not in Blockly's format, kept to be written back. See docs/develop/file-formats.md.
public struct UnknownParts: Equatable, Sendable {
  /// Attributes of the XML element.
  public var attributes: [XMLAttribute] = []
  /// Child elements of the XML element.
  public var elements: [XMLElement] = []
  /// Members of the JSON object.
  public var members: [Member] = []
  /// Fields that the block's definition does not have.
  public var fields: [FieldRecord] = []
  /// Elements of overridden fields: those followed by another field of the same name.
  public var formerFields: [XMLElement] = []
  /// Attributes and elements of `<mutation>` that the block's mutator does not write.
  public var mutation: XMLElement?
  /// Members of `extraState` that the block's mutator does not write.
  public var extraState: [Member] = []

  /// A member of a JSON object that isn't in Blockly's format.
  public struct Member: Equatable, Sendable {
    /// The member's key in the object.
    public var key: String
    /// The member's value, unchanged.
    public var value: JSONValue

    /// Creates a member to be written back after the known ones.
    public init(key: String, value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// Creates an empty value, for a reader to fill.
  public init() {}

  /// Whether there is nothing to write back.
  public var isEmpty: Bool {
    attributes.isEmpty && elements.isEmpty && members.isEmpty && fields.isEmpty && formerFields.isEmpty
      && mutation == nil && extraState.isEmpty
  }
}

extension UnknownParts {
  /// Removes parts that some apps write and that have no meaning: inputs without a block, and overridden fields.
  package mutating func removeMeaningless() {
    formerFields = []
    elements.removeAll { ["statement", "value", "next"].contains($0.name) && !$0.hasElements }
  }
}

/// An input of a block: fields, followed by a connection for values and statements.
public final class Input {
  /// The kinds of Blockly's inputs.
  public enum Kind: Sendable { case value, statement, dummy, endRow }

  /// The alignment of fields in their row (`align`).
  public enum Alignment: Sendable { case left, centre, right }

  /// Whether the input takes a value, a statement or nothing.
  public let kind: Kind
  /// The input's name in files; `""` for most dummies.
  public let name: String
  /// The alignment of the fields when the row is wider than they are.
  public var alignment: Alignment
  /// The fields before the connection, from left to right.
  public private(set) var fields: [Field]
  /// The connection; nil for dummy and end-row inputs.
  public private(set) var connection: Connection?
  /// The block that the input was added to.
  public var sourceBlock: Block {
    guard let owner else { preconditionFailure("the input belongs to no block yet") }
    return owner
  }
  private unowned var owner: Block?
  /// Whether a file uses this input and the definition has none.
  public internal(set) var isInferred = false

  init(
    kind: Kind, name: String, fields: [Field], typeChecks: [String]?, alignment: Alignment = .left,
    sourceBlock: Block? = nil
  ) {
    self.kind = kind
    self.name = name
    self.fields = fields
    self.alignment = alignment
    owner = sourceBlock
    switch kind {
    case .value:
      connection = Connection(kind: .inputValue, sourceBlock: sourceBlock, sourceInput: self, typeChecks: typeChecks)
    case .statement:
      connection = Connection(kind: .nextStatement, sourceBlock: sourceBlock, sourceInput: self, typeChecks: typeChecks)
    case .dummy, .endRow: break
    }
  }

  deinit { connection?.sourceInput = nil }

  /// Assigns the input to a block.
  func belong(to block: Block) {
    precondition(owner == nil || owner === block, "the input belongs to another block")
    owner = block
    connection?.owner = block
  }

  /// The block in the input, a shadow included; nil for an empty input, or one without a connection.
  public var connectedBlock: Block? { connection?.targetBlock }

  /// Appends a field. Mutators call this while they shape their block.
  public func append(_ field: Field) { fields.append(field) }

  /// - Parameter index: from 0 to the number of fields.
  public func insert(_ field: Field, at index: Int) { fields.insert(field, at: index) }

  /// Replaces all fields.
  func replaceFields(_ fields: [Field], aligned alignment: Alignment) {
    (self.fields, self.alignment) = (fields, alignment)
  }

  /// Removes the field of this name.
  public func removeField(named name: String) { fields.removeAll { $0.name == name } }
}

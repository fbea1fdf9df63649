/// Makes an input of a block (the seed's InputBuilder).
public final class InputBuilder {
  public let type: Input.Kind
  public let name: String
  /// The types that may connect; nil for any.
  public var connectionTypeChecks: [String]?
  public var alignment = Input.Alignment.left
  public private(set) var fields: [Field] = []

  public init(type: Input.Kind, name: String = "") {
    self.type = type
    self.name = name
  }

  public func appendField(_ field: Field) { fields.append(field) }

  /// A new input of `block`, not yet among its inputs.
  func makeInput(for block: Block) -> Input {
    Input(
      kind: type, name: name, fields: fields.isEmpty ? [] : fields.map { $0.copy() }, typeChecks: connectionTypeChecks,
      alignment: alignment, sourceBlock: block)
  }
}

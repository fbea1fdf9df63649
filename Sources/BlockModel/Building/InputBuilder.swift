/// Makes an input of a block (the seed's InputBuilder).
public final class InputBuilder {
  public let type: Input.Kind
  public let name: String
  /// The types that may connect; nil for any.
  public var connectionTypeChecks: [String]?
  public var alignment = Input.Alignment.left
  public private(set) var fields: [Field] = []
  /// Whether no field keeps a state of its own, so that all blocks can have the same ones.
  private var sharesFields = true

  public init(type: Input.Kind, name: String = "") {
    self.type = type
    self.name = name
  }

  public func appendField(_ field: Field) {
    fields.append(field)
    if field.copy() !== field { sharesFields = false }
  }

  /// Whether an input made by this one has a field that refers to a variable.
  var hasVariables: Bool { !sharesFields && fields.contains { $0 is FieldVariable } }

  /// A new input, for `Block.appendInput` or `Block.insertInput`.
  public func makeInput() -> Input { makeInput(for: nil) }

  /// A new input of `block`, not yet among its inputs.
  func makeInput(for block: Block?) -> Input {
    Input(
      kind: type, name: name, fields: sharesFields ? fields : fields.map { $0.copy() },
      typeChecks: connectionTypeChecks, alignment: alignment, sourceBlock: block)
  }
}

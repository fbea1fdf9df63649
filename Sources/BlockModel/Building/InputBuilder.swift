/// The definition of an input, which creates inputs for blocks.
public final class InputBuilder {
  public let type: Input.Kind
  public let name: String
  /// The types that may connect; nil for any.
  public var connectionTypeChecks: [String]?
  public var alignment = Input.Alignment.left
  public private(set) var fields: [Field] = []
  /// Whether all fields are stateless, so that blocks can share them.
  private var sharesFields = true

  public init(type: Input.Kind, name: String = "") {
    self.type = type
    self.name = name
  }

  public func appendField(_ field: Field) {
    fields.append(field)
    if field.copy() !== field { sharesFields = false }
  }

  /// Whether there is a variable field.
  var hasVariables: Bool { !sharesFields && fields.contains { $0 is FieldVariable } }

  /// Creates an input, for `Block.appendInput` or `Block.insertInput`.
  public func makeInput() -> Input { makeInput(for: nil) }

  /// Creates an input for `block`, without adding it to the block's inputs.
  func makeInput(for block: Block?) -> Input {
    Input(
      kind: type, name: name, fields: sharesFields ? fields : fields.shortMap { $0.copy() },
      typeChecks: connectionTypeChecks, alignment: alignment, sourceBlock: block)
  }
}

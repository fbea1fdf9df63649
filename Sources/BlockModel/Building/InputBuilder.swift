/// The definition of an input, which creates inputs for blocks.
public final class InputBuilder {
  /// Whether the input takes a value, a statement or nothing.
  public let type: Input.Kind
  /// The name in files; `""` for most dummies.
  public let name: String
  /// The types that may connect; nil for any.
  public var connectionTypeChecks: [String]?
  /// The alignment of the fields when the row is wider than they are.
  public var alignment = Input.Alignment.left
  /// The prototypes of the fields, from left to right; blocks get copies.
  public private(set) var fields: [Field] = []
  /// Whether all fields are stateless, so that blocks can share them.
  private var sharesFields = true

  /// - Parameter name: unique in the block, as files refer to it; `""` only where nothing can be connected.
  public init(type: Input.Kind, name: String = "") {
    self.type = type
    self.name = name
  }

  /// Appends a prototype of a field.
  public func appendField(_ field: Field) {
    fields.append(field)
    if field.copy() !== field { sharesFields = false }
  }

  /// Whether there is a variable field.
  var hasVariables: Bool { !sharesFields && fields.contains { $0.shape == .variable } }

  /// Creates an input, for `Block.appendInput` or `Block.insertInput`.
  public func makeInput() -> Input { makeInput(for: nil) }

  /// Creates an input for `block`, without adding it to the block's inputs.
  func makeInput(for block: Block?) -> Input {
    Input(
      kind: type, name: name, fields: sharesFields ? fields : fields.shortMap { $0.copy() },
      typeChecks: connectionTypeChecks, alignment: alignment, sourceBlock: block)
  }
}

extension Array {
  /// Maps an array that rarely has more than two elements, such as the fields of an input. `map` takes longer to
  /// prepare a short array than to fill it.
  @inline(__always)
  func shortMap<Result>(_ transform: (Element) -> Result) -> [Result] {
    switch count {
    case 0: []
    case 1: [transform(self[0])]
    case 2: [transform(self[0]), transform(self[1])]
    default: map(transform)
    }
  }
}

import Markup

/// The value of a field in files and events.
public enum FieldState: Equatable, Sendable {
  /// Text of one line, the value of an option, or a colour.
  case text(String)
  /// Multiline text. XML contains its line breaks as `&#10;` (a Blockly file format rule).
  case lines(String)
  /// A number that is written in its shortest form.
  case number(Double)
  /// A number in another form, such as `0x3C` or `1.50`, which is kept until the field is edited. In JSON it is quoted
  /// unless it is also a JSON number.
  case numeral(String, value: Double, isQuoted: Bool)
  /// `TRUE` or `FALSE` in XML.
  case boolean(Bool)
  /// One of the program's variables: in XML its name with the id as an attribute, in JSON an object.
  case variable(VariableReference)
  /// Any other JSON value.
  case json(JSONValue)

  /// The value's text in XML.
  public var text: String {
    switch self {
    case .text(let text), .lines(let text), .numeral(let text, _, _): text
    case .number(let number): NumberText.text(number)
    case .boolean(let flag): flag ? "TRUE" : "FALSE"
    case .variable(let reference): reference.name ?? reference.id ?? ""
    case .json(let value): value.string ?? value.text()
    }
  }

  /// The value's text, with a number in its shortest form.
  public var plainText: String {
    if case .numeral(_, let number, _) = self { NumberText.text(number) } else { text }
  }

  /// Whether it is JSON's null, which leaves a field's value unchanged in Blockly.
  public var isNull: Bool {
    if case .json(let json) = self { json.isNull } else { false }
  }
}

/// A field in a file or an event: its name, state and unknown attributes.
public struct FieldRecord: Equatable, Sendable {
  /// The field's name in its block.
  public var name: String
  /// The value, in its form in the file or event.
  public var state: FieldState
  /// Attributes of the XML element that Blockly does not know.
  public var unknownAttributes: [XMLAttribute]

  /// Creates a field as in a file or event, whether the block's definition has it or not.
  public init(name: String, state: FieldState, unknownAttributes: [XMLAttribute] = []) {
    self.name = name
    self.state = state
    self.unknownAttributes = unknownAttributes
  }
}

import Markup

/// The value of a field as files and events hold it.
public enum FieldState: Equatable, Sendable {
  case text(String)
  /// A text of several lines, whose line breaks XML holds as `&#10;` (a Blockly file format rule).
  case lines(String)
  case number(Double)
  case boolean(Bool)
  case variable(VariableReference)
  /// What a file holds for a field that is known by its name only.
  case json(JSONValue)

  /// The text that XML holds.
  public var text: String {
    switch self {
    case .text(let text), .lines(let text): text
    case .number(let number): NumberText.text(number)
    case .boolean(let flag): flag ? "TRUE" : "FALSE"
    case .variable(let reference): reference.name ?? reference.id ?? ""
    case .json(let value): value.string ?? value.text()
    }
  }
}

/// A field's name and state, and what else a file said of it.
public struct FieldRecord: Equatable, Sendable {
  public var name: String
  public var state: FieldState
  /// Attributes of the XML element that Blockly does not know.
  public var unknownAttributes: [XMLAttribute]

  public init(name: String, state: FieldState, unknownAttributes: [XMLAttribute] = []) {
    self.name = name
    self.state = state
    self.unknownAttributes = unknownAttributes
  }
}

/// Why a value was not accepted, in words for the user.
public struct FieldRefusal: Error, Hashable, Sendable {
  public var reason: String
  public init(_ reason: String) { self.reason = reason }
}

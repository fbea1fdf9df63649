import Markup

/// A class of fields that block definitions name.
public protocol DefinedField: Field {
  /// The type in definitions, such as `field_number`.
  static var typeName: String { get }

  /// Creates the field that a definition describes.
  init(_ definition: FieldDefinition)
}

/// The classes of fields by their types in definitions: the stock ones, and those of an app.
public struct FieldTypes {
  private var types: [String: any DefinedField.Type] = [:]

  /// Creates a registry of the stock types.
  public init() {
    register(FieldLabel.self)
    register(FieldLabelSerializable.self)
    register(FieldInput.self)
    register(FieldMultilineInput.self)
    register(FieldNumber.self)
    register(FieldAngle.self)
    register(FieldCheckbox.self)
    register(FieldColour.self)
    register(FieldDate.self)
    register(FieldDropdown.self)
    register(FieldVariable.self)
    register(FieldImage.self)
  }

  /// Registers a class, replacing an earlier one of the same type.
  public mutating func register<Class: DefinedField>(_ type: Class.Type) { types[type.typeName] = type }

  /// Returns the field that a definition describes; nil when its type is unknown.
  package func field(_ json: JSONValue, messages: MessageTable) -> Field? {
    json["type"]?.string.flatMap { types[$0] }?.init(FieldDefinition(json: json, messages: messages))
  }
}

/// The JSON that defines a field.
public struct FieldDefinition {
  /// The field's object in `args0` and so on, with members of its own type.
  public let json: JSONValue
  let messages: MessageTable

  /// The field's name; nil if it is never saved.
  public var name: String? { json["name"]?.string }

  /// Returns a text with its `%{…}` references resolved; empty when there is none.
  public func text(_ key: String) -> String { messages.resolve(json[key]?.string ?? "") }

  /// Returns a number, which may be in a string; nil when there is none.
  public func number(_ key: String) -> Double? {
    json[key].flatMap { $0.number ?? $0.string.flatMap(FieldNumber.parse) }
  }
}

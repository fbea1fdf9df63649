/// A label that users can't change and files don't contain (`field_label`).
public final class FieldLabel: Field, DefinedField {
  public static var typeName: String { "field_label" }

  private let label: String

  /// - Parameter name: nil for most labels, as nothing refers to them.
  public init(name: String? = nil, text: String) {
    label = text
    super.init(name: name)
  }

  public convenience init(_ definition: FieldDefinition) {
    self.init(name: definition.name, text: definition.text("text"))
  }

  override public var text: String { label }
  override public var wording: FieldWording { .words }
}

/// A label that an app sets and files contain (`field_label_serializable`).
public final class FieldLabelSerializable: TextualField, DefinedField {
  public static var typeName: String { "field_label_serializable" }

  public convenience init(_ definition: FieldDefinition) {
    self.init(name: definition.name, value: definition.text("text"))
  }

  override public var isEditable: Bool { false }
  override public var wording: FieldWording { .choice([(value, .text(value))]) }
  override public func copy() -> Field { FieldLabelSerializable(name: name, value: value) }
}

/// An image, shown as its alternative text (`field_image`).
public final class FieldImage: Field, DefinedField {
  public static var typeName: String { "field_image" }

  /// The address in the definition's `src`; images are not loaded.
  public let source: String
  /// The text shown, and given to screen readers, in place of the image; empty for a decoration.
  public let alternativeText: String

  /// - Parameter name: nil for most images, as nothing refers to them.
  public init(name: String? = nil, source: String, alternativeText: String) {
    self.source = source
    self.alternativeText = alternativeText
    super.init(name: name)
  }

  public convenience init(_ definition: FieldDefinition) {
    self.init(name: definition.name, source: definition.text("src"), alternativeText: definition.text("alt"))
  }

  override public var text: String { alternativeText }
  override public var wording: FieldWording { .words }

  /// The texts of images that the quotes of a literal replace.
  private static let quotationMarks: Set<String> = ["“", "”", "„", "«", "»", "\"", "'"]
  override public var isQuotationMark: Bool { Self.quotationMarks.contains(alternativeText) }
}

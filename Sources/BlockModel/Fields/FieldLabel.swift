/// A label that users can't change and files don't contain (`field_label`).
public final class FieldLabel: Field {
  private let label: String

  public init(name: String? = nil, text: String) {
    label = text
    super.init(name: name)
  }

  override public var text: String { label }
}

/// A label that an app sets and files contain (`field_label_serializable`).
public final class FieldLabelSerializable: TextualField {
  override public var isEditable: Bool { false }
  override public func copy() -> Field { FieldLabelSerializable(name: name, value: value) }
}

/// An image, shown as its alternative text (`field_image`).
public final class FieldImage: Field {
  public let source: String
  public let alternativeText: String

  public init(name: String? = nil, source: String, alternativeText: String) {
    self.source = source
    self.alternativeText = alternativeText
    super.init(name: name)
  }

  override public var text: String { alternativeText }
}

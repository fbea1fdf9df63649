/// Words that a user can't change and a file doesn't hold (`field_label`).
public final class FieldLabel: Field {
  private let label: String

  public init(name: String? = nil, text: String) {
    label = text
    super.init(name: name)
  }

  override public var text: String { label }
}

/// Words that a program sets and a file holds (`field_label_serializable`).
public final class FieldLabelSerializable: TextualField {
  override public var isEditable: Bool { false }
  override public func copy() -> Field { FieldLabelSerializable(name: name, value: value) }
}

/// A picture, shown by its alternative text (`field_image`).
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

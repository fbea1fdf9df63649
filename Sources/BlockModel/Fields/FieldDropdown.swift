/// A choice among options (`field_dropdown`).
public final class FieldDropdown: Field {
  public struct Option: Hashable, Sendable {
    /// The text shown; for an image, its alternative text.
    public var label: String
    /// The value in files.
    public var value: String
    /// What screen readers say instead of the label; nil for the label itself.
    public var spokenLabel: String?

    public init(label: String, value: String, spokenLabel: String? = nil) {
      self.label = label
      self.value = value
      self.spokenLabel = spokenLabel
    }
  }

  public let options: [Option]
  public internal(set) var value: String

  /// - Parameter value: the initial value; nil for the first option's.
  public init(name: String?, options: [Option], value: String? = nil) {
    self.options = options
    self.value = value ?? options.first?.value ?? ""
    super.init(name: name)
  }

  override public var text: String { options.first { $0.value == value }?.label ?? value }
  override public var spokenText: String { options.first { $0.value == value }?.spokenLabel ?? text }
  override public var isEditable: Bool { true }
  override public var isSaved: Bool { true }
  override public var state: FieldState? { .text(value) }
  override public func load(_ state: FieldState, variables: VariableMap) { value = state.text }
  override public func copy() -> Field { FieldDropdown(name: name, options: options, value: value) }

  override public var problem: String? {
    options.contains { $0.value == value } ? nil : "“\(value)” isn't one of the options"
  }

  override public func state(forInput text: String) throws(FieldError) -> FieldState {
    guard options.contains(where: { $0.value == text }) else {
      throw FieldError("“\(text)” isn't one of the options")
    }
    return .text(text)
  }
}

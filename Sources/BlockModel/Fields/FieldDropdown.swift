import Markup

/// A choice among options (`field_dropdown`).
public final class FieldDropdown: Field, DefinedField {
  public static var typeName: String { "field_dropdown" }

  /// An option of a dropdown.
  public struct Option: Hashable, Sendable {
    /// The text shown; for an image, its alternative text.
    public var label: String
    /// The value in files.
    public var value: String
    /// The text for screen readers; nil for the label itself.
    public var spokenLabel: String?

    /// Creates an option whose label is shown, and whose value is saved and generated.
    public init(label: String, value: String, spokenLabel: String? = nil) {
      self.label = label
      self.value = value
      self.spokenLabel = spokenLabel
    }
  }

  /// The options, in the order of the menu.
  public let options: [Option]
  /// The value of the chosen option. A value from a file may match no option.
  public internal(set) var value: String

  /// - Parameter value: the initial value; nil for the first option's.
  public init(name: String?, options: [Option], value: String? = nil) {
    self.options = options
    self.value = value ?? options.first?.value ?? ""
    super.init(name: name)
  }

  public convenience init(_ definition: FieldDefinition) {
    self.init(name: definition.name, options: Self.options(definition))
  }

  private static func options(_ definition: FieldDefinition) -> [Option] {
    guard let list = definition.json["options"] else { return [] }
    let resolve = definition.messages.resolve
    return list.elements.compactMap { option in
      // Since Blockly 13, an option may have a third part, and "separator" may be between options.
      let parts = Array(option.elements)
      guard (2...3).contains(parts.count), let value = parts[1].string else { return nil }
      // An option shown as an image has an object instead of a text.
      let label = parts[0].string ?? parts[0]["alt"]?.string ?? value
      return Option(
        label: resolve(label), value: value, spokenLabel: parts.count == 3 ? parts[2].string.map(resolve) : nil)
    }
  }

  override public var text: String { options.first { $0.value == value }?.label ?? value }
  override public var spokenText: String { options.first { $0.value == value }?.spokenLabel ?? text }
  override public var isEditable: Bool { true }
  override public var editing: FieldEditing {
    .choice(options, selected: options.firstIndex { $0.value == value } ?? 0)
  }
  override public var shape: FieldShape { .choice }
  override public var wording: FieldWording { .choice(options.map { ($0.label, .text($0.value)) }) }
  override public var code: FieldCode { .word(value) }
  override public func spokenDescription(of text: String) -> String { "choice “\(text)”" }
  override public var isSaved: Bool { true }
  override public var state: FieldState? { .text(value) }
  override public func load(_ state: FieldState, variables: VariableMap) { value = state.text }
  override public func copy() -> Field { FieldDropdown(name: name, options: options, value: value) }

  override public func describe(to json: inout JSONWriter) {
    json.array("options") { json in
      for option in options {
        json.array {
          $0.string(option.label)
          $0.string(option.value)
        }
      }
    }
  }

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

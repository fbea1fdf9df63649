import BlockModel
import Markup

/// A field for one to five stars: `field_stars`. Its value is chosen from a list.
public nonisolated final class FieldStars: Field, DefinedField {
  public static let typeName = "field_stars"

  public private(set) var count: Int
  /// An invalid value from a file. It is kept, so that saving doesn't lose it.
  private var invalidState: FieldState?

  public init(name: String?, count: Int) {
    self.count = min(max(count, 1), 5)
    super.init(name: name)
  }

  public convenience init(_ definition: FieldDefinition) {
    self.init(name: definition.name, count: definition.number("stars").flatMap { Int(exactly: $0) } ?? 3)
  }

  /// Each block gets its own copy.
  override public func copy() -> Field { FieldStars(name: name, count: count) }

  // MARK: - Display and speech

  override public var text: String { String(repeating: "*", count: count) }
  override public var spokenText: String { count == 1 ? "1 star" : "\(count) stars" }
  override public func spokenDescription(of text: String) -> String { text }
  override public var shape: FieldShape { .choice }

  // MARK: - Editing

  override public var isEditable: Bool { true }

  override public var editing: FieldEditing {
    let options = (1...5).map { count in
      let field = FieldStars(name: nil, count: count)
      return FieldDropdown.Option(label: field.text, value: String(count), spokenLabel: field.spokenText)
    }
    return .choice(options, selected: count - 1)
  }

  override public func state(forInput text: String) throws(FieldError) -> FieldState {
    guard let count = Int(text), (1...5).contains(count) else { throw FieldError("there are 1 to 5 stars") }
    return .number(Double(count))
  }

  // MARK: - Files

  override public var state: FieldState? { invalidState ?? .number(Double(count)) }

  override public func load(_ state: FieldState, variables: VariableMap) {
    if let count = Int(state.text), (1...5).contains(count) {
      (self.count, invalidState) = (count, nil)
    } else {
      invalidState = state
    }
  }

  override public var problem: String? { invalidState.map { "“\($0.text)” isn't a number from 1 to 5" } }

  // MARK: - Definitions, programs as text, and code

  override public func describe(to json: inout JSONWriter) { json.member("stars", count) }
  override public var wording: FieldWording { .number }
  override public var code: FieldCode { .number(Double(count)) }
}

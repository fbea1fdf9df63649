import Markup

/// A reference to a variable (`field_variable`).
public final class FieldVariable: Field, DefinedField {
  public static var typeName: String { "field_variable" }

  private var stored: Variable?
  /// The variable; nil only in a block that is not yet in a workspace.
  override public internal(set) var variable: Variable? {
    get { stored }
    set { stored = newValue }
  }
  /// The spelling of the name in a file without ids, and the variable's name at that time; nil if they are equal.
  private var spelling: (written: String, name: String)?
  /// The name of the variable that a new block refers to; nil to create a new variable, as loops do.
  public let defaultName: String?
  /// The variable types that may be chosen; nil for all.
  public let variableTypes: [String]?
  /// The type of the variable that a new block refers to, `""` for none.
  public let defaultType: String

  /// - Parameters:
  ///   - defaultName: the name of the variable that a new block refers to; nil for a new variable.
  ///   - variableTypes: the types that may be chosen; nil for all.
  ///   - defaultType: `""` for no type.
  public init(name: String?, defaultName: String?, variableTypes: [String]? = nil, defaultType: String = "") {
    self.defaultName = defaultName
    self.variableTypes = variableTypes
    self.defaultType = defaultType
    super.init(name: name)
  }

  public convenience init(_ definition: FieldDefinition) {
    let json = definition.json
    self.init(
      name: definition.name, defaultName: json["variable"]?.string.map(definition.messages.resolve),
      variableTypes: json["variableTypes"].map { $0.elements.compactMap(\.string) },
      defaultType: json["defaultType"]?.string ?? "")
  }

  override public var text: String { variable?.name ?? defaultName ?? VariableMap.firstUniqueName }
  override public var isEditable: Bool { true }
  override public var editing: FieldEditing { .variable }
  override public var shape: FieldShape { .variable }
  override public var wording: FieldWording { .variable }
  override public var code: FieldCode { .variable }
  override public func spokenDescription(of text: String) -> String { "variable \(text)" }
  override public var isSaved: Bool { true }

  override public func describe(to json: inout JSONWriter) {
    json.member("variable", text)
    if let variableTypes { json.member("types", variableTypes) } else { json.member("types", orNull: nil) }
    if !defaultType.isEmpty { json.member("default_type", defaultType) }
  }

  override public var state: FieldState? {
    guard let variable else { return .variable(VariableReference(name: text)) }
    return .variable(
      VariableReference(
        id: variable.id, name: spelling?.name == variable.name ? spelling?.written : variable.name,
        type: variable.type.isEmpty && !variable.statesEmptyType ? nil : variable.type))
  }

  override public func load(_ state: FieldState, variables: VariableMap) {
    let reference: VariableReference =
      switch state {
      case .variable(let reference): reference
      case .json(let json):
        VariableReference(id: json["id"]?.string, name: json["name"]?.string, type: json["type"]?.string)
      default: VariableReference(name: state.text)
      }
    let variable = variables.resolve(reference, defaultType: defaultType)
    self.variable = variable
    // Names are case-insensitive, but a file keeps its spelling until the field is edited or the variable renamed.
    spelling = nil
    if variable.hasImplicitID, let name = reference.name, name != variable.name,
      name.lowercased() == variable.name.lowercased()
    {
      spelling = (name, variable.name)
    }
  }

  /// - Parameter text: the id of the variable.
  /// - Throws: never a `FieldError`, as loading the state adds an unknown variable.
  override public func state(forInput text: String) throws(FieldError) -> FieldState {
    .variable(VariableReference(id: text))
  }

  override public func copy() -> Field {
    let copy = FieldVariable(
      name: name, defaultName: defaultName, variableTypes: variableTypes, defaultType: defaultType)
    copy.variable = variable
    copy.spelling = spelling
    return copy
  }

  /// Uses the default variable if none was loaded and there is a default name.
  /// - Returns: whether the field has a variable.
  func settle(in variables: VariableMap) -> Bool {
    if variable == nil, let defaultName {
      load(.variable(VariableReference(name: defaultName)), variables: variables)
    }
    return variable != nil
  }

  /// Creates a variable with a unique name if none was loaded.
  func settleUnnamed(in variables: VariableMap) {
    guard variable == nil else { return }
    load(.variable(VariableReference(name: variables.uniqueName())), variables: variables)
  }
}

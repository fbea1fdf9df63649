/// A variable as data, used to restore a deleted variable.
public struct VariableState: Hashable, Sendable {
  /// Identifies the variable in the program.
  public var id: String
  /// The name that users see.
  public var name: String
  /// The type, `""` for none.
  public var type: String
  /// The index among the variables, from 0; nil for the end.
  public var index: Int?
  /// See `Variable.hasImplicitID`.
  public var hasImplicitID = false
  /// See `Variable.isDeclared`.
  public var isDeclared = true
  /// See `Variable.statesEmptyType`.
  public var statesEmptyType = false

  /// A variable as a user adds it: with an id in files, and in the list of variables.
  public init(id: String, name: String, type: String = "", index: Int? = nil) {
    self.id = id
    self.name = name
    self.type = type
    self.index = index
  }
}

extension VariableMap {
  /// Returns the state of a variable in the map.
  public func state(of variable: Variable) -> VariableState {
    var state = VariableState(id: variable.id, name: variable.name, type: variable.type, index: index(of: variable))
    state.hasImplicitID = variable.hasImplicitID
    state.isDeclared = variable.isDeclared
    state.statesEmptyType = variable.statesEmptyType
    return state
  }

  /// Adds a variable with the given state.
  /// - Returns: the variable; the existing one if the id is taken.
  @discardableResult
  public func add(_ state: VariableState) -> Variable {
    if let existing = self[state.id] { return existing }
    let variable = add(
      id: state.id, name: state.name, type: state.type, hasImplicitID: state.hasImplicitID,
      isDeclared: state.isDeclared, index: state.index)
    variable.hasImplicitID = state.hasImplicitID
    variable.isDeclared = state.isDeclared
    variable.statesEmptyType = state.statesEmptyType
    return variable
  }
}
